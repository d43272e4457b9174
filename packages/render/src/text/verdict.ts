/** The verdict line, shared by every output. */
import type { AccountLimit, KernelSummary, Report, ReportSite } from '@ldscope/core';
import type { Terms } from './terminology.ts';
import { coverageClause, limitClauses, passingClause, unitClause, unitOf } from './coverage.ts';
import { counted, grouped, percent } from './numbers.ts';
import { sampleClause } from './sample.ts';

/**
 * The verdict in a line. "No bank conflicts" and "does not access LDS" are of the whole launch: where its account does not cover
 * that, the verdict is "Not known".
 *
 *     3 of 7 LDS accesses have bank conflicts: 24,576 of 40,960 LDS cycles (60.0 %); sampled 64 of 8,192 workgroups; totals cover only those
 *     5 of 7 LDS instructions counted, not counted: 2 not reached; 1 of 5 LDS accesses has bank conflicts: 64 of 128 LDS cycles (50.0 %)
 *     Not known: 5 of 7 LDS instructions counted, not counted: 2 not reached; no conflicts among these: 5 sites, 64 LDS cycles
 */
export function verdict(report: Report, terms: Terms): string {
  const coverage = clauses(coverageClause(report, terms));
  const { sites, totals, account } = report;
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0).length;
  if (conflicting > 0) {
    const noun = `${terms.sharedMemory} access`;
    const costed = sites.filter(isCounted).length;
    const finding =
      `${grouped(conflicting)} of ${counted(costed, noun, `${noun}es`)} ` +
      `${conflicting === 1 ? 'has' : 'have'} bank conflicts: ` +
      `${grouped(totals.bankConflict)} of ${grouped(totals.idxActive)} ${terms.memoryCycles} ` +
      `(${percent(totals.bankConflict, totals.idxActive)})`;
    const misaligned = sites.filter(isMisaligned).length;
    const isSaid = (limit: AccountLimit): boolean => limit !== 'errors' && limit !== 'sample';
    return joined([
      ...coverage,
      finding,
      ...limitClauses(report, terms, isSaid),
      ...(misaligned === 0 ? [] : [`${counted(misaligned, 'site')} misaligned`]),
      ...clauses(sampleClause(report.kernel, terms), passingClause(account), unitClause(account)),
    ]);
  }
  const free = freeOf(report, terms);
  const limits = limitClauses(report, terms, (limit) => limit !== 'sample');
  const rest = clauses(
    sampleClause(report.kernel, terms),
    passingClause(account),
    unitClause(account),
  );
  return account.isCovered || isOfLanes(account)
    ? joined([...free, ...limits, ...rest])
    : `Not known: ${joined([...coverage, ...limits, ...free, ...rest])}`;
}

/** Only accesses of units without lanes are not covered. */
const isOfLanes = ({ units, missing, limits }: Report['account']): boolean =>
  units !== undefined && missing.length === 0 && limits.every((limit) => limit === 'once');

const joined = (parts: readonly string[]): string => parts.join('; ');

const clauses = (...all: readonly (string | undefined)[]): string[] =>
  all.flatMap((one) => (one === undefined ? [] : [one]));

/** The finding without a conflict, as far as the account covers the kernel. */
function freeOf(report: Report, terms: Terms): string[] {
  const { sites, totals, account } = report;
  const costed = sites.filter(isCounted);
  if (costed.length === 0) return nothingCounted(report, terms);
  const figures = `${counted(costed.length, 'site')}, ${grouped(totals.idxActive)} ${terms.memoryCycles}`;
  const claim = account.isCovered
    ? 'No bank conflicts'
    : isOfLanes(account)
      ? 'No lane has bank conflicts'
      : `no conflicts ${partWords(account, terms)}`;
  const misaligned = sites.filter(isMisaligned);
  if (misaligned.length === 0) return [`${claim}: ${figures}`];
  const cycles = misaligned.reduce((sum, { idxActive }) => sum + idxActive, 0);
  return [
    `${claim}, but ${grouped(cycles)} of ${grouped(totals.idxActive)} ${terms.memoryCycles} are of ` +
      `misaligned accesses: ${counted(misaligned.length, 'site')} misaligned of ${grouped(costed.length)}`,
  ];
}

/** The part of a kernel that was counted, where that is not all. */
function partWords({ missing, limits }: Report['account'], { workgroup }: Terms): string {
  if (!limits.includes('sample')) return 'among these';
  const executed = `in the ${workgroup}s executed`;
  return missing.length === 0 && limits.length === 1 ? executed : `among these ${executed}`;
}

/** The verdict on a kernel without a counted access: it has none, executes none, or nothing is known about it. */
function nothingCounted({ account, kernel, sites }: Report, terms: Terms): string[] {
  if (isOfLanes(account) && account.instructions === 0)
    return [`No lane accesses ${terms.sharedMemory} by itself`];
  if (!account.isCovered) return account.missing.length > 0 ? [] : ['nothing was counted'];
  if (sites.length > 0) return [`No access to the banks of ${terms.sharedMemory}`];
  return [
    account.instructions > 0
      ? `None of the ${counted(account.instructions, unitOf(kernel, terms))} of the kernel is executed`
      : `The kernel does not access ${terms.sharedMemory}`,
  ];
}

/** True for a site whose cycles are known. */
const isCounted = ({ unserved }: Pick<ReportSite, 'unserved'>): boolean => unserved === undefined;

/**
 * The tone of the verdict: conflicts that cost a tenth of the cycles are heavy, and an uncovered kernel is neither good nor
 * bad.
 */
export function verdictTone(report: Report): 'none' | 'unknown' | 'good' | 'warn' | 'bad' {
  const { sites, totals, account } = report;
  if (totals.bankConflict > 0) return 10 * totals.bankConflict >= totals.idxActive ? 'bad' : 'warn';
  if (!account.isCovered) return 'unknown';
  if (sites.some(isMisaligned)) return 'warn';
  return sites.some(isCounted) ? 'good' : 'none';
}

/** Below its alignment an access leaves the phase model: its floor is more than its phases. */
export function isMisaligned(site: ReportSite): boolean {
  return site.idxActive - site.bankConflict > site.phases * site.executions;
}

/** The common name of a kernel's language. */
export function languageTitle({ language, frontend }: KernelSummary): string {
  return language?.title ?? frontend;
}

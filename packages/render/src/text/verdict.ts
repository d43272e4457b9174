/** The verdict line, shared by every output. */
import { type KernelSummary, type Report, type ReportSite } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { counted, grouped, percent } from './numbers.ts';
import {
  coverageClause,
  hasUnits,
  isPartial,
  nothingCounted,
  partClauses,
  unitClause,
} from './coverage.ts';
import { isSample, sampleClause } from './sample.ts';

/**
 * The verdict in a line, with its limits after semicolons:
 *
 *     3 of 7 LDS accesses have bank conflicts: 24,576 of 40,960 LDS cycles (60.0 %); sampled 64 of 8,192 workgroups; totals cover only those
 *     5 of 7 LDS instructions counted, not counted: 2 not reached; 1 of 5 LDS accesses has bank conflicts: 64 of 128 LDS cycles (50.0 %)
 */
export function verdict(report: Report, terms: Terms): string {
  const coverage = coverageClause(report.kernel, terms);
  const found = coverage !== undefined && report.sites.length === 0 ? [] : [finding(report, terms)];
  return [...(coverage === undefined ? [] : [coverage]), ...found, ...limits(report, terms)].join(
    '; ',
  );
}

function finding(report: Report, terms: Terms): string {
  const { sites, totals } = report;
  const where = isSample(report.kernel) ? ` in the ${terms.workgroup}s executed` : '';
  if (sites.length === 0) return nothingCounted(report, terms, where);
  const conflicting = sites.filter((site) => site.bankConflict > 0).length;
  const noun = `${terms.sharedMemory} access`;
  if (conflicting === 0) {
    const costed = sites.filter((site) => site.unserved === undefined).length;
    return costed === 0
      ? 'Nothing was counted'
      : `${noConflicts(report, where)}: ${counted(costed, 'site')}, ${grouped(totals.idxActive)} ${terms.memoryCycles}`;
  }
  return (
    `${grouped(conflicting)} of ${counted(sites.length, noun, `${noun}es`)} ` +
    `${conflicting === 1 ? 'has' : 'have'} bank conflicts: ` +
    `${grouped(totals.bankConflict)} of ${grouped(totals.idxActive)} ${terms.memoryCycles} ` +
    `(${percent(totals.bankConflict, totals.idxActive)})`
  );
}

/** The extent of a verdict without conflicts. */
function noConflicts(report: Report, where: string): string {
  if (isPartial(report.kernel) || hasErrors(report)) return 'no conflicts among these';
  return `No bank conflicts${hasUnits(report.kernel) ? ' among lanes' : ''}${where}`;
}

/** What the finding leaves out. */
function limits(report: Report, terms: Terms): string[] {
  const { sites, kernel } = report;
  const misaligned = sites.filter(isMisaligned).length;
  const uncosted = sites.filter((site) => site.unserved !== undefined).length;
  const sample = sampleClause(kernel, terms);
  const units = unitClause(kernel);
  return [
    ...(misaligned === 0 ? [] : [`${counted(misaligned, 'site')} misaligned`]),
    ...(uncosted === 0 ? [] : [`${counted(uncosted, 'site')} without a service rule not counted`]),
    ...(sample === undefined ? [] : [sample]),
    ...partClauses(kernel),
    ...(units === undefined ? [] : [units]),
  ];
}

/** How a reader takes the verdict: conflicts that cost a tenth of the cycles are heavy. */
export function verdictTone(report: Report): 'none' | 'good' | 'warn' | 'bad' {
  const { sites, totals, kernel } = report;
  const limited = isSample(kernel) || isPartial(kernel) || hasUnits(kernel) || hasErrors(report);
  if (sites.length === 0) return limited ? 'warn' : 'none';
  if (totals.bankConflict > 0 && 10 * totals.bankConflict >= totals.idxActive) return 'bad';
  const unclear = sites.some((site) => isMisaligned(site) || site.unserved !== undefined);
  return totals.bankConflict > 0 || unclear || limited ? 'warn' : 'good';
}

/** Part of the kernel was not read or not executed: what was counted is not all of it. */
function hasErrors({ diagnostics }: Report): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Below its alignment an access leaves the phase model: its floor is more than its phases. */
export function isMisaligned(site: ReportSite): boolean {
  return site.idxActive - site.bankConflict > site.phases * site.executions;
}

/** The common name of a kernel's language. */
export function languageTitle({ language, frontend }: KernelSummary): string {
  return language?.title ?? frontend;
}

/**
 * A report measured by the limits of a configuration.
 *
 *     tile: 992 conflict cycles, 32 ways      maxConflictCycles: 0    ->  failed: 992 conflict cycles, at most 0
 *                                             buffer: tile, 1000      ->  passes: the site has a budget of its own
 *                                             suppressed              ->  said, with its reason, and not counted
 *
 * A site with a budget of cycles, or one that is suppressed, does not count towards the limit of its kernel.
 */
import {
  greatestOf,
  type CaseName,
  type CheckedCase,
  type CheckedSite,
  type CheckFinding,
  type CheckRule,
  type FindingKind,
  isCovered,
  type Location,
  type Report,
  siteText,
} from '@ldscope/core';
import type { CheckConfig, Limits, Suppression } from './config.ts';
import { type FitsFile, isOfSites, lastLimits, selectsKernel, selectsSite } from './select.ts';

/** A kernel that was analyzed. */
export interface AnalyzedCase extends CaseName {
  readonly title: string;
  readonly report: Report;
}

/** The suppressions of a configuration on a day, and which of them are of use. */
export class Suppressions {
  readonly #valid: readonly Suppression[];
  readonly expired: readonly Suppression[];
  readonly #used = new Set<Suppression>();

  constructor(all: readonly Suppression[], today: string) {
    this.#valid = all.filter(({ expires }) => expires >= today);
    this.expired = all.filter(({ expires }) => expires < today);
  }

  /** The suppressions that match no finding. */
  get unused(): readonly Suppression[] {
    return this.#valid.filter((one) => !this.#used.has(one));
  }

  /** The first that fits; it counts as used. */
  find(fits: (suppression: Suppression) => boolean): Suppression | undefined {
    const found = this.#valid.find(fits);
    if (found !== undefined) this.#used.add(found);
    return found;
  }
}

/** The case with all that fails in it, or would fail if it were not suppressed. */
export function judgeCase(
  { report, ...name }: AnalyzedCase,
  config: CheckConfig,
  { suppressions, fitsFile }: { readonly suppressions: Suppressions; readonly fitsFile: FitsFile },
): CheckedCase {
  const isAbout = (entry: Suppression): boolean => selectsKernel(entry, name, fitsFile);
  const suppressed = (
    rule: CheckRule,
    fits: (entry: Suppression) => boolean,
    code: string = rule,
  ): Suppression | undefined =>
    suppressions.find(
      (entry) =>
        isAbout(entry) &&
        fits(entry) &&
        (entry.rule === undefined || entry.rule === rule || entry.rule === code),
    );
  const findings: CheckFinding[] = [];
  const add = (
    rule: CheckRule,
    what: FindingKind,
    location: Location,
    suppression?: Suppression,
  ): void => {
    const status = suppression === undefined ? 'failed' : 'suppressed';
    findings.push({ rule, what, status, reason: suppression?.reason, location });
  };
  const ofKernel = (entry: Suppression): boolean => !isOfSites(entry);

  const conflicts = conflictsOf(report);
  const budgets = config.budgets.filter((entry) => selectsKernel(entry, name, fitsFile));
  const own = limitsOf(config, lastLimits(budgets.filter((entry) => !isOfSites(entry))));
  const counted: CheckedSite[] = [];
  for (const site of conflicts) {
    const entries = budgets.filter((entry) => isOfSites(entry) && selectsSite(entry, site));
    const limits = lastLimits(entries);
    const maxWays = limits.maxWays ?? own.maxWays;
    const isOver = (most: number | undefined, cost: number): most is number =>
      most !== undefined && cost > most;
    const allowed = suppressed(
      'conflicts',
      (entry) => isOfSites(entry) && selectsSite(entry, site),
    );
    if (allowed !== undefined) add('conflicts', { kind: 'site', site }, site.location, allowed);
    else {
      if (limits.maxConflictCycles === undefined) counted.push(site);
      else if (isOver(limits.maxConflictCycles, site.conflictCycles)) {
        const limit = { of: 'cycles' as const, most: limits.maxConflictCycles };
        add('conflicts', { kind: 'site', site, limit }, site.location);
      }
      if (isOver(maxWays, site.worstWays)) {
        const limit = { of: 'ways' as const, most: maxWays };
        const why = suppressed('conflicts', ofKernel);
        add('conflicts', { kind: 'site', site, limit }, site.location, why);
      }
    }
  }
  const cycles = counted.reduce((sum, { conflictCycles }) => sum + conflictCycles, 0);
  if (own.maxConflictCycles !== undefined && cycles > own.maxConflictCycles) {
    const sites = counted.sort((a, b) => b.conflictCycles - a.conflictCycles);
    const what = { kind: 'cycles' as const, cycles, most: own.maxConflictCycles, sites };
    add('conflicts', what, sites[0]?.location ?? {}, suppressed('conflicts', ofKernel));
  }
  const fails = (rule: CheckRule): boolean => config.failOn.includes(rule);
  if (fails('hazards')) {
    for (const hazard of report.hazards) {
      if (hazard.severity === 'note') continue;
      const why = suppressed('hazards', ofKernel, hazard.code);
      add('hazards', { kind: 'hazard', hazard }, hazard.location, why);
    }
  }
  const isPart = !isCovered(report);
  if (fails('sampled') && isPart) {
    const { workgroups } = report.kernel;
    add('sampled', { kind: 'sampled', workgroups }, {}, suppressed('sampled', ofKernel));
  }
  const alternative = report.alternatives.find(
    ({ totals }) => totals.bankConflict !== report.totals.bankConflict,
  );
  if (fails('disputed') && alternative !== undefined)
    add('disputed', { kind: 'disputed', alternative }, {}, suppressed('disputed', ofKernel));
  return {
    ...name,
    machine: report.machine,
    model: report.model,
    cycles: report.totals.idxActive,
    conflictCycles: report.totals.bankConflict,
    sites: report.sites.length,
    worstWays: Math.max(1, greatestOf(conflicts.map(({ worstWays }) => worstWays))),
    workgroups: report.kernel.workgroups,
    account: report.account,
    summary: report.kernel,
    isPart,
    conflicts,
    hazards: report.hazards,
    findings,
    diagnostics: report.diagnostics,
  };
}

/** Without a limit, no conflict at all is allowed, where conflicts are checked. */
function limitsOf(config: CheckConfig, own: Limits): Limits {
  const limits = lastLimits([config, own]);
  const isUnlimited = limits.maxConflictCycles === undefined && limits.maxWays === undefined;
  return isUnlimited && config.failOn.includes('conflicts') ? { maxConflictCycles: 0 } : limits;
}

/** Sites that conflict, in the order of the kernel. */
function conflictsOf({ sites }: Report): CheckedSite[] {
  return sites
    .filter(({ bankConflict }) => bankConflict > 0)
    .map(({ id, op, direction, buffer, location, bankConflict, worstWays }) => ({
      id,
      op,
      direction,
      buffer,
      text: siteText(location.text ?? ''),
      location,
      conflictCycles: bankConflict,
      worstWays,
    }))
    .sort(
      (a, b) =>
        (a.location.line ?? 0) - (b.location.line ?? 0) ||
        (a.location.column ?? 0) - (b.location.column ?? 0),
    );
}

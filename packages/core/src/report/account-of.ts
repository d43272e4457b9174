/**
 * Makes the account of a report: from what the executor covered, sites without cycles, and what diagnostics say of counts.
 *
 *     kernel.ldsInstructions   5 of 7, 2 not reached      missing: 2 not reached
 *     sites                    ds_bpermute_b32            passing: 1
 *     diagnostics              execute/unknown-loop       limits: iterations
 */
import type { Subject } from '../base/diagnostic.ts';
import type { Counter, CounterFeed, FedCounter } from '../conflict/counters.ts';
import type { Unserved } from '../machine/service.ts';
import type { Account, AccountLimit, PassingAccesses } from './account.ts';
import type { MissingAccesses } from './coverage.ts';
import type { ReportDiagnostic } from './diagnostic.ts';
import type { KernelSummary, ReportSite } from './report.ts';

/** What an account reads of a site. */
type AccountedSite = Pick<ReportSite, 'id' | 'op' | 'unserved'>;

/** What an account is made of. */
export interface AccountOf {
  readonly kernel: KernelSummary;
  readonly sites: readonly AccountedSite[];
  readonly diagnostics: readonly Pick<ReportDiagnostic, 'about' | 'code' | 'severity'>[];
  /** True where phases do not depend on which lanes are active: then fewer active lanes never have more conflicts. */
  readonly hasFixedPhases: boolean;
}

/** The account of a kernel; counters that are not known are still to be added. */
export function accountOf(facts: AccountOf): Account {
  const { kernel, sites } = facts;
  const { ldsInstructions: coverage } = kernel;
  const passing = passingOf(sites, kernel.passing);
  const said = saidMissing(facts);
  const instructions =
    (coverage?.instructions ?? idsOf(sites, ({ unserved }) => unserved !== 'no-banks').size) +
    said.length;
  const missing = merged([...(coverage?.missing ?? []), ...unservedOf(sites), ...said]);
  const without = missing.reduce((sum, one) => sum + one.instructions, 0);
  const limits = limitsOf(facts);
  const units = coverage?.units;
  const isCovered =
    missing.length === 0 &&
    units === undefined &&
    limits.every(
      (limit) =>
        limit === 'once' ||
        // Accesses to the banks in loops that wait are among those that are missing.
        limit === 'timing' ||
        (limit === 'lanes' && facts.hasFixedPhases),
    );
  return {
    isCovered,
    instructions: Math.max(instructions, without),
    counted: Math.max(0, instructions - without),
    missing,
    passing,
    units,
    limits,
    unknownCounters: [],
  };
}

/** The counters that an account allows, and the names of the others; those of a sample are of what was executed. */
export function knownCounters(
  counters: readonly FedCounter[],
  account: Account,
): { readonly known: readonly Counter[]; readonly account: Account } {
  const isExecuted = account.limits.every((limit) => limit === 'sample');
  const isKnown = (feed: CounterFeed): boolean =>
    isExecuted &&
    (feed === 'others' || account.missing.length === 0) &&
    (feed !== 'instructions' || account.passing === undefined);
  const known = counters
    .filter(({ feed }) => isKnown(feed))
    .map(({ feed: _feed, ...counter }) => counter);
  const unknownCounters = counters.filter(({ feed }) => !isKnown(feed)).map(({ name }) => name);
  return { known, account: { ...account, unknownCounters } };
}

/** A site of which one instruction has no cycles counts once, as the kernel's text does. */
const idsOf = (
  sites: readonly AccountedSite[],
  fits: (site: AccountedSite) => boolean,
): ReadonlySet<string> =>
  new Set(
    sites
      .filter(fits)
      .map(({ id, op }) => (id.endsWith(`/${op}`) ? id.slice(0, -op.length - 1) : id)),
  );

function passingOf(
  sites: readonly AccountedSite[],
  others: PassingAccesses = { instructions: 0, ops: [] },
): PassingAccesses | undefined {
  const own = sites.filter(({ unserved }) => unserved === 'no-banks');
  const instructions = own.length + others.instructions;
  if (instructions === 0) return undefined;
  return { instructions, ops: [...new Set([...own.map(({ op }) => op), ...others.ops])] };
}

function unservedOf(sites: readonly AccountedSite[]): readonly MissingAccesses[] {
  const reason = (why: Exclude<Unserved, 'no-banks'>, words: string): MissingAccesses[] => {
    const own = sites.filter(({ unserved }) => unserved === why);
    const ops = [...new Set(own.map(({ op }) => op))].join(', ');
    const instructions = idsOf(own, () => true).size;
    return own.length === 0 ? [] : [{ reason: `${words} (${ops})`, instructions }];
  };
  return [
    ...reason('no-rule', 'without a public service rule'),
    ...reason('no-instruction', 'that the chip lacks'),
  ];
}

/** Accesses that only a diagnostic knows of. */
const saidMissing = ({ diagnostics }: AccountOf): readonly MissingAccesses[] =>
  diagnostics
    .filter(({ about }) => about === 'uncounted')
    .map(({ code }) => ({ reason: `that a compiler adds (${code})`, instructions: 1 }));

function merged(all: readonly MissingAccesses[]): readonly MissingAccesses[] {
  const sums = new Map<string, number>();
  for (const { reason, instructions } of all)
    sums.set(reason, (sums.get(reason) ?? 0) + instructions);
  return [...sums]
    .map(([reason, instructions]) => ({ reason, instructions }))
    .sort((a, b) => b.instructions - a.instructions);
}

function limitsOf({ kernel, diagnostics }: AccountOf): readonly AccountLimit[] {
  const { workgroups, partsOfTile } = kernel;
  const isSaid = (subject: Subject): boolean => diagnostics.some(({ about }) => about === subject);
  const said = ['iterations', 'once', 'lanes', 'timing', 'contents', 'no-addresses'] as const;
  return [
    ...(diagnostics.some(({ severity }) => severity === 'error') ? (['errors'] as const) : []),
    ...(workgroups !== undefined && workgroups.executed < workgroups.launched
      ? (['sample'] as const)
      : []),
    ...(partsOfTile === undefined ? [] : (['part-of-tile'] as const)),
    ...said.filter(isSaid),
  ];
}

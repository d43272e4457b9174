/**
 * Compares two analyses: which site is which, their costs on either side, and what explains the change.
 *
 *     22:5  ds_read_b32   7,936 -> 0     pitch: lanes that differ in bit 0 are 132 B apart instead of 128 B
 *
 * The cost of an execution follows from the chip, the model, the instruction, the lanes that take part and their addresses, so
 * a site without a cause costs the same on both sides, and one that costs something else has a cause.
 *
 * LIMITATIONS. Addresses are compared in the most expensive execution of each side. A cause names a difference, not its part of
 * the change, except for the machine: that is what the execution of one side costs on the other.
 */
import type { AnalysisSite, Analysis } from '../build.ts';
import { explainAccess } from '../../conflict/explain.ts';
import type { ConflictModel, Machine } from '../../machine/machine.ts';
import type { Totals } from '../../conflict/counters.ts';
import { matchSites, type SiteName, siteText } from '../match-sites.ts';
import type { Report } from '../report.ts';
import type {
  BufferChange,
  Caveat,
  Cause,
  ComparedSide,
  ComparedSite,
  Comparison,
  ExecutionCost,
  SiteChange,
  Sides,
} from './comparison.ts';
import { lanePatternOf, patternCauses } from './lane-pattern.ts';

/** An analysis with what it is for. */
export interface AnalysisOf {
  readonly analysis: Analysis;
  readonly machine: Machine;
  readonly model: ConflictModel;
}

/** Compares two analyses site by site, buffer by buffer, and in all. */
export function compareAnalyses(before: AnalysisOf, after: AnalysisOf): Comparison {
  const [own, other] = [inOrder(before), inOrder(after)];
  const aliases = bufferAliases(own, other);
  const pairs = matchSites(
    own.map((site) => nameOf(site, aliases.before)),
    other.map((site) => nameOf(site, aliases.after)),
  );
  const partner = new Map(pairs);
  const matched = new Set(pairs.map(([, index]) => index));
  const [one, two] = [before.analysis.report, after.analysis.report];
  // A site that one side has alone may be among the accesses that the other does not count.
  const isAlone = (site: AnalysisSite, there: Report): boolean =>
    site.unserved === undefined && there.account.missing.length === 0;
  const changes = [
    ...own.map((site, index): SiteChange => {
      const at = partner.get(index);
      const same = at === undefined ? undefined : other[at];
      return same === undefined
        ? { before: comparedSite(site), causes: [], isCompared: isAlone(site, two) }
        : {
            before: comparedSite(site),
            after: comparedSite(same),
            causes: causesOf(site, same, before, after),
            isCompared: site.unserved === undefined && same.unserved === undefined,
          };
    }),
    ...other.flatMap((site, index): SiteChange[] =>
      matched.has(index)
        ? []
        : [{ after: comparedSite(site), causes: [], isCompared: isAlone(site, one) }],
    ),
  ];
  const compared = changes.filter(({ isCompared }) => isCompared);
  const totals = {
    before: totalsOf(compared.flatMap((change) => change.before ?? [])),
    after: totalsOf(compared.flatMap((change) => change.after ?? [])),
  };
  const sides = { before: sideOf(one), after: sideOf(two) };
  return {
    sides,
    verdict: before.machine.vendor === after.machine.vendor ? verdictOf(totals, sides) : 'none',
    totals,
    sites: changes.toSorted(byChange),
    buffers: bufferChanges(own, other, aliases, compared),
    caveats: caveatsOf(before, after, changes),
  };
}

function totalsOf(sites: readonly ComparedSite[]): Totals {
  const sum = (of: (site: ComparedSite) => number): number =>
    sites.reduce((all, site) => all + of(site), 0);
  return {
    instructions: sum(({ executions }) => executions),
    idxActive: sum(({ idxActive }) => idxActive),
    bankConflict: sum(({ bankConflict }) => bankConflict),
  };
}

function verdictOf(totals: Sides<Totals>, sides: Comparison['sides']): Comparison['verdict'] {
  const difference = totals.after.bankConflict - totals.before.bankConflict;
  if (difference !== 0) return difference < 0 ? 'fewer' : 'more';
  const countsAll = ({ account }: ComparedSide): boolean =>
    account.missing.length === 0 && !account.limits.includes('errors');
  return countsAll(sides.before) && countsAll(sides.after) ? 'equal' : 'unknown';
}

const sideOf = ({ kernel, account, machine, model, hazards }: Report): ComparedSide => ({
  kernel: kernel.name,
  machine,
  model,
  ldsBytes: kernel.ldsBytes,
  waves: kernel.waves,
  workgroups: kernel.workgroups,
  hazards: hazards.length,
  account,
});

/** Sites in the order of the kernel; reports have the most expensive first. */
function inOrder({ analysis }: AnalysisOf): AnalysisSite[] {
  return analysis.sites.toSorted(
    ({ location: a }, { location: b }) =>
      (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

const nameOf = (
  { op, direction, buffer, location }: AnalysisSite,
  aliases: ReadonlyMap<string, string>,
): SiteName => ({
  op,
  direction,
  buffer: aliases.get(buffer) ?? buffer,
  text: siteText(location.text ?? ''),
});

/** Names of buffers that mean the same on both sides. */
type Aliases = Sides<ReadonlyMap<string, string>>;

/** Buffers of the same name are the same; the others are paired in the order in which they are accessed first. */
function bufferAliases(before: readonly AnalysisSite[], after: readonly AnalysisSite[]): Aliases {
  const namesOf = (sites: readonly AnalysisSite[]): string[] => [
    ...new Set(sites.map(({ buffer }) => buffer)),
  ];
  const [own, other] = [namesOf(before), namesOf(after)];
  const alias = (names: readonly string[], others: readonly string[]): Map<string, string> => {
    let renamed = 0;
    return new Map(
      names.map((name) => [name, others.includes(name) ? `=${name}` : `#${renamed++}`]),
    );
  };
  return { before: alias(own, other), after: alias(other, own) };
}

function comparedSite(site: AnalysisSite): ComparedSite {
  const { id, op, direction, buffer, widthBytes, location } = site;
  const { executions, idxActive, bankConflict, worstWays, unserved } = site;
  return {
    id,
    op,
    direction,
    buffer,
    widthBytes,
    location,
    executions,
    idxActive,
    bankConflict,
    worstWays,
    unserved,
  };
}

/** The differences between two sites that are the same. */
function causesOf(
  site: AnalysisSite,
  other: AnalysisSite,
  before: AnalysisOf,
  after: AnalysisOf,
): Cause[] {
  const causes: Cause[] = [];
  const machine = machineCause(site, before, after);
  // The same cost for the same access: the chip is not what makes the difference.
  if (machine !== undefined && !isSameCost(machine.cost)) causes.push(machine);
  if (site.widthBytes !== other.widthBytes)
    causes.push({ kind: 'width', before: site.widthBytes, after: other.widthBytes });
  else if (site.op !== other.op)
    causes.push({ kind: 'instruction', before: site.op, after: other.op });
  if (site.executions !== other.executions)
    causes.push({ kind: 'executions', before: site.executions, after: other.executions });
  const rows = Math.min(site.worst.count, other.worst.count);
  for (let row = 0; row < rows; row++) {
    const found = patternCauses(lanePatternOf(site.worst, row), lanePatternOf(other.worst, row));
    for (const cause of found)
      if (!causes.some(({ kind }) => kind === cause.kind)) causes.push(cause);
  }
  const isEqual =
    site.idxActive === other.idxActive &&
    site.bankConflict === other.bankConflict &&
    site.worstWays === other.worstWays;
  if (causes.length === 0 && !isEqual) causes.push(machine ?? { kind: 'other-executions' });
  return causes;
}

function machineCause(
  site: AnalysisSite,
  before: AnalysisOf,
  after: AnalysisOf,
): Extract<Cause, { readonly kind: 'machine' }> | undefined {
  const isSameChip = before.machine.name === after.machine.name;
  if (isSameChip && before.model.name === after.model.name) return undefined;
  const named = ({ machine, model }: AnalysisOf): string =>
    isSameChip ? `${machine.name}, ${model.name}` : machine.name;
  const cost = costOnBoth(site, before, after);
  return { kind: 'machine', before: named(before), after: named(after), cost };
}

const isSameCost = (cost: Sides<ExecutionCost> | undefined): boolean =>
  cost !== undefined &&
  cost.before.cycles === cost.after.cycles &&
  cost.before.conflicts === cost.after.conflicts;

/** The cost of the most expensive execution of a site on both chips; `undefined` where one has no rule for it. */
function costOnBoth(
  { worst }: AnalysisSite,
  before: AnalysisOf,
  after: AnalysisOf,
): Sides<ExecutionCost> | undefined {
  const costOn = ({ machine, model }: AnalysisOf): ExecutionCost | undefined => {
    let [cycles, conflicts] = [0, 0];
    for (let row = 0; row < worst.count; row++) {
      const cost = explainAccess(worst, row, machine, model);
      if (cost === undefined) return undefined;
      cycles += cost.idxActive;
      conflicts += cost.bankConflict;
    }
    return { cycles, conflicts };
  };
  const [own, other] = [costOn(before), costOn(after)];
  return own === undefined || other === undefined ? undefined : { before: own, after: other };
}

/** The largest change first; in the order of the kernel where nothing changed. */
function byChange(a: SiteChange, b: SiteChange): number {
  const by = (one: SiteChange, figure: 'bankConflict' | 'idxActive'): number =>
    Math.abs((one.after?.[figure] ?? 0) - (one.before?.[figure] ?? 0));
  return by(b, 'bankConflict') - by(a, 'bankConflict') || by(b, 'idxActive') - by(a, 'idxActive');
}

function bufferChanges(
  before: readonly AnalysisSite[],
  after: readonly AnalysisSite[],
  aliases: Aliases,
  compared: readonly SiteChange[],
): BufferChange[] {
  const counts = (side: 'before' | 'after'): ReadonlySet<string> =>
    new Set(compared.flatMap((change) => change[side]?.id ?? []));
  const own = sumsByBuffer(before, aliases.before, counts('before'));
  const other = sumsByBuffer(after, aliases.after, counts('after'));
  return [...new Set([...own.keys(), ...other.keys()])].map((alias) => {
    const [one, two] = [own.get(alias), other.get(alias)];
    return {
      names: {
        ...(one === undefined ? {} : { before: one.name }),
        ...(two === undefined ? {} : { after: two.name }),
      },
      idxActive: { before: one?.idxActive ?? 0, after: two?.idxActive ?? 0 },
      bankConflict: { before: one?.bankConflict ?? 0, after: two?.bankConflict ?? 0 },
      causes: [],
    };
  });
}

interface BufferSums {
  readonly name: string;
  idxActive: number;
  bankConflict: number;
}

function sumsByBuffer(
  sites: readonly AnalysisSite[],
  aliases: ReadonlyMap<string, string>,
  counts: ReadonlySet<string>,
): Map<string, BufferSums> {
  const sums = new Map<string, BufferSums>();
  for (const { id, buffer, idxActive, bankConflict } of sites) {
    if (!counts.has(id)) continue;
    const alias = aliases.get(buffer) ?? buffer;
    const sum = sums.get(alias) ?? { name: buffer, idxActive: 0, bankConflict: 0 };
    sum.idxActive += idxActive;
    sum.bankConflict += bankConflict;
    sums.set(alias, sum);
  }
  return sums;
}

function caveatsOf(
  before: AnalysisOf,
  after: AnalysisOf,
  changes: readonly SiteChange[],
): Caveat[] {
  const [own, other] = [before, after].map(({ analysis }) => analysis.report.kernel.waves);
  const sides = [
    ['before', before],
    ['after', after],
  ] as const;
  return [
    ...sides.flatMap(([side, { analysis }]): Caveat[] => {
      const { kernel, account } = analysis.report;
      const { limits } = account;
      const uncounted = kernel.ldsInstructions?.missing ?? [];
      const isPartial = uncounted.length > 0 || limits.includes('part-of-tile');
      const sites = analysis.sites.filter(
        ({ unserved = 'no-banks' }) => unserved !== 'no-banks',
      ).length;
      const there = side === 'before' ? 'after' : 'before';
      const alone = changes.filter(
        (change) =>
          !change.isCompared &&
          change[there] === undefined &&
          change[side] !== undefined &&
          change[side].unserved === undefined,
      ).length;
      return [
        ...(limits.includes('errors') ? [{ kind: 'errors', side } as const] : []),
        ...(limits.includes('sample') ? [{ kind: 'sample', side } as const] : []),
        ...(isPartial ? [{ kind: 'partial', side } as const] : []),
        ...(sites > 0 ? [{ kind: 'no-rule', side, sites } as const] : []),
        ...(alone > 0 ? [{ kind: 'alone', side, sites: alone } as const] : []),
        ...(limits.includes('iterations') ? [{ kind: 'iterations', side } as const] : []),
        ...(kernel.hasUnknownValues === true ? [{ kind: 'unknown-values', side } as const] : []),
      ];
    }),
    ...(own === undefined || other === undefined || own === other
      ? []
      : [{ kind: 'waves', before: own, after: other } as const]),
  ];
}

/**
 * Which layouts of a buffer are worth having: everything that is legal, with what it costs, and of that the best
 * trade-offs, the recommended one first.
 *
 *     128 x 64 f16                   conflicts on gfx942, gfx950   LDS       address instructions
 *     plain                          384, 192                      16384 B   0
 *     pitch of 160 B                 0, 0                          20480 B   5
 *     xor, 8 phases, units of 16 B   0, 0                          16384 B   14
 *
 * An answer is on the Pareto front when no other is at least as good in conflict cycles on every target, shared memory,
 * address instructions and executed memory instructions, and better in one. The list has the front and the best of each
 * simple family (padding, XOR), though something may beat it by little; `rank.ts` orders it. Layouts for which vectors
 * have to be cut are looked at only when keeping them leaves conflicts, and stay only with fewer conflicts. The result
 * depends on nothing but the problem.
 */
import { diagnose, type Diagnostic } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { plainLayout, rowBytes, type TileLayout } from '../layout/tile/tile-layout.ts';
import { occupancyOf } from '../machine/occupancy.ts';
import {
  compareByCost,
  complexityOf,
  dominates,
  isOvershadowed,
  type LayoutCost,
  objectivesOf,
  totalConflicts,
} from './rank.ts';
import { addressCounter } from './address-cost.ts';
import { type Bound, lowerBounds } from './bounds.ts';
import type { Certificate, FamilyReport, Optimality } from './certificate.ts';
import { conflictTotals, type Counts, makeCounter } from './count.ts';
import { type Family, type FamilyName, listFamilies, powerIn } from './families.ts';
import { extentOf, ldsBytesOf, legalityFaults } from './legality.ts';
import { narrowed } from './narrow.ts';
import { placeElements, hashOf } from './placement.ts';
import { type Problem, rigidUnitOf, ruleOf, unitOf } from './problem.ts';
import { findObstacles, type Obstacle } from './obstacles.ts';
import { linearProblem } from './requirements.ts';
import { findRowTables } from './row-tables.ts';
import { layoutOf, type LinearFamily, type LinearSolution, solveLinear } from './solve.ts';

export interface Candidate {
  /** `given`: the layout that the kernel has; `plain`: rows one after the other. */
  readonly family: FamilyName | 'given' | 'plain';
  readonly layout: TileLayout;
  /** Widest memory instruction that it allows. */
  readonly widthBytes: number;
  readonly cost: LayoutCost;
  /** Targets on which it has no conflict. */
  readonly serves: readonly string[];
}

export interface Answer extends Candidate {
  readonly certificate: Certificate;
  /** Other layouts of the same cost, as far as they were met: perhaps one that a notation expresses. */
  readonly alternatives: readonly Candidate[];
}

export interface SearchResult {
  /** `free`: no conflicts as it is; `solved`: an answer has none; `better`: fewer; `stuck`: no layout helps. */
  readonly verdict: 'free' | 'solved' | 'better' | 'stuck';
  /** The layout of the kernel, or the plain one. */
  readonly now: Answer;
  /** The best trade-offs and the best of each simple family, in the order of `rank.ts`: the first is recommended. */
  readonly front: readonly Answer[];
  /** On the Pareto front too, but far more code than a simple layout with as few conflicts. */
  readonly others: readonly Answer[];
  readonly families: readonly FamilyReport[];
  /** Why the best answer is not free of conflicts, or not as good as one wishes. */
  readonly obstacles: readonly Obstacle[];
}

export interface SearchOptions {
  /** The layout that the kernel has now; by default the plain one. */
  readonly now?: TileLayout;
  /** The accesses under the present layout, where it makes them narrower than those of the problem; by default those. */
  readonly nowProblem?: Problem | undefined;
  /**
   * Why a legal layout is not an answer all the same: the notation of the kernel cannot express it, or makes other
   * instructions of it than those that were counted.
   */
  readonly refuse?:
    ((candidate: Candidate, problem: Problem) => Diagnostic | undefined) | undefined;
  /** Families to try besides, in front of the others. */
  readonly families?: ((problem: Problem) => readonly Family[]) | undefined;
  /** The notation in which the kernel is written: of equal layouts what it expresses is simpler. */
  readonly notation?: string | undefined;
  /** Why the kernel cannot be rewritten to a layout: of layouts with equal conflicts what cannot be written comes last. */
  readonly obstacleTo?: ((layout: TileLayout) => string | undefined) | undefined;
}

const MOST_ALTERNATIVES = 16;

/** Families that people know by name: their best is listed even where something beats it. */
const SIMPLE: ReadonlySet<Candidate['family']> = new Set(['padding', 'xor']);

/** The front of a problem; errors are about the problem itself. */
export function searchLayouts(problem: Problem, options: SearchOptions = {}): Result<SearchResult> {
  const faults = problemFaults(problem);
  if (faults.length > 0) return failure(...faults.map((fault) => diagnose(fault)));
  const current = options.now ?? plainLayout(problem.tile);
  const { refuse, nowProblem } = options;
  const illegal = legalityFaults(nowProblem ?? problem, current);
  const widest = widestOf(problem);
  const whole = new Round(problem, widest, options);
  const present =
    nowProblem === undefined ? whole : new Round(nowProblem, widestOf(nowProblem), options);
  const now =
    illegal.length === 0
      ? present.offer(options.now === undefined ? 'plain' : 'given', current)
      : undefined;
  if (now === undefined) return failure(...illegal);
  whole.run(totalConflicts(now.cost));
  const rounds = present === whole ? [whole] : [whole, present];
  // What cuts vectors is worth it only for fewer conflicts than everything that keeps them.
  let least = whole.leastConflicts();
  for (const width of [8, 4] as const) {
    const cut = width < widest && least > 0 ? narrowed(problem, width) : undefined;
    if (cut === undefined) continue;
    const round = new Round(cut, width, {
      ...options,
      refuse: (candidate, narrow) =>
        refuse?.(candidate, narrow) ?? keptVector(problem, width, candidate.layout),
    });
    round.run(least);
    round.keepBelow(least);
    least = Math.min(least, round.leastConflicts());
    rounds.push(round);
  }
  const families = rounds.flatMap((round) => round.families);
  const { front, others } = listOf(rounds, whole, now, options);
  const answer = ({ round, entry }: Offer): Answer =>
    round.certified(entry, families, totalConflicts(entry.cost) === least);
  const before = totalConflicts(now.cost);
  return success({
    verdict: before === 0 ? 'free' : least === 0 ? 'solved' : least < before ? 'better' : 'stuck',
    now: answer({ round: present, entry: now }),
    front: front.map(answer),
    others: others.map(answer),
    families,
    obstacles: least === 0 ? [] : findObstacles(problem),
  });
}

function widestOf({ accesses }: Problem): number {
  return Math.max(...accesses.map(({ op }) => opcodeAt(op).widthBytes));
}

/** Why a layout is not one that cuts vectors: an access stays whole under it, and is not emitted in pieces. */
function keptVector(
  problem: Problem,
  widthBytes: number,
  layout: TileLayout,
): Diagnostic | undefined {
  const offsets = placeElements(layout);
  const kept = problem.accesses.find(
    (access) =>
      opcodeAt(access.op).widthBytes > widthBytes &&
      legalityFaults({ ...problem, accesses: [access] }, layout, offsets).length === 0,
  );
  return kept && messages.mitigate.staysWhole(kept.name, opcodeAt(kept.op).name);
}

/** An entry and the round that counted it. */
interface Offer {
  readonly round: Round;
  readonly entry: Entry;
}

/** The Pareto front of all rounds with the best of the simple families, ordered, and what is left off the list. */
function listOf(
  rounds: readonly Round[],
  whole: Round,
  now: Entry,
  { notation, obstacleTo }: SearchOptions,
): { readonly front: readonly Offer[]; readonly others: readonly Offer[] } {
  const offers = rounds.flatMap((round) => round.entries.map((entry) => ({ round, entry })));
  const pareto = offers.filter(
    ({ entry }) => !offers.some((other) => replaces(other.entry, entry, obstacleTo)),
  );
  const simple = whole.simple
    .flatMap((fewest) => bestAndSimplest(fewest, notation, obstacleTo))
    .filter(
      (entry) =>
        totalConflicts(entry.cost) < totalConflicts(now.cost) &&
        !pareto.some((other) => isAlike(other.entry, entry)),
    )
    .map((entry) => ({ round: whole, entry }));
  const list = [...pareto, ...simple]
    .map(({ round, entry }) => {
      const simplest = simplestForm(entry, notation, obstacleTo);
      const complexity = complexityOf(simplest.layout, notation);
      const effort = effortOf(simplest.layout, obstacleTo);
      return { round, entry: simplest, complexity, effort };
    })
    .sort(
      (a, b) =>
        totalConflicts(a.entry.cost) - totalConflicts(b.entry.cost) ||
        a.effort - b.effort ||
        compareByCost(a.entry.cost, b.entry.cost) ||
        a.complexity - b.complexity,
    );
  // What cannot be written hides nothing that can.
  const isOther = (one: (typeof list)[number]): boolean =>
    isOvershadowed(
      one.entry,
      list.filter(({ effort }) => effort <= one.effort).map(({ entry }) => entry),
    );
  return { front: list.filter((one) => !isOther(one)), others: list.filter(isOther) };
}

/** Of layouts with equally few conflicts, the best one last: that one, and the one that is simplest to write. */
function bestAndSimplest(
  fewest: readonly Entry[],
  notation: string | undefined,
  obstacleTo: SearchOptions['obstacleTo'],
): Entry[] {
  const best = fewest.at(-1);
  if (best === undefined) return [];
  const [simplest = best] = fewest
    .map((entry) => ({
      entry,
      effort: effortOf(entry.layout, obstacleTo),
      complexity: complexityOf(entry.layout, notation),
    }))
    .sort(
      (a, b) =>
        a.effort - b.effort ||
        a.complexity - b.complexity ||
        compareByCost(a.entry.cost, b.entry.cost),
    )
    .map(({ entry }) => entry);
  return isAlike(simplest, best) ? [best] : [best, simplest];
}

/** True for one placement, and for layouts of the same cost. */
function isAlike(a: Entry, b: Entry): boolean {
  const values = objectivesOf(b.cost);
  return a.hash === b.hash || objectivesOf(a.cost).every((value, i) => value === values[i]);
}

/** 1 for a layout that the kernel cannot be rewritten to. */
function effortOf(layout: TileLayout, obstacleTo: SearchOptions['obstacleTo']): 0 | 1 {
  return obstacleTo?.(layout) === undefined ? 0 : 1;
}

/** True when the first is better in every respect: what cannot be written does not replace what can. */
function replaces(
  one: Candidate,
  other: Candidate,
  obstacleTo: SearchOptions['obstacleTo'],
): boolean {
  return (
    dominates(one.cost, other.cost) &&
    effortOf(one.layout, obstacleTo) <= effortOf(other.layout, obstacleTo)
  );
}

/** The entry under the simplest of the layouts that cost the same; what can be written is simpler. */
function simplestForm(
  entry: Entry,
  notation: string | undefined,
  obstacleTo: SearchOptions['obstacleTo'],
): Entry {
  const { alternatives, counts, hash, ...self } = entry;
  if (alternatives.length === 0) return entry;
  const forms = [self, ...alternatives].map((form) => ({
    form,
    effort: effortOf(form.layout, obstacleTo),
    complexity: complexityOf(form.layout, notation),
  }));
  const [best, ...rest] = forms.sort((a, b) => a.effort - b.effort || a.complexity - b.complexity);
  if (best === undefined || best.form === self) return entry;
  return { ...best.form, counts, hash, alternatives: rest.map(({ form }) => form) };
}

/** More elements than the largest shared memory has bytes. */
const MOST_ELEMENTS = 2 ** 18;

/** What makes a problem one that cannot be searched. */
function problemFaults({ tile, accesses, targets, waveSize }: Problem): Diagnostic[] {
  const sizes = [tile.rows, tile.columns, tile.elementBytes];
  if (!sizes.every((size) => Number.isInteger(size) && size > 0))
    return [messages.mitigate.emptyTile()];
  if (tile.rows * tile.columns > MOST_ELEMENTS) {
    return [messages.mitigate.tooLarge(tile.rows * tile.columns, MOST_ELEMENTS)];
  }
  if (accesses.length === 0) return [messages.mitigate.noAccess()];
  if (targets.length === 0) return [messages.mitigate.noTarget()];
  return targets.flatMap((target) =>
    accesses.flatMap(({ op }) => {
      const opcode = opcodeAt(op);
      return ruleOf(target, opcode, waveSize) === undefined
        ? [messages.mitigate.noRule(target.machine.name, target.model.name, opcode.name)]
        : [];
    }),
  );
}

interface Entry extends Candidate {
  readonly counts: Counts;
  readonly alternatives: Candidate[];
  /** Of its placement. */
  readonly hash: number;
}

/** The search with one set of instructions. */
class Round {
  readonly entries: Entry[] = [];
  /** Of each simple family what has the fewest conflicts, on the front or not; the best is the last. */
  readonly simple: (readonly Entry[])[] = [];
  readonly families: FamilyReport[] = [];
  readonly #problem: Problem;
  readonly #widthBytes: number;
  readonly #unitBytes: number;
  readonly #bounds: readonly (readonly Bound[])[];
  readonly #counter;
  readonly #address;
  readonly #accessInstructions: number;
  readonly #options: SearchOptions;
  /** Conflict cycles of what is there already; an answer has fewer. */
  #ceiling = Infinity;
  readonly #seen = new Set<number>();
  /** Solutions over bank bits that speak for all accesses. */
  readonly #solutions: LinearSolution[] = [];

  constructor(problem: Problem, widthBytes: number, options: SearchOptions) {
    this.#problem = problem;
    this.#options = options;
    this.#widthBytes = widthBytes;
    this.#unitBytes = rigidUnitOf(problem);
    this.#bounds = lowerBounds(problem, this.#unitBytes);
    this.#counter = makeCounter(problem);
    this.#address = addressCounter(problem);
    this.#accessInstructions = problem.accesses.reduce(
      (sum, { executions }) => sum + executions.reduce((all, times) => all + times, 0),
      0,
    );
  }

  /** Tries all families for layouts with fewer conflict cycles than these. */
  run(ceiling: number): void {
    this.#ceiling = ceiling;
    this.offer('plain', plainLayout(this.#problem.tile));
    const own = this.#options.families?.(this.#problem) ?? [];
    for (const { name, layouts } of [...own, ...listFamilies(this.#problem)]) {
      const tally = new Tally();
      for (const layout of layouts) this.#try(name, layout, tally);
      if (tally.best !== undefined && SIMPLE.has(name)) this.simple.push(tally.fewest);
      this.families.push(tally.report(name, this.#widthBytes, layouts.length, true));
    }
    this.#solve('row-keys');
    this.#solve('any');
    if (this.leastConflicts() > this.#leastPossible()) this.#tables();
  }

  /** Conflict cycles that no layout goes below. */
  #leastPossible(): number {
    return this.#bounds.flat().reduce((sum, { conflicts }) => sum + conflicts, 0);
  }

  leastConflicts(): number {
    return this.entries.reduce(
      (least, { cost }) => Math.min(least, totalConflicts(cost)),
      Infinity,
    );
  }

  /** Drops what has that many conflicts or more. */
  keepBelow(conflicts: number): void {
    const kept = this.entries.filter(({ cost }) => totalConflicts(cost) < conflicts);
    this.entries.splice(0, this.entries.length, ...kept);
  }

  /** Adds a layout that is legal; `undefined` when it is not. */
  offer(family: Candidate['family'], layout: TileLayout): Entry | undefined {
    return this.#try(family, layout, new Tally());
  }

  #try(family: Candidate['family'], layout: TileLayout, tally: Tally): Entry | undefined {
    const offsets = placeElements(layout);
    const counts = this.#counter.count(offsets);
    const conflictCycles = conflictTotals(counts);
    const conflicts = conflictCycles.reduce((sum, cycles) => sum + cycles, 0);
    // What conflicts as much as the kernel does now is not looked at further; its family's report needs the least only.
    if (conflicts >= this.#ceiling && tally.best && conflicts >= totalConflicts(tally.best.cost)) {
      return undefined;
    }
    const hash = hashOf(offsets);
    // A placement that was met before is legal exactly when that one was, and adds only another name.
    const known = this.#seen.has(hash);
    this.#seen.add(hash);
    const extent = extentOf(offsets, this.#problem.tile.elementBytes);
    const ldsBytes = ldsBytesOf(this.#problem, layout, extent);
    const { waveSize, resident = { wavesPerWorkgroup: 1 } } = this.#problem;
    const address = this.#address(layout);
    const candidate: Candidate = {
      family,
      layout,
      widthBytes: this.#widthBytes,
      cost: {
        conflictCycles,
        ldsBytes,
        workgroups: this.#problem.targets.map(
          ({ machine }) => occupancyOf({ ldsBytes, waveSize, ...resident }, machine).workgroups,
        ),
        addressInstructions: address.instructions,
        addressRange: address.range,
        accessInstructions: this.#accessInstructions,
      },
      serves: this.#problem.targets
        .filter((_, t) => conflictCycles[t] === 0)
        .map(({ machine }) => machine.name),
    };
    const { obstacleTo } = this.#options;
    const wanted = !this.entries.some((entry) => replaces(entry, candidate, obstacleTo));
    const isBest = tally.best === undefined || compareByCost(candidate.cost, tally.best.cost) < 0;
    const isAsGood = tally.best !== undefined && conflicts === totalConflicts(tally.best.cost);
    if (!wanted && !isBest && !(isAsGood && SIMPLE.has(candidate.family))) return undefined;
    const [illegal] = legalityFaults(this.#problem, layout, offsets);
    // What the kernel has is as it is.
    const fault =
      illegal ??
      (family === 'given' ? undefined : this.#options.refuse?.(candidate, this.#problem));
    if (fault !== undefined) {
      tally.refused ??= fault.message;
      return undefined;
    }
    const entry: Entry = { ...candidate, counts, hash, alternatives: [] };
    tally.add(entry, isBest);
    if (!wanted) return undefined;
    const values = objectivesOf(candidate.cost);
    const equal = this.entries.find((one) =>
      objectivesOf(one.cost).every((v, i) => v === values[i]),
    );
    if (equal !== undefined) {
      if (!known && equal.alternatives.length < MOST_ALTERNATIVES)
        equal.alternatives.push(candidate);
      return equal;
    }
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const other = this.entries[i];
      if (other !== undefined && replaces(entry, other, obstacleTo)) this.entries.splice(i, 1);
    }
    this.entries.push(entry);
    return entry;
  }

  #solve(family: LinearFamily): void {
    const linear = linearProblem(this.#problem);
    if (linear === undefined || (family === 'any' && !linear.anyLinear)) return;
    const solution = solveLinear(linear, family);
    const tally = new Tally();
    this.#try(family, layoutOf(this.#problem.tile, linear, solution), tally);
    const exhausted = solution.exhausted && linear.left.length === 0;
    this.families.push(tally.report(family, this.#widthBytes, solution.size, exhausted));
    if (exhausted) this.#solutions.push(solution);
  }

  /** Tables are tried last: they cost most, and row keys that are linear are among them. */
  #tables(): void {
    const { tile } = this.#problem;
    const unitBytes = unitOf(this.#problem);
    const units = rowBytes(tile) / unitBytes;
    if (!Number.isInteger(units) || units < 2) return;
    const keys = powerIn(units);
    for (const period of [8, 16, 32]) {
      if (period > tile.rows || period * Math.log2(keys) > MOST_TABLE_BITS) break;
      const tables = findRowTables(this.#problem, { unitBytes, period, keys, first: true });
      if (tables === undefined) return;
      const tally = new Tally();
      if (tables.keys !== undefined) {
        const key = { kind: 'xor-table', keys: tables.keys } as const;
        this.#try('row-table', { kind: 'rows', tile, unitBytes, key, paddings: [] }, tally);
      }
      const none = tables.count === 0 && tables.complete;
      this.families.push(tally.report('row-table', this.#widthBytes, tables.size, none));
    }
  }

  /** The answer with its proof; `best`: nothing has fewer conflicts. */
  certified(entry: Entry, families: readonly FamilyReport[], best: boolean): Answer {
    const { family, layout, widthBytes, cost, serves, alternatives, counts } = entry;
    const optimality = best ? this.#argument(entry, families) : undefined;
    const claims = this.#problem.targets.flatMap(({ machine }, t) =>
      this.#problem.accesses.flatMap(({ name }, a) => {
        const count = counts[t]?.[a];
        const bound = this.#bounds[t]?.[a];
        return count === undefined || bound === undefined
          ? []
          : [{ target: machine.name, access: name, count, bound }];
      }),
    );
    const certificate: Certificate = {
      layout: entry.layout,
      widthBytes: this.#widthBytes,
      unitBytes: this.#unitBytes,
      claims,
      optimality,
    };
    return { family, layout, widthBytes, cost, serves, alternatives, certificate };
  }

  #argument({ cost, counts }: Entry, families: readonly FamilyReport[]): Optimality {
    const tight = this.#bounds.every((list, t) =>
      list.every(({ conflicts }, a) => counts[t]?.[a]?.conflicts === conflicts),
    );
    if (tight) return { kind: 'every-layout', unitBytes: this.#unitBytes };
    const solution = this.#solutions.findLast(
      ({ conflicts }) => conflicts === totalConflicts(cost),
    );
    if (solution !== undefined) {
      const { family, size, nodes } = solution;
      return { kind: 'linear', family, size, nodes };
    }
    return { kind: 'listed', families };
  }
}

/** Keys of a table are bits of a constant that a shift takes them from. */
const MOST_TABLE_BITS = 64;

/** What a family has come to: its best legal member, and the first refusal. */
class Tally {
  best: Entry | undefined;
  /** What has as few conflicts as the best, which is the last. */
  fewest: readonly Entry[] = [];
  refused: string | undefined;

  add(entry: Entry, isBest: boolean): void {
    const { best } = this;
    const isFewer = best === undefined || totalConflicts(entry.cost) < totalConflicts(best.cost);
    const others = isFewer ? [] : this.fewest;
    this.fewest = isBest ? [...others, entry] : [entry, ...others];
    if (isBest) this.best = entry;
  }

  report(name: FamilyName, widthBytes: number, size: number, exhausted: boolean): FamilyReport {
    return {
      name,
      widthBytes,
      size,
      exhausted,
      conflicts: this.best && totalConflicts(this.best.cost),
      refused: this.refused,
    };
  }
}

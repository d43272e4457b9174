/**
 * Which layouts of a buffer are worth having: everything that is legal, with what it costs, and of that what nothing
 * else beats.
 *
 *     128 x 64 f16                   conflicts on gfx942, gfx950   LDS       address instructions
 *     plain                          384, 192                      16384 B   0
 *     xor, 8 phases, units of 16 B   0, 0                          16384 B   5
 *     pitch of 160 B                 0, 0                          20448 B   0
 *
 * An answer stays when no other is at least as good in conflict cycles on every target, shared memory, address
 * instructions and executed memory instructions, and better in one. Layouts for which vectors have to be cut are looked
 * at only when keeping them leaves conflicts. The result depends on nothing but the problem.
 */
import { diagnose, type Diagnostic } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { plainLayout, rowBytes, type TileLayout } from '../layout/tile/tile-layout.ts';
import { workgroupsByMemory } from '../machine/occupancy.ts';
import { addressCounter } from './address-cost.ts';
import { type Bound, lowerBounds } from './bounds.ts';
import type { Certificate, FamilyReport, Optimality } from './certificate.ts';
import { conflictTotals, type Counts, makeCounter } from './count.ts';
import { type FamilyName, listFamilies, powerIn } from './families.ts';
import { extentOf, ldsBytesOf, legalityFaults } from './legality.ts';
import { narrowed } from './narrow.ts';
import { placeElements, hashOf } from './placement.ts';
import { type Problem, rigidUnitOf, ruleOf, unitOf } from './problem.ts';
import { findObstacles, type Obstacle } from './obstacles.ts';
import { linearProblem } from './requirements.ts';
import { findRowTables } from './row-tables.ts';
import { layoutOf, type LinearFamily, type LinearSolution, solveLinear } from './solve.ts';

export interface LayoutCost {
  /** By target, over all accesses and executions. */
  readonly conflictCycles: readonly number[];
  /** Shared memory of the workgroup. */
  readonly ldsBytes: number;
  /** By target: workgroups that shared memory leaves room for. */
  readonly workgroups: readonly number[];
  /** Vector instructions for addresses beyond those of a plain tile, once per wave (`address-cost.ts`). */
  readonly addressInstructions: number;
  /** Memory instructions that are executed; more where vectors are cut. */
  readonly accessInstructions: number;
}

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
  /** Other layouts of the same cost, as far as they were met: perhaps one that a notation can say. */
  readonly alternatives: readonly Candidate[];
}

export interface SearchResult {
  /** `free`: no conflicts as it is; `solved`: an answer has none; `better`: fewer; `stuck`: no layout helps. */
  readonly verdict: 'free' | 'solved' | 'better' | 'stuck';
  /** The layout of the kernel, or the plain one. */
  readonly now: Answer;
  /** The Pareto front; the first is recommended. */
  readonly front: readonly Answer[];
  readonly families: readonly FamilyReport[];
  /** Why the best answer is not free of conflicts, or not as good as one wishes. */
  readonly obstacles: readonly Obstacle[];
}

export interface SearchOptions {
  /** The layout that the kernel has now; by default the plain one. */
  readonly now?: TileLayout;
  /**
   * Why a legal layout is not an answer all the same: the notation of the kernel cannot express it, or makes other
   * instructions of it than those that were counted.
   */
  readonly refuse?: (candidate: Candidate) => Diagnostic | undefined;
}

const MOST_ALTERNATIVES = 16;

/** The front of a problem; errors are about the problem itself. */
export function searchLayouts(problem: Problem, options: SearchOptions = {}): Result<SearchResult> {
  const faults = problemFaults(problem);
  if (faults.length > 0) return failure(...faults.map((fault) => diagnose(fault)));
  const current = options.now ?? plainLayout(problem.tile);
  const illegal = legalityFaults(problem, current);
  const widest = Math.max(...problem.accesses.map(({ op }) => opcodeAt(op).widthBytes));
  const { refuse } = options;
  const whole = new Round(problem, widest, refuse);
  const now =
    illegal.length === 0
      ? whole.offer(options.now === undefined ? 'plain' : 'given', current)
      : undefined;
  if (now === undefined) return failure(...illegal);
  whole.run();
  const rounds = [whole];
  if (whole.leastConflicts() > 0) {
    for (const width of [8, 4] as const) {
      const cut = width < widest ? narrowed(problem, width) : undefined;
      if (cut === undefined) continue;
      const round = new Round(cut, width, refuse);
      round.run();
      rounds.push(round);
    }
  }
  const entries = rounds.flatMap((round) => round.entries.map((entry) => ({ round, entry })));
  const front = entries.filter(
    ({ entry }) => !entries.some((other) => dominates(other.entry, entry)),
  );
  front.sort((a, b) => rank(a.entry, b.entry));
  const families = rounds.flatMap((round) => round.families);
  const least = total(front[0]?.entry.cost ?? now.cost);
  const answer = ({ round, entry }: (typeof entries)[number]): Answer =>
    round.certified(entry, families, total(entry.cost) === least);
  const nowAnswer = whole.certified(now, families, total(now.cost) === least);
  const before = total(now.cost);
  return success({
    verdict: before === 0 ? 'free' : least === 0 ? 'solved' : least < before ? 'better' : 'stuck',
    now: nowAnswer,
    front: front.map(answer),
    families,
    obstacles: least === 0 ? [] : findObstacles(problem),
  });
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
}

const total = ({ conflictCycles }: LayoutCost): number =>
  conflictCycles.reduce((sum, n) => sum + n, 0);

/** What is compared, each the less the better. */
const objectives = ({ cost }: Candidate): readonly number[] => [
  ...cost.conflictCycles,
  cost.ldsBytes,
  cost.addressInstructions,
  cost.accessInstructions,
];

function dominates(one: Candidate, other: Candidate): boolean {
  const [a, b] = [objectives(one), objectives(other)];
  return a.every((value, i) => value <= (b[i] ?? 0)) && a.some((value, i) => value < (b[i] ?? 0));
}

/** Fewest conflicts first; then wide vectors, room for workgroups, few address instructions, little memory. */
function rank(a: Candidate, b: Candidate): number {
  const room = ({ cost }: Candidate): number => -cost.workgroups.reduce((sum, n) => sum + n, 0);
  return (
    total(a.cost) - total(b.cost) ||
    a.cost.accessInstructions - b.cost.accessInstructions ||
    room(a) - room(b) ||
    a.cost.addressInstructions - b.cost.addressInstructions ||
    a.cost.ldsBytes - b.cost.ldsBytes
  );
}

/** The search with one set of instructions. */
class Round {
  readonly entries: Entry[] = [];
  readonly families: FamilyReport[] = [];
  readonly #problem: Problem;
  readonly #widthBytes: number;
  readonly #unitBytes: number;
  readonly #bounds: readonly (readonly Bound[])[];
  readonly #counter;
  readonly #address;
  readonly #accessInstructions: number;
  readonly #refuse: SearchOptions['refuse'];
  readonly #seen = new Set<number>();
  /** Solutions over bank bits that speak for all accesses. */
  readonly #solutions: LinearSolution[] = [];

  constructor(problem: Problem, widthBytes: number, refuse: SearchOptions['refuse']) {
    this.#problem = problem;
    this.#refuse = refuse;
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

  /** Tries all families. */
  run(): void {
    this.offer('plain', plainLayout(this.#problem.tile));
    for (const { name, layouts } of listFamilies(this.#problem)) {
      const tally = new Tally();
      for (const layout of layouts) this.#try(name, layout, tally);
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
    return this.entries.reduce((least, { cost }) => Math.min(least, total(cost)), Infinity);
  }

  /** Adds a layout that is legal; `undefined` when it is not. */
  offer(family: Candidate['family'], layout: TileLayout): Entry | undefined {
    return this.#try(family, layout, new Tally());
  }

  #try(family: Candidate['family'], layout: TileLayout, tally: Tally): Entry | undefined {
    const offsets = placeElements(layout);
    const counts = this.#counter.count(offsets);
    const conflictCycles = conflictTotals(counts);
    const sum = conflictCycles.reduce((all, cycles) => all + cycles, 0);
    const hash = hashOf(offsets);
    // A placement that was met before is legal exactly when that one was, and adds only another name.
    const known = this.#seen.has(hash);
    this.#seen.add(hash);
    const extent = extentOf(offsets, this.#problem.tile.elementBytes);
    const ldsBytes = ldsBytesOf(this.#problem, extent);
    const candidate: Candidate = {
      family,
      layout,
      widthBytes: this.#widthBytes,
      cost: {
        conflictCycles,
        ldsBytes,
        workgroups: this.#problem.targets.map(
          ({ machine }) => workgroupsByMemory(ldsBytes, machine) ?? 0,
        ),
        addressInstructions: this.#address(layout, offsets),
        accessInstructions: this.#accessInstructions,
      },
      serves: this.#problem.targets
        .filter((_, t) => conflictCycles[t] === 0)
        .map(({ machine }) => machine.name),
    };
    const wanted = !this.entries.some((entry) => dominates(entry, candidate));
    if (!wanted && sum >= tally.least) return undefined;
    const [illegal] = legalityFaults(this.#problem, layout, offsets);
    // What the kernel has is as it is.
    const fault = illegal ?? (family === 'given' ? undefined : this.#refuse?.(candidate));
    if (fault !== undefined) {
      tally.refused ??= fault.message;
      return undefined;
    }
    tally.least = Math.min(tally.least, sum);
    if (!wanted) return undefined;
    const values = objectives(candidate);
    const equal = this.entries.find((entry) => objectives(entry).every((v, i) => v === values[i]));
    if (equal !== undefined) {
      if (!known && equal.alternatives.length < MOST_ALTERNATIVES)
        equal.alternatives.push(candidate);
      return equal;
    }
    const entry: Entry = { ...candidate, counts, alternatives: [] };
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const other = this.entries[i];
      if (other !== undefined && dominates(entry, other)) this.entries.splice(i, 1);
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
    const { counts, ...candidate } = entry;
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
      ...(optimality === undefined ? {} : { optimality }),
    };
    return { ...candidate, certificate };
  }

  #argument({ cost, counts }: Entry, families: readonly FamilyReport[]): Optimality {
    const tight = this.#bounds.every((list, t) =>
      list.every(({ conflicts }, a) => counts[t]?.[a]?.conflicts === conflicts),
    );
    if (tight) return { kind: 'every-layout', unitBytes: this.#unitBytes };
    const solution = this.#solutions.findLast(({ conflicts }) => conflicts === total(cost));
    if (solution !== undefined) {
      const { family, size, nodes } = solution;
      return { kind: 'linear', family, size, nodes };
    }
    return { kind: 'listed', families };
  }
}

/** Keys of a table are bits of a constant that a shift takes them from. */
const MOST_TABLE_BITS = 64;

/** What a family has come to. */
class Tally {
  least = Infinity;
  refused: string | undefined;

  report(name: FamilyName, widthBytes: number, size: number, exhausted: boolean): FamilyReport {
    return {
      name,
      widthBytes,
      size,
      exhausted,
      ...(this.least === Infinity ? {} : { conflicts: this.least }),
      ...(this.refused === undefined ? {} : { refused: this.refused }),
    };
  }
}

/**
 * The search among layouts that allow one width of instructions: every family is tried, what is legal is counted, and
 * Pareto-optimal layouts are kept, with their proof.
 */
import { plainLayout, rowBytes, type TileLayout } from '../layout/tile/tile-layout.ts';
import { occupancyOf } from '../machine/occupancy.ts';
import { addressCounter } from './address-cost.ts';
import { type Bound, lowerBounds } from './bounds.ts';
import type { Answer, Candidate, Entry, SearchOptions } from './candidate.ts';
import type { Certificate, FamilyReport, Optimality } from './certificate.ts';
import { conflictTotals, makeCounter } from './count.ts';
import { type FamilyName, listFamilies, powerIn } from './families.ts';
import { Preference } from './front.ts';
import { extentOf, ldsBytesOf, legalityFaults } from './legality.ts';
import { hashOf, placeElements } from './placement.ts';
import { type Problem, rigidUnitOf, unitOf } from './problem.ts';
import { compareByCost, objectivesOf, totalConflicts } from './rank.ts';
import { linearProblem } from './requirements.ts';
import { findRowTables } from './row-tables.ts';
import { layoutOf, type LinearFamily, type LinearSolution, solveLinear } from './solve.ts';

const MOST_ALTERNATIVES = 16;

/** Families that people know by name: their best is listed even where something beats it. */
const SIMPLE: ReadonlySet<Candidate['family']> = new Set(['padding', 'intervals', 'xor']);

/** The search with one set of instructions. */
export class Round {
  readonly entries: Entry[] = [];
  /** The layouts of each simple family with the fewest conflicts, on the front or not; the best is the last. */
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
  readonly #preference: Preference;
  /** Conflict cycles of what is there already; an answer has fewer. */
  #ceiling = Infinity;
  readonly #seen = new Set<number>();
  /** Solutions over bank bits that speak for all accesses. */
  readonly #solutions: LinearSolution[] = [];

  constructor(problem: Problem, widthBytes: number, options: SearchOptions) {
    this.#problem = problem;
    this.#options = options;
    this.#preference = new Preference(options);
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
      this.families.push(tally.report(name, this.#widthBytes, 'members', layouts.length, true));
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

  /** Drops layouts with that many conflicts or more. */
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
    // A layout that conflicts as much as the kernel does now is not looked at further; its family's report needs only
    // the least.
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
    const wanted = !this.entries.some((entry) => this.#preference.replaces(entry, candidate));
    const isBest = tally.best === undefined || compareByCost(candidate.cost, tally.best.cost) < 0;
    const isAsGood = tally.best !== undefined && conflicts === totalConflicts(tally.best.cost);
    if (!wanted && !isBest && !(isAsGood && SIMPLE.has(candidate.family))) return undefined;
    const [illegal] = legalityFaults(this.#problem, layout, offsets);
    // The kernel's own layout stays as it is.
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
      if (other !== undefined && this.#preference.replaces(entry, other)) this.entries.splice(i, 1);
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
    this.families.push(tally.report(family, this.#widthBytes, 'search', solution.size, exhausted));
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
      this.families.push(tally.report('row-table', this.#widthBytes, 'search', tables.size, none));
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

/** The result of a family: its best legal member, and the first refusal. */
class Tally {
  best: Entry | undefined;
  /** The layouts with as few conflicts as the best, which is the last. */
  fewest: readonly Entry[] = [];
  refused: string | undefined;

  add(entry: Entry, isBest: boolean): void {
    const { best } = this;
    const isFewer = best === undefined || totalConflicts(entry.cost) < totalConflicts(best.cost);
    const others = isFewer ? [] : this.fewest;
    this.fewest = isBest ? [...others, entry] : [entry, ...others];
    if (isBest) this.best = entry;
  }

  report(
    name: FamilyName,
    widthBytes: number,
    by: FamilyReport['by'],
    size: number,
    exhausted: boolean,
  ): FamilyReport {
    return {
      name,
      widthBytes,
      by,
      size,
      exhausted,
      conflicts: this.best && totalConflicts(this.best.cost),
      refused: this.refused,
    };
  }
}

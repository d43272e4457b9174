/**
 * Finds the best layout that is linear over GF(2), by choosing bank bits, not by trying layouts.
 *
 *     requirement    K = span(r0, r1, r2^u0), 3 bank bits
 *     bank bit 0     u0 ^ r2 ... any functional that does not vanish on all of what is left of K halves it
 *     after bit i    what is left of K: the vectors that bits 0 .. i send to 0
 *
 * The bits are chosen one after the other. A requirement with k bits to come and d dimensions left ends with at least
 * max(0, d - k) of them, and that bound cuts the search; at the root it is the rank bound of the certificate. Choices
 * that agree on the sum of all K are one choice, so the search looks at functionals on that sum only, and bits that the
 * same requirements see are unordered: it looks at subspaces of functionals in echelon form, each once. Without the
 * limit of nodes it is exhaustive, hence exact.
 *
 * Two families:
 *
 * - row keys: bank bit i is unit bit i plus some row bits. Always a permutation within rows, an XOR of the row.
 * - any: bank bits are any independent functionals of row and unit; the other offset bits complete them.
 *
 * Of the second: two subspaces of at most k dimensions always have k functionals injective on both (subspaces of one
 * dimension over any field share a complement), so one read and one write always have a conflict-free layout when each
 * has one. Three need not: the three lines of a plane over GF(2) have no common complement.
 */
import { apply, echelon, rank } from '../gf2/gf2.ts';
import type { LinearLayout } from '../layout/linear/linear-layout.ts';
import type { RowLayout, Tile, TileLayout } from '../layout/tile/tile-layout.ts';
import { type LinearProblem, type Requirement, restrict } from './requirements.ts';

export type LinearFamily = 'row-keys' | 'any';

export interface LinearSolution {
  readonly family: LinearFamily;
  /** Conflict cycles of the linear accesses over all targets. */
  readonly conflicts: number;
  /** No layout of the family has less: by ranks alone. */
  readonly bound: number;
  /** True when the search ended by itself: no layout of the family has less than `conflicts`. */
  readonly exhausted: boolean;
  /** Partial choices that were looked at. */
  readonly nodes: number;
  /** Choices of bank bits in the family that the accesses can tell apart. */
  readonly size: number;
  /** The free bank bits, as masks of element bits. */
  readonly functionals: readonly number[];
}

const MOST_NODES = 400_000;
const GREEDY_NODES = 2000;
/** Functionals on more dimensions are not listed; the search is then no longer exhaustive. */
const MOST_DIMENSIONS = 13;

/** The bank bits with the fewest conflicts. */
export function solveLinear(
  problem: LinearProblem,
  family: LinearFamily,
  mostNodes = MOST_NODES,
): LinearSolution {
  const search = new Search(problem, family, mostNodes);
  return search.run();
}

interface State {
  /** The rest of each requirement's kernel. */
  readonly kernels: readonly (readonly number[])[];
  readonly functionals: readonly number[];
}

class Search {
  readonly #problem: LinearProblem;
  readonly #family: LinearFamily;
  readonly #depth: number;
  /** By depth: the functionals to choose from, in the order of preference. */
  readonly #choices: readonly (readonly number[])[];
  /** By depth: where the block of bits begins that the same requirements see. */
  readonly #blockStart: readonly number[];
  readonly #mostNodes: number;
  /** Dimensions of the sum of all kernels. */
  readonly #dimensions: number;
  #nodes = 0;
  #best = Number.POSITIVE_INFINITY;
  #functionals: readonly number[] = [];

  constructor(problem: LinearProblem, family: LinearFamily, mostNodes: number) {
    this.#problem = problem;
    this.#family = family;
    this.#mostNodes = mostNodes;
    const { requirements } = problem;
    this.#dimensions = family === 'any' ? sumOf(requirements).length : 0;
    this.#choices = functionalChoices(problem, family);
    this.#depth = this.#choices.length;
    const ends = [...new Set(requirements.map(({ bits }) => bits))].sort((a, b) => a - b);
    this.#blockStart = Array.from(
      { length: this.#depth },
      (_, depth) => ends.findLast((end) => end <= depth) ?? 0,
    );
  }

  run(): LinearSolution {
    const kernels = this.#problem.requirements.map(({ kernel }) => kernel);
    const root: State = { kernels, functionals: [] };
    const bound = this.#bound(kernels, 0);
    // Most problems reach their bound, and the first independent bits that lose nothing find it.
    if (!this.#greedy(root, bound, { left: GREEDY_NODES })) this.#descend(root, bound);
    return {
      family: this.#family,
      conflicts: this.#best,
      bound,
      exhausted:
        this.#best <= bound ||
        (this.#nodes < this.#mostNodes && this.#dimensions <= MOST_DIMENSIONS),
      nodes: this.#nodes,
      size: this.#size(),
      functionals: this.#functionals,
    };
  }

  /** What the requirements cost at least after `chosen` bits. */
  #bound(kernels: readonly (readonly number[])[], chosen: number): number {
    let cycles = 0;
    const { requirements } = this.#problem;
    for (let i = 0; i < requirements.length; i++) {
      const requirement = requirements[i];
      const left = kernels[i]?.length ?? 0;
      const toCome = Math.max(0, (requirement?.bits ?? 0) - chosen);
      cycles += requirement?.cost[Math.max(0, left - toCome)] ?? 0;
    }
    return cycles;
  }

  #keep({ kernels, functionals }: State): void {
    const cycles = this.#bound(kernels, Number.POSITIVE_INFINITY);
    if (cycles >= this.#best) return;
    this.#best = cycles;
    this.#functionals = functionals;
  }

  /** Only choices that keep the bound of the root; gives up after some. Returns true when that was reached. */
  #greedy(state: State, target: number, budget: { left: number }): boolean {
    const depth = state.functionals.length;
    if (depth === this.#depth) {
      this.#keep(state);
      return true;
    }
    for (const choice of this.#choices[depth] ?? []) {
      if (budget.left-- <= 0) return false;
      this.#nodes++;
      const next = this.#choose(state, choice);
      if (this.#bound(next.kernels, depth + 1) > target) continue;
      if (this.#family === 'any' && rank(next.functionals) <= depth) continue;
      if (this.#greedy(next, target, budget)) return true;
    }
    return false;
  }

  /** Every choice once. Returns true when the search can stop: the bound of the root was reached, or the limit. */
  #descend(state: State, target: number): boolean {
    const depth = state.functionals.length;
    if (depth === this.#depth) {
      this.#keep(state);
      return this.#best <= target;
    }
    for (const choice of this.#choices[depth] ?? []) {
      if (this.#nodes >= this.#mostNodes) return true;
      this.#nodes++;
      if (!this.#isNew(choice, state.functionals)) continue;
      const next = this.#choose(state, choice);
      if (this.#bound(next.kernels, depth + 1) >= this.#best) continue;
      if (this.#descend(next, target)) return true;
    }
    return false;
  }

  #size(): number {
    if (this.#family === 'row-keys') {
      return this.#choices.reduce((size, { length }) => size * length, 1);
    }
    let size = 1;
    for (let depth = 0, start = 0; depth < this.#depth; depth++) {
      if (this.#blockStart[depth] === depth) start = depth;
      // One factor of the number of subspaces of the block's dimension in what is left of the dual space.
      const end = this.#blockStart.findIndex((begin) => begin > start);
      const block = (end < 0 ? this.#depth : end) - start;
      const i = depth - start;
      size *= (2 ** (this.#dimensions - start - i) - 1) / (2 ** (block - i) - 1);
    }
    return Math.round(size);
  }

  /** In the free family: whether a functional is the echelon form of a choice that was not made in another order. */
  #isNew(choice: number, chosen: readonly number[]): boolean {
    if (this.#family === 'row-keys') return true;
    const start = this.#blockStart[chosen.length] ?? 0;
    const lead = leading(choice);
    for (let i = 0; i < chosen.length; i++) {
      const other = chosen[i] ?? 0;
      // Zero where an earlier one leads; within a block leads fall, and earlier ones are zero at later leads.
      if ((choice & leading(other)) !== 0) return false;
      if (i >= start && (lead > leading(other) || (other & lead) !== 0)) return false;
    }
    return true;
  }

  #choose({ kernels, functionals }: State, choice: number): State {
    const depth = functionals.length;
    return {
      kernels: kernels.map((kernel, i) =>
        depth < (this.#problem.requirements[i]?.bits ?? 0) ? restrict(kernel, choice) : kernel,
      ),
      functionals: [...functionals, choice],
    };
  }
}

/** A basis of the sum of all kernels. */
function sumOf(requirements: readonly Requirement[]): number[] {
  return echelon(requirements.flatMap(({ kernel }) => kernel));
}

/** By bank bit: the functionals of a family that differ on some kernel. */
export function functionalChoices(
  problem: LinearProblem,
  family: LinearFamily,
): readonly (readonly number[])[] {
  const { requirements } = problem;
  const most = requirements.reduce((bits, requirement) => Math.max(bits, requirement.bits), 0);
  const sum = sumOf(requirements);
  if (family === 'row-keys') return rowKeyChoices(problem, most, sum);
  // Bits beyond the dimension of the sum have nothing left to separate.
  const choices = coordinates(sum);
  return Array.from({ length: Math.min(most, sum.length) }, () => choices);
}

/** The highest set bit of a mask, as a mask. */
function leading(mask: number): number {
  return mask === 0 ? 0 : 2 ** (31 - Math.clz32(mask));
}

/** Every functional on a span but 0, as masks of the leading bits of its echelon basis. */
function coordinates(basis: readonly number[]): number[] {
  const leads = basis.map(leading);
  const count = 2 ** Math.min(MOST_DIMENSIONS, leads.length) - 1;
  return Array.from({ length: count }, (_, i) => apply(leads, i + 1));
}

/** By bank bit: the plain bit and, where the key reaches, every sum of row bits that the requirements tell apart. */
function rowKeyChoices(
  { columnBits, unitElementBits, rowBits, keyBits }: LinearProblem,
  depth: number,
  sum: readonly number[],
): number[][] {
  const rows = independentRowBits(sum, columnBits, rowBits);
  const keys = Array.from({ length: 2 ** rows.length }, (_, i) => apply(rows, i));
  return Array.from({ length: depth }, (_, bit) => {
    const plain = 2 ** (unitElementBits + bit);
    return bit < keyBits ? keys.map((key) => plain ^ key) : [plain];
  });
}

/** Row bits whose values on a span are independent, low ones first: others change nothing that they do not. */
function independentRowBits(sum: readonly number[], columnBits: number, rowBits: number): number[] {
  const chosen: number[] = [];
  let values: number[] = [];
  for (let row = 0; row < rowBits; row++) {
    const bit = 2 ** (columnBits + row);
    const value = sum.reduce(
      (mask, vector, i) => ((vector & bit) === 0 ? mask : mask | (1 << i)),
      0,
    );
    const grown = echelon([...values, value]);
    if (grown.length === values.length) continue;
    values = grown;
    chosen.push(bit);
  }
  return chosen;
}

/** The layout of a solution. */
export function layoutOf(
  tile: Tile,
  problem: LinearProblem,
  { family, functionals }: LinearSolution,
): TileLayout {
  return family === 'row-keys'
    ? rowKeyLayout(tile, problem, functionals)
    : completed(tile, problem, functionals);
}

/** A row key: what each row bit adds to the unit. */
function rowKeyLayout(
  tile: Tile,
  { columnBits, rowBits, unitElementBits, unitBytes }: LinearProblem,
  functionals: readonly number[],
): RowLayout {
  const unitBits = columnBits - unitElementBits;
  const columns = Array.from({ length: rowBits }, (_, row) =>
    functionals
      .slice(0, unitBits)
      .reduce((key, mask, bit) => key | (((mask >>> (columnBits + row)) & 1) << bit), 0),
  );
  return columns.every((column) => column === 0)
    ? { kind: 'rows', tile, unitBytes, paddings: [] }
    : { kind: 'rows', tile, unitBytes, key: { kind: 'xor-bits', columns }, paddings: [] };
}

/**
 * The linear layout whose offset bits above the unit begin with the functionals; plain bits follow, column bits first,
 * each that is independent of those before. The bits inside the unit stay.
 */
function completed(
  tile: Tile,
  { columnBits, rowBits, unitElementBits }: LinearProblem,
  functionals: readonly number[],
): TileLayout {
  const elementBits = columnBits + rowBits;
  const shift = Math.log2(tile.elementBytes);
  const bits = Array.from({ length: elementBits }, (_, bit) => 2 ** bit);
  const offsetBits = bits.slice(0, unitElementBits);
  let span = echelon(offsetBits);
  for (const mask of [...functionals, ...bits]) {
    const grown = echelon([...span, mask]);
    if (grown.length === span.length) continue;
    span = grown;
    offsetBits.push(mask);
  }
  const columns = bits.map((bit) =>
    offsetBits.reduce(
      (offset, mask, i) => ((mask & bit) === 0 ? offset : offset | (1 << (i + shift))),
      0,
    ),
  );
  const layout: LinearLayout = {
    inputs: [
      { name: 'column', bits: columnBits },
      { name: 'row', bits: rowBits },
    ],
    outputs: [{ name: 'offset', bits: elementBits + shift }],
    columns,
    origin: 0,
  };
  return { kind: 'linear', tile, layout };
}

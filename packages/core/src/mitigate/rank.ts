/**
 * Which of the layouts that trade off is recommended, and which are worth a line in a list.
 *
 *     conflicts   address   LDS
 *     0           +5        20448 B   padding       recommended: fewest address instructions without conflicts
 *     0           +14       16384 B   XOR           listed: less LDS
 *     0           +48       16384 B   over GF(2)    not listed: a simple layout has as few conflicts and far less code
 *     256         +0        18416 B   padding       listed: fewer address instructions
 *
 * The order is lexicographic: conflict cycles of all targets together, memory instructions (vectors stay whole), address
 * instructions, workgroups that are resident at once, bytes of shared memory, and last what is simpler to write in the
 * notation of the kernel. It is total up to layouts that cost the same and are as simple.
 */
import { featuresOf, type LayoutFeature } from '../vendors/notation.ts';
import { printLayout } from '../vendors/notations.ts';
import { normalForm } from '../layout/tile/recognize.ts';
import type { TileLayout } from '../layout/tile/tile-layout.ts';
import type { AddressCount } from './address-range.ts';

export interface LayoutCost {
  /** By target, over all accesses and executions. */
  readonly conflictCycles: readonly number[];
  /** Shared memory of the workgroup, as a kernel allocates it. */
  readonly ldsBytes: number;
  /** By target: workgroups that are resident at once. */
  readonly workgroups: readonly number[];
  /** Static vector instructions for addresses beyond those of a plain tile, by the model (`address-cost.ts`). */
  readonly addressInstructions: number;
  /** What a compiler emits, at least and at most; absent where nothing is known about it (`address-range.ts`). */
  readonly addressRange?: AddressCount['range'] | undefined;
  /** Memory instructions that are executed; more where vectors are cut. */
  readonly accessInstructions: number;
}

/** What decides between two layouts, in this order. */
export type Criterion = 'conflicts' | 'access' | 'address' | 'occupancy' | 'lds';

/** The criteria in the order in which they decide; less is better in each. */
const criteria: Readonly<Record<Criterion, (cost: LayoutCost) => number>> = {
  conflicts: totalConflicts,
  access: ({ accessInstructions }) => accessInstructions,
  address: ({ addressInstructions }) => addressInstructions,
  occupancy: ({ workgroups }) => -workgroups.reduce((sum, count) => sum + count, 0),
  lds: ({ ldsBytes }) => ldsBytes,
};

const order: readonly Criterion[] = ['conflicts', 'access', 'address', 'occupancy', 'lds'];

/** Conflict cycles over all targets. */
export function totalConflicts({ conflictCycles }: LayoutCost): number {
  return conflictCycles.reduce((sum, cycles) => sum + cycles, 0);
}

/** Negative when the first is recommended above the second, 0 when their costs decide nothing. */
export function compareByCost(a: LayoutCost, b: LayoutCost): number {
  for (const criterion of order) {
    const difference = criteria[criterion](a) - criteria[criterion](b);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The criterion by which the first is ahead of all others; `undefined` where another costs the same. */
export function decisiveCriterion(
  best: LayoutCost,
  others: readonly LayoutCost[],
): Criterion | undefined {
  let rivals = others;
  for (const criterion of order) {
    const value = criteria[criterion](best);
    rivals = rivals.filter((other) => criteria[criterion](other) === value);
    if (rivals.length === 0) return criterion;
  }
  return undefined;
}

/** The figures that are compared one by one; less is better in each. */
export function objectivesOf(cost: LayoutCost): readonly number[] {
  return [...cost.conflictCycles, cost.ldsBytes, cost.addressInstructions, cost.accessInstructions];
}

/** True when the first is at least as good in everything, and better in something. */
export function dominates(one: LayoutCost, other: LayoutCost): boolean {
  const [a, b] = [objectivesOf(one), objectivesOf(other)];
  return a.every((value, i) => value <= (b[i] ?? 0)) && a.some((value, i) => value < (b[i] ?? 0));
}

/** From the simplest to what only a formula of bits expresses. */
const simplicity: Readonly<Record<LayoutFeature, number>> = {
  'row-pad': 1,
  'xor': 2,
  'rows-per-phase': 3,
  'rotate': 4,
  'interval-pad': 5,
  'xor-any': 6,
  'linear': 7,
  'reshaped': 5,
};

/** Lines of another shape are simpler than the bits that they can be written as. */
const formOf = (layout: TileLayout): TileLayout =>
  layout.kind === 'reshaped' ? layout : normalForm(layout);

/** How hard a layout is to write: its features, and before them whether the notation of the kernel expresses it. */
export function complexityOf(layout: TileLayout, notation?: string): number {
  const features = featuresOf(formOf(layout));
  const own = features.reduce((sum, feature) => sum + simplicity[feature], 0);
  const isExpressed = notation === undefined || printLayout(layout, notation).ok;
  return (isExpressed ? 0 : UNEXPRESSED) + own;
}

/** More than all features of a layout together. */
const UNEXPRESSED = 100;

/**
 * True when a layout that only a formula of bits expresses is not worth a line: a simple one has no more conflicts on any
 * target, cuts no more vectors and needs far fewer address instructions, so that the rest (some bytes of shared memory)
 * is not worth the code.
 */
export function isOvershadowed(
  { layout, cost }: { readonly layout: TileLayout; readonly cost: LayoutCost },
  others: readonly { readonly layout: TileLayout; readonly cost: LayoutCost }[],
): boolean {
  if (!isIntricate(layout)) return false;
  return others.some(
    (other) =>
      !isIntricate(other.layout) &&
      other.cost.conflictCycles.every((cycles, t) => cycles <= (cost.conflictCycles[t] ?? 0)) &&
      other.cost.accessInstructions <= cost.accessInstructions &&
      other.cost.addressInstructions + MORE_INSTRUCTIONS <= cost.addressInstructions,
  );
}

/** A dozen instructions of each wave are more than noise of a compiler's choices. */
const MORE_INSTRUCTIONS = 12;

function isIntricate(layout: TileLayout): boolean {
  return featuresOf(formOf(layout)).some((feature) => simplicity[feature] >= 6);
}

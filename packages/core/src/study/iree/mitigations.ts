/**
 * Which mitigation a round trip through shared memory gets: all that IREE can express are counted, the best is chosen.
 *
 *     none           as it is
 *     xor_shuffle    groups a power of two; lanes move whole groups, or a part of one
 *     rotate_rows    any number of groups
 *     padding        words behind each row, below one bank period: more repeats the banks
 *
 * The best has the fewest cycles of shared memory, conflicts among them; then the fewest instructions, then the least
 * memory, then what is named first above. So a pad that restores a multiple of the bank period is never chosen, and one
 * that splits wide accesses only where nothing else is as good. Shuffles with a `row_stride` or `per_phase` of their own
 * are looked at last: IREE reduces constant offsets by a wrong period for them (`traps.ts`).
 *
 * Invariant: the choice costs no more cycles than no mitigation, and fits into the limit.
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import { type Result, success } from '../../base/result.ts';
import type { IreeSwizzle } from '../../vendors/iree/swizzle.ts';
import {
  type Mitigation,
  type RoundTrip,
  type RoundTripCost,
  roundTripCounter,
} from './round-trip.ts';

type MitigationFamily = 'none' | 'xor_shuffle' | 'rotate_rows' | 'padding';

export interface CountedMitigation {
  readonly family: MitigationFamily;
  readonly mitigation: Mitigation;
  readonly cost: RoundTripCost;
}

export interface MitigationChoice {
  readonly chosen: CountedMitigation;
  readonly none: CountedMitigation;
  /** The best of each family that has a legal member; `none` is the first. */
  readonly best: readonly CountedMitigation[];
  /** Members that were counted. */
  readonly counted: number;
}

export interface ChoiceOptions {
  /** Bytes that the mitigated tile may take; no bound when absent. */
  readonly limitBytes?: number;
  /** Families that may be chosen; all by default. */
  readonly families?: readonly MitigationFamily[];
  /** Members that may be chosen; all by default. */
  readonly accepts?: (mitigation: Mitigation) => boolean;
}

/** The best mitigation of a round trip. Errors: layouts that do not fit the vector or the workgroup. */
export function chooseMitigation(
  trip: RoundTrip,
  { limitBytes = Number.POSITIVE_INFINITY, families, accepts }: ChoiceOptions = {},
): Result<MitigationChoice> {
  const counter = roundTripCounter(trip);
  if (!counter.ok) return counter;
  let counted = 0;
  const bestOf = (
    family: MitigationFamily,
    members: readonly Mitigation[],
    enough: number,
  ): CountedMitigation | undefined => {
    let best: CountedMitigation | undefined;
    for (const mitigation of members) {
      if (accepts?.(mitigation) === false) continue;
      const cost = counter.value(mitigation);
      if (cost === undefined || (family !== 'none' && cost.ldsBytes > limitBytes)) continue;
      counted++;
      const candidate = { family, mitigation, cost };
      if (best === undefined || compare(candidate, best) < 0) best = candidate;
      // Members come in the order of preference, so nothing behind a clean one of as few instructions is better.
      if (conflictCycles(best) === 0 && best.cost.instructions <= enough) break;
    }
    return best;
  };
  const none = bestOf('none', [{ kind: 'none' }], 0);
  if (none === undefined) throw new Error('a vector as it is has a cost');
  const { instructions } = none.cost;
  const best = [none];
  for (const [family, members] of familiesOf(trip)) {
    if (families !== undefined && !families.includes(family)) continue;
    const found = bestOf(family, members, instructions);
    if (found !== undefined) best.push(found);
  }
  const chosen = best.reduce((a, b) => (compare(b, a) < 0 ? b : a));
  return success({ chosen, none, best, counted });
}

/** Conflict cycles of writes and reads together. */
export function conflictCycles({ cost }: CountedMitigation): number {
  return cost.writeConflictCycles + cost.readConflictCycles;
}

function compare({ cost: a }: CountedMitigation, { cost: b }: CountedMitigation): number {
  return a.cycles - b.cycles || a.instructions - b.instructions || a.ldsBytes - b.ldsBytes;
}

function familiesOf(trip: RoundTrip): [MitigationFamily, Mitigation[]][] {
  const swizzles = (list: readonly IreeSwizzle[]): Mitigation[] =>
    list.map((swizzle) => ({ kind: 'swizzle', swizzle }));
  return [
    ['xor_shuffle', swizzles(xorShuffles(trip))],
    ['rotate_rows', swizzles(rotations(trip))],
    ['padding', pads(trip)],
  ];
}

/**
 * Access widths of which every lane moves whole groups or parts of one. First those that IREE's own resolver accepts,
 * the widest first: it drops a hint when an access is a part of a group and no single element.
 */
function accessWidths({ shape, writer, reader, elementBits }: RoundTrip): number[] {
  const row = shape.at(-1) ?? 1;
  const moved = [writer, reader].map(({ element_tile }) => element_tile.at(-1) ?? 1);
  const whole: number[] = [];
  const parts: number[] = [];
  for (let width = 1; width <= row; width *= 2) {
    if (width * elementBits < 8 || row % width !== 0) continue;
    if (moved.every((one) => one === 1 || one % width === 0)) whole.unshift(width);
    else if (moved.every((one) => one % width === 0 || width % one === 0)) parts.unshift(width);
  }
  return [...whole, ...parts];
}

/** Rows as they are first, then parts of them and several together; then strides and phases of their own. */
function xorShuffles(trip: RoundTrip): IreeSwizzle[] {
  const row = trip.shape.at(-1) ?? 1;
  const elements = trip.shape.reduce((all, size) => all * size, 1);
  const plain: IreeSwizzle[] = [];
  const phased: IreeSwizzle[] = [];
  for (const rowWidth of rowWidths(row, elements)) {
    for (const accessWidth of accessWidths(trip)) {
      const groups = rowWidth / accessWidth;
      if (!isPowerOfTwo(groups) || groups < 2) continue;
      plain.push({ kind: 'xor_shuffle', rowWidth, accessWidth });
      const rowStride = Math.max(row, rowWidth);
      if (rowStride % rowWidth !== 0) continue;
      for (let perPhase = 1; perPhase <= groups; perPhase *= 2) {
        if (perPhase === 1 && rowStride === rowWidth) continue;
        if (rowStride * perPhase >= elements) break;
        phased.push({ kind: 'xor_shuffle', rowWidth, accessWidth, rowStride, perPhase });
      }
    }
  }
  return [...plain, ...phased];
}

/** The row, halves and doubles of it, then powers of two: all that the buffer is made of. */
function rowWidths(row: number, elements: number): number[] {
  const widths = new Set([row]);
  for (let width = row / 2; Number.isInteger(width) && width > 1; width /= 2) widths.add(width);
  for (let width = 2 * row; width < elements; width *= 2) widths.add(width);
  for (let width = 2; width < elements; width *= 2) widths.add(width);
  return [...widths].filter((width) => elements % width === 0);
}

function rotations(trip: RoundTrip): IreeSwizzle[] {
  const row = trip.shape.at(-1) ?? 1;
  return accessWidths(trip)
    .filter((accessWidth) => row / accessWidth >= 2)
    .map((accessWidth) => ({ kind: 'rotate_rows', rowWidth: row, accessWidth }));
}

/** Whole words of whole elements, up to the widest bank period. */
function pads({ shape, elementBits, machine, subgroupSize, model }: RoundTrip): Mitigation[] {
  const rows = (model ?? machine.models[0]).rules[subgroupSize] ?? {};
  const banks = Object.values(rows).reduce((most, rule) => Math.max(most, rule.banks), 32);
  const step = Math.max(1, 32 / elementBits);
  if (shape.length < 2 || !Number.isInteger(step)) return [];
  const period = (banks * 32) / elementBits;
  const list: Mitigation[] = [];
  for (let elements = step; elements < period; elements += step) {
    list.push({ kind: 'padding', elements });
  }
  return list;
}

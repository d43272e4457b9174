/**
 * A tensor coordinate: an index with all its hidden values, which moves instead of being computed again.
 *
 *     (3, 7) moved by (0, 8)     only nodes above which something changed are touched
 *
 * A uniform transform (strides, offsets, pads) adds a difference; the others (merge, xor, modulo, shifts,
 * lookups) are computed from their new upper values, as CK does. Moving must equal recalculation; tests hold that.
 */
import { numbers } from '../../layout/index/numbers.ts';
import { evaluate, type TensorAdaptor } from './adaptor.ts';
import { at, rowOf } from './transforms/table.ts';
import type { Transform } from './transforms/transform.ts';

export interface TensorCoordinate {
  readonly adaptor: TensorAdaptor;
  /** The value of each hidden dimension. */
  readonly hidden: Int32Array;
}

/** CK's `make_tensor_coordinate`. */
export function makeCoordinate(adaptor: TensorAdaptor, index: readonly number[]): TensorCoordinate {
  return { adaptor, hidden: Int32Array.from(evaluate(adaptor, index, numbers)) };
}

/** The bottom index; for a descriptor its only entry is the offset. */
export function bottomOf({ adaptor, hidden }: TensorCoordinate): number[] {
  return adaptor.bottoms.map((id) => hidden[id] ?? 0);
}

/** CK's `move_tensor_coordinate`: moves by a step of the top index, in place. Returns the nodes that were touched. */
export function moveCoordinate(coordinate: TensorCoordinate, step: readonly number[]): number {
  const { adaptor, hidden } = coordinate;
  const moved = new Int32Array(adaptor.hiddenCount);
  const shift = (id: number, by: number): void => {
    moved[id] = by;
    hidden[id] = (hidden[id] ?? 0) + by;
  };
  for (const [i, id] of adaptor.tops.entries()) shift(id, step[i] ?? 0);
  let touched = 0;
  for (let i = adaptor.nodes.length - 1; i >= 0; i--) {
    const { transform, lower, upper } = at(adaptor.nodes, i);
    if (!upper.some((id) => moved[id] !== 0)) continue;
    touched++;
    const steps = lowerSteps(transform, coordinate, lower, upper, moved);
    for (const [q, id] of lower.entries()) shift(id, at(steps, q));
  }
  return touched;
}

function lowerSteps(
  transform: Transform,
  { hidden }: TensorCoordinate,
  lower: readonly number[],
  upper: readonly number[],
  moved: Int32Array,
): readonly number[] {
  const row = rowOf(transform);
  if (row.uniform) {
    const steps = upper.map((id) => moved[id] ?? 0);
    const origin = row.lower(
      transform,
      upper.map(() => 0),
      numbers,
    );
    return row.lower(transform, steps, numbers).map((value, q) => value - at(origin, q));
  }
  const above = upper.map((id) => hidden[id] ?? 0);
  return row
    .lower(transform, above, numbers)
    .map((value, q) => value - (hidden[at(lower, q)] ?? 0));
}

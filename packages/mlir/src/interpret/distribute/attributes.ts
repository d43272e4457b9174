/**
 * Layouts on operations of a kernel that has been distributed: attributes that only the interpreter sees.
 *
 *     vector.transfer_read ... {ldscope.result = #iree_vector_ext.nested_layout<...>} : memref<...>, vector<1x2x1x1x1x4xf16>
 *
 * The type says what a lane holds, the layout which part of the whole vector that is.
 */
import { type NestedLayout, parseNestedLayout, printNestedLayout } from '@ldscope/core';
import type { Attribute } from '../../ir/types.ts';
import type { Operation } from '../../ir/ir.ts';
import { wordsOf } from '../attributes.ts';
import { distributedVector, type LaneVector } from '../lane-vector.ts';
import type { Lowering } from '../lowering.ts';

/** `result`, or the number of an operand. */
export type LayoutPlace = 'result' | number;

export function layoutAttribute(
  place: LayoutPlace,
  layout: NestedLayout,
): readonly [string, Attribute] {
  return [nameOf(place), { kind: 'opaque', text: printNestedLayout(layout) }];
}

const nameOf = (place: LayoutPlace): string => `ldscope.${place}`;

/** How the lanes hold an operand or the result; `undefined` where each lane has its own. */
export function distributedAt(
  op: Operation,
  place: LayoutPlace,
  lowering: Lowering,
): LaneVector | undefined {
  const text = wordsOf(op, nameOf(place));
  const layout = text === '' ? undefined : parseNestedLayout(text);
  if (layout?.ok !== true) return undefined;
  const { block, waveSize } = lowering.launch;
  return distributedVector(layout.value, waveSize, block[0] * block[1] * block[2]);
}

/**
 * Groups of operands: their sizes are the attribute `operandSegmentSizes`, since several of them may be
 * empty or have any length.
 *
 *     [[%a], [], [%b, %c]]   <->   operands %a, %b, %c with array<i32: 1, 0, 2>
 */
import type { Attribute } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import type { Draft } from '../text/state.ts';
import { builtinType } from '../text/types.ts';

const i32 = builtinType('i32');
const name = 'operandSegmentSizes';

/** Gives an operation its operands in groups. */
export function setSegments(operation: Draft, groups: readonly (readonly Value[])[]): void {
  operation.operands = groups.flat();
  const values = groups.map(({ length }) => length);
  const sizes: Attribute = { kind: 'dense_array', element: i32, values };
  operation.attributes.set(name, sizes);
}

/** The operands in groups; `undefined` when the sizes are not those of the operands. */
export function segmentsOf({
  operands,
  attributes,
}: Pick<Operation, 'operands' | 'attributes'>): readonly (readonly Value[])[] | undefined {
  const sizes = attributes.get(name);
  if (sizes?.kind !== 'dense_array') return undefined;
  let at = 0;
  const groups = sizes.values.map((size) => operands.slice(at, (at += Number(size))));
  return at === operands.length ? groups : undefined;
}

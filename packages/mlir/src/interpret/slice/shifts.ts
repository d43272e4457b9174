/**
 * How far the accesses to global memory move from one workgroup to the next, where that is all that changes.
 *
 *     %b = gpu.block_id x                                  moves by 1 per workgroup in x
 *     %r = affine.apply (s0 * 32 + s1 floordiv 8)[%b, %t]  by 32
 *     %i = arith.muli %r, %c1024                           by 32,768
 *     memref.load %a[%i] : memref<?xf16>                   by 65,536 bytes
 *     affine.apply (s0 mod 7)[%b]                          who knows: workgroups are executed
 *
 * Such accesses of a workgroup are those of another, each address further by the same bytes in all lanes and all iterations. It is
 * shown for all accesses of a kernel or for none: no decision, mask, view or loop may depend on the id in another way.
 */
import type { Extent } from '@ldscope/core';
import type { AffineExpression } from '../../ir/affine.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { constantOf, dimensionOf, factsOf, goesByIndices } from '../../rows/facts.ts';
import { attributeOf } from '../attributes.ts';
import { byteStrides } from '../unknown/results.ts';
import type { Source } from './flow.ts';
import { dependentOnId } from './ids.ts';
import type { FlowingOperation } from './slice.ts';

/** By how much a value moves per step of the id of a workgroup in x, y and z. */
export type Shift = Extent;

const STILL: Shift = [0, 0, 0];

/** The shift of each access to global memory in bytes; `undefined` where one of them changes in another way. */
export function shiftsOf(
  flows: readonly FlowingOperation[],
): ReadonlyMap<Operation, Shift> | undefined {
  const depending = dependentOnId(flows);
  const shiftOf = valueShifts(depending);
  const shifts = new Map<Operation, Shift>();
  for (const { op, flow } of flows) {
    if (flow.kind === 'control' && flow.needs.some((value) => depending.has(value)))
      return undefined;
    const [place, ...more] = flow.places?.filter(({ spaces }) => spaces.includes('global')) ?? [];
    if (place === undefined) continue;
    const { base, indices, spaces } = place;
    if (more.length > 0 || spaces.length > 1 || !goesByIndices(factsOf(op))) return undefined;
    const strides = stridesOf(base);
    if (depending.has(base) || indices.length < strides.length) return undefined;
    const moves = indices.map((index, i) => times(shiftOf(index), strides[i]));
    const shift = moves.reduce(plus, STILL);
    if (shift?.every(Number.isInteger) !== true) return undefined;
    shifts.set(op, shift);
  }
  return shifts;
}

/** The stride of each dimension, in bytes; empty where the layout states none. */
function stridesOf({ type }: Value): readonly (number | undefined)[] {
  const memref = resolveType(type);
  const isStrided =
    memref.kind === 'memref' && (memref.layout === undefined || memref.layout.kind === 'strided');
  return isStrided ? byteStrides(type) : [];
}

const isStill = (shift: Shift): boolean => shift.every((step) => step === 0);

function plus(one: Shift | undefined, other: Shift | undefined): Shift | undefined {
  if (one === undefined || other === undefined) return undefined;
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}

/** A shift of 0 stays 0 under any factor, even an unknown one. */
function times(shift: Shift | undefined, factor: number | undefined): Shift | undefined {
  if (shift === undefined || isStill(shift)) return shift;
  return factor === undefined
    ? undefined
    : [shift[0] * factor, shift[1] * factor, shift[2] * factor];
}

/** The shifts of values; integers other than an index may wrap. */
function valueShifts(depending: ReadonlySet<Source>): (value: Value) => Shift | undefined {
  const known = new Map<Value, Shift | undefined>();
  const shiftOf = (value: Value): Shift | undefined => {
    if (!depending.has(value)) return STILL;
    if (!known.has(value)) known.set(value, derive(value));
    return known.get(value);
  };
  const derive = ({ type, definition: op }: Value): Shift | undefined => {
    if (op === undefined || resolveType(type).kind !== 'index') return undefined;
    const [left, right] = op.operands;
    const { id, index } = factsOf(op);
    if (id === 'group') {
      const dimension = dimensionOf(op);
      return [Number(dimension === 0), Number(dimension === 1), Number(dimension === 2)];
    }
    switch (index) {
      case 'add':
        return left && right && plus(shiftOf(left), shiftOf(right));
      case 'subtract':
        return left && right && plus(shiftOf(left), times(shiftOf(right), -1));
      case 'multiply': {
        if (left === undefined || right === undefined) return undefined;
        const [constant, other] = constantOf(right) === undefined ? [left, right] : [right, left];
        return times(shiftOf(other), constantOf(constant));
      }
      case 'affine': {
        const map = attributeOf(op, 'map');
        const [only] = map?.kind === 'affine_map' ? map.map.results : [];
        const dimensions = map?.kind === 'affine_map' ? map.map.dimensions : 0;
        return (
          only &&
          expressionShift(only, (leaf) => {
            const operand = op.operands[leaf.index + (leaf.kind === 'symbol' ? dimensions : 0)];
            return operand && shiftOf(operand);
          })
        );
      }
      default:
        return undefined;
    }
  };
  return shiftOf;
}

type Leaf = Extract<AffineExpression, { readonly kind: 'dimension' | 'symbol' }>;

function expressionShift(
  expression: AffineExpression,
  shiftOf: (leaf: Leaf) => Shift | undefined,
): Shift | undefined {
  if (expression.kind === 'constant') return STILL;
  if (expression.kind === 'dimension' || expression.kind === 'symbol') return shiftOf(expression);
  const { kind, left, right } = expression;
  const one = expressionShift(left, shiftOf);
  const other = expressionShift(right, shiftOf);
  if (one === undefined || other === undefined) return undefined;
  if (isStill(one) && isStill(other)) return STILL;
  if (kind === 'add') return plus(one, other);
  if (kind !== 'multiply' || !isStill(other)) return undefined;
  return right.kind === 'constant' ? times(one, right.value) : undefined;
}

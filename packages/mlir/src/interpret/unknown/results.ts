/**
 * The classes of an operation's results, from those of its operands.
 *
 *     arith.addi %tid, %n         known and an offset
 *     arith.remui %i, %c8         known, where the offset of %i is a multiple of 8
 *     memref.subview %lds[%k, 0]  the view, moved by a row times %k
 *
 * LIMITATION. Integers are taken not to overflow the 32 bits or more that indices have.
 */
import { gcd } from '@ldscope/core';
import type { AffineExpression } from '../../ir/affine.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType, type Type } from '../../ir/types.ts';
import { constantOf, factsOf } from '../../rows/facts.ts';
import type { Facts } from '../../rows/row.ts';
import { attributeOf, integersOf } from '../attributes.ts';
import { elementType } from '../elements.ts';
import {
  mixed,
  productOf,
  quotientOf,
  restOf,
  sumOf,
  timesConstant,
  UNIFORM,
  type ValueClass,
  VARYING,
  anyOf,
  sourceOf,
} from './value-class.ts';

export type ClassOf = (value: Value) => ValueClass;

/** The class of each result of an operation that does not access memory. */
export function resultsOf(op: Operation, classOf: ClassOf): readonly ValueClass[] {
  const operands = op.operands.map(classOf);
  const facts = factsOf(op);
  if (facts.index === 'each') return op.results.map((_, i) => operands[i] ?? VARYING);
  const one = resultOf(op, facts, operands);
  return op.results.map(() => one);
}

function resultOf(op: Operation, facts: Facts, operands: readonly ValueClass[]): ValueClass {
  const any = mixed(operands, facts.lanes === 'own');
  const [a = any, b] = operands;
  const [left, right] = op.operands.map(constantOf);
  const by = right !== undefined && Number.isInteger(right) && right >= 0 ? right : undefined;
  switch (facts.index) {
    case 'same':
    case 'expand':
    case 'collapse':
    case 'cast':
    case 'cast unsigned':
      return isKnown(operands.slice(1)) && keepsIndex(op) ? a : any;
    case 'affine':
      return appliedOf(op, operands);
    case 'subview':
    case 'bytes':
    case 'pointer':
      return movedOf(op, facts, operands);
    case 'broadcast':
      return mixed([inAllLanes(a), ...operands.slice(1)], true);
    case 'add':
    case 'subtract':
      return b === undefined ? any : sumOf(a, b);
    case 'multiply':
      if (b === undefined) return any;
      if (right !== undefined) return timesConstant(a, right);
      return left === undefined ? productOf(a, b) : timesConstant(b, left);
    case 'shift left':
      return by === undefined ? any : timesConstant(a, 2 ** by);
    case 'shift right':
      return by === undefined ? any : quotientOf(a, 2 ** by);
    case 'divide':
      return by === undefined ? any : quotientOf(a, by);
    case 'remainder':
      return by === undefined ? any : restOf(a, by);
    case 'and':
      return by !== undefined && gcd(by + 1, 2 ** 31) === by + 1 ? restOf(a, by + 1) : any;
    default:
      return any;
  }
}

const isKnown = (values: readonly ValueClass[]): boolean =>
  values.every(({ kind }) => kind === 'known');

/** The class of what one lane has, in all lanes. */
const inAllLanes = (one: ValueClass): ValueClass =>
  one.kind === 'unknown' ? one : { ...one, uniform: true };

/** Casts to integers of less than 32 bits keep no offset; those of other types are passed on. */
function keepsIndex(op: Operation): boolean {
  const type = op.results[0] && resolveType(op.results[0].type);
  const element = type !== undefined && 'element' in type ? resolveType(type.element) : type;
  return element?.kind !== 'integer' || element.width >= 32;
}

function appliedOf(op: Operation, operands: readonly ValueClass[]): ValueClass {
  const attribute = attributeOf(op, 'map');
  const expression = attribute?.kind === 'affine_map' ? attribute.map.results[0] : undefined;
  if (expression === undefined || attribute?.kind !== 'affine_map') return mixed(operands, true);
  const { dimensions } = attribute.map;
  const classOf = (one: AffineExpression): ValueClass => {
    if (one.kind === 'constant') return UNIFORM;
    if (one.kind === 'dimension') return operands[one.index] ?? VARYING;
    if (one.kind === 'symbol') return operands[dimensions + one.index] ?? VARYING;
    const [left, right] = [classOf(one.left), classOf(one.right)];
    if (one.kind === 'add') return sumOf(left, right);
    const by = one.right.kind === 'constant' ? one.right.value : undefined;
    if (one.kind === 'multiply') {
      if (by !== undefined) return timesConstant(left, by);
      return one.left.kind === 'constant'
        ? timesConstant(right, one.left.value)
        : productOf(left, right);
    }
    if (by === undefined) return mixed([left, right], true);
    return one.kind === 'mod' ? restOf(left, by) : quotientOf(left, by);
  };
  return classOf(expression);
}

/** A view or pointer that indices move: each by its stride in bytes. Bytes of a memref count from its start. */
function movedOf(op: Operation, { index }: Facts, operands: readonly ValueClass[]): ValueClass {
  const [source, ...indices] = op.operands;
  const [base = VARYING, ...moves] = operands;
  if (source === undefined || isKnown(moves)) return sumOf(base, mixed(moves, true));
  if (index === 'bytes') return sumOf(base, moves[0] ?? VARYING);
  if (index === 'pointer') {
    const type = attributeOf(op, 'elem_type');
    const bytes = type?.kind === 'type' ? elementType(type.type)?.bytes : undefined;
    if (bytes === undefined || indices.length !== 1) return mixed(operands, true);
    return sumOf(base, timesConstant(moves[0] ?? VARYING, bytes));
  }
  const strides = byteStrides(source.type);
  const offsets = integersOf(op, 'static_offsets');
  const dynamic = offsets.flatMap((offset, i) => (offset === undefined ? [i] : []));
  const [head, tail] = [moves.slice(0, dynamic.length), moves.slice(dynamic.length)];
  // Sizes do not move a view; strides would.
  const isDense = integersOf(op, 'static_strides').every((stride) => stride !== undefined);
  if (!isDense) return mixed(operands, true);
  const hidden = tail.find(({ kind }) => kind !== 'known');
  const at = head.reduce((sum, move, i) => {
    const stride = strides[dynamic[i] ?? -1];
    return sumOf(sum, stride === undefined ? mixed([move], false) : timesConstant(move, stride));
  }, base);
  const origin = sourceOf(hidden);
  return origin === undefined || at.kind !== 'known' ? at : anyOf(origin);
}

/** How many bytes an index of each dimension of a memref moves; `undefined` where the type does not specify it. */
export function byteStrides(type: Type): readonly (number | undefined)[] {
  const memref = resolveType(type);
  if (memref.kind !== 'memref' || memref.shape === undefined) return [];
  const pitch = elementType(memref.element)?.pitchBytes;
  const { layout, shape } = memref;
  if (layout?.kind === 'strided')
    return layout.strides.map((stride) =>
      stride === undefined || pitch === undefined ? undefined : stride * pitch,
    );
  if (pitch === undefined) return shape.map(() => undefined);
  let stride: number | undefined = pitch;
  const strides: (number | undefined)[] = [];
  for (const size of [...shape].reverse()) {
    strides.unshift(stride);
    stride = stride === undefined || size === undefined ? undefined : stride * size;
  }
  return strides;
}

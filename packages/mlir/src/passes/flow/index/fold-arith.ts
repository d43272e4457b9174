/**
 * The rules of `canonicalize` for integer arithmetic: constants are folded and moved to the right, and operations without
 * effect removed.
 *
 *     3 + %x  ->  %x + 3        (%x + 3) + 4  ->  %x + 7        %x * 1, %x + 0, %x ^ 0  ->  %x        7 remui 4  ->  3
 *
 * Integers wrap at their width; an `index` has 64 bits. Division by zero is left alone.
 */
import { attributeOf, wordsOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType, type Type } from '../../../ir/types.ts';

/** A constant, another value, or a changed operation with other operands. */
export type Folded =
  | { readonly kind: 'constant'; readonly value: bigint }
  | { readonly kind: 'value'; readonly value: Value }
  /** The same operation with these operands; a bigint becomes a constant. */
  | { readonly kind: 'operands'; readonly operands: readonly (Value | bigint)[] };

const constant = (value: bigint): Folded => ({ kind: 'constant', value });
const same = (value: Value): Folded => ({ kind: 'value', value });

/** Bits of an integer or index; `undefined` for other types. */
function widthOf(type: Type): number | undefined {
  const resolved = resolveType(type);
  if (resolved.kind === 'index') return 64;
  return resolved.kind === 'integer' ? resolved.width : undefined;
}

/** The value of an integer constant. */
export function integerConstant(value: Value | undefined): bigint | undefined {
  const op = value?.definition;
  const attribute = op?.name === 'arith.constant' ? attributeOf(op, 'value') : undefined;
  if (attribute?.kind === 'integer') return attribute.value;
  return attribute?.kind === 'bool' ? (attribute.value ? 1n : 0n) : undefined;
}

type Binary = (a: bigint, b: bigint, width: number) => bigint | undefined;

const unsigned =
  (operate: (a: bigint, b: bigint) => bigint | undefined): Binary =>
  (a, b, width) =>
    operate(BigInt.asUintN(width, a), BigInt.asUintN(width, b));

const divided =
  (operate: (a: bigint, b: bigint) => bigint): ((a: bigint, b: bigint) => bigint | undefined) =>
  (a, b) =>
    b === 0n ? undefined : operate(a, b);

/** Shifts by the width or more have no value. */
const shifted =
  (operate: (a: bigint, by: bigint, width: number) => bigint): Binary =>
  (a, b, width) =>
    b < 0n || b >= BigInt(width) ? undefined : operate(a, b, width);

function floorDivide(a: bigint, b: bigint): bigint {
  const whole = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? whole - 1n : whole;
}

const binaries: Readonly<Record<string, Binary>> = {
  'arith.addi': (a, b) => a + b,
  'arith.subi': (a, b) => a - b,
  'arith.muli': (a, b) => a * b,
  'arith.andi': (a, b) => a & b,
  'arith.ori': (a, b) => a | b,
  'arith.xori': (a, b) => a ^ b,
  'arith.divsi': divided((a, b) => a / b),
  'arith.remsi': divided((a, b) => a % b),
  'arith.floordivsi': divided(floorDivide),
  'arith.ceildivsi': divided((a, b) => -floorDivide(-a, b)),
  'arith.divui': unsigned(divided((a, b) => a / b)),
  'arith.remui': unsigned(divided((a, b) => a % b)),
  'arith.ceildivui': unsigned(divided((a, b) => (a + b - 1n) / b)),
  'arith.minsi': (a, b) => (a < b ? a : b),
  'arith.maxsi': (a, b) => (a > b ? a : b),
  'arith.minui': unsigned((a, b) => (a < b ? a : b)),
  'arith.maxui': unsigned((a, b) => (a > b ? a : b)),
  'arith.shli': shifted((a, by) => a << by),
  'arith.shrsi': shifted((a, by) => a >> by),
  'arith.shrui': shifted((a, by, width) => BigInt.asUintN(width, a) >> by),
};

const commutative: ReadonlySet<string> = new Set(
  ['addi', 'muli', 'andi', 'ori', 'xori', 'minsi', 'maxsi', 'minui', 'maxui'].map(
    (name) => `arith.${name}`,
  ),
);

/** A constant on the right with which nothing changes. */
const neutral: Readonly<Record<string, bigint>> = {
  'arith.addi': 0n,
  'arith.subi': 0n,
  'arith.ori': 0n,
  'arith.xori': 0n,
  'arith.shli': 0n,
  'arith.shrsi': 0n,
  'arith.shrui': 0n,
  'arith.muli': 1n,
  'arith.divsi': 1n,
  'arith.divui': 1n,
  'arith.floordivsi': 1n,
  'arith.andi': -1n,
};

/** The value of an operation with one result; `undefined` when it stays. */
export function foldArith(op: Operation): Folded | undefined {
  const [left, right] = op.operands;
  const [result] = op.results;
  const width = result && widthOf(result.type);
  if (left === undefined || width === undefined) return undefined;
  if (casts.has(op.name)) return foldCast(op, left, width);
  const operate = binaries[op.name];
  if (operate === undefined || right === undefined) return undefined;
  const [a, b] = [integerConstant(left), integerConstant(right)];
  if (a !== undefined && b !== undefined) {
    const value = operate(a, b, width);
    return value === undefined ? undefined : constant(BigInt.asIntN(width, value));
  }
  if (a !== undefined && commutative.has(op.name)) {
    return { kind: 'operands', operands: [right, left] };
  }
  if (left === right) {
    if (op.name === 'arith.subi' || op.name === 'arith.xori') return constant(0n);
    if (op.name === 'arith.andi' || op.name === 'arith.ori') return same(left);
  }
  if (b === undefined) return undefined;
  if (b === neutral[op.name]) return same(left);
  if (b === 0n && (op.name === 'arith.muli' || op.name === 'arith.andi')) return constant(0n);
  if (b === 1n && (op.name === 'arith.remui' || op.name === 'arith.remsi')) return constant(0n);
  return op.name === 'arith.addi' ? foldSums(op, left, b, width) : undefined;
}

/** `(x + a) + b`, where neither addition has flags that would say too much of the sum. */
function foldSums(op: Operation, left: Value, b: bigint, width: number): Folded | undefined {
  const inner = left.definition;
  if (inner?.name !== 'arith.addi') return undefined;
  if (mayNotWrap(inner) || mayNotWrap(op)) return undefined;
  const [base, added] = inner.operands;
  const a = integerConstant(added);
  if (base === undefined || a === undefined) return undefined;
  return { kind: 'operands', operands: [base, BigInt.asIntN(width, a + b)] };
}

/** True when an operation promises not to wrap, signed or unsigned. */
function mayNotWrap(op: Operation): boolean {
  return /\bn[su]w\b/.test(wordsOf(op, 'overflowFlags'));
}

const casts: ReadonlySet<string> = new Set(
  ['index_cast', 'index_castui', 'extsi', 'extui', 'trunci'].map((name) => `arith.${name}`),
);

function foldCast(op: Operation, source: Value, width: number): Folded | undefined {
  const from = widthOf(source.type);
  const value = integerConstant(source);
  if (from === undefined || value === undefined) return undefined;
  const isUnsigned = op.name === 'arith.extui' || op.name === 'arith.index_castui';
  return constant(BigInt.asIntN(width, isUnsigned ? BigInt.asUintN(from, value) : value));
}

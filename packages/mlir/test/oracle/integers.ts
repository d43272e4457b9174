/**
 * Integers of MLIR on unlimited ones: the mathematical value of an operation, which its type cuts to a width. What MLIR leaves
 * undefined (division by zero, overflow of `divsi`, shifts by the width and more) has no value.
 */
import { raise } from '../../../../test/raise.ts';

export type Model = (a: bigint, b: bigint, width: number) => bigint | undefined;

export const asUnsigned = (value: bigint, width: number): bigint => BigInt.asUintN(width, value);
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

const divided =
  (divide: (a: bigint, b: bigint) => bigint): Model =>
  (a, b, width) =>
    b === 0n || (a === -(1n << BigInt(width - 1)) && b === -1n) ? undefined : divide(a, b);

const unsigned =
  (apply: (a: bigint, b: bigint) => bigint | undefined): Model =>
  (a, b, width) =>
    apply(asUnsigned(a, width), asUnsigned(b, width));

const shifted =
  (shift: (a: bigint, b: bigint, width: number) => bigint): Model =>
  (a, b, width) =>
    asUnsigned(b, width) >= BigInt(width) ? undefined : shift(a, asUnsigned(b, width), width);

/** Operations of `arith` on signed numbers, by name. */
export const integers: Readonly<Record<string, Model>> = {
  addi: (a, b) => a + b,
  subi: (a, b) => a - b,
  muli: (a, b) => a * b,
  andi: (a, b) => a & b,
  ori: (a, b) => a | b,
  xori: (a, b) => a ^ b,
  shli: shifted((a, b) => a << b),
  shrsi: shifted((a, b) => a >> b),
  shrui: shifted((a, b, width) => asUnsigned(a, width) >> b),
  divsi: divided((a, b) => a / b),
  remsi: divided((a, b) => a % b),
  floordivsi: divided(floorDivide),
  ceildivsi: divided((a, b) => -floorDivide(-a, b)),
  divui: unsigned((a, b) => (b === 0n ? undefined : a / b)),
  remui: unsigned((a, b) => (b === 0n ? undefined : a % b)),
  ceildivui: unsigned((a, b) => (b === 0n ? undefined : (a + b - 1n) / b)),
  minsi: (a, b) => (a < b ? a : b),
  maxsi: (a, b) => (a > b ? a : b),
  minui: unsigned((a, b) => (a < b ? a : b)),
  maxui: unsigned((a, b) => (a > b ? a : b)),
};

const relations: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

export const predicates = 'eq ne slt sle sgt sge ult ule ugt uge'.split(' ');

/** Whether signed numbers of a width compare by a predicate. */
export function compares(predicate: string, a: bigint, b: bigint, width: number): boolean {
  const relation = relations[predicate.slice(-2)] ?? raise(predicate);
  return predicate.startsWith('u')
    ? relation(asUnsigned(a, width), asUnsigned(b, width))
    : relation(a, b);
}

/** What a reduction makes of two numbers of 32 bits: `add`, `minsi`, `xor`. */
export function combined(kind: string, a: number, b: number): number {
  const model = integers[kind] ?? integers[`${kind}i`] ?? raise(kind);
  return Number(BigInt.asIntN(32, model(BigInt(a), BigInt(b), 32) ?? raise(kind)));
}

/** The kinds of reductions of integers. */
export const reductions = 'add mul minsi maxsi and or xor minui maxui'.split(' ');

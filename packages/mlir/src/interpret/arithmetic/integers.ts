/**
 * Operations on integers, by their names in `arith`; `llvm` and `math` have the same rows by other names.
 *
 *     minui     fast     the one that comes first, of two doubles
 *               exact    the one that comes first, of two whole numbers
 *
 * Values are signed: an i8 is in [-128, 127]; an i1 is 0 or 1. `fast` works on doubles and gives NaN where a double is
 * not enough, which up to 32 bits it always is; `exact` then says it for whole numbers, and the result is taken modulo
 * the width. Poison (overflow with `nsw`, shifts by the width or more) has any value; it is that of the operation
 * without the flag, or 0.
 */
import type { ElementType } from '../element-type.ts';

export interface IntegerOperation {
  /** `width` is that of the operands. */
  readonly fast: (a: number, b: number, width: number, result: ElementType) => number;
  /** Operands are as registers have them: signed, an i1 is 0 or 1. */
  readonly exact: (a: bigint, b: bigint, width: number) => bigint;
  /** The second operand of an active lane must not be 0. */
  readonly divides?: true;
}

type Exact = IntegerOperation['exact'];

/** The value of a width that is congruent to `value`. */
export function wrap(value: number, width: number): number {
  if (width === 1) return value & 1;
  if (width < 32) return (value << (32 - width)) >> (32 - width);
  if (width === 32) return value | 0;
  if (!Number.isSafeInteger(value)) return NaN;
  return width < 64 && Math.abs(value) >= 2 ** (width - 1) ? wide(BigInt(value), width) : value + 0;
}

/** The whole number of a width that is congruent to `value`, as registers have it. */
export function cut(value: bigint, width: number): bigint {
  return width === 1 ? value & 1n : BigInt.asIntN(width, value);
}

/** The same as a double; NaN when it does not fit 53 bits. */
export function wide(value: bigint, width: number): number {
  const number = Number(cut(value, width));
  return Number.isSafeInteger(number) ? number : NaN;
}

/** The same bits read as unsigned; NaN when it does not fit 53 bits. */
function unsigned(value: number, width: number): number {
  if (value >= 0) return value;
  return width <= 52 ? value + 2 ** width : NaN;
}

/** The same bits read as unsigned, as the nearest double. */
export function unsignedFloat(value: number, width: number): number {
  return value < 0 ? value + 2 ** width : value;
}

/** The bits read as signed: an i1 is 0 or -1. */
export function signed(value: number, width: number): number {
  return width === 1 ? 0 - value : value;
}

const s = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);
const u = (value: bigint, width: number): bigint => BigInt.asUintN(width, value);

/** Bits of two values; numbers of more than 32 bits take the long way. */
const bitwise = (fast: (a: number, b: number) => number, exact: Exact): IntegerOperation => ({
  fast: (a, b) => (a === (a | 0) && b === (b | 0) ? fast(a, b) : NaN),
  exact,
});

const inRange = (by: number, width: number): boolean => !(by < 0 || by >= width);

/** A shift; by the width or more it gives 0, or the sign. */
const shift = (
  fast: IntegerOperation['fast'],
  exact: (a: bigint, by: bigint, width: number) => bigint,
): IntegerOperation => ({
  fast,
  exact: (a, by, width) => (by < 0n || by >= BigInt(width) ? 0n : exact(a, by, width)),
});

/** Division of signed numbers; `round` makes a whole number of the quotient or remainder. */
const signedDivision = (
  apply: (a: number, b: number) => number,
  exact: (a: bigint, b: bigint) => bigint,
): IntegerOperation => ({
  fast: (a, b, width) => (b === 0 ? 0 : wrap(apply(signed(a, width), signed(b, width)), width)),
  exact: (a, b, width) => (b === 0n ? 0n : exact(s(a, width), s(b, width))),
  divides: true,
});

const unsignedDivision = (
  apply: (a: number, b: number) => number,
  exact: (a: bigint, b: bigint) => bigint,
): IntegerOperation => ({
  fast: (a, b, width) => (b === 0 ? 0 : wrap(apply(unsigned(a, width), unsigned(b, width)), width)),
  exact: (a, b, width) => (b === 0n ? 0n : exact(u(a, width), u(b, width))),
  divides: true,
});

function floorQuotient(a: bigint, b: bigint): bigint {
  return a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);
}

/** The sign of a comparison. */
type Order = IntegerOperation;

const signedOrder: Order = {
  fast: (a, b, width) => signed(a, width) - signed(b, width),
  exact: (a, b, width) => s(a, width) - s(b, width),
};
/** Unsigned order puts negative bit patterns above the others. */
const unsignedOrder: Order = {
  fast: (a, b) => (a < 0 === b < 0 || a !== a || b !== b ? a - b : b - a),
  exact: (a, b, width) => u(a, width) - u(b, width),
};

/** The result of comparing two numbers, as a number. */
const ordered = (
  { fast, exact }: Order,
  choose: <T>(order: number, a: T, b: T) => T | boolean,
): IntegerOperation => ({
  fast: (a, b, width, result) => {
    const order = fast(a, b, width, result);
    return order === order ? Number(choose(order, a, b)) : NaN;
  },
  exact: (a, b, width) => BigInt(choose(Number(exact(a, b, width)), a, b)),
});

/** `eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge`. */
export const integerPredicates: readonly IntegerOperation[] = [
  ordered(signedOrder, (order) => order === 0),
  ordered(signedOrder, (order) => order !== 0),
  ...[signedOrder, unsignedOrder].flatMap((by) => [
    ordered(by, (order) => order < 0),
    ordered(by, (order) => order <= 0),
    ordered(by, (order) => order > 0),
    ordered(by, (order) => order >= 0),
  ]),
];

/** An operation that is rare: on whole numbers always. */
export const rare = (exact: Exact): IntegerOperation => ({
  fast: (a, b, width) =>
    Number.isSafeInteger(a) && Number.isSafeInteger(b)
      ? wide(exact(BigInt(a), BigInt(b), width), width)
      : NaN,
  exact,
});

/** An operation on the bits of one number. */
const bits = (apply: (value: bigint, width: number) => bigint): IntegerOperation =>
  rare((a, _b, width) => apply(u(a, width), width));

/** `a` and `b` are read as signed or not, and a result that does not fit becomes the nearest that does. */
export const saturating = (
  apply: (a: bigint, b: bigint) => bigint,
  isSigned: boolean,
): IntegerOperation =>
  rare((a, b, width) => {
    const read = isSigned ? s : u;
    const value = apply(read(a, width), read(b, width));
    const [least, most] = rangeOf(width, isSigned);
    return value < least ? least : value > most ? most : value;
  });

/** The least and the largest number of a width. */
export function rangeOf(width: number, isSigned: boolean): readonly [least: bigint, most: bigint] {
  const values = 1n << BigInt(width);
  return isSigned ? [-values / 2n, values / 2n - 1n] : [0n, values - 1n];
}

const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);

/** Groups of bits in the opposite order. */
const reversed =
  (group: number) =>
  (value: bigint, width: number): bigint => {
    let result = 0n;
    for (let at = 0; at < width; at += group) {
      result = (result << BigInt(group)) | u(value >> BigInt(at), group);
    }
    return result;
  };

/** Operations of two numbers. */
export const integerOperations = {
  addi: { fast: (a, b, width) => wrap(a + b, width), exact: (a, b) => a + b },
  subi: { fast: (a, b, width) => wrap(a - b, width), exact: (a, b) => a - b },
  muli: {
    fast: (a, b, width) => wrap(width <= 32 ? Math.imul(a, b) : a * b, width),
    exact: (a, b) => a * b,
  },
  andi: bitwise(
    (a, b) => a & b,
    (a, b) => a & b,
  ),
  ori: bitwise(
    (a, b) => a | b,
    (a, b) => a | b,
  ),
  xori: bitwise(
    (a, b) => a ^ b,
    (a, b) => a ^ b,
  ),
  shli: shift(
    (a, by, width) => (inRange(by, width) ? wrap(width <= 32 ? a << by : a * 2 ** by, width) : 0),
    (a, by) => a << by,
  ),
  shrsi: shift(
    (a, by, width) =>
      wrap(Math.floor(signed(a, width) / 2 ** (inRange(by, width) ? by : width)), width),
    (a, by, width) => s(a, width) >> by,
  ),
  shrui: shift(
    (a, by, width) =>
      inRange(by, width) ? wrap(Math.floor(unsigned(a, width) / 2 ** by), width) : 0,
    (a, by, width) => u(a, width) >> by,
  ),
  divsi: signedDivision(
    (a, b) => Math.trunc(a / b),
    (a, b) => a / b,
  ),
  remsi: signedDivision(
    (a, b) => a % b,
    (a, b) => a % b,
  ),
  floordivsi: signedDivision((a, b) => Math.floor(a / b), floorQuotient),
  ceildivsi: signedDivision(
    (a, b) => Math.ceil(a / b),
    (a, b) => -floorQuotient(-a, b),
  ),
  divui: unsignedDivision(
    (a, b) => Math.floor(a / b),
    (a, b) => a / b,
  ),
  remui: unsignedDivision(
    (a, b) => a % b,
    (a, b) => a % b,
  ),
  ceildivui: unsignedDivision(
    (a, b) => Math.ceil(a / b),
    (a, b) => -floorQuotient(-a, b),
  ),
  minsi: ordered(signedOrder, (order, a, b) => (order <= 0 ? a : b)),
  maxsi: ordered(signedOrder, (order, a, b) => (order >= 0 ? a : b)),
  minui: ordered(unsignedOrder, (order, a, b) => (order <= 0 ? a : b)),
  maxui: ordered(unsignedOrder, (order, a, b) => (order >= 0 ? a : b)),
} satisfies Readonly<Record<string, IntegerOperation>>;

/** Operations of one number. */
export const bitOperations = {
  absi: {
    fast: (a, _b, width) => wrap(Math.abs(signed(a, width)), width),
    exact: (a, _b, width) => (s(a, width) < 0n ? -a : a),
  },
  ctpop: bits((value) => BigInt(value.toString(2).replaceAll('0', '').length)),
  ctlz: bits((value, width) => BigInt(width - bitLength(value))),
  cttz: bits((value, width) =>
    value === 0n ? BigInt(width) : BigInt(bitLength(value & -value) - 1),
  ),
  bitreverse: bits(reversed(1)),
  bswap: bits(reversed(8)),
} satisfies Readonly<Record<string, IntegerOperation>>;

/** An operation for two doubles of a type: NaN where a double does not hold the result. */
export function onNumbers(
  { fast, exact }: IntegerOperation,
  element: ElementType,
): (a: number, b: number) => number {
  const { width } = element;
  return (a, b) => {
    const value = fast(a, b, width, element);
    if (value === value || !Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return value;
    return wide(exact(BigInt(a), BigInt(b), width), width);
  };
}

/**
 * Integer arithmetic on doubles, with the wrap-around of a width.
 *
 * Values are signed: an i8 is in [-128, 127]; an i1 is 0 or 1. Up to 32 bits everything is exact with the
 * platform's 32-bit operators. Wider operations go through 64-bit integers when a double is not enough; a
 * result that needs more than 53 bits is NaN, and the caller stops with a diagnostic.
 */

/** The value of a width that is congruent to `value`. */
export function wrap(value: number, width: number): number {
  if (width === 1) return value & 1;
  if (width < 32) return (value << (32 - width)) >> (32 - width);
  if (width === 32) return value | 0;
  if (!Number.isSafeInteger(value)) return NaN;
  return width < 64 && Math.abs(value) >= 2 ** (width - 1) ? wide(BigInt(value), width) : value + 0;
}

/** A 64-bit integer as a value of a width; NaN when it does not fit 53 bits. */
export function wide(value: bigint, width: number): number {
  const number = Number(BigInt.asIntN(width, value));
  return Number.isSafeInteger(number) ? number : NaN;
}

/** The same bits read as unsigned; NaN when it does not fit 53 bits. */
export function unsigned(value: number, width: number): number {
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

export function add(a: number, b: number, width: number): number {
  if (width <= 32 || Number.isSafeInteger(a + b)) return wrap(a + b, width);
  return exactly(a, b, width, (x, y) => x + y);
}

export function subtract(a: number, b: number, width: number): number {
  if (width <= 32 || Number.isSafeInteger(a - b)) return wrap(a - b, width);
  return exactly(a, b, width, (x, y) => x - y);
}

export function multiply(a: number, b: number, width: number): number {
  if (width <= 32) return wrap(Math.imul(a, b), width);
  if (Number.isSafeInteger(a * b)) return wrap(a * b, width);
  return exactly(a, b, width, (x, y) => x * y);
}

/** `and`, `or`, `xor` of any two values; wide ones go through 64-bit integers. */
export function bitwise(operation: 'and' | 'or' | 'xor', a: number, b: number): number {
  if (a === (a | 0) && b === (b | 0)) {
    if (operation === 'and') return a & b;
    return operation === 'or' ? a | b : a ^ b;
  }
  return exactly(a, b, 64, (x, y) =>
    operation === 'and' ? x & y : operation === 'or' ? x | y : x ^ y,
  );
}

export function shiftLeft(value: number, by: number, width: number): number {
  if (by < 0 || by >= width) return 0;
  if (width <= 32) return wrap(value << by, width);
  const shifted = value * 2 ** by;
  if (Number.isSafeInteger(shifted)) return wrap(shifted, width);
  return exactly(value, by, width, (x, y) => x << y);
}

export function shiftRightSigned(value: number, by: number, width: number): number {
  const from = signed(value, width);
  if (by < 0 || by >= width) return wrap(from < 0 ? -1 : 0, width);
  return wrap(Math.floor(from / 2 ** by), width);
}

export function shiftRightUnsigned(value: number, by: number, width: number): number {
  if (by < 0 || by >= width) return 0;
  if (value < 0 && width > 32) {
    return exactly(value, by, width, (x, y) => BigInt.asUintN(width, x) >> y);
  }
  return wrap(Math.floor(unsigned(value, width) / 2 ** by), width);
}

/** Signed division, rounding toward zero. The divisor is not zero. */
export function divideSigned(a: number, b: number, width: number): number {
  return wrap(Math.trunc(signed(a, width) / signed(b, width)), width);
}

export function floorDivideSigned(a: number, b: number, width: number): number {
  return wrap(Math.floor(signed(a, width) / signed(b, width)), width);
}

export function ceilDivideSigned(a: number, b: number, width: number): number {
  return wrap(Math.ceil(signed(a, width) / signed(b, width)), width);
}

export function remainderSigned(a: number, b: number, width: number): number {
  return wrap(signed(a, width) % signed(b, width), width);
}

export function divideUnsigned(a: number, b: number, width: number): number {
  if (width > 32 && (a < 0 || b < 0)) {
    return exactly(a, b, width, (x, y) => BigInt.asUintN(width, x) / BigInt.asUintN(width, y));
  }
  return wrap(Math.floor(unsigned(a, width) / unsigned(b, width)), width);
}

export function ceilDivideUnsigned(a: number, b: number, width: number): number {
  if (a === 0) return 0;
  return add(divideUnsigned(subtract(a, 1, width), b, width), 1, width);
}

export function remainderUnsigned(a: number, b: number, width: number): number {
  if (width > 32 && (a < 0 || b < 0)) {
    return exactly(a, b, width, (x, y) => BigInt.asUintN(width, x) % BigInt.asUintN(width, y));
  }
  return wrap(unsigned(a, width) % unsigned(b, width), width);
}

/** -1, 0 or 1; unsigned order puts negative bit patterns above the others. */
export function compareUnsigned(a: number, b: number): number {
  if (a < 0 !== b < 0) return a < 0 ? 1 : -1;
  return a === b ? 0 : a < b ? -1 : 1;
}

function exactly(
  a: number,
  b: number,
  width: number,
  apply: (a: bigint, b: bigint) => bigint,
): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return NaN;
  return wide(apply(BigInt(a), BigInt(b)), width);
}

/**
 * Integer arithmetic on doubles, with the wrap-around of a width.
 *
 * Values are signed: an i8 is in [-128, 127]; an i1 is 0 or 1. Up to 32 bits everything is exact with the
 * platform's 32-bit operators. Wider results are exact while they fit 53 bits; beyond, the functions give
 * NaN and the caller stops with a diagnostic.
 */

/** The value of a width that is congruent to `value`. */
export function wrap(value: number, width: number): number {
  if (width === 1) return value & 1;
  if (width < 32) return (value << (32 - width)) >> (32 - width);
  if (width === 32) return value | 0;
  return Number.isSafeInteger(value) ? value : NaN;
}

/** The same bits read as unsigned; NaN when it does not fit 53 bits. */
export function unsigned(value: number, width: number): number {
  if (value >= 0) return value;
  if (width <= 32) return value + 2 ** width;
  return NaN;
}

export function multiply(a: number, b: number, width: number): number {
  return width <= 32 ? wrap(Math.imul(a, b), width) : safe(a * b);
}

/** `and`, `or`, `xor` of any two values; wide ones go through 64-bit integers. */
export function bitwise(operation: 'and' | 'or' | 'xor', a: number, b: number): number {
  if (a === (a | 0) && b === (b | 0)) {
    if (operation === 'and') return a & b;
    return operation === 'or' ? a | b : a ^ b;
  }
  if (Number.isNaN(a) || Number.isNaN(b)) return NaN;
  const [x, y] = [BigInt(a), BigInt(b)];
  const result = operation === 'and' ? x & y : operation === 'or' ? x | y : x ^ y;
  return safe(Number(result));
}

export function shiftLeft(value: number, by: number, width: number): number {
  if (by < 0 || by >= width) return 0;
  if (width <= 32) return wrap(value << by, width);
  return safe(value * 2 ** by);
}

export function shiftRightSigned(value: number, by: number, width: number): number {
  if (by < 0 || by >= width) return value < 0 ? -1 : 0;
  return Math.floor(value / 2 ** by);
}

export function shiftRightUnsigned(value: number, by: number, width: number): number {
  if (by < 0 || by >= width) return 0;
  if (value < 0 && width > 32) {
    return safe(Number(BigInt.asUintN(width, BigInt(value)) >> BigInt(by)));
  }
  return wrap(Math.floor(unsigned(value, width) / 2 ** by), width);
}

/** Signed division, rounding toward zero. The divisor is not zero. */
export function divideSigned(a: number, b: number, width: number): number {
  return wrap(Math.trunc(a / b) + 0, width);
}

export function remainderSigned(a: number, b: number): number {
  return (a % b) + 0;
}

export function divideUnsigned(a: number, b: number, width: number): number {
  return wrap(Math.floor(unsigned(a, width) / unsigned(b, width)), width);
}

export function remainderUnsigned(a: number, b: number, width: number): number {
  return wrap(unsigned(a, width) % unsigned(b, width), width);
}

/** -1, 0 or 1; unsigned order puts negative bit patterns above the others. */
export function compareUnsigned(a: number, b: number): number {
  if (a < 0 !== b < 0) return a < 0 ? 1 : -1;
  return a === b ? 0 : a < b ? -1 : 1;
}

function safe(value: number): number {
  return Number.isSafeInteger(value) ? value : NaN;
}

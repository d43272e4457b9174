/** Small functions of whole numbers, each defined once. */

/** The greatest common divisor of two magnitudes; `a` for 0 and `a`. */
export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** True for 1, 2, 4 and so on up to 2^30: no size here is larger. */
export function isPowerOfTwo(value: number): boolean {
  return (
    Number.isSafeInteger(value) && value >= 1 && value <= 2 ** 30 && (value & (value - 1)) === 0
  );
}

export function product(values: readonly number[]): number {
  return values.reduce((all, one) => all * one, 1);
}

export function sum(values: Iterable<number>): number {
  let all = 0;
  for (const one of values) all += one;
  return all;
}

/** The remainder of a division that rounds down; it has the sign of the divisor. */
export function modulo(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest + 0;
}

/** The first multiple of `unit` that is not below the value. */
export function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/** Ones among the 32 bits of a word. */
export function countOnes(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The largest power of two that divides a value, at most `most`, a power of two itself. */
export function lowestBit(value: number, most: number): number {
  return value === 0 ? most : Math.min(most, value & -value);
}

/** The middle value; of an even number of them the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** The largest value; -Infinity of none. `Math.max(...values)` overflows the stack at about 120,000 values. */
export function greatestOf(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest value; Infinity of none. */
export function leastOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** The low 16 bits of a word as a signed number. */
export const signedHalf = (word: number): number => (word << 16) >> 16;

/** Whole numbers from 0 on. */
export const range = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index);

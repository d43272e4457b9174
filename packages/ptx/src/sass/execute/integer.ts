/**
 * Integer instructions of SASS, lane by lane: words in, words and predicates out.
 *
 *     IADD3 R2, P0, R4, -R6, RZ      sources R4, -R6, 0      R2 = R4 - R6, P0: no borrow
 *
 * Words are 32 bits, signed as JavaScript's bit operations give them; predicates are 0 or 1.
 *
 * Source: NVIDIA does not document SASS. `validation/cuda` compares what kernels compute with the PTX that ptxas compiled to them.
 */

const WORD = 2 ** 32;
const unsigned = (x: number): number => x >>> 0;

/** A sum of terms, with the carry out of it; one beyond one is not known. */
export function sumOf(terms: readonly number[]): readonly [word: number, carry?: number] {
  let sum = 0;
  for (const term of terms) sum += term;
  const carry = Math.floor(sum / WORD);
  return carry > 1 ? [sum | 0] : [sum | 0, carry];
}

/** A word as a term of a sum: `-x` is `~x + 1`, whose carry tells that nothing is borrowed. */
export const termOf = (word: number, isNegative: boolean): number =>
  isNegative ? WORD - unsigned(word) : unsigned(word);

/** The 64 bits of a product. */
export function product(a: number, b: number, isSigned: boolean): bigint {
  return isSigned ? BigInt(a) * BigInt(b) : BigInt(unsigned(a)) * BigInt(unsigned(b));
}

export const wide = (low: number, high: number): bigint =>
  (BigInt(unsigned(high)) << 32n) | BigInt(unsigned(low));

export const lowOf = (value: bigint): number => Number(BigInt.asIntN(32, value));
export const highOf = (value: bigint): number => Number(BigInt.asIntN(32, value >> 32n));

export interface Funnel {
  readonly left: boolean;
  /** The upper word of the result. */
  readonly high: boolean;
  readonly isSigned: boolean;
  /** The amount counts to 64; else to 32. */
  readonly isLong: boolean;
  /** Amounts begin over; else they stop at the largest. */
  readonly wraps: boolean;
}

/** A shift of two words. */
export function funnel(low: number, amount: number, high: number, of: Funnel): number {
  const most = of.isLong ? 64 : 32;
  const by = BigInt(of.wraps ? amount & (most - 1) : Math.min(unsigned(amount), most));
  const value = of.isSigned ? BigInt.asIntN(64, wide(low, high)) : wide(low, high);
  const moved = of.left ? BigInt.asUintN(64, value << by) : value >> by;
  return of.high ? highOf(moved) : lowOf(moved);
}

/** The part of a word, shifted left, that is above its 32 bits. */
export function shiftedOut(low: number, high: number, amount: number): number {
  return highOf(wide(low, high) << BigInt(amount & 31));
}

/** The number of the highest bit that is not the sign; -1 where there is none. */
export function leadingBit(word: number, isSigned: boolean): number {
  const value = isSigned && word < 0 ? ~word : word;
  return 31 - Math.clz32(value);
}

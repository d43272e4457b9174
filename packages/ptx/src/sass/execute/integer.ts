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

/** Sums of words with the carry out of them; carries beyond one are not known. */
export function sumOf(terms: readonly number[]): { readonly word: number; readonly carry: number } {
  let sum = 0;
  for (const term of terms) sum += term;
  return { word: sum | 0, carry: Math.floor(sum / WORD) };
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

/** Any function of three bits, for all bits of three words: bit `4a + 2b + c` of the table. */
export function lookUp(a: number, b: number, c: number, table: number): number {
  let word = 0;
  for (let index = 0; index < 8; index++) {
    if (((table >>> index) & 1) === 0) continue;
    word |= (index & 4 ? a : ~a) & (index & 2 ? b : ~b) & (index & 1 ? c : ~c);
  }
  return word;
}

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

export type Comparison = <T extends number | bigint>(a: T, b: T) => boolean;

export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['F', () => false],
  ['LT', (a, b) => a < b],
  ['EQ', (a, b) => a === b],
  ['LE', (a, b) => a <= b],
  ['GT', (a, b) => a > b],
  ['NE', (a, b) => a !== b],
  ['GE', (a, b) => a >= b],
  ['T', () => true],
]);

/** The comparison of upper words where that of the lower ones is known. */
export function extended(name: string, a: number, b: number, low: boolean): boolean | undefined {
  const compare = COMPARISONS.get(name);
  if (compare === undefined) return undefined;
  if (name === 'F' || name === 'T') return compare(a, b);
  return a === b ? low : name === 'EQ' ? false : name === 'NE' ? true : compare(a, b);
}

/** Bytes of two words by four numbers; a number above 7 repeats the sign of its byte. */
export function permuted(a: number, selector: number, b: number): number {
  const bytes = wide(a, b);
  let word = 0;
  for (let at = 0; at < 4; at++) {
    const pick = (selector >>> (4 * at)) & 15;
    const byte = Number((bytes >> BigInt(8 * (pick & 7))) & 255n);
    word |= (pick & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * at);
  }
  return word;
}

/** The number of the highest bit that is not the sign; -1 where there is none. */
export function leadingBit(word: number, isSigned: boolean): number {
  const value = isSigned && word < 0 ? ~word : word;
  return 31 - Math.clz32(value);
}

/** A comparison, and the predicate that it is joined with. */
export const JOINS: Readonly<Record<string, (a: number, b: number) => number>> = {
  AND: (a, b) => a & b,
  OR: (a, b) => a | b,
  XOR: (a, b) => a ^ b,
};

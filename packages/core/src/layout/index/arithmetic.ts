/**
 * The seven operations that index maps are made of.
 *
 * A map such as CK Tile's `xor` transform is written once, over any kind of value:
 *
 *     lower1 = math.xor(upper1, math.remainder(upper0, length1))
 *
 * and then means four things, by the arithmetic that it is given:
 *
 *     numbers      one index                    5 xor 3 = 6
 *     batches      many indices at once         typed arrays, for all threads and registers
 *     expressions  a formula                    k / 8 ^ m % 8
 *     linearForms  a matrix over GF(2)          one column per bit of the index
 *
 * so that an evaluation, its formula and its matrix cannot drift apart.
 *
 * Limits: values are 32-bit integers, as `index_t` is. Divisors are positive constants. Division rounds
 * towards zero and a remainder has the sign of the dividend, as in C++.
 */
export interface Arithmetic<V> {
  constant(value: number): V;
  add(a: V, b: V): V;
  scale(a: V, factor: number): V;
  quotient(a: V, divisor: number, by?: Division): V;
  remainder(a: V, divisor: number, by?: Division): V;
  /** Of values that are not negative. */
  xor(a: V, b: V): V;
  /** `table[a]`. */
  lookUp(a: V, table: readonly number[]): V;
}

/**
 * How the compiler divides. Both give the quotient for dividends in [0, 2^31); `magic` multiplies by a
 * reciprocal and gives something else below 0 (see `magic.ts`).
 */
export type Division = 'divide' | 'magic';

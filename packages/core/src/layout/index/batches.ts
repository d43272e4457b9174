import type { Arithmetic, Division } from './arithmetic.ts';
import { magicNumbers, magicQuotient } from './magic.ts';

/**
 * Index maps on many indices at once: a value is an array with an entry per index. This is the way to the
 * addresses of all threads and registers of a tile; each operation is one loop over typed arrays.
 */
export function batches(count: number): Arithmetic<Int32Array> {
  const pair = (
    a: Int32Array,
    b: Int32Array,
    into: (result: Int32Array, a: Int32Array, b: Int32Array) => void,
  ): Int32Array => {
    const result = new Int32Array(count);
    into(result, a, b);
    return result;
  };
  return {
    constant: (value) => new Int32Array(count).fill(value),
    add: (a, b) => pair(a, b, addInto),
    scale(a, factor) {
      const result = new Int32Array(count);
      for (let i = 0; i < count; i++) result[i] = Math.imul(a[i] ?? 0, factor);
      return result;
    },
    quotient(a, divisor, by) {
      const result = new Int32Array(count);
      quotientInto(result, a, divisor, by);
      return result;
    },
    remainder(a, divisor, by) {
      const result = new Int32Array(count);
      quotientInto(result, a, divisor, by);
      for (let i = 0; i < count; i++) result[i] = (a[i] ?? 0) - (result[i] ?? 0) * divisor;
      return result;
    },
    xor: (a, b) => pair(a, b, xorInto),
    lookUp(a, table) {
      const result = new Int32Array(count);
      for (let i = 0; i < count; i++) result[i] = table[a[i] ?? 0] ?? 0;
      return result;
    },
  };
}

function addInto(result: Int32Array, a: Int32Array, b: Int32Array): void {
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) + (b[i] ?? 0);
}

function xorInto(result: Int32Array, a: Int32Array, b: Int32Array): void {
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) ^ (b[i] ?? 0);
}

function quotientInto(
  result: Int32Array,
  a: Int32Array,
  divisor: number,
  by: Division | undefined,
): void {
  for (let i = 0; i < result.length; i++) result[i] = Math.trunc((a[i] ?? 0) / divisor);
  if (by !== 'magic') return;
  const magic = magicNumbers(divisor);
  for (let i = 0; i < result.length; i++) {
    const dividend = a[i] ?? 0;
    if (dividend < 0) result[i] = magicQuotient(dividend, magic);
  }
}

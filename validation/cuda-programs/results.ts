/** What launches compute, by plain loops: the arrays of a launch in the order of its pointers. */
import { halfTable } from '@ldscope/core/arithmetic';

/** What is wrong with the arrays after the launch; `before` are copies from before it. */
export type Check = (
  after: readonly Uint8Array[],
  before: readonly Uint8Array[],
) => string | undefined;

/** The numbers of an array. */
export const floats = (bytes: Uint8Array | undefined): Float32Array =>
  new Float32Array((bytes ?? new Uint8Array(0)).slice().buffer);
export const words = (bytes: Uint8Array | undefined): Uint32Array =>
  new Uint32Array((bytes ?? new Uint8Array(0)).slice().buffer);

export const doubles = (bytes: Uint8Array | undefined): Float64Array =>
  new Float64Array((bytes ?? new Uint8Array(0)).slice().buffer);

/** True for sums of floats that differ by the order of their terms only. */
const near = (a: number, b: number, tolerance = 1e-4): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

interface Product {
  /** Which arrays hold the matrices, rows one after another. */
  readonly c: number;
  readonly a: number;
  readonly b: number;
  readonly size: number;
  readonly inner?: number;
  readonly alpha?: number;
  readonly beta?: number;
}

/** `C = alpha A B + beta C`, of `size x inner` and `inner x size`. */
export function matrixProduct({
  c,
  a,
  b,
  size,
  inner = size,
  alpha = 1,
  beta = 0,
}: Product): Check {
  return (after, before) => {
    const [left, right, old, found] = [before[a], before[b], before[c], after[c]].map(floats);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        let sum = 0;
        for (let k = 0; k < inner; k++)
          sum += (left?.[row * inner + k] ?? 0) * (right?.[k * size + column] ?? 0);
        const at = row * size + column;
        const wanted = alpha * sum + beta * (old?.[at] ?? 0);
        if (!near(found?.[at] ?? 0, wanted))
          return `C[${row}][${column}] is ${found?.[at]}, not ${wanted}`;
      }
    }
    return undefined;
  };
}

/** The second array, transposed into the first. */
export function transposed(size: number): Check {
  return (after, before) => {
    const [found, from] = [floats(after[0]), floats(before[1])];
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        if (found[column * size + row] !== from[row * size + column])
          return `element ${row}, ${column} is not at its place`;
      }
    }
    return undefined;
  };
}

/** Parts of the second array sum up to all of the first. */
const reduction =
  (count: number, read: (bytes: Uint8Array | undefined) => ArrayLike<number>): Check =>
  (after, before) => {
    const sum = (list: ArrayLike<number>, most: number): number =>
      Array.from(list)
        .slice(0, most)
        .reduce((all, one) => all + one, 0);
    const wanted = sum(read(before[0]), count);
    const found = sum(read(after[1]), Infinity);
    return near(found, wanted) ? undefined : `the sum is ${found}, not ${wanted}`;
  };

export const plainReduction = (count: number): Check => reduction(count, floats);
export const doubleReduction = (count: number): Check => reduction(count, doubles);

/** Each part of an array is in order, one way or the other. */
export function sorted(which: number, each: number): Check {
  return (after, before) => {
    const [found, from] = [words(after[which]), words(before[2])];
    for (let start = 0; start < found.length; start += each) {
      const part = found.subarray(start, start + each);
      const wanted = from.slice(start, start + each).sort();
      const down = wanted.slice().reverse();
      const isSorted = part.every((one, at) => one === wanted[at]);
      if (!isSorted && !part.every((one, at) => one === down[at]))
        return `the keys from ${start} on are not in order`;
    }
    return undefined;
  };
}

/** Exclusive sums of parts of the second array are in the first. */
export function prefixSums(each: number): Check {
  return (after, before) => {
    const [found, from] = [words(after[0]), words(before[1])];
    let sum = 0;
    for (const [at, one] of from.entries()) {
      if (at % each === 0) sum = 0;
      if (found[at] !== sum) return `the sum at ${at} is ${found[at]}, not ${sum}`;
      sum = (sum + one) >>> 0;
    }
    return undefined;
  };
}

/** `C = 0.5 A B^T + 3 C` of CuTe's tutorials: `C` by columns, 128 x 128; `A` and `B` by rows of `inner`, or by columns of 128. */
export function tileProduct({
  byRows,
  half,
  inner,
}: {
  readonly byRows: boolean;
  readonly half: boolean;
  readonly inner: number;
}): Check {
  const size = 128;
  const numbers = (bytes: Uint8Array | undefined): Float32Array =>
    half ? halves(bytes) : floats(bytes);
  const at = (row: number, k: number): number => (byRows ? row * inner + k : k * size + row);
  return (after, before) => {
    const [a, b, old, found] = [before[0], before[1], before[2], after[2]].map(numbers);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        let sum = 0;
        for (let k = 0; k < inner; k++) sum += (a?.[at(row, k)] ?? 0) * (b?.[at(column, k)] ?? 0);
        const place = column * size + row;
        const wanted = 0.5 * sum + 3 * (old?.[place] ?? 0);
        const error = Math.abs((found?.[place] ?? NaN) - wanted);
        if (!(error <= (half ? 0.05 : 1e-4) * Math.max(1, Math.abs(wanted))))
          return `C[${row}][${column}] is ${found?.[place]}, not ${wanted}`;
      }
    }
    return undefined;
  };
}

export function halves(bytes: Uint8Array | undefined): Float32Array {
  const table = halfTable();
  const bits = new Uint16Array((bytes ?? new Uint8Array(0)).slice().buffer);
  return Float32Array.from(bits, (one) => table[one] ?? 0);
}

/** Compares an array of numbers with what it should be, element by element. */
export function sameNumbers(
  name: string,
  found: ArrayLike<number>,
  wanted: ArrayLike<number>,
  tolerance = 1e-4,
): string | undefined {
  for (let at = 0; at < wanted.length; at++) {
    const [is, should] = [found[at] ?? NaN, wanted[at] ?? NaN];
    if (!near(is, should, tolerance)) return `${name}[${at}] is ${is}, not ${should}`;
  }
  return undefined;
}

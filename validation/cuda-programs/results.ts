/** What launches compute, by plain loops: the arrays of a launch in the order of its pointers. */
import { sum } from '@ldscope/core';
import { halfTable } from '@ldscope/core/arithmetic';

/** What is wrong with the arrays after the launch; `before` are copies from before it. */
export type Check = (
  after: readonly Uint8Array[],
  before: readonly Uint8Array[],
) => string | undefined;

/** The numbers of an array. */
export type Read<Numbers = ArrayLike<number> & Iterable<number>> = (
  bytes: Uint8Array | undefined,
) => Numbers;

const bufferOf = (bytes: Uint8Array | undefined): ArrayBuffer =>
  (bytes ?? new Uint8Array(0)).slice().buffer;
export const floats: Read<Float32Array> = (bytes) => new Float32Array(bufferOf(bytes));
export const doubles: Read<Float64Array> = (bytes) => new Float64Array(bufferOf(bytes));
export const words: Read<Uint32Array> = (bytes) => new Uint32Array(bufferOf(bytes));
export const integers: Read<Int32Array> = (bytes) => new Int32Array(bufferOf(bytes));
export const octets: Read<Uint8Array> = (bytes) => bytes ?? new Uint8Array(0);
export const halves: Read<Float32Array> = (bytes) =>
  Float32Array.from(new Uint16Array(bufferOf(bytes)), (one) => halfTable()[one] ?? 0);
export const bfloats: Read<Float32Array> = (bytes) =>
  new Float32Array(Uint32Array.from(new Uint16Array(bufferOf(bytes)), (one) => one << 16).buffer);

/** Compares an array of numbers with what it should be, element by element; sums of floats may differ by the order of their terms. */
export function sameNumbers(
  name: string,
  found: ArrayLike<number>,
  wanted: ArrayLike<number>,
  tolerance = 1e-4,
): string | undefined {
  for (let at = 0; at < wanted.length; at++) {
    const [is, should] = [found[at] ?? NaN, wanted[at] ?? NaN];
    if (!(Math.abs(is - should) <= tolerance * Math.max(1, Math.abs(should))))
      return `${name}[${at}] is ${is}, not ${should}`;
  }
  return undefined;
}

/** An element of an array, 0 where it has none. */
export const elementAt = (array: ArrayLike<number> | undefined, place: number): number =>
  array?.[place] ?? 0;

/** An array is what a function makes of each place, and of the arrays before. */
const eachAs =
  <Numbers extends Float32Array | Uint32Array>(read: Read<Numbers>) =>
  (
    array: number,
    of: (at: number, before: readonly Numbers[]) => number,
    count?: number,
    tolerance?: number,
  ): Check =>
  (after, before) => {
    const found = read(after[array]).subarray(0, count);
    const old = before.map(read);
    const made = Array.from(found, (_, at) => of(at, old));
    const wanted = found instanceof Uint32Array ? Uint32Array.from(made) : made;
    return sameNumbers(`array ${array}`, found, wanted, tolerance);
  };
export const each = eachAs(words);
export const eachFloat = eachAs(floats);

interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Which arrays hold the matrices; `d` is `c` by default. */
  readonly arrays: {
    readonly a: number;
    readonly b: number;
    readonly c: number;
    readonly d?: number;
  };
  readonly alpha?: number;
  readonly beta?: number;
  readonly read?: Read;
  readonly readOutput?: Read;
  /** Where an element is in its array: rows one after another by default. */
  readonly inA?: (row: number, at: number) => number;
  readonly inB?: (at: number, column: number) => number;
  readonly inC?: (row: number, column: number) => number;
  readonly tolerance?: number;
}

/** `D = alpha A B + beta C`, of `m x k` and `k x n`. */
export const product =
  ({
    m,
    n,
    k,
    arrays,
    alpha = 1,
    beta = 0,
    read = floats,
    readOutput = read,
    ...places
  }: Product): Check =>
  (after, before) => {
    const { inA = (row, at) => row * k + at, inB = (at, column) => at * n + column } = places;
    const { inC = (row, column) => row * n + column, tolerance } = places;
    const [a, b] = [read(before[arrays.a]), read(before[arrays.b])];
    const c = readOutput(before[arrays.c]);
    const wanted = new Float64Array(m * n);
    for (let row = 0; row < m; row++)
      for (let column = 0; column < n; column++) {
        let all = 0;
        for (let at = 0; at < k; at++)
          all += elementAt(a, inA(row, at)) * elementAt(b, inB(at, column));
        const place = inC(row, column);
        wanted[place] = alpha * all + beta * elementAt(c, place);
      }
    return sameNumbers('D', readOutput(after[arrays.d ?? arrays.c]), wanted, tolerance);
  };

/** The second array, transposed into the first. */
export const transposed =
  (size: number): Check =>
  (after, before) => {
    const from = floats(before[1]);
    const wanted = from.map((_, at) => elementAt(from, (at % size) * size + Math.floor(at / size)));
    return sameNumbers('element', floats(after[0]), wanted, 0);
  };

/** Parts of the second array sum up to all of the first. */
export const reduction =
  (read: Read): Check =>
  (after, before) =>
    sameNumbers('sum', [sum(read(after[1]))], [sum(read(before[0]))]);

/** Each part of an array is in order, one way or the other. */
export const sorted =
  (which: number, part: number): Check =>
  (after, before) => {
    const [found, from] = [words(after[which]), words(before[2])];
    for (let start = 0; start < found.length; start += part) {
      const own = found.subarray(start, start + part);
      const up = from.slice(start, start + part).sort();
      const down = up.toReversed();
      if (sameNumbers('', own, up, 0) !== undefined && sameNumbers('', own, down, 0) !== undefined)
        return `the keys from ${start} on are not in order`;
    }
    return undefined;
  };

/** Sums of all before; from zero again behind each part. */
export function sumsBefore(numbers: Uint32Array, part = Infinity): Uint32Array {
  let all = 0;
  return numbers.map((one, at) => {
    if (at % part === 0) all = 0;
    all += one;
    return all - one;
  });
}

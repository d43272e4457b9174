/** What the kernels of `matrix.hip` mean: C + A B, with values whose sums are exact. */
import { encodeSmallFloat, smallFloats } from '@ldscope/core';
import { expect } from 'vitest';
import { type Case, type Cases, type Chip, list, memory, numbers } from './case.ts';

type Elements = Float32Array | Float64Array | Int32Array;

/** Small whole numbers, as values and as the array that a kernel reads. */
interface Operand {
  readonly values: readonly number[];
  readonly array: ArrayBufferView;
}

function whole(count: number, seed: number): number[] {
  const { below } = numbers(seed);
  return list(count, () => below(9) - 4);
}

/** Whole numbers in a small float format. */
function small(name: string, values: readonly number[]): Operand {
  const format = smallFloats[name];
  if (format === undefined) throw new Error(`no format ${name}`);
  const codes = values.map((value) => encodeSmallFloat(format, value));
  const wide = format.exponentBits + format.mantissaBits > 7;
  return { values, array: wide ? Uint16Array.from(codes) : Uint8Array.from(codes) };
}

function product(
  rows: number,
  columns: number,
  depth: number,
  a: (row: number, k: number) => number,
  b: readonly number[],
  start: Elements,
): number[] {
  return list(rows * columns, (at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return list(depth, (k) => a(row, k) * (b[k * columns + column] ?? 0)).reduce(
      (sum, part) => sum + part,
      start[at] ?? 0,
    );
  });
}

/** One wave, square results. */
function multiplies(size: number, depth: number, a: Operand, b: Operand, c: Elements): Case {
  const at = (row: number, k: number): number => a.values[row * depth + k] ?? 0;
  const wanted = product(size, size, depth, at, b.values, c);
  const check = (): void => expect(Array.from(c)).toEqual(wanted);
  return { block: [64, 1, 1], arguments: [a.array, b.array, c].map(memory), check };
}

const zeros = (count: number): Float32Array => new Float32Array(count);
const start = (seed: number): Float32Array => Float32Array.from(whole(256, seed));
const plain = (values: readonly number[]): Operand => ({
  values,
  array: Float32Array.from(values),
});
const since = (chip: Chip, first: Chip): boolean => chip >= first;

export const matrices: Cases = {
  f32_16: () => multiplies(16, 4, plain(whole(64, 71)), plain(whole(64, 72)), start(73)),
  f16_16: () =>
    multiplies(16, 16, small('f16', whole(256, 74)), small('f16', whole(256, 75)), start(76)),
  f16_32: () =>
    multiplies(32, 64, small('f16', whole(2048, 77)), small('f16', whole(2048, 78)), zeros(1024)),
  bf16_16: () =>
    multiplies(16, 16, small('bf16', whole(256, 79)), small('bf16', whole(256, 80)), start(81)),
  f64_16: () => {
    const [a, b] = [82, 83].map((seed) => {
      const values = whole(64, seed).map((value) => value + 2 ** -20);
      return { values, array: Float64Array.from(values) };
    });
    if (a === undefined || b === undefined) return undefined;
    return multiplies(16, 4, a, b, Float64Array.from(whole(256, 84)));
  },
  i8_16: () => {
    const [a, b] = [85, 86].map((seed) => {
      const values = whole(512, seed).map((value) => value * 30);
      return { values, array: Int8Array.from(values) };
    });
    if (a === undefined || b === undefined) return undefined;
    return multiplies(16, 32, a, b, Int32Array.from(whole(256, 87)));
  },
  fp8_16: (chip) => {
    if (!since(chip, 'gfx942')) return undefined;
    const suffix = chip === 'gfx942' ? 'FNUZ' : '';
    const a = small(suffix === '' ? 'f8E4M3FN' : 'f8E4M3FNUZ', whole(512, 88));
    return multiplies(16, 32, a, small(`f8E5M2${suffix}`, whole(512, 89)), start(90));
  },
  sparse_16: (chip) => {
    if (!since(chip, 'gfx942')) return undefined;
    const { below } = numbers(91);
    const [a, b] = [small('f16', whole(256, 92)), small('f16', whole(512, 93))];
    const c = start(94);
    // By row and group of four: the places of its two elements, in order.
    const places = list(16, () =>
      list(8, () => {
        const first = below(3);
        return [first, first + 1 + below(3 - first)] as const;
      }),
    );
    const indices = Int32Array.from(
      list(64, (lane) => {
        const groups = [0, 1].map((n) => places[lane & 15]?.[2 * (lane >> 4) + n] ?? [0, 1]);
        return groups.reduce((word, [p, q], n) => word | ((p | (q << 2)) << (4 * n)), 0);
      }),
    );
    const at = (row: number, k: number): number => {
      const place = places[row]?.[k >> 2]?.findIndex((p) => p === (k & 3)) ?? -1;
      return place < 0 ? 0 : (a.values[row * 16 + 2 * (k >> 2) + place] ?? 0);
    };
    const wanted = product(16, 16, 32, at, b.values, c);
    const check = (): void => expect(Array.from(c)).toEqual(wanted);
    return { block: [64, 1, 1], arguments: [a.array, indices, b.array, c].map(memory), check };
  },
  f16_deep: (chip) => {
    if (!since(chip, 'gfx950')) return undefined;
    return multiplies(
      16,
      32,
      small('f16', whole(512, 95)),
      small('f16', whole(512, 96)),
      start(97),
    );
  },
  scaled_16: (chip) => {
    if (!since(chip, 'gfx950')) return undefined;
    const { below } = numbers(98);
    const [a, b] = [99, 100].map((seed) => small('f8E4M3FN', whole(2048, seed)));
    if (a === undefined || b === undefined) return undefined;
    const scales = Uint8Array.from(list(64, () => 125 + below(6)));
    const c = start(101);
    const at = (row: number, k: number): number => {
      const scale = 2 ** ((scales[row * 4 + (k >> 5)] ?? 0) - 127);
      return (a.values[row * 128 + k] ?? 0) * scale * 2;
    };
    const wanted = product(16, 16, 128, at, b.values, c);
    const check = (): void => expect(Array.from(c)).toEqual(wanted);
    return { block: [64, 1, 1], arguments: [a.array, b.array, scales, c].map(memory), check };
  },
};

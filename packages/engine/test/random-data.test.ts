/** Random contents of buffers: finite, of the type that the kernel sees, small where they may be indices. */
import { expect, test } from 'vitest';
import { numbersIn, rows } from '../../../test/rows.ts';
import { firstChange, randomData } from '../src/buffers/random-data.ts';

const BYTES = 4096;
const dataOf = (element: string, bytes: number | undefined = BYTES, number = 0): Uint8Array =>
  randomData([{ number, element, bytes }], BYTES).get(number) ?? new Uint8Array(0);

/** The elements, read by their size; of floats of 16 bits their magnitude, which has the order of their values. */
const views: Readonly<Record<string, (data: ArrayBuffer) => Iterable<number>>> = {
  f64: (data) => new Float64Array(data),
  f32: (data) => new Float32Array(data),
  magnitude: (data) => new Uint16Array(data).map((half) => half & 0x7fff),
  u8: (data) => new Uint8Array(data),
  u16: (data) => new Uint16Array(data),
  u32: (data) => new Uint32Array(data),
  u64: (data) => Array.from(new BigUint64Array(data), Number),
};

// 1 is 0x3c00 in f16, 0x3f80 in bf16. An i24 takes 4 bytes, any bits will do for elements that share bytes.
test.each(rows`
  f64   | f64       | -1, -0.9    | 0.9, 1
  f32   | f32       | -1, -0.9    | 0.9, 1
  f16   | magnitude | 0, 0x3000   | 0x3a00, 0x3c00
  bf16  | magnitude | 0, 0x3e00   | 0x3f00, 0x3f80
  i8    | u8        | 0, 0        | 63, 63
  i16   | u16       | 0, 0        | 63, 63
  i24   | u32       | 0, 0        | 63, 63
  i32   | u32       | 0, 0        | 63, 63
  i64   | u64       | 0, 0        | 63, 63
  index | u64       | 0, 0        | 63, 63
  i1    | u8        | 0, 0        | 1, 1
  i2    | u8        | 0, 2        | 253, 255
  i4    | u8        | 0, 2        | 253, 255
  i7    | u8        | 0, 2        | 253, 255
  other | u8        | 0, 0        | 63, 63
`)('%s, as %s, is from %s to %s', (element, view, least, most) => {
  const values = [...(views[view]?.(dataOf(element).slice().buffer) ?? [])];
  const [lowest = NaN, low = NaN, high = NaN, highest = NaN] = numbersIn(`${least}, ${most}`);
  const [first, last] = [Math.min(...values), Math.max(...values)];
  expect([first >= lowest, first <= low, last >= high, last <= highest]).toEqual(
    Array(4).fill(true),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (view !== 'magnitude')
    expect(Math.abs(mean - (first + last) / 2)).toBeLessThan((last - first) / 10);
});

test('is the same for the same kernel, of each buffer its own, and whole elements alone', () => {
  expect(dataOf('f32')).toEqual(dataOf('f32'));
  expect(dataOf('f32', BYTES, 1)).not.toEqual(dataOf('f32'));
  expect(dataOf('f32', undefined)).toEqual(dataOf('f32'));
  expect(dataOf('f32', 10)).toEqual(Uint8Array.of(...dataOf('f32').subarray(0, 8), 0, 0));
});

test.each(rows`
  1 2; 3 4 | 1 2; 3 4 |
  1 2; 3 4 | 1 2; 5 4 | 1 0
  1 2; 3 4 | 1 5; 3 5 | 0 1
  1 2; 3 4 | 1 2; 3   | 1 1
  1 2; 3 4 | 1 2      | 1 0
`)('the first change of %s to %s is at %s', (before, after, wanted) => {
  const memoryOf = (text: string): ReadonlyMap<number, Uint8Array> =>
    new Map(text.split('; ').map((bytes, i) => [i, Uint8Array.from(bytes.split(' ').map(Number))]));
  const change = firstChange(memoryOf(before), memoryOf(after));
  expect(change === undefined ? '' : `${change.buffer} ${change.byte}`).toBe(wanted);
});

/**
 * A tensor map of a launch file, as kernels take it by value: 128 bytes, with the address of the tensor.
 *
 *     { tensorMap: { pointer: a, dtype: f16, shape: [64, 128], box: [64, 8], swizzle: 128B } }
 *
 * Sizes are those of `cuTensorMapEncodeTiled`: the dimension whose elements are side by side comes first. `strides` has the bytes from
 * one element to the next for every dimension but that one; without it there are no gaps.
 *
 *     { tensorMap: { pointer: x, dtype: f16, shape: [24, 9, 7, 2], im2col: { lowerCorner: [-1, -1], ... } } }
 *
 * `im2col` instead of `box` has what `cuTensorMapEncodeIm2col` takes.
 */
import { type DataPath, isRecord, messages } from '@ldscope/core';
import { encodeTensorMap, type TensorMap, tensorMapProblem, tensorTypes } from '@ldscope/ptx';
import { pointerAt } from './read-pointer.ts';
import type { LaunchReading } from './reading.ts';
import { countOf, integerOf } from './scalar.ts';
import { placeWords } from './schema/place-words.ts';
import type { Piece } from './struct.ts';

/** The driver's names of the types are shorter than those of launch files. */
const TYPES: Readonly<Record<string, string>> = {
  i8: 'u8',
  u8: 'u8',
  u16: 'u16',
  i16: 'u16',
  i32: 's32',
  u32: 'u32',
  i64: 's64',
  u64: 'u64',
  f8E4M3FN: 'u8',
  f8E5M2: 'u8',
  f16: 'f16',
  bf16: 'bf16',
  f32: 'f32',
  f32_ftz: 'f32.ftz',
  tf32: 'tf32',
  tf32_ftz: 'tf32.ftz',
  f64: 'f64',
};

export const tensorMapTypes = Object.keys(TYPES);
export const tensorMapSwizzles = ['none', '32B', '64B', '128B'];
export const tensorMapInterleaves = ['none', '16B', '32B'];

const ALIGNMENT = 64;

/** The map as bytes with a pointer in it; reports values that no map can have. */
export function tensorMapAt(
  value: unknown,
  path: DataPath,
  reading: LaunchReading,
): Piece | undefined {
  const entry = isRecord(value) ? value : {};
  const { dtype, shape, strides, elementStrides, swizzle, interleave, oobFill } = entry;
  const pointer = pointerAt(entry, path, reading);
  const [to] = pointer?.pointers ?? [];
  if (to === undefined) return undefined;
  const type = tensorTypes.findIndex(({ name }) => name === TYPES[String(dtype)]);
  const sizes = countsOf(shape);
  const elementBytes = tensorTypes[type]?.bytes ?? 1;
  const rank = sizes.length;
  const given = strides === undefined ? packed(sizes, elementBytes) : countsOf(strides);
  const map: TensorMap = {
    address: to.into,
    type,
    sizes,
    strides: [elementBytes, ...given],
    ...copyOf(entry, rank),
    elementStrides: elementStrides === undefined ? sizes.map(() => 1) : countsOf(elementStrides),
    swizzle: Math.max(0, tensorMapSwizzles.indexOf(String(swizzle))),
    interleave: Math.max(0, tensorMapInterleaves.indexOf(String(interleave))),
    fill: oobFill === 'nan' ? 'nan' : 'zero',
  };
  const lengths = { strides: map.strides, box: map.box, elementStrides: map.elementStrides };
  if (entry['box'] !== undefined && map.im2col !== undefined)
    return reading.wants(path, 'a box or im2col, not both');
  for (const [key, list] of Object.entries(lengths)) {
    const wanted = key === 'strides' ? rank - 1 : rank;
    if (list.length !== rank) return reading.wants([...path, key], `a list of ${wanted}`);
  }
  const problem = tensorMapProblem(map);
  if (problem !== undefined)
    return reading.fail(path, messages.launchFile.tensorMap(placeWords(path), problem));
  const bytes = encodeTensorMap({ ...map, address: 0 });
  return { bytes, alignment: ALIGNMENT, pointers: [to] };
}

/** The extent of a copy: a box, or pixels with some of their channels. */
function copyOf(
  { box, im2col }: Readonly<Record<string, unknown>>,
  rank: number,
): Pick<TensorMap, 'box' | 'im2col'> {
  if (!isRecord(im2col)) return { box: countsOf(box) };
  const { lowerCorner, upperCorner, channels, pixels } = im2col;
  return {
    box: Array.from({ length: rank }, (_, i) => (i === 0 ? (countOf(channels) ?? 0) : 1)),
    im2col: {
      lower: cornerOf(lowerCorner),
      upper: cornerOf(upperCorner),
      pixels: countOf(pixels) ?? 0,
    },
  };
}

const cornerOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((one) => Number(integerOf(one) ?? 0)) : [];

/** Strides of a tensor without gaps, from the second dimension on. */
function packed(sizes: readonly number[], elementBytes: number): number[] {
  let pitch = elementBytes;
  return sizes.slice(0, -1).map((size) => (pitch *= size));
}

const countsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((one) => countOf(one) ?? 0) : [];

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
import { type DataPath, messages, shape as shapes, type ValueOf } from '@ldscope/core';
import { encodeTensorMap, type TensorMap, tensorMapProblem, tensorTypes } from '@ldscope/ptx';
import { pointerAt, pointerKeys } from './read-pointer.ts';
import type { LaunchReading } from './reading.ts';
import { placeWords } from './place-words.ts';
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

const SWIZZLES = ['none', '32B', '64B', '128B'] as const;
const INTERLEAVES = ['none', '16B', '32B'] as const;
const MOST_EXTENT = 2 ** 31 - 1;
const MOST_RANK = 5;
const ALIGNMENT = 64;

const { choice, integer, list, mapping, optional, required, whole, word } = shapes;

const axes = (least: number, most: number) =>
  list(whole(1, most), least, MOST_RANK, 'a number per dimension, the innermost first');
const corner = list(
  integer(16),
  1,
  MOST_RANK - 2,
  'a number for each dimension between the first and the last',
);

/** The fields of `cuTensorMapEncodeIm2col` in addition to those of every tensor map. */
const im2col = mapping({
  lowerCorner: required(corner, 'The first pixel of the box of pixels.'),
  upperCorner: required(corner, 'The last one, counted from the last pixel of the tensor.'),
  channels: required(whole(1, 256), 'Channels of a copy.'),
  pixels: required(whole(1, 1024), 'Pixels of a copy.'),
});

/** The parameters of `cuTensorMapEncodeTiled`. */
export const tensorMapShape = mapping({
  ...pointerKeys,
  dtype: required(
    choice(Object.keys(TYPES)),
    'Type of the elements; 8-bit floats are copied as bytes.',
  ),
  shape: required(axes(1, MOST_EXTENT), 'Elements of each dimension, the innermost first.'),
  strides: optional(
    list(whole(1), 0, MOST_RANK - 1, 'a list of strides in bytes'),
    'Bytes from one element to the next, for every dimension but the innermost; without gaps by default.',
  ),
  box: optional(axes(1, 256), 'Elements of a copy in each dimension; required without im2col.'),
  im2col: optional(im2col, 'Copies of pixels instead of boxes.'),
  elementStrides: optional(
    axes(1, 8),
    'Which elements of a box are copied: every n-th; 1 by default.',
  ),
  swizzle: optional(
    word(SWIZZLES),
    'How chunks of 16 bytes are exchanged in shared memory; none by default.',
  ),
  interleave: optional(word(INTERLEAVES), 'Interleaved layouts are not executed; none by default.'),
  oobFill: optional(
    word(['zeros', 'nan']),
    'The value of elements outside of the tensor; zeros by default.',
  ),
});
type TensorMapEntry = ValueOf<typeof tensorMapShape>;

/** The map as bytes with a pointer in it; reports values that no map can have. */
export function tensorMapAt(
  entry: TensorMapEntry,
  path: DataPath,
  reading: LaunchReading,
): Piece | undefined {
  const { dtype, shape: sizes, swizzle = 'none', interleave = 'none', oobFill } = entry;
  const pointer = pointerAt(entry, path, reading);
  const [to] = pointer?.pointers ?? [];
  if (to === undefined) return undefined;
  const type = tensorTypes.findIndex(({ name }) => name === TYPES[dtype]);
  const elementBytes = tensorTypes[type]?.bytes ?? 1;
  const rank = sizes.length;
  const { strides = packed(sizes, elementBytes), elementStrides = sizes.map(() => 1) } = entry;
  const map: TensorMap = {
    address: to.into,
    type,
    sizes,
    strides: [elementBytes, ...strides],
    ...copyOf(entry, rank),
    elementStrides,
    swizzle: SWIZZLES.indexOf(swizzle),
    interleave: INTERLEAVES.indexOf(interleave),
    fill: oobFill === 'nan' ? 'nan' : 'zero',
  };
  const lengths = { strides: map.strides, box: map.box, elementStrides: map.elementStrides };
  if (entry.box !== undefined && map.im2col !== undefined)
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
  { box = [], im2col: pixels }: TensorMapEntry,
  rank: number,
): Pick<TensorMap, 'box' | 'im2col'> {
  if (pixels === undefined) return { box };
  return {
    box: Array.from({ length: rank }, (_, i) => (i === 0 ? pixels.channels : 1)),
    im2col: {
      lower: pixels.lowerCorner.map(Number),
      upper: pixels.upperCorner.map(Number),
      pixels: pixels.pixels,
    },
  };
}

/** Strides of a tensor without gaps, from the second dimension on. */
function packed(sizes: readonly number[], elementBytes: number): number[] {
  let pitch = elementBytes;
  return sizes.slice(0, -1).map((size) => (pitch *= size));
}

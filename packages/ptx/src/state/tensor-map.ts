/**
 * A tensor map: 128 bytes that describe a tensor in global memory and the box that a copy takes.
 *
 *     f16, 256 x 64 elements, rows of 512 bytes, boxes of 64 x 8, swizzle 128B
 *     box at (64, 3):  8 rows of 64 elements, row r at address + (3 + r) * 512 + 64 * 2
 *
 * Dimensions are counted from the one whose elements are side by side, as in `cuTensorMapEncodeTiled` and in the coordinates
 * of PTX. CUDA leaves the bits open; here they are
 *
 *     0  address (8)      8  rank - 1, element type, interleave, swizzle, fill (a byte each)      16  box (5 x 2)
 *     26 element strides (5 x 2)      40  sizes (5 x 4)      64  strides of dimensions 1 to 4 in bytes (4 x 8)
 *     36 pixels of an im2col copy (2), 0 for a tile      96 corners of its box of pixels (3 x 2 lower, 3 x 2 upper)
 *
 * The numbers of types and modes are those of `tensormap.replace`. Source: PTX ISA 9.0, 5.5 and 9.7.9.27.1; CUDA driver API,
 * cuTensorMapEncodeTiled.
 */

export const TENSOR_MAP_BYTES = 128;
const MOST_RANK = 5;

/** Element types by their numbers. */
export const tensorTypes: readonly {
  readonly name: string;
  readonly bytes: number;
  readonly float: boolean;
}[] = [
  { name: 'u8', bytes: 1, float: false },
  { name: 'u16', bytes: 2, float: false },
  { name: 'u32', bytes: 4, float: false },
  { name: 's32', bytes: 4, float: false },
  { name: 'u64', bytes: 8, float: false },
  { name: 's64', bytes: 8, float: false },
  { name: 'f16', bytes: 2, float: true },
  { name: 'f32', bytes: 4, float: true },
  { name: 'f32.ftz', bytes: 4, float: true },
  { name: 'f64', bytes: 8, float: true },
  { name: 'bf16', bytes: 2, float: true },
  { name: 'tf32', bytes: 4, float: true },
  { name: 'tf32.ftz', bytes: 4, float: true },
];

/** Swizzles by their numbers, in bytes; 16 for none. */
export const tensorSwizzles = [16, 32, 64, 128] as const;

export interface TensorMap {
  /** Where element 0 is, in bytes. */
  readonly address: number;
  /** A number of `tensorTypes`. */
  readonly type: number;
  /** Elements of each dimension, the innermost first. */
  readonly sizes: readonly number[];
  /** Bytes from one element to the next, by dimension; the first is the size of an element. */
  readonly strides: readonly number[];
  readonly box: readonly number[];
  /** Which elements of a box are taken: every n-th. */
  readonly elementStrides: readonly number[];
  /** A number of `tensorSwizzles`. */
  readonly swizzle: number;
  /** 0 none, 1 for 16 bytes, 2 for 32. */
  readonly interleave: number;
  /** The value of elements outside: 0, or NaN. */
  readonly fill: 'zero' | 'nan';
  /** Of maps for `im2col` copies; their `box` has the channels of a pixel, and 1 for each other dimension. */
  readonly im2col?: Im2col;
}

/** The pixels that an `im2col` copy takes, of dimensions 1 to rank - 2: the innermost first. */
export interface Im2col {
  /** Where the box of pixels begins. */
  readonly lower: readonly number[];
  /** Where it ends, counted from the last pixel of each dimension. */
  readonly upper: readonly number[];
  /** How many pixels a copy has. */
  readonly pixels: number;
}

/** A tensor map as 128 bytes. */
export function encodeTensorMap(map: TensorMap): Uint8Array {
  const bytes = new Uint8Array(TENSOR_MAP_BYTES);
  const view = new DataView(bytes.buffer);
  putWide(view, 0, map.address);
  const modes = [map.sizes.length - 1, map.type, map.interleave, map.swizzle];
  bytes.set([...modes, map.fill === 'nan' ? 1 : 0], 8);
  for (const [i, size] of map.sizes.entries()) {
    view.setUint16(16 + 2 * i, map.box[i] ?? 1, true);
    view.setUint16(26 + 2 * i, map.elementStrides[i] ?? 1, true);
    view.setUint32(40 + 4 * i, size, true);
    if (i > 0) putWide(view, 56 + 8 * i, map.strides[i] ?? 0);
  }
  if (map.im2col !== undefined) {
    const { lower, upper, pixels } = map.im2col;
    view.setUint16(36, pixels, true);
    for (const [i, corner] of lower.entries()) view.setInt16(96 + 2 * i, corner, true);
    for (const [i, corner] of upper.entries()) view.setInt16(102 + 2 * i, corner, true);
  }
  return bytes;
}

/** Reads a tensor map from 128 bytes; a text for bytes that are not a map. */
export function decodeTensorMap(view: DataView): TensorMap | string {
  const [last, type, interleave, swizzle] = [8, 9, 10, 11].map((at) => view.getUint8(at));
  const rank = (last ?? 0) + 1;
  const element = tensorTypes[type ?? 0];
  if (rank > MOST_RANK) return `rank ${rank}`;
  if (element === undefined) return `element type ${type}`;
  if ((swizzle ?? 0) >= tensorSwizzles.length) return `swizzle mode ${swizzle}`;
  const axes = Array.from({ length: rank }, (_, i) => i);
  const pixels = view.getUint16(36, true);
  const inner = axes.slice(1, -1);
  const map: TensorMap = {
    address: wideAt(view, 0),
    type: type ?? 0,
    sizes: axes.map((i) => view.getUint32(40 + 4 * i, true)),
    strides: axes.map((i) => (i === 0 ? element.bytes : wideAt(view, 56 + 8 * i))),
    box: axes.map((i) => view.getUint16(16 + 2 * i, true)),
    elementStrides: axes.map((i) => view.getUint16(26 + 2 * i, true)),
    swizzle: swizzle ?? 0,
    interleave: interleave ?? 0,
    fill: view.getUint8(12) === 1 ? 'nan' : 'zero',
    ...(pixels > 0 && {
      im2col: {
        pixels,
        lower: inner.map((i) => view.getInt16(94 + 2 * i, true)),
        upper: inner.map((i) => view.getInt16(100 + 2 * i, true)),
      },
    }),
  };
  return tensorMapProblem(map) ?? map;
}

const MOST_BOX = 256;
/** More than any chip gives a block. */
const MOST_BOX_BYTES = 2 ** 18;
const MOST_ELEMENT_STRIDE = 8;

/** The error in a map that makes it invalid for any tensor; `undefined` for a valid one. */
export function tensorMapProblem(map: TensorMap): string | undefined {
  const { sizes, strides, box, elementStrides, interleave, swizzle, address } = map;
  const elementBytes = tensorTypes[map.type]?.bytes ?? 1;
  const inner = (box[0] ?? 0) * elementBytes;
  if (address % 16 !== 0) return `an address that is not a multiple of 16 (${address})`;
  if (box.some((size) => size < 1 || size > MOST_BOX)) return `a box of ${box.join(' x ')}`;
  if (sizes.some((size) => size < 1)) return `sizes of ${sizes.join(' x ')}`;
  if (elementStrides.some((stride) => stride < 1 || stride > MOST_ELEMENT_STRIDE))
    return `element strides of ${elementStrides.join(', ')}`;
  if (strides.slice(1).some((stride) => stride % 16 !== 0 || stride >= 2 ** 40))
    return `strides that are not multiples of 16 bytes (${strides.slice(1).join(', ')})`;
  if (interleave !== 0) return 'an interleaved layout, which is not executed';
  const { im2col } = map;
  if (im2col !== undefined) {
    const problem = pixelProblem(map, im2col);
    if (problem !== undefined) return problem;
  }
  const bytes = box.reduce((product, size) => product * size, elementBytes * (im2col?.pixels ?? 1));
  if (bytes > MOST_BOX_BYTES) return `a box of ${bytes} bytes, more than shared memory has`;
  if (inner % 16 !== 0)
    return `a box whose rows have ${inner} bytes, which is not a multiple of 16`;
  const width = tensorSwizzles[swizzle] ?? 16;
  if (swizzle !== 0 && inner > width)
    return `a box whose rows have ${inner} bytes, more than its swizzle of ${width}`;
  return undefined;
}

const MOST_PIXELS = 1024;

/** Corners are within 16 bits for 3 dimensions, 8 for 4 and 5 for 5. Source: CUDA driver API, cuTensorMapEncodeIm2col. */
function pixelProblem({ sizes }: TensorMap, { lower, upper, pixels }: Im2col): string | undefined {
  const rank = sizes.length;
  if (rank < 3) return `pixels of ${rank} dimensions, where 3 to 5 are possible`;
  if (pixels < 1 || pixels > MOST_PIXELS) return `a column of ${pixels} pixels`;
  const corners = [...lower, ...upper];
  const most = [2 ** 15, 2 ** 7, 2 ** 4][rank - 3] ?? 0;
  if (lower.length !== rank - 2 || upper.length !== rank - 2)
    return `corners of ${lower.length} and ${upper.length} numbers, where the box has ${rank - 2}`;
  const far = corners.find((corner) => corner < -most || corner >= most);
  return far === undefined ? undefined : `a corner of ${far}, outside of -${most} to ${most - 1}`;
}

/** Fields that `tensormap.replace` sets: where they are, their bytes, and how far apart those of dimensions are. */
export const tensorMapFields: Readonly<
  Record<string, { readonly at: number; readonly bytes: number; readonly each: number }>
> = {
  global_address: { at: 0, bytes: 8, each: 0 },
  rank: { at: 8, bytes: 1, each: 0 },
  elemtype: { at: 9, bytes: 1, each: 0 },
  interleave_layout: { at: 10, bytes: 1, each: 0 },
  swizzle_mode: { at: 11, bytes: 1, each: 0 },
  fill_mode: { at: 12, bytes: 1, each: 0 },
  box_dim: { at: 16, bytes: 2, each: 2 },
  element_stride: { at: 26, bytes: 2, each: 2 },
  global_dim: { at: 40, bytes: 4, each: 4 },
  global_stride: { at: 64, bytes: 8, each: 8 },
};

function wideAt(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

function putWide(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

/**
 * The elements of a box of a tensor, row after row as a copy moves them.
 *
 *     sizes 100 x 30, box 64 x 8 at (64, 26)      rows 0 to 3 inside, 36 of their 64 elements; rows 4 to 7 outside
 *     im2col, 9 x 7 pixels at (7, 5)              pixels (7, 5), (8, 5), (0, 6), ... (8, 6) and then (0, 0) of the next image
 *
 * Source: PTX ISA 9.0, 5.5.3, 5.5.4 and 5.5.6.
 */
import {
  type Im2col,
  tensorSwizzles,
  type TensorMap,
  tensorTypes,
} from '../../state/tensor-map.ts';
import { swizzled } from './matrix-descriptor.ts';

export interface BoxShape {
  /** Bytes of a row, and of all. */
  readonly rowBytes: number;
  readonly bytes: number;
  readonly rows: number;
  /** Elements that are taken along each dimension. */
  readonly counts: readonly number[];
}

/** The elements that a copy of one box moves. The element stride of the innermost dimension is ignored. */
export function boxShape({ box, elementStrides, type, im2col }: TensorMap): BoxShape {
  const counts = box.map((size, i) =>
    i === 0 ? size : Math.ceil(size / (elementStrides[i] ?? 1)),
  );
  const rowBytes = (counts[0] ?? 1) * (tensorTypes[type]?.bytes ?? 1);
  const rows = im2col?.pixels ?? counts.slice(1).reduce((product, count) => product * count, 1);
  return { rowBytes, rows, bytes: rowBytes * rows, counts };
}

/** A row of a box: a run of contiguous elements of the tensor. */
export interface BoxRow {
  /** The byte of the box where it begins. */
  readonly at: number;
  /** Of its elements, those from `from` up to `to` are in the tensor. */
  readonly from: number;
  readonly to: number;
  /** Where its first element is, or would be; the tensor may begin behind it. */
  readonly start: number;
}

/** The rows of a box at some coordinates; of an `im2col` copy its pixels, moved by `offsets`. */
export function boxRows(
  map: TensorMap,
  coordinates: readonly number[],
  offsets: readonly number[] = [],
): BoxRow[] {
  const { rows, rowBytes, counts } = boxShape(map);
  const { sizes, strides, address } = map;
  const [x = 0] = coordinates;
  const [width = 0] = sizes;
  const from = Math.max(0, -x);
  const to = Math.min(counts[0] ?? 0, width - x);
  const placesOf =
    map.im2col === undefined ? tilePlaces(map, counts) : pixelPlaces(map, map.im2col);
  const places = [...coordinates];
  return Array.from({ length: rows }, (_, row) => {
    placesOf(row, coordinates, places);
    let start = address + x * (strides[0] ?? 1);
    let inside = to > from;
    for (let axis = 1; axis < sizes.length; axis++) {
      const place = (places[axis] ?? 0) + (offsets[axis - 1] ?? 0);
      inside &&= place >= 0 && place < (sizes[axis] ?? 0);
      start += place * (strides[axis] ?? 0);
    }
    return { at: row * rowBytes, from: inside ? from : 0, to: inside ? to : 0, start };
  });
}

/** Returns the coordinates of a row along each axis but the first; rows come in order. */
type PlacesOf = (row: number, coordinates: readonly number[], into: number[]) => void;

const tilePlaces =
  ({ sizes, elementStrides }: TensorMap, counts: readonly number[]): PlacesOf =>
  (row, coordinates, into) => {
    let rest = row;
    for (let axis = 1; axis < sizes.length; axis++) {
      const count = counts[axis] ?? 1;
      into[axis] = (coordinates[axis] ?? 0) + (rest % count) * (elementStrides[axis] ?? 1);
      rest = Math.floor(rest / count);
    }
  };

/** Pixels of the bounding box, one after another: its rows from their beginning, and then the next image. */
const pixelPlaces =
  ({ sizes, elementStrides }: TensorMap, { lower, upper }: Im2col): PlacesOf =>
  (row, _coordinates, into) => {
    if (row === 0) return;
    const last = sizes.length - 1;
    for (let axis = 1; axis <= last; axis++) {
      into[axis] = (into[axis] ?? 0) + (elementStrides[axis] ?? 1);
      if (axis === last || (into[axis] ?? 0) < endOf(sizes, upper, axis)) return;
      into[axis] = lower[axis - 1] ?? 0;
    }
  };

/** The first place behind the box of pixels along an axis. */
const endOf = (sizes: readonly number[], upper: readonly number[], axis: number): number =>
  (sizes[axis] ?? 0) + (upper[axis - 1] ?? 0);

/** True where the first pixel is in the box of pixels: an H200 stops at others with an illegal instruction. */
export function isInBox({ sizes, im2col }: TensorMap, coordinates: readonly number[]): boolean {
  if (im2col === undefined) return true;
  const { lower, upper } = im2col;
  return lower.every((least, i) => {
    const place = coordinates[i + 1] ?? 0;
    return place >= least && place < endOf(sizes, upper, i + 1);
  });
}

/**
 * The bytes of shared memory that the chunks of a box are at, with the swizzle of its map. Rows that are narrower than the swizzle
 * are as far apart as it is wide (measured on an H100).
 */
export function boxChunks(map: TensorMap, start: number, add: (address: number) => void): void {
  const { rows, rowBytes } = boxShape(map);
  const width = tensorSwizzles[map.swizzle] ?? 16;
  const pitch = map.swizzle === 0 ? rowBytes : width;
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < rowBytes; at += 16) add(swizzled(start + row * pitch + at, width));
}

/** The bits of an element outside of its tensor: 0, or the halves 0x7ff7 that an H100 fills floats of every width with. */
export function fillOf({ fill, type }: TensorMap): Uint8Array {
  const { bytes, float } = tensorTypes[type] ?? { bytes: 1, float: false };
  const isNaN = fill === 'nan' && float;
  return Uint8Array.from({ length: bytes }, (_, i) => (isNaN ? 0xf7 - 0x78 * (i & 1) : 0));
}

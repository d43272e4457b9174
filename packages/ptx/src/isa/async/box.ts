/**
 * The elements of a box of a tensor, row after row as a copy moves them.
 *
 *     sizes 100 x 30, box 64 x 8 at (64, 26)      rows 0 to 3 inside, 36 of their 64 elements; rows 4 to 7 outside
 *
 * Source: PTX ISA 9.0, 5.5.3 and 5.5.6.
 */
import { tensorSwizzles, type TensorMap, tensorTypes } from '../../state/tensor-map.ts';
import { swizzled } from './matrix-descriptor.ts';

export interface BoxShape {
  /** Bytes of a row, and of all. */
  readonly rowBytes: number;
  readonly bytes: number;
  readonly rows: number;
  /** Elements that are taken along each dimension. */
  readonly counts: readonly number[];
}

/** What a copy of one box moves. The element stride of the innermost dimension counts for nothing. */
export function boxShape({ box, elementStrides, type }: TensorMap): BoxShape {
  const counts = box.map((size, i) =>
    i === 0 ? size : Math.ceil(size / (elementStrides[i] ?? 1)),
  );
  const rowBytes = (counts[0] ?? 1) * (tensorTypes[type]?.bytes ?? 1);
  const rows = counts.slice(1).reduce((product, count) => product * count, 1);
  return { rowBytes, rows, bytes: rowBytes * rows, counts };
}

/** A row of a box: the byte of the box where it begins, and the elements from `from` up to `to` that are in the tensor. */
type OfRow = (at: number, from: number, to: number, address: number) => void;

/** Goes through the rows of a box at some coordinates; `address` is that of the first element inside. */
export function eachRow(map: TensorMap, coordinates: readonly number[], of: OfRow): void {
  const { rows, rowBytes, counts } = boxShape(map);
  const { sizes, strides, elementStrides, address } = map;
  const [x = 0] = coordinates;
  const [width = 0] = sizes;
  const from = Math.max(0, -x);
  const to = Math.min(counts[0] ?? 0, width - x);
  const elementBytes = strides[0] ?? 1;
  for (let row = 0; row < rows; row++) {
    let rest = row;
    let at = address + (x + from) * elementBytes;
    let inside = to > from;
    for (let axis = 1; axis < sizes.length; axis++) {
      const count = counts[axis] ?? 1;
      const place = (coordinates[axis] ?? 0) + (rest % count) * (elementStrides[axis] ?? 1);
      rest = Math.floor(rest / count);
      inside &&= place >= 0 && place < (sizes[axis] ?? 0);
      at += place * (strides[axis] ?? 0);
    }
    of(row * rowBytes, inside ? from : 0, inside ? to : 0, at);
  }
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

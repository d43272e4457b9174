/**
 * The layout in which a workgroup copies a tile to shared memory by default: IREE's derived thread layout.
 *
 *     16 x 16 f16, 64 threads    128 bits are 8 halves, but 256 elements are 4 per thread: element tile [1, 4]
 *                                threads from the innermost dimension out: 4 along it, 16 rows
 *     thread_tile [16, 4]        thread_strides [4, 1]        batch_tile [1, 1]
 *
 * Invariant: where a layout comes out, its shape is the tile's. Threads beyond it hold copies (their count is a multiple
 * of the threads that are dealt). Source: iree-org/iree @b48a5955 `DerivedConfigUtils.cpp` (deriveThreadTileSizes) and
 * `GPUNestedLayoutUtils.cpp` (getDerivedThreadLayout).
 */
import type { NestedLayout } from './nested-layout.ts';

/** The bits that a thread prefers to copy at once. */
const COPY_BITS = 128;

/** Elements that one thread copies at once, per dimension; `undefined` sizes are dynamic. */
export function deriveThreadTileSizes(
  shape: readonly (number | undefined)[],
  threads: number,
  elementBits: number,
  copyBits = COPY_BITS,
): number[] {
  const tile = shape.map(() => 1);
  const last = shape.length - 1;
  const inner = shape[last];
  if (last < 0) return tile;
  const vector = Math.max(1, Math.floor(copyBits / elementBits));
  const trips = shape.reduce<number>((product, size) => product * (size ?? Number.NaN), 1);
  if (Number.isNaN(trips) || trips % threads !== 0) {
    tile[last] = inner === undefined ? vector : Math.min(inner, vector);
    return tile;
  }
  const most = Math.min(vector, trips / threads);
  const range = inner ?? 0;
  if (most < 1 || range < 1 || (range % most !== 0 && most % range !== 0)) return tile;
  tile[last] = Math.min(range, most);
  let left = Math.floor(most / range);
  for (let d = last - 1; d >= 0 && left > 1; d--) {
    const size = shape[d] ?? 0;
    if (size < 1 || left % size !== 0) break;
    tile[d] = size;
    left /= size;
  }
  return tile;
}

/**
 * Deals the threads of a workgroup to the tiles of a shape, the innermost dimension first. `undefined` where an element
 * tile does not divide its dimension, or threads and tiles do not divide each other.
 */
export function derivedThreadLayout(
  shape: readonly number[],
  elementTile: readonly number[],
  threads: number,
): NestedLayout | undefined {
  const rank = shape.length;
  if (rank === 0 || elementTile.length !== rank) return undefined;
  const batch: number[] = [];
  const thread = shape.map(() => 1);
  const strides = shape.map(() => 0);
  let residual = threads;
  let stride = 1;
  for (let d = rank - 1; d >= 0; d--) {
    const element = elementTile[d] ?? 0;
    const size = shape[d] ?? 0;
    if (element <= 0 || size <= 0 || size % element !== 0) return undefined;
    const tiles = size / element;
    if (residual % tiles !== 0 && tiles % residual !== 0) return undefined;
    const block = residual % tiles === 0 ? tiles : residual;
    thread[d] = block;
    strides[d] = block === 1 ? 0 : stride;
    batch[d] = tiles / block;
    stride *= block;
    residual /= block;
  }
  const each = (value: number): number[] => shape.map(() => value);
  return {
    subgroup_tile: each(1),
    batch_tile: batch,
    outer_tile: each(1),
    thread_tile: thread,
    element_tile: [...elementTile],
    subgroup_strides: each(0),
    thread_strides: strides,
  };
}

/** The layout in which a workgroup writes a tile that it promotes to shared memory, `copyBits` per thread at once (upstream: 128). */
export function derivedWriterLayout(
  shape: readonly number[],
  threads: number,
  elementBits: number,
  copyBits = COPY_BITS,
): NestedLayout | undefined {
  const tile = deriveThreadTileSizes(shape, threads, elementBits, copyBits);
  return derivedThreadLayout(shape, tile, threads);
}

/**
 * The memory accesses that a `vector.transfer_read` or `transfer_write` becomes.
 *
 *     vector<2x4xf16> from memref<?x64xf16>, (d0, d1) -> (d0, d1)     2 pieces of 4 neighbours
 *     vector<4x2xf16>, (d0, d1) -> (d1, d0), a transpose              2 pieces of 4 neighbours, scattered to registers
 *     vector<2x4xf16>, (d0, d1) -> (0, d1), a broadcast               1 piece of 4, each element to two registers
 *     memref with a stride of 2 inside                                8 pieces of 1
 *
 * As upstream lowers them: dimensions in the order of memory, the outer ones unrolled, the innermost a vector; what is
 * broadcast is read once. A piece is at most the innermost extent of a tile (`lane-vector.ts`).
 * LIMITATION: rows that follow each other in memory are not joined to longer vectors.
 */
import type { AffineMap } from '../ir/affine.ts';
import type { LaneVector } from './lane-vector.ts';

export interface TransferPiece {
  /** For each neighbour in memory the registers that have it. */
  readonly registers: readonly (readonly number[])[];
  /** Elements from the transfer's indices to the first neighbour, by dimension of the memref; without the lane's origin. */
  readonly offsets: readonly number[];
  /** For each neighbour its coordinates in the vector without broadcast dimensions, in the order of memory. */
  readonly masked: readonly (readonly number[])[];
}

/** The memref dimension of each dimension of the vector, -1 for a broadcast; `undefined` for other maps. */
export function transferDimensions(map: AffineMap): number[] | undefined {
  const dimensions = map.results.map((result) => {
    if (result.kind === 'dimension') return result.index;
    return result.kind === 'constant' && result.value === 0 ? -1 : undefined;
  });
  const known = dimensions.flatMap((dimension) => (dimension === undefined ? [] : [dimension]));
  const used = known.filter((dimension) => dimension >= 0);
  if (known.length !== dimensions.length || new Set(used).size !== used.length) return undefined;
  return known;
}

/** Dimensions of the vector that move in memory, in the order of memory. */
export function memoryOrder(dimensions: readonly number[]): number[] {
  return dimensions
    .flatMap((dimension, d) => (dimension >= 0 ? [d] : []))
    .sort((a, b) => (dimensions[a] ?? 0) - (dimensions[b] ?? 0));
}

/** The pieces in the order in which they are executed. `unitStride`: neighbours of the last dimension are in memory too. */
export function transferPieces(
  vector: LaneVector,
  dimensions: readonly number[],
  memrefRank: number,
  unitStride: boolean,
): TransferPiece[] {
  const rank = vector.shape.length;
  const order = memoryOrder(dimensions);
  const innermost = order.find((d) => dimensions[d] === memrefRank - 1);
  const width = unitStride && innermost !== undefined ? (vector.tile[innermost] ?? 1) : 1;
  /** Registers of each element that moves, by its coordinates in the order of memory. */
  const elements = new Map<string, { coordinates: number[]; registers: number[]; tile: number }>();
  const perTile = vector.tile.reduce((product, size) => product * size, 1);
  for (let register = 0; register < vector.registers; register++) {
    const coordinates = order.map((d) => vector.coordinates[register * rank + d] ?? 0);
    const key = coordinates.join();
    const known = elements.get(key);
    if (known !== undefined) known.registers.push(register);
    else
      elements.set(key, {
        coordinates,
        registers: [register],
        tile: Math.floor(register / perTile),
      });
  }
  const sorted = [...elements.values()].sort(
    (a, b) => a.tile - b.tile || compare(a.coordinates, b.coordinates),
  );
  const pieces: TransferPiece[] = [];
  for (let at = 0; at < sorted.length; at += width) {
    const part = sorted.slice(at, at + width);
    const offsets = Array.from({ length: memrefRank }, () => 0);
    for (const [i, d] of order.entries()) {
      offsets[dimensions[d] ?? 0] = part[0]?.coordinates[i] ?? 0;
    }
    pieces.push({
      registers: part.map(({ registers }) => registers),
      offsets,
      masked: part.map(({ coordinates }) => coordinates),
    });
  }
  return pieces;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    if (value !== other) return value - other;
  }
  return 0;
}

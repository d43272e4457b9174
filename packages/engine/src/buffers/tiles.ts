/** A buffer as a tile: its rows and columns, as its type has them and as the kernel uses them. */
import { laneAddresses, opcodeAt, type Tile, tileOfElements } from '@ldscope/core';
import type { WorkgroupBuffer } from '@ldscope/mlir';
import type { Observed } from './observe.ts';

/** Rows of a buffer that has one dimension, in bytes: what the banks of all chips repeat in, and its parts. */
const FLAT_ROW_BYTES = [128, 256, 64, 512];

type Elements = Pick<WorkgroupBuffer, 'shape' | 'elementBytes'>;

/** The tiles that a buffer can be seen as: rows of its last dimension, or of common lengths where it has only one. */
export function tilesOf(buffer: Elements): Tile[] {
  const { shape, elementBytes } = buffer;
  const columns =
    shape.length > 1 ? [shape.at(-1) ?? 1] : FLAT_ROW_BYTES.map((b) => b / elementBytes);
  return columns.flatMap((count) => tileOfRows(buffer, count) ?? []);
}

/**
 * The buffer as rows of this many elements; `undefined` where it has no whole number of rows, or a row no whole number
 * of bytes.
 */
export function tileOfRows({ shape, elementBytes }: Elements, elements: number): Tile | undefined {
  const rows = shape.reduce((all, size) => all * size, 1) / elements;
  if (!Number.isInteger(elements) || elements < 1 || !Number.isInteger(rows)) return undefined;
  const tile = tileOfElements(rows, elements, 8 * elementBytes);
  return tile.ok ? tile.value : undefined;
}

/** Columns up to the last that anything touches. */
export function usedColumns(
  before: readonly Pick<Observed, 'buffers'>[],
  index: number,
  tile: Tile,
): number {
  const pitch = tile.columns * tile.elementBytes;
  let last = 0;
  for (const { buffers } of before) {
    for (const trace of buffers[index]?.traces ?? []) {
      for (let row = 0; row < trace.count; row++) {
        const width = opcodeAt(trace.op[row] ?? 0).widthBytes;
        for (const address of laneAddresses(trace, row)) {
          if (address !== undefined) last = Math.max(last, (address % pitch) + width);
        }
      }
    }
  }
  return Math.min(tile.columns, Math.ceil(last / tile.elementBytes));
}

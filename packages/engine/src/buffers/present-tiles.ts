/**
 * A buffer as the tiles that it can be seen as, each with the layout that it has: `fix` and `suggest` begin here.
 *
 *     memref<32x68xf16>, columns 64 to 67 never touched      rows of 64 elements, 136 B apart
 *     memref<2176xf16>, filled row by row                    the same rows
 *
 * A present layout that is not understood is taken as plain: answers are then relative to the addresses that the kernel
 * uses now, and `unknown` says why.
 */
import { type Extent, plainLayout, type RowLayout, type Tile, tileOfElements } from '@ldscope/core';
import { type Module, presentLayout, rowsOfFlat, type WorkgroupBuffer } from '@ldscope/mlir';
import type { Observed } from './observe.ts';
import type { ReadKernel } from './read-kernel.ts';
import { tileOfRows, tilesOf, usedColumns } from './tiles.ts';
import type { MixedLayout } from './mixed-layouts.ts';

export interface PresentTile {
  readonly layout: RowLayout;
  /** Evidence that is missing for the layout. */
  readonly missing: readonly string[];
  /** Why the present layout is not understood; then `layout` is that of the addresses. */
  readonly unknown?: string;
  /** True where it is not understood because a read does not get what it addresses. */
  readonly isTorn?: boolean;
}

export type PresentTiles =
  | { readonly kind: 'tiles'; readonly tiles: readonly PresentTile[] }
  /** Writers and readers differ. */
  | MixedLayout;

/** The tiles of a buffer, as rows of `tile` where one is given; those that are understood, if any is. */
export function presentTiles(
  { module, description }: ReadKernel,
  buffer: WorkgroupBuffer,
  observed: readonly Observed[],
  index: number,
  tile?: Tile,
): PresentTiles {
  const { block, waveSize } = description;
  const flat = tile === undefined ? flatTile(module, buffer, block, waveSize) : undefined;
  const known: PresentTile[] = [];
  const unknown: PresentTile[] = [];
  let mixed: MixedLayout | undefined;
  for (const allocated of tile === undefined ? allocatedTiles(buffer, flat?.tile) : [tile]) {
    const isFlatRow = allocated.columns === flat?.tile.columns;
    const inner = isFlatRow ? flat.columns : usedColumns(observed, index, allocated);
    const mayPad = buffer.shape.length > 1 || isFlatRow;
    const columns = mayPad && inner > 0 ? inner : allocated.columns;
    const used = { ...allocated, columns };
    const pitch = allocated.columns;
    const present = presentLayout({ module, buffer, tile: used, pitch, block, waveSize });
    if (present.kind === 'mixed') {
      mixed ??= present;
      continue;
    }
    const layout = padded(present.kind === 'known' ? present.layout : plainLayout(used), pitch);
    if (present.kind === 'known') known.push({ layout, missing: present.missing });
    else {
      const isTorn = present.torn !== undefined;
      unknown.push({ layout, missing: [], unknown: present.reason, isTorn });
    }
  }
  if (known.length === 0 && mixed !== undefined) return mixed;
  return { kind: 'tiles', tiles: known.length > 0 ? known : unknown };
}

/** The rows that copies of a flat buffer show: with what follows each of them, and its columns without. */
function flatTile(
  module: Module,
  buffer: WorkgroupBuffer,
  block: Extent,
  waveSize: number,
): { readonly tile: Tile; readonly columns: number } | undefined {
  const rows = rowsOfFlat(module, buffer, block, waveSize);
  const tile = rows && tileOfRows(buffer, rows.pitch);
  const inner = rows && tileOfElements(1, rows.columns, 8 * buffer.elementBytes);
  if (tile === undefined || inner?.ok !== true) return undefined;
  return { tile, columns: inner.value.columns };
}

/** Rows that its copies show come first, then those of its type. */
function allocatedTiles(buffer: WorkgroupBuffer, flat: Tile | undefined): Tile[] {
  const tiles = tilesOf(buffer);
  if (flat === undefined || tiles.some(({ columns }) => columns === flat.columns)) return tiles;
  return [flat, ...tiles];
}

function padded(layout: RowLayout, pitch: number): RowLayout {
  const { columns, elementBytes } = layout.tile;
  if (pitch === columns) return layout;
  const intervalBytes = columns * elementBytes;
  return {
    ...layout,
    paddings: [{ intervalBytes, padBytes: pitch * elementBytes - intervalBytes }],
  };
}

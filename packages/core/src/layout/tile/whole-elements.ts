/**
 * Layouts of arrays whose elements are accessed in parts, such as structs by their members.
 *
 *     struct { float x, y, z; } t[32][32]     tile 32 x 96 of 4 B; a pitch of 396 B is t[32][33]
 *                                             a pitch of 388 B parts elements: no declaration makes it
 */
import { rowBytes, type RowLayout, type Tile, type TileLayout } from './tile-layout.ts';

/** The tile with elements of this size in place of their parts. */
function inElements({ rows, columns, elementBytes: partBytes }: Tile, elementBytes: number): Tile {
  return { rows, columns: (columns * partBytes) / elementBytes, elementBytes };
}

/** The layout of a tile of parts as one of whole elements; `undefined` where it moves parts of an element, or is of another kind. */
export function wholeElements(layout: TileLayout, elementBytes: number): TileLayout | undefined {
  if (layout.tile.elementBytes === elementBytes) return layout;
  if (layout.kind !== 'rows' || rowBytes(layout.tile) % elementBytes !== 0) return undefined;
  const { tile, unitBytes, key, paddings } = layout;
  const sizes = paddings.flatMap(({ intervalBytes, padBytes }) => [intervalBytes, padBytes]);
  if (key !== undefined) sizes.push(unitBytes);
  if (sizes.some((bytes) => bytes % elementBytes !== 0)) return undefined;
  const whole: RowLayout = { ...layout, tile: inElements(tile, elementBytes) };
  return key === undefined ? { ...whole, unitBytes: elementBytes } : whole;
}

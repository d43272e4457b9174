/**
 * What pictures of a tile share: their place, the numbers of its columns, the mark of an element, and what is under the pointer.
 *
 *     a tile of 64 columns    0   8   16   24   32   40   48   56
 */
import type { Machine } from '@ldscope/core';
import {
  type CellGrid,
  cellBox,
  everyNth,
  label,
  type Picture,
  rect,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { grouped } from '../../controls/words.ts';
import type { Pointed } from '../../picture/view.tsx';

/** Of a tile that is drawn beside another. */
export const TILE_AREA = { left: 40, top: 22, width: 448, height: 384 };

/** Rows that are drawn of a larger tile. */
export const MOST_ROWS = 32;

/** The numbers of eight of the columns. */
export const eighths = ({ left, top, width }: CellGrid, count: number): SvgNode[] =>
  everyNth(count, Math.max(1, count / 8)).map((column) =>
    label(left + (column * width) / count + 1, top - 9, column, 'small start faint'),
  );

/** A picture with something marked in it: cells of `across` columns from a place on. The rest is the same object as before. */
export function markedPicture(
  picture: Picture,
  grid: CellGrid,
  [column, row, across = 1]: readonly [column: number, row: number, across?: number],
  title = '',
): Picture {
  const { x, y, width, height } = cellBox(grid, column, row, across);
  const frame = rect(x - 1, y - 1, width + 2, height + 2, { class: 'selected', fill: 'none' });
  const mark = svg('g', { 'pointer-events': 'none' }, frame, svg('title', {}, title));
  return { ...picture, content: [...picture.content, mark] };
}

/** An element of a tile. */
export type Spot = Readonly<{ row: number; column: number }>;

/** The element under the pointer. */
export const elementAt = (at: Pointed | undefined, columns: number): Spot | undefined => {
  const element = at?.['element'];
  return element === undefined || !Number.isFinite(element)
    ? undefined
    : { row: Math.floor(element / columns), column: element % columns };
};

/** Why a tile cannot be in LDS, as a sentence; empty where it can. */
export function roomText(bytes: number, { name, sharedMemory }: Machine): string {
  const most = sharedMemory.bytesPerWorkgroup.value;
  return bytes <= most
    ? ''
    : `The tile has ${grouped(bytes)} bytes and does not fit into the ${grouped(most)} bytes of LDS of a workgroup on ${name}.`;
}

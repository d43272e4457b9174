/**
 * Cells in rows and columns: a tile, the lanes of a wave, words on banks.
 *
 *     const grid = { left: 40, top: 22, width: 448, height: 384, columns: 16, rows: 32 };
 *     [...columnNames(grid, [0, 8]), ...rowNames(grid, [0, 4]), ...cellNodes(grid, { column: 3, row: 1, title: 'lane 19' })]
 *
 * Places are in columns and rows, and may be parts of them; sizes are in pixels.
 */
import {
  label,
  type Picture,
  rect,
  svg,
  type SvgAttributes,
  type SvgChild,
  type SvgNode,
} from './node.ts';

export interface CellGrid {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Between cells. */
  readonly gap?: number;
}

/** A picture of cells, with room for names in front of them and as many pixels behind. */
export const cellPicture = (
  { left, top, width, height }: CellGrid,
  {
    right = 4,
    bottom = 4,
    ...words
  }: Pick<Picture, 'title' | 'description'> & { readonly right?: number; readonly bottom?: number },
  content: readonly SvgChild[],
): Picture => ({ width: left + width + right, height: top + height + bottom, ...words, content });

export interface CellBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of `across` columns from a place on. */
export function cellBox(grid: CellGrid, column: number, row: number, across = 1): CellBox {
  const { left, top, columns, rows } = grid;
  const [width, height] = [grid.width / columns, grid.height / rows];
  return { x: left + column * width, y: top + row * height, width: across * width, height };
}

export interface Cell {
  readonly column: number;
  readonly row: number;
  /** Columns that it covers; 1 when absent. */
  readonly across?: number;
  readonly look?: SvgAttributes;
  /** What it is, under the pointer. */
  readonly title?: string;
  /** In its middle; `undefined` where there is no room. */
  readonly text?: string | number | undefined;
  readonly textLook?: string;
}

/** A cell in the look of a lane, and its text, which lets the pointer through. */
function cellNodes(grid: CellGrid, cell: Cell): SvgNode[] {
  const { column, row, across, look, title, text, textLook = 'small on-lane' } = cell;
  const { x, y, width, height } = cellBox(grid, column, row, across);
  const { gap = 0 } = grid;
  const inside = title === undefined ? [] : [svg('title', {}, title)];
  const box = rect(
    x + gap / 2,
    y + gap / 2,
    width - gap,
    height - gap,
    { class: 'lane', ...look },
    ...inside,
  );
  if (text === undefined) return [box];
  const own = { 'class': textLook, 'pointer-events': 'none' };
  return [box, label(x + width / 2, y + height / 2 + 0.5, text, own)];
}

/** Cells, one after the other. */
export const cellsOf = (grid: CellGrid, cells: readonly Cell[]): SvgNode[] =>
  cells.flatMap((cell) => cellNodes(grid, cell));

/** The frame of what is selected. */
export function cellFrame(grid: CellGrid, column: number, row: number, across = 1): SvgNode {
  const { x, y, width, height } = cellBox(grid, column, row, across);
  const look = { 'class': 'selected', 'fill': 'none', 'pointer-events': 'none' };
  return rect(x, y, width, height, look);
}

interface Names {
  readonly text?: (place: number) => string | number;
  readonly look?: string;
  /** From the place, in columns or rows: its middle when absent. */
  readonly at?: number;
  /** From the cells. */
  readonly pixels?: number;
}

/** Names above columns, by default their numbers. */
export function columnNames(
  grid: CellGrid,
  places: readonly number[],
  { text = (place) => place, look = 'small faint', at = 0.5, pixels = 9 }: Names = {},
): SvgNode[] {
  return places.map((place) =>
    label(cellBox(grid, place + at, 0).x, grid.top - pixels, text(place), look),
  );
}

/** Names at the left of rows. */
export function rowNames(
  grid: CellGrid,
  places: readonly number[],
  { text = (place) => place, look = 'small end faint', at = 0.5, pixels = 6 }: Names = {},
): SvgNode[] {
  return places.map((place) =>
    label(grid.left - pixels, cellBox(grid, 0, place + at).y, text(place), look),
  );
}

/** 0, `step`, ... below `end`. */
export const everyNth = (end: number, step: number): number[] =>
  Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step);

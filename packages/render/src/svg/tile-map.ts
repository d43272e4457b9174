/**
 * A tile as the kernel thinks of it, rows by columns, with the bank and the lane of each cell. Under an XOR the banks of
 * a column run along diagonals; without one they are the same in every row.
 *
 *     column   0    8    16   24
 *     row 0   | 0  | 4  | 8  | 12 |       first bank of each 16-byte unit
 *     row 1   | 4  | 0  | 12 | 8  |
 */
import { label, type Picture } from './node.ts';
import { tileCells } from './tile-cells.ts';
import { describe, sizeText, tileLegend } from './tile-legend.ts';
import { cellTexts, type TileOptions } from './tile-map-cell.ts';
import { tileMarks } from './tile-marks.ts';

const LEFT = 44;
const TOP = 24;

/** The logical picture of a tile. */
export function tilePicture(options: TileOptions): Picture {
  const { cells = tileCells(options), colorBy, compact = false } = options;
  const { cellElements, firstRow, rows, columns } = cells;
  const perRow = Math.ceil(columns / cellElements);
  const room = options.width === undefined ? (compact ? 330 : 960) : options.width - LEFT - 10;
  const width = cellSize(room / perRow, 3, compact ? 26 : 44);
  const height = rowHeight(rows, compact);
  const bottom = TOP + rows * height;
  const columnStep = Math.max(1, Math.ceil(28 / width));
  const rowStep = Math.max(1, Math.ceil(12 / height));
  const legend = tileLegend(LEFT, bottom + 14, cells, options);
  const places = cells.cells.map((cell) => ({
    cell,
    box: {
      x: LEFT + (cell.column / cellElements) * width,
      y: TOP + (cell.row - firstRow) * height,
      width,
      height,
    },
    texts: cellTexts(cell, colorBy, cells.banks),
  }));
  return {
    width: Math.max(LEFT + perRow * width + 10, compact ? 340 : 620),
    height: bottom + legend.height + 8,
    title: `Tile of ${sizeText(options)}, coloured by ${colorBy}`,
    description: describe(cells, options),
    content: [
      label(LEFT - 8, TOP - 10, cells.counted, 'end small faint'),
      ...Array.from({ length: perRow }, (_, index) => index)
        .filter((index) => index % columnStep === 0)
        .map((index) =>
          label(LEFT + (index + 0.5) * width, TOP - 10, index * cellElements, 'small faint'),
        ),
      ...Array.from({ length: rows }, (_, index) => index)
        .filter((index) => index % rowStep === 0)
        .map((index) =>
          label(LEFT - 8, TOP + (index + 0.5) * height, firstRow + index, 'end small faint'),
        ),
      tileMarks('logical', places, cells, options),
      ...legend.nodes,
    ],
  };
}

const cellSize = (wanted: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.floor(wanted)));

/** Rows are as tall as a tile of that many leaves room for. */
export function rowHeight(rows: number, compact: boolean): number {
  if (rows <= 40) return compact ? 12 : 18;
  if (rows <= 72) return compact ? 9 : 13;
  return rows <= 160 ? 8 : 5;
}

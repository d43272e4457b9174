/**
 * A tile as the kernel thinks of it, rows by columns, with the bank and the lane of each cell. Under an XOR the banks of
 * a column run along diagonals; without one they are the same in every row.
 *
 *     column   0    8    16   24
 *     row 0   | 0  | 4  | 8  | 12 |       first bank of each 16-byte unit
 *     row 1   | 4  | 0  | 12 | 8  |
 */
import { label, type Picture, svg, type SvgNode } from './node.ts';
import { laneColor } from './theme.ts';
import { type TileCells, tileCells } from './tile-cells.ts';
import { cellText, tileMark, type TileOptions } from './tile-map-cell.ts';

const LEFT = 44;
const TOP = 24;
const FOOT = 44;

/** The logical picture of a tile. */
export function tilePicture(options: TileOptions): Picture {
  const cells = tileCells(options);
  const { colorBy, compact = false } = options;
  const { cellElements, firstRow, rows, columns } = cells;
  const perRow = Math.ceil(columns / cellElements);
  const width = cellSize((compact ? 330 : 960) / perRow, 3, compact ? 26 : 44);
  const height = rowHeight(rows, compact);
  const bottom = TOP + rows * height;
  const columnStep = Math.max(1, Math.ceil(28 / width));
  const rowStep = Math.max(1, Math.ceil(12 / height));
  return {
    width: Math.max(LEFT + perRow * width + 10, compact ? 340 : 620),
    height: bottom + FOOT,
    title: `Tile of ${sizeText(options)}, coloured by ${colorBy}`,
    description: describe(cells, options),
    content: [
      label(LEFT - 8, TOP - 10, 'column', { class: 'end tiny faint' }),
      ...Array.from({ length: perRow }, (_, index) => index)
        .filter((index) => index % columnStep === 0)
        .map((index) =>
          label(LEFT + (index + 0.5) * width, TOP - 10, index * cellElements, {
            class: 'small faint',
          }),
        ),
      ...Array.from({ length: rows }, (_, index) => index)
        .filter((index) => index % rowStep === 0)
        .map((index) =>
          label(LEFT - 8, TOP + (index + 0.5) * height, firstRow + index, {
            class: 'end small faint',
          }),
        ),
      ...cells.cells.map((cell) =>
        tileMark(
          cell,
          {
            x: LEFT + (cell.column / cellElements) * width,
            y: TOP + (cell.row - firstRow) * height,
            width,
            height,
          },
          cellText(cell, colorBy, width, cells.banks),
          cells,
          options,
        ),
      ),
      ...tileLegend(LEFT, bottom + 14, cells, options),
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

/** Two lines under a tile: what the colours mean, and what a cell is. */
export function tileLegend(
  x: number,
  y: number,
  cells: TileCells,
  options: TileOptions,
): SvgNode[] {
  return [
    ...rampLegend(x, y, cells, options),
    label(x, y + 18, cellSentence(cells, options), { class: 'start small soft' }),
  ];
}

const RAMP_STEPS = 16;
const RAMP_WIDTH = 128;

function rampLegend(x: number, y: number, cells: TileCells, options: TileOptions): SvgNode[] {
  const { colorBy, problem } = options;
  if (colorBy === 'conflict') {
    const most = cells.cells.reduce((max, { slots }) => Math.max(max, slots), 0);
    const text =
      most > 1
        ? `up to ${most} slots of one bank in a phase`
        : 'every bank serves one slot a phase';
    return [label(x, y, text, { class: most > 1 ? 'start conflict' : 'start good' })];
  }
  const counts = { bank: cells.banks, lane: problem.waveSize, column: cells.columns };
  const count = counts[colorBy];
  const step = RAMP_WIDTH / RAMP_STEPS;
  return [
    label(x, y, `${colorBy} 0`, { class: 'start small soft' }),
    ...Array.from({ length: RAMP_STEPS }, (_, index) =>
      svg('rect', {
        x: x + 54 + index * step,
        y: y - 5,
        width: step,
        height: 10,
        fill: laneColor(Math.round((index * (count - 1)) / (RAMP_STEPS - 1)), count),
        class: 'fine',
      }),
    ),
    label(x + 54 + RAMP_WIDTH + 6, y, count - 1, { class: 'start small soft' }),
  ];
}

export function sizeText({ problem: { tile } }: TileOptions): string {
  return `${tile.rows} x ${tile.columns} elements of ${tile.elementBytes} B`;
}

/** What a cell is, and what is not shown. */
export function cellSentence(
  { cellElements, cellBytes, firstRow, rows, columns }: TileCells,
  { problem: { tile } }: TileOptions,
): string {
  const cell =
    cellElements === 1
      ? `a cell is one element (${cellBytes} B)`
      : `a cell is ${cellElements} elements (${cellBytes} B)`;
  const cropped = [
    ...(rows < tile.rows ? [`rows ${firstRow} to ${firstRow + rows - 1} of ${tile.rows}`] : []),
    ...(columns < tile.columns ? [`columns 0 to ${columns - 1} of ${tile.columns}`] : []),
  ];
  return cropped.length === 0 ? cell : `${cell}; ${cropped.join(' and ')} are shown`;
}

/** The description of either picture. */
export function describe(cells: TileCells, options: TileOptions): string {
  const { access, target, instance } = options;
  const touched = cells.cells.filter(({ slots }) => slots > 0);
  const most = touched.reduce((max, { slots }) => Math.max(max, slots), 0);
  const which = instance === undefined ? 'all instances' : `instance ${instance}`;
  const cell = cellSentence(cells, options);
  return [
    `${cell.charAt(0).toUpperCase()}${cell.slice(1)}.`,
    `${cells.banks} banks of ${target.machine.name}.`,
    ...(access === undefined
      ? []
      : [
          `${access.name}, ${which}: ${touched.length} of ${cells.cells.length} cells are touched` +
            (most > 1
              ? `, up to ${most} slots on a bank.`
              : touched.length > 0
                ? ', without conflict.'
                : '.'),
        ]),
  ].join(' ');
}

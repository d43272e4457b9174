/** The tile as it is in global memory, with the lane that fetches each part, and as it is stored in LDS, bank by bank. */
import { elementOffset, laneRanges, range } from '@ldscope/core';
import {
  cellBox,
  type CellGrid,
  cellPicture,
  cellsOf,
  columnNames,
  type DataTable,
  everyNth,
  label,
  laneColor,
  type Picture,
  rowNames,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { eighths, markedPicture, MOST_ROWS, type Spot, TILE_AREA } from '../parts/tile-cells.ts';
import { waveControls } from './controls.ts';
import {
  bytesOf,
  type GatherSlot,
  type WaveModel,
  waveModel,
  type WaveParameters,
  type WaveSide,
} from './model.ts';

/** The first of the rows that are drawn when a row is followed. */
export const firstDrawn = (row: number): number => row - (row % MOST_ROWS);

const globalGrid = ({ columns, gather }: WaveParameters): CellGrid => ({
  ...TILE_AREA,
  columns: columns / gather,
  rows: MOST_ROWS,
});

/** Global memory of one side: a cell is what a lane fetches at once. */
export function globalBase({ parameters }: WaveModel, side: WaveSide, first: number): Picture {
  const { columns, gather } = parameters;
  const grid = globalGrid(parameters);
  const named = grid.width / grid.columns >= 11;
  const slots = side.slots.slice(first * grid.columns, (first + MOST_ROWS) * grid.columns);
  const content = [
    ...waveLabels(slots, first, grid),
    ...eighths(grid, columns),
    ...cellsOf(
      grid,
      slots.map(({ wave, lane, row, column, instance }) => ({
        column: column / gather,
        row: row - first,
        look: { 'fill': laneColor(lane), 'data-element': row * columns + column },
        title: `row ${row}, column ${column}: wave ${wave}, lane ${lane}, gather ${instance}`,
        text: named ? lane : undefined,
      })),
    ),
  ];
  const words = {
    title: `Global memory, ${side.name}: the lane that fetches each element`,
    description: `${parameters.rows} rows of ${columns} elements${shownText(parameters, first)}; a cell is the ${gather} elements that one lane fetches, with its number; w is the wave.`,
  };
  return cellPicture(grid, words, [svg('g', {}, ...content)]);
}

/** `w0` beside the rows that a wave fetches; a line where the next wave begins. */
function waveLabels(slots: readonly GatherSlot[], first: number, grid: CellGrid): SvgNode[] {
  const firsts = slots.filter(
    ({ wave, instance }, i) =>
      i === 0 || slots[i - 1]?.wave !== wave || slots[i - 1]?.instance !== instance,
  );
  return firsts.flatMap(({ row, wave, place }) => {
    const { y } = cellBox(grid, 0, row - first + 0.5);
    const text = label(grid.left - 6, y + 0.5, `w${wave}`, 'small end soft');
    return firsts.length > MOST_ROWS && place > 0 ? [] : [text];
  });
}

/** Its lines, a word of every bank each; columns are bytes. */
function ldsGrid(parameters: WaveParameters, banks: number): CellGrid {
  const columns = 4 * banks;
  const rows = (MOST_ROWS * parameters.columns * bytesOf(parameters)) / columns;
  return { ...TILE_AREA, columns, rows };
}

/** LDS of one side: a line is a word of every bank, a run is a swizzle unit, named by its row and chunk in the tile. */
export function ldsBase(
  { parameters }: WaveModel,
  { name, layout, read }: WaveSide,
  first: number,
): Picture {
  const { columns, unit } = parameters;
  const { banks } = read.rule;
  const bytes = bytesOf(parameters);
  const grid = ldsGrid(parameters, banks);
  const start = first * columns * bytes;
  const across = Math.max(4, unit * bytes);
  const step = across / bytes;
  const chunks = columns / step;
  const { width, height } = cellBox(grid, 0, 0, across);
  const content = [
    ...rowNames(grid, everyNth(grid.rows, Math.max(1, Math.ceil(9 / height))), {
      text: (line) => `0x${(start + line * grid.columns).toString(16).padStart(4, '0')}`,
      look: 'small end soft',
      pixels: 5,
    }),
    ...eighths(grid, banks),
    ...cellsOf(
      grid,
      range(MOST_ROWS * chunks).map((i) => {
        const [row, chunk] = [first + Math.floor(i / chunks), i % chunks];
        const column = chunk * step;
        const offset = elementOffset(layout, row, column);
        return {
          column: offset % grid.columns,
          row: Math.floor((offset - start) / grid.columns),
          across,
          look: { 'fill': laneColor(chunk, chunks), 'data-element': row * columns + column },
          title: `row ${row}, columns ${column} to ${column + step - 1}: byte ${offset}, bank ${Math.floor(offset / 4) % banks}`,
          text: width >= 24 && height >= 9 ? `${row}.${chunk}` : undefined,
        };
      }),
    ),
  ];
  const words = {
    title: `LDS, ${name}: the tile bank by bank`,
    description: `A line is one word of each of ${banks} banks; a run is a chunk of the tile, named row.chunk; chunks of one column have one colour.`,
  };
  return cellPicture(grid, words, [svg('g', {}, ...content)]);
}

/** A base with the element that is looked at marked. */
export function globalPicture(
  { parameters }: WaveModel,
  { slots }: WaveSide,
  base: Picture,
  { row, column }: Spot,
): Picture {
  const { gather } = parameters;
  const part = Math.floor(column / gather);
  const slot = slots.find((one) => one.row === row && Math.floor(one.column / gather) === part);
  const title = slot === undefined ? '' : `wave ${slot.wave}, lane ${slot.lane}`;
  return markedPicture(base, globalGrid(parameters), [part, row - firstDrawn(row)], title);
}

export function ldsPicture(
  { parameters }: WaveModel,
  { layout, read: { rule } }: WaveSide,
  base: Picture,
  { row, column }: Spot,
): Picture {
  const { columns, read } = parameters;
  const grid = ldsGrid(parameters, rule.banks);
  const bytes = bytesOf(parameters);
  const offset = elementOffset(layout, row, column - (column % read));
  const line = Math.floor((offset - firstDrawn(row) * columns * bytes) / grid.columns);
  const title = `bank ${Math.floor(offset / 4) % rule.banks}`;
  return markedPicture(base, grid, [offset % grid.columns, line, read * bytes], title);
}

/** Which rows are drawn, where these are not all. */
export const shownText = ({ rows }: WaveParameters, row: number): string =>
  rows <= MOST_ROWS
    ? ''
    : `, of which rows ${firstDrawn(row)} to ${firstDrawn(row) + MOST_ROWS - 1} are shown`;

const SMALL = { left: 30, top: 24, width: 272, height: 272, columns: 8, rows: 8 };

/** The 8 x 8 tile: a cell is an element by the column that it came from. */
export const smallPicture = (stored: readonly (readonly number[])[], name: string): Picture =>
  cellPicture(
    SMALL,
    {
      title: `8 x 8 tile, ${name}`,
      description:
        'A row of the picture is a row of LDS; a cell names the row and column of its element.',
    },
    [
      ...rowNames(SMALL, range(8), { look: 'end soft' }),
      ...columnNames(SMALL, range(8), { look: 'faint', pixels: 12 }),
      ...cellsOf(
        SMALL,
        stored.flatMap((cells, row) =>
          cells.map((column, place) => ({
            column: place,
            row,
            look: { fill: laneColor(column, 8) },
            text: `${row}.${column}`,
            textLook: 'on-lane',
          })),
        ),
      ),
    ],
  );

/** A table with more chunks per row is not readable. */
const MOST_CHUNKS = 16;

export function tileTable({ parameters }: WaveModel, side: WaveSide): DataTable | undefined {
  const { rows, columns, unit, gather } = parameters;
  const step = Math.max(unit, gather);
  if (columns / step > MOST_CHUNKS) return undefined;
  const ofRow = (row: number): GatherSlot[] =>
    side.slots.filter((slot) => slot.row === row).sort((a, b) => a.column - b.column);
  const each = (values: readonly number[]): string => [...new Set(values)].join(', ');
  return tableOf(
    `Tile, ${side.name}: lanes that fetch each chunk of ${step} elements, and its first bank`,
    range(rows).map(ofRow),
    [
      ['row', (_, row) => row],
      ['wave', (own) => each(own.map(({ wave }) => wave))],
      ['gather', (own) => each(own.map(({ instance }) => instance))],
      ...everyNth(columns, step).map((from): Column<readonly GatherSlot[]> => [
        `from ${from}`,
        (own, row) => {
          const lanes = own.filter(({ column }) => column >= from && column < from + step);
          const word = Math.floor(elementOffset(side.layout, row, from) / 4);
          return `${laneRanges(lanes.map(({ lane }) => lane))}; bank ${word % side.read.rule.banks}`;
        },
      ]),
    ],
  );
}

export function thumbnail(): Picture | undefined {
  const { start } = waveControls;
  const model = waveModel(start, start.which);
  const side = model.swizzled;
  return side && ldsPicture(model, side, ldsBase(model, side, 0), start);
}

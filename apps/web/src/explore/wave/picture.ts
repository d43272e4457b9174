/** The tile as it is in global memory, with the lane that fetches each part, and as it is stored in LDS, bank by bank. */
import { elementOffset, laneRanges } from '@ldscope/core';
import {
  cellBox,
  type CellGrid,
  cellNodes,
  columnNames,
  type DataTable,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  rowNames,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { waveControls } from './controls.ts';
import {
  bytesOf,
  type GatherSlot,
  type WaveModel,
  waveModel,
  type WaveParameters,
  type WaveSide,
} from './model.ts';

const LEFT = 40;
const TOP = 22;
const WIDTH = 448;
const HEIGHT = 384;

/** Rows that a picture has; of a larger tile those around the followed element. */
const DRAWN = 32;

/** The first of the rows that are drawn when a row is followed. */
export const firstDrawn = (row: number): number => row - (row % DRAWN);

/** An element that is followed. */
export type Element = Readonly<{ row: number; column: number }>;

/** Global memory of one side: a cell is what a lane fetches at once. */
export function globalBase({ parameters }: WaveModel, side: WaveSide, first: number): SvgNode {
  const { columns, gather } = parameters;
  const grid = globalGrid(parameters);
  const named = WIDTH / grid.columns >= 11;
  const slots = side.slots.slice(first * grid.columns, (first + DRAWN) * grid.columns);
  return svg(
    'g',
    {},
    ...waveLabels(slots, first, grid),
    ...eighths(grid, columns),
    ...slots.flatMap(({ wave, lane, row, column, instance }) =>
      cellNodes(grid, {
        column: column / gather,
        row: row - first,
        look: { 'fill': laneColor(lane), 'data-element': row * columns + column },
        title: `row ${row}, column ${column}: wave ${wave}, lane ${lane}, gather ${instance}`,
        text: named ? lane : undefined,
      }),
    ),
  );
}

const AREA = { left: LEFT, top: TOP, width: WIDTH, height: HEIGHT };

const globalGrid = ({ columns, gather }: WaveParameters): CellGrid => ({
  ...AREA,
  columns: columns / gather,
  rows: DRAWN,
});

/** `w0` beside the rows that a wave fetches; a line where the next wave begins. */
function waveLabels(slots: readonly GatherSlot[], first: number, grid: CellGrid): SvgNode[] {
  const firsts = slots.filter(
    ({ wave, instance }, i) =>
      i === 0 || slots[i - 1]?.wave !== wave || slots[i - 1]?.instance !== instance,
  );
  const crowded = firsts.length > DRAWN;
  return firsts.flatMap(({ row, wave, place }) => {
    const { y, height } = cellBox(grid, 0, row - first);
    const text = label(LEFT - 6, y + height / 2 + 0.5, `w${wave}`, 'small end soft');
    return crowded && place > 0 ? [] : [text];
  });
}

/** The numbers of eight columns of a given number of. */
const eighths = (grid: CellGrid, count: number): SvgNode[] =>
  everyNth(8, 1).map((part) =>
    label(LEFT + (part * grid.width) / 8 + 1, TOP - 9, (part * count) / 8, 'small start faint'),
  );

/** Its lines, a word of every bank each; columns are bytes. */
function ldsGrid(parameters: WaveParameters, banks: number): CellGrid {
  const columns = 4 * banks;
  const rows = (DRAWN * parameters.columns * bytesOf(parameters)) / columns;
  return { ...AREA, columns, rows };
}

/** LDS of one side: a line is a word of every bank, a run is a swizzle unit, named by its row and chunk in the tile. */
export function ldsBase(
  { parameters }: WaveModel,
  { layout, read }: WaveSide,
  first: number,
): SvgNode {
  const { columns, unit } = parameters;
  const { banks } = read.rule;
  const bytes = bytesOf(parameters);
  const grid = ldsGrid(parameters, banks);
  const start = first * columns * bytes;
  const across = Math.max(4, unit * bytes);
  const step = across / bytes;
  const chunks = columns / step;
  const { width, height } = cellBox(grid, 0, 0, across);
  const lines = everyNth(grid.rows, Math.max(1, Math.ceil(9 / height)));
  return svg(
    'g',
    {},
    ...lines.map((line) =>
      label(
        LEFT - 5,
        cellBox(grid, 0, line + 0.5).y + 0.5,
        hex(start + line * grid.columns),
        'small end soft',
      ),
    ),
    ...eighths(grid, banks),
    ...Array.from({ length: DRAWN * chunks }, (_, i) => {
      const [row, chunk] = [first + Math.floor(i / chunks), i % chunks];
      const column = chunk * step;
      const offset = elementOffset(layout, row, column);
      return cellNodes(grid, {
        column: offset % grid.columns,
        row: Math.floor((offset - start) / grid.columns),
        across,
        look: { 'fill': laneColor(chunk, chunks), 'data-element': row * columns + column },
        title: `row ${row}, columns ${column} to ${column + step - 1}: byte ${offset}, bank ${Math.floor(offset / 4) % banks}`,
        text: width >= 24 && height >= 9 ? `${row}.${chunk}` : undefined,
      });
    }).flat(),
  );
}

const hex = (address: number): string => `0x${address.toString(16).padStart(4, '0')}`;

/** A base with the element that is looked at marked. */
export function globalPicture(
  { parameters, plain, swizzled }: WaveModel,
  side: WaveSide['name'],
  base: SvgNode,
  { row, column }: Element,
): Picture {
  const { columns, gather } = parameters;
  const part = Math.floor(column / gather);
  const slot = (side === 'plain' ? plain : swizzled)?.slots.find(
    (one) => one.row === row && Math.floor(one.column / gather) === part,
  );
  return {
    ...SIZE,
    title: `Global memory, ${side}: the lane that fetches each element`,
    description: `${parameters.rows} rows of ${columns} elements${shownText(parameters, row)}; a cell is the ${gather} elements that one lane fetches, with its number; w is the wave.`,
    content: [
      base,
      mark(
        cellBox(globalGrid(parameters), part, row - firstDrawn(row)),
        slot === undefined ? '' : `wave ${slot.wave}, lane ${slot.lane}`,
      ),
    ],
  };
}

export function ldsPicture(
  { parameters }: WaveModel,
  { name, layout, read: { rule } }: WaveSide,
  base: SvgNode,
  { row, column }: Element,
): Picture {
  const { columns, read } = parameters;
  const grid = ldsGrid(parameters, rule.banks);
  const bytes = bytesOf(parameters);
  const offset = elementOffset(layout, row, column - (column % read));
  const line = Math.floor((offset - firstDrawn(row) * columns * bytes) / grid.columns);
  return {
    ...SIZE,
    title: `LDS, ${name}: the tile bank by bank`,
    description: `A line is one word of each of ${rule.banks} banks; a run is a chunk of the tile, named row.chunk; chunks of one column have one colour.`,
    content: [
      base,
      mark(
        cellBox(grid, offset % grid.columns, line, read * bytes),
        `bank ${Math.floor(offset / 4) % rule.banks}`,
      ),
    ],
  };
}

const SIZE = { width: LEFT + WIDTH + 4, height: TOP + HEIGHT + 4 };

const mark = ({ x, y, width, height }: ReturnType<typeof cellBox>, text: string): SvgNode =>
  svg(
    'g',
    { 'pointer-events': 'none' },
    rect(x - 1, y - 1, width + 2, height + 2, { class: 'selected', fill: 'none' }),
    svg('title', {}, text),
  );

/** Which rows are drawn, where these are not all. */
export function shownText({ rows }: WaveParameters, row: number): string {
  const first = firstDrawn(row);
  return rows <= DRAWN ? '' : `, of which rows ${first} to ${first + DRAWN - 1} are shown`;
}

const SMALL = 34;

/** The 8 x 8 tile: a cell is an element by the column that it came from. */
export function smallPicture(stored: readonly (readonly number[])[], name: string): Picture {
  const size = 8 * SMALL;
  const grid = { left: 30, top: 24, width: size, height: size, columns: 8, rows: 8 };
  return {
    width: grid.left + size + 4,
    height: grid.top + size + 4,
    title: `8 x 8 tile, ${name}`,
    description:
      'A row of the picture is a row of LDS; a cell names the row and column of its element.',
    content: [
      ...rowNames(grid, everyNth(8, 1), { look: 'end soft' }),
      ...columnNames(grid, everyNth(8, 1), { look: 'faint', pixels: 12 }),
      ...stored.flatMap((cells, row) =>
        cells.flatMap((column, place) => {
          const { x, y } = cellBox(grid, place, row);
          return [
            ...cellNodes(grid, { column: place, row, look: { fill: laneColor(column, 8) } }),
            label(x + SMALL / 2, y + SMALL / 2 + 1, `${row}.${column}`, 'on-lane'),
          ];
        }),
      ),
    ],
  };
}

/** A table with more chunks per row is not readable. */
const MOST_CHUNKS = 16;

export function tileTable({ parameters }: WaveModel, side: WaveSide): DataTable | undefined {
  const { columns, unit, gather } = parameters;
  const step = Math.max(unit, gather);
  const chunks = columns / step;
  if (chunks > MOST_CHUNKS) return undefined;
  const { banks } = side.read.rule;
  const bySlot = new Map(
    side.slots.map((slot) => [slot.row * columns + slot.column, slot] as const),
  );
  const slotsOf = (row: number) =>
    Array.from({ length: columns / gather }, (_, i) =>
      bySlot.get(row * columns + i * gather),
    ).filter((slot) => slot !== undefined);
  const each = (values: readonly number[]): string => [...new Set(values)].join(', ');
  return tableOf(
    `Tile, ${side.name}: lanes that fetch each chunk of ${step} elements, and its first bank`,
    Array.from({ length: parameters.rows }, (_, row) => slotsOf(row)),
    [
      ['row', (_, row) => row],
      ['wave', (own) => each(own.map(({ wave }) => wave))],
      ['gather', (own) => each(own.map(({ instance }) => instance))],
      ...Array.from({ length: chunks }, (_, chunk): Column<readonly GatherSlot[]> => [
        `from ${chunk * step}`,
        (own, row) => {
          const lanes = own.filter(({ column }) => Math.floor(column / step) === chunk);
          const word = Math.floor(elementOffset(side.layout, row, chunk * step) / 4);
          return `${laneRanges(lanes.map(({ lane }) => lane))}; bank ${word % banks}`;
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

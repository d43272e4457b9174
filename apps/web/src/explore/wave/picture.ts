/** The tile as it is in global memory, with the lane that fetches each part, and as it is stored in LDS, bank by bank. */
import { elementOffset, laneRanges } from '@ldscope/core';
import {
  type DataTable,
  label,
  laneColor,
  type Picture,
  rect,
  svg,
  type SvgChild,
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
  const [cellWidth, cellHeight] = [(WIDTH * gather) / columns, HEIGHT / DRAWN];
  const named = cellWidth >= 11;
  const slots = side.slots.slice((first * columns) / gather, ((first + DRAWN) * columns) / gather);
  const cells = slots.flatMap(({ wave, lane, row, column, instance }): SvgChild[] => {
    const [x, y] = [LEFT + (column / gather) * cellWidth, TOP + (row - first) * cellHeight];
    return [
      rect(
        x,
        y,
        cellWidth,
        cellHeight,
        { 'fill': laneColor(lane), 'class': 'lane', 'data-element': row * columns + column },
        svg(
          'title',
          {},
          `row ${row}, column ${column}: wave ${wave}, lane ${lane}, gather ${instance}`,
        ),
      ),
      ...(named
        ? [
            label(x + cellWidth / 2, y + cellHeight / 2 + 0.5, lane, {
              'class': 'small on-lane',
              'pointer-events': 'none',
            }),
          ]
        : []),
    ];
  });
  return svg(
    'g',
    {},
    ...waveLabels(slots, first, cellHeight),
    ...columnLabels(columns, 8),
    ...cells,
  );
}

/** `w0` beside the rows that a wave fetches; a line where the next wave begins. */
function waveLabels(slots: readonly GatherSlot[], first: number, cellHeight: number): SvgNode[] {
  const firsts = slots.filter(
    ({ wave, instance }, i) =>
      i === 0 || slots[i - 1]?.wave !== wave || slots[i - 1]?.instance !== instance,
  );
  const crowded = firsts.length > DRAWN;
  return firsts.flatMap(({ row, wave, place }) =>
    crowded && place > 0
      ? []
      : [
          label(
            LEFT - 6,
            TOP + (row - first + 0.5) * cellHeight + 0.5,
            `w${wave}`,
            'small end soft',
          ),
        ],
  );
}

function columnLabels(columns: number, parts: number): SvgNode[] {
  return Array.from({ length: parts }, (_, i) =>
    label(LEFT + (i * WIDTH) / parts + 1, TOP - 9, (i * columns) / parts, 'small start faint'),
  );
}

/** LDS of one side: a line is a word of every bank, a run is a swizzle unit, named by its row and chunk in the tile. */
export function ldsBase(
  { parameters }: WaveModel,
  { layout, read }: WaveSide,
  first: number,
): SvgNode {
  const { columns, unit } = parameters;
  const bytes = bytesOf(parameters);
  const { lineBytes, cellHeight } = ldsFrame(parameters, read.rule.banks);
  const start = first * columns * bytes;
  const unitBytes = Math.max(4, unit * bytes);
  const step = unitBytes / bytes;
  const chunks = columns / step;
  const width = (WIDTH * unitBytes) / lineBytes;
  const named = width >= 24 && cellHeight >= 9;
  const runs = Array.from({ length: DRAWN * chunks }, (_, i): SvgChild[] => {
    const [row, chunk] = [first + Math.floor(i / chunks), i % chunks];
    const offset = elementOffset(layout, row, chunk * step);
    const x = LEFT + (WIDTH * (offset % lineBytes)) / lineBytes;
    const y = TOP + Math.floor((offset - start) / lineBytes) * cellHeight;
    return [
      rect(
        x,
        y,
        width,
        cellHeight,
        {
          'fill': laneColor(chunk, chunks),
          'class': 'lane',
          'data-element': row * columns + chunk * step,
        },
        svg(
          'title',
          {},
          `row ${row}, columns ${chunk * step} to ${chunk * step + step - 1}: byte ${offset}, bank ${Math.floor(offset / 4) % read.rule.banks}`,
        ),
      ),
      ...(named
        ? [
            label(x + width / 2, y + cellHeight / 2 + 0.5, `${row}.${chunk}`, {
              'class': 'small on-lane',
              'pointer-events': 'none',
            }),
          ]
        : []),
    ];
  }).flat();
  const lines = (DRAWN * columns * bytes) / lineBytes;
  const every = Math.max(1, Math.ceil(9 / cellHeight));
  return svg(
    'g',
    {},
    ...Array.from({ length: lines }, (_, line) =>
      line % every === 0
        ? [
            label(
              LEFT - 5,
              TOP + line * cellHeight + cellHeight / 2 + 0.5,
              hex(start + line * lineBytes),
              'small end soft',
            ),
          ]
        : [],
    ).flat(),
    ...columnLabels(read.rule.banks, 8),
    ...runs,
  );
}

const hex = (address: number): string => `0x${address.toString(16).padStart(4, '0')}`;

function ldsFrame(
  parameters: WaveParameters,
  banks: number,
): { lineBytes: number; cellHeight: number } {
  const lineBytes = 4 * banks;
  const bytes = DRAWN * parameters.columns * bytesOf(parameters);
  return { lineBytes, cellHeight: (HEIGHT * lineBytes) / bytes };
}

/** A base with the element that is looked at marked. */
export function globalPicture(
  { parameters, plain, swizzled }: WaveModel,
  side: WaveSide['name'],
  base: SvgNode,
  { row, column }: Element,
): Picture {
  const { columns, gather } = parameters;
  const slot = (side === 'plain' ? plain : swizzled)?.slots.find(
    (one) => one.row === row && Math.floor(one.column / gather) === Math.floor(column / gather),
  );
  const cellWidth = (WIDTH * gather) / columns;
  return {
    width: LEFT + WIDTH + 4,
    height: TOP + HEIGHT + 4,
    title: `Global memory, ${side}: the lane that fetches each element`,
    description: `${parameters.rows} rows of ${columns} elements${shownText(parameters, row)}; a cell is the ${gather} elements that one lane fetches, with its number; w is the wave.`,
    content: [
      base,
      mark(
        LEFT + Math.floor(column / gather) * cellWidth,
        TOP + ((row - firstDrawn(row)) * HEIGHT) / DRAWN,
        cellWidth,
        HEIGHT / DRAWN,
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
  const { lineBytes, cellHeight } = ldsFrame(parameters, rule.banks);
  const start = firstDrawn(row) * columns * bytesOf(parameters);
  const first = column - (column % read);
  const offset = elementOffset(layout, row, first);
  return {
    width: LEFT + WIDTH + 4,
    height: TOP + HEIGHT + 4,
    title: `LDS, ${name}: the tile bank by bank`,
    description: `A line is one word of each of ${rule.banks} banks; a run is a chunk of the tile, named row.chunk; chunks of one column have one colour.`,
    content: [
      base,
      mark(
        LEFT + (WIDTH * (offset % lineBytes)) / lineBytes,
        TOP + Math.floor((offset - start) / lineBytes) * cellHeight,
        (WIDTH * read * bytesOf(parameters)) / lineBytes,
        cellHeight,
        `bank ${Math.floor(offset / 4) % rule.banks}`,
      ),
    ],
  };
}

const mark = (x: number, y: number, width: number, height: number, text: string): SvgNode =>
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
  const left = 30;
  return {
    width: left + 8 * SMALL + 4,
    height: 24 + 8 * SMALL + 4,
    title: `8 x 8 tile, ${name}`,
    description:
      'A row of the picture is a row of LDS; a cell names the row and column of its element.',
    content: stored.flatMap((cells, row) => [
      label(left - 6, 24 + row * SMALL + SMALL / 2, row, 'end soft'),
      ...(row === 0
        ? cells.map((_, place) => label(left + place * SMALL + SMALL / 2, 12, place, 'faint'))
        : []),
      ...cells.flatMap((column, place) => [
        rect(left + place * SMALL, 24 + row * SMALL, SMALL, SMALL, {
          class: 'lane',
          fill: laneColor(column, 8),
        }),
        label(
          left + place * SMALL + SMALL / 2,
          24 + row * SMALL + SMALL / 2 + 1,
          `${row}.${column}`,
          'on-lane',
        ),
      ]),
    ]),
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

/**
 * The lines of global memory that one access of a wave fetches: what of them is wanted, and by which lanes.
 *
 *              +0            +64           +128          columns are lines; x in a column is the byte in the line
 *     bytes    ▓▓▓▓▓▓▓▓▓▓▓▓  ▓▓▓▓▓▓▓▓▓▓▓▓  ▓▓░░░░░░░░░░  wanted by some lane; hatched: fetched for nothing
 *     lane 0   ▓
 *     lane 1    ▓                                        rows are lanes
 *
 * Only lines that are fetched have a column, so the number of columns is that of the transactions.
 */
import { type BlockRequest, efficiency, type GlobalExplanation, laneRanges } from '@ldscope/core';
import { counted, grouped, percent } from '../text/numbers.ts';
import { characterWidth } from './chart-scale.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';
import { emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface GlobalLinesOptions {
  /** Pixels of the whole picture; 900 unless told. */
  readonly width?: number;
  readonly selection?: Selection;
}

const LEFT = 58;
const RIGHT = 12;
const STRIP = { top: 66, height: 26 } as const;
const SHARE = { top: 98, height: 30 } as const;
const ROWS_TOP = 152;
const ROW = 8;
const WIDEST = 208;

/** Bytes `[from, to)` of a line, and the lanes that want them; none for bytes that are fetched for nothing. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly number[];
}

/** Where the columns are. */
interface Columns {
  readonly width: number;
  readonly gap: number;
  readonly perByte: number;
  readonly x: (line: number) => number;
}

/** The picture of one access; lines carry `data-block`, lanes `data-lane`. */
export function globalLinesPicture(
  explanation: GlobalExplanation,
  options: GlobalLinesOptions = {},
): Picture {
  const { blocks, model, addressBytes } = explanation;
  const width = options.width ?? 900;
  const columns = columnsFor(blocks.length, model.transactionBytes.value, width);
  const bottom = ROWS_TOP + addressBytes.length * ROW;
  return {
    width,
    height: bottom + 34,
    title: `${counted(blocks.length, model.unit)} of global memory for ${explanation.instruction.name}`,
    description: explanation.reasons.join('; '),
    content: [
      ...head(explanation, width),
      ...strip(explanation, columns, options),
      ...shares(explanation, columns),
      ...matrix(explanation, columns, options),
      ...legend(bottom + 20, model.unit),
    ],
  };
}

function columnsFor(count: number, size: number, width: number): Columns {
  const room = (width - LEFT - RIGHT) / Math.max(1, count);
  const column = Math.min(WIDEST, room);
  const gap = column < 9 ? 1 : column < 40 ? 2 : 4;
  return {
    width: column - gap,
    gap,
    perByte: (column - gap) / size,
    x: (line) => LEFT + line * column,
  };
}

function head(explanation: GlobalExplanation, width: number): SvgNode[] {
  const { blocks, idealTransactions, usefulBytes, fetchedBytes, model } = explanation;
  const { unit, transactionBytes } = model;
  const best = blocks.length === idealTransactions;
  const share = Math.min(1, efficiency(usefulBytes, fetchedBytes));
  const bar = Math.min(220, width / 4);
  const at = width - RIGHT - bar;
  return [
    label(12, 16, `${counted(blocks.length, unit)} of ${transactionBytes.value} B`, {
      class: 'start large strong',
    }),
    label(
      12,
      36,
      best
        ? 'no access of these bytes takes fewer'
        : `${counted(idealTransactions, unit)} would do`,
      { class: `start ${best ? 'good' : 'conflict'}` },
    ),
    svg('rect', { x: at, y: 10, width: bar, height: 10, class: 'empty' }),
    svg('rect', { x: at, y: 10, width: bar * share, height: 10, class: 'bar-good' }),
    label(
      width - RIGHT,
      36,
      `${percent(usefulBytes, fetchedBytes)} useful: ${grouped(usefulBytes)} of ${grouped(fetchedBytes)} B`,
      { class: 'end soft' },
    ),
  ];
}

/** All lanes together: the bytes of every line, those that are wanted in the colour of their lane. */
function strip(
  explanation: GlobalExplanation,
  columns: Columns,
  { selection }: GlobalLinesOptions,
): SvgNode[] {
  const { blocks, addressBytes } = explanation;
  const base = blocks[0]?.addressBytes ?? 0;
  const every = labelStep(blocks, base, columns);
  const { top, height } = STRIP;
  const hatches = blocks.map((_, line) => hatch(columns.x(line), top, columns.width, height, 5));
  return [
    label(LEFT - 8, top - 11, 'at byte', { class: 'end small faint' }),
    label(LEFT - 8, top + height / 2, 'bytes', { class: 'end small faint' }),
    ...blocks.map((_, line) =>
      svg('rect', {
        'x': columns.x(line),
        'y': top,
        'width': columns.width,
        height,
        'class': 'empty',
        'data-block': line,
      }),
    ),
    svg('path', { d: hatches.join(''), class: 'axis', opacity: 0.45 }),
    ...blocks.flatMap((block, line): SvgNode[] => [
      ...(line % every === 0
        ? [
            label(columns.x(line), top - 11, `+${grouped(block.addressBytes - base)}`, {
              class: 'start small soft',
            }),
          ]
        : []),
      ...stretches(block, explanation).flatMap(({ from, to, lanes }): SvgNode[] => {
        const [lane] = lanes;
        if (lane === undefined) return [];
        return [
          svg(
            'rect',
            {
              'x': columns.x(line) + from * columns.perByte,
              'y': top,
              'width': Math.max(1.5, (to - from) * columns.perByte),
              height,
              'fill': laneColor(lane, addressBytes.length),
              'class': emphasis(selection, { lanes }),
              'data-lane': lane,
              'data-block': line,
            },
            svg(
              'title',
              {},
              `${lanes.length === 1 ? 'lane' : 'lanes'} ${laneRanges(lanes)}: bytes ${from} to ${to - 1} of ` +
                `the ${explanation.model.unit} at +${grouped(block.addressBytes - base)}`,
            ),
          ),
        ];
      }),
    ]),
  ];
}

/** Every how manieth address is written, so that they do not touch. */
function labelStep(blocks: readonly BlockRequest[], base: number, columns: Columns): number {
  const last = (blocks.at(-1)?.addressBytes ?? base) - base;
  const longest = (grouped(last).length + 2) * characterWidth.small;
  const step = Math.ceil(longest / (columns.width + columns.gap));
  return 2 ** Math.ceil(Math.log2(Math.max(1, step)));
}

/** The bytes of a line in runs that the same lanes want, in order and without holes. */
function stretches(
  { addressBytes: start, lanes }: BlockRequest,
  { addressBytes, instruction, model }: GlobalExplanation,
): Stretch[] {
  const size = model.transactionBytes.value;
  const wanting = Array.from({ length: size }, (): number[] => []);
  for (const lane of [...lanes].sort((a, b) => a - b)) {
    const first = (addressBytes[lane] ?? 0) - start;
    for (let byte = Math.max(0, first); byte < first + instruction.widthBytes; byte++) {
      wanting[byte]?.push(lane);
    }
  }
  const found: Stretch[] = [];
  for (let from = 0; from < size;) {
    const own = wanting[from] ?? [];
    let to = from + 1;
    while (to < size && (wanting[to] ?? []).join() === own.join()) to++;
    found.push({ from, to, lanes: own });
    from = to;
  }
  return found;
}

/** How much of each line is wanted, as a bar of its height, and by how many lanes. */
function shares({ blocks, model }: GlobalExplanation, { x, width, gap }: Columns): SvgNode[] {
  const size = model.transactionBytes.value;
  const { top, height } = SHARE;
  const bottom = top + height;
  const widest = Math.max(...blocks.map((block) => percentText(block.wantedBytes, size).length));
  const hasRoom = widest * characterWidth.small <= width + gap - 2;
  const lanesFit = 2 * characterWidth.small <= width + gap - 1;
  return [
    label(LEFT - 8, top + height / 2, 'wanted', { class: 'end small faint' }),
    ...blocks.flatMap(({ wantedBytes, lanes }, line): SvgNode[] => {
      const part = (wantedBytes / size) * height;
      return [
        svg('rect', {
          'x': x(line),
          'y': top,
          width,
          height,
          'class': 'empty',
          'data-block': line,
        }),
        svg(
          'rect',
          {
            'x': x(line),
            'y': bottom - part,
            width,
            'height': part,
            'class': 'good',
            'data-block': line,
          },
          svg('title', {}, `${wantedBytes} of ${size} B wanted`),
        ),
        ...(hasRoom
          ? [
              label(x(line) + width / 2, top + height / 2, percentText(wantedBytes, size), {
                class: 'small',
              }),
            ]
          : []),
        ...(lanesFit
          ? [label(x(line) + width / 2, bottom + 11, lanes.length, { class: 'small soft' })]
          : []),
      ];
    }),
    ...(lanesFit ? [label(LEFT - 8, bottom + 11, 'lanes', { class: 'end small faint' })] : []),
  ];
}

const percentText = (part: number, whole: number): string =>
  `${Math.round((100 * part) / whole)} %`;

/** A row for each lane: the lines that it reaches into, and which of their bytes. */
function matrix(
  { blocks, addressBytes, instruction, model }: GlobalExplanation,
  columns: Columns,
  { selection }: GlobalLinesOptions,
): SvgNode[] {
  const { x, width, perByte } = columns;
  const size = model.transactionBytes.value;
  const lanes = addressBytes.length;
  const right = x(Math.max(0, blocks.length - 1)) + width;
  const rows = Array.from({ length: lanes / 8 + 1 }, (_, index) => ROWS_TOP + index * 8 * ROW);
  return [
    ...blocks.map((_, line) =>
      svg('rect', {
        'x': x(line),
        'y': ROWS_TOP,
        width,
        'height': lanes * ROW,
        'class': 'cell',
        'data-block': line,
      }),
    ),
    svg('path', {
      d: rows.map((y) => `M${LEFT} ${y}H${right}`).join(''),
      class: 'axis',
      opacity: 0.6,
    }),
    ...rows.slice(0, -1).map((y, index) =>
      label(LEFT - 8, y + ROW / 2, index === 0 ? 'lane 0' : index * 8, {
        class: 'end small soft',
      }),
    ),
    ...blocks.flatMap(({ addressBytes: start, lanes: wanting }, line) =>
      wanting.flatMap((lane): SvgNode[] => {
        const first = (addressBytes[lane] ?? 0) - start;
        const from = Math.max(0, first);
        const to = Math.min(size, first + instruction.widthBytes);
        const fill = laneColor(lane, lanes);
        const y = ROWS_TOP + lane * ROW;
        const shown = Math.max(3, (to - from) * perByte);
        const left = Math.min(x(line) + from * perByte, x(line) + width - shown);
        const place = {
          'y': y + 0.5,
          'height': ROW - 1,
          fill,
          'data-lane': lane,
          'data-block': line,
        };
        const className = emphasis(selection, { lanes: [lane] });
        return [
          svg('rect', { ...place, 'x': x(line), width, 'fill-opacity': 0.35, 'class': className }),
          svg(
            'rect',
            {
              ...place,
              'x': left,
              'width': shown,
              'stroke': 'var(--ink)',
              'stroke-width': 0.5,
              'stroke-opacity': 0.35,
              'class': className,
            },
            svg('title', {}, `lane ${lane}: bytes ${from} to ${to - 1} of this ${model.unit}`),
          ),
        ];
      }),
    ),
  ];
}

function legend(y: number, unit: string): SvgNode[] {
  const swatches = [0, 21, 42, 63].map((lane, index) =>
    svg('rect', { x: LEFT + index * 8, y: y - 5, width: 8, height: 10, fill: laneColor(lane) }),
  );
  return [
    ...swatches,
    label(LEFT + 40, y, 'wanted, in the colour of its lane', { class: 'start small soft' }),
    svg('rect', { x: LEFT + 250, y: y - 5, width: 32, height: 10, class: 'empty' }),
    svg('path', { d: hatch(LEFT + 250, y - 5, 32, 10, 5), class: 'axis', opacity: 0.45 }),
    label(LEFT + 290, y, `fetched with its ${unit} and not wanted`, { class: 'start small soft' }),
  ];
}

/** Diagonals over a rectangle, as path commands. */
export function hatch(x: number, y: number, width: number, height: number, step: number): string {
  let path = '';
  for (let at = step / 2; at < width + height; at += step) {
    const fromX = Math.min(at, width);
    const toX = Math.max(0, at - height);
    const [fromY, toY] = [at - fromX, at - toX];
    const number = (value: number): string => String(Math.round(value * 10) / 10);
    path += `M${number(x + fromX)} ${number(y + fromY)}L${number(x + toX)} ${number(y + toY)}`;
  }
  return path;
}

/** Every line in words: where it is, how much of it is wanted, and by whom. */
export function globalLinesTable(explanation: GlobalExplanation): DataTable {
  const { blocks, model, idealTransactions, usefulBytes, fetchedBytes } = explanation;
  const { unit, transactionBytes } = model;
  const size = transactionBytes.value;
  const base = blocks[0]?.addressBytes ?? 0;
  return {
    caption:
      `${counted(blocks.length, unit)} of ${size} B, ideal ${grouped(idealTransactions)}; ` +
      `${grouped(usefulBytes)} of ${grouped(fetchedBytes)} B fetched are useful`,
    columns: [
      { title: unit, numeric: true },
      { title: `at byte, from the first ${unit} on`, numeric: true },
      { title: 'wanted B', numeric: true },
      { title: 'wanted', numeric: true },
      { title: 'lanes' },
    ],
    rows: blocks.map(({ addressBytes, wantedBytes, lanes }, index) => [
      grouped(index),
      grouped(addressBytes - base),
      grouped(wantedBytes),
      percent(wantedBytes, size),
      laneRanges([...lanes].sort((a, b) => a - b)),
    ]),
  };
}

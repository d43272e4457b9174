/**
 * The five steps of a load in one picture, left to right: the addresses of the lanes, their slices, the lines that are
 * fetched, and the bytes on their way back; under it what was fetched and what was requested.
 *
 *     lane 0  at 0    ▓░░░  ──╮   ┌────────────┐  ╭── lane 0
 *     lane 1  at 4    ░▓░░  ──┼── │ line 0     │ ─┼── lane 1
 *     lane 2  at 8    ░░▓░  ──╯   └────────────┘  ╰── lane 2
 */
import { grouped } from '../../controls/words.ts';
import {
  type DataTable,
  label,
  laneColor,
  type Picture,
  rect,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { coalescingControls } from './controls.ts';
import {
  type CoalescingView,
  coalescingView,
  type FetchChoice,
  fetchOf,
  type Slice,
  type SummaryRow,
} from './model.ts';

export const steps = [
  { title: 'Addresses', text: 'Each lane of the wave has a byte address.' },
  {
    title: 'Slices',
    text: 'The request of each lane is cut where a line ends, so that each slice is in one line.',
  },
  {
    title: 'Unique lines',
    text: 'Each different line is fetched once, however many slices it holds. This is coalescing.',
  },
  { title: 'Scatter', text: 'The bytes of each line go back to the lanes that asked for them.' },
  {
    title: 'Accounting',
    text: 'Efficiency is the share of the fetched bytes that lanes asked for.',
  },
] as const;

const WIDTH = 900;
const TOP = 44;
const BODY = 640;
const LANES = { x: 12, width: 120 };
const SLICES = { x: 170, width: 120 };
const LINES = { x: 420, width: 190 };
const BACK = { x: 790, width: 98 };

/** The picture with step `step`, from 0, the last that is lit; its size is always the same. */
export function stepsPicture(view: CoalescingView, step: number): Picture {
  const { explanation } = view;
  const { blocks, model, addressBytes } = explanation;
  const shown = steps[step] ?? steps[0];
  return {
    width: WIDTH,
    height: TOP + BODY + 62,
    title: `Step ${step + 1}: ${shown.title}`,
    description: `${shown.text} ${addressBytes.length} lanes, ${view.slices.length} slices, ${blocks.length} ${model.unit}s.`,
    content: [
      ...heads(view, step),
      ...laneColumn(view),
      ...litFrom(1, step, sliceColumn(view)),
      ...litFrom(2, step, lineColumn(view, step)),
      ...litFrom(3, step, backColumn(view)),
      ...litFrom(4, step, accounting(view)),
    ],
  };
}

/** What comes in later steps is there, but faint. */
const litFrom = (first: number, step: number, nodes: readonly SvgNode[]): SvgNode[] => [
  svg('g', { class: step < first ? 'dimmed' : undefined }, ...nodes),
];

function heads({ explanation, slices }: CoalescingView, step: number): SvgNode[] {
  const { blocks, model, addressBytes } = explanation;
  const asking = addressBytes.filter((address) => address !== undefined).length;
  const columns = [
    { x: LANES.x, text: '1 addresses', count: `${asking} lanes` },
    { x: SLICES.x, text: '2 slices', count: `${slices.length}` },
    { x: LINES.x, text: `3 unique ${model.unit}s`, count: `${blocks.length}` },
    { x: BACK.x, text: '4 scatter', count: '' },
  ];
  return columns.flatMap(({ x, text, count }, index) => [
    label(x, 12, text, `start ${index === step ? 'strong' : 'soft'}`),
    label(x, 29, count, step >= index ? 'start soft' : 'start faint'),
    rect(x, TOP - 4, columnWidth(index), 1.5, 'bar-soft'),
  ]);
}

const columnWidth = (index: number): number =>
  [LANES, SLICES, LINES, BACK][index]?.width ?? LANES.width;

const rowHeight = ({ explanation }: CoalescingView): number =>
  BODY / explanation.addressBytes.length;

const rowCentre = (view: CoalescingView, lane: number): number =>
  TOP + (lane + 0.5) * rowHeight(view);

function laneColumn(view: CoalescingView): SvgNode[] {
  const { addressBytes } = view.explanation;
  const height = Math.min(9, rowHeight(view) - 1);
  return addressBytes.flatMap((address, lane) => {
    const y = rowCentre(view, lane);
    const fill = laneColor(lane, addressBytes.length);
    return [
      address === undefined
        ? rect(LANES.x, y - height / 2, 14, height, 'ghost')
        : rect(LANES.x, y - height / 2, 14, height, { fill, 'data-lane': lane }),
      label(LANES.x + 19, y, lane, 'start small soft'),
      label(
        LANES.x + LANES.width,
        y,
        address === undefined ? 'inactive' : grouped(address),
        `end small ${address === undefined ? 'faint' : ''}`,
      ),
    ];
  });
}

/** The slices of a lane share its row. */
function sliceRow(
  view: CoalescingView,
  slice: Slice,
): { readonly y: number; readonly height: number } {
  const own = view.slices.filter(({ lane }) => lane === slice.lane);
  const height = Math.min(9, rowHeight(view) - 1) / own.length;
  const at = own.indexOf(slice);
  return { y: rowCentre(view, slice.lane) + (at - own.length / 2) * height, height };
}

function sliceColumn(view: CoalescingView): SvgNode[] {
  const { model, addressBytes } = view.explanation;
  const perByte = SLICES.width / model.transactionBytes.value;
  const placed = view.slices.map((slice) => ({ slice, ...sliceRow(view, slice) }));
  const rows = placed.map(
    ({ y, height }) =>
      `M${SLICES.x} ${y.toFixed(1)}h${SLICES.width}v${height.toFixed(1)}h-${SLICES.width}z`,
  );
  return [
    svg('path', { d: rows.join(''), class: 'gap' }),
    ...placed.map(({ slice: { lane, offsetBytes, bytes }, y, height }) =>
      rect(
        SLICES.x + offsetBytes * perByte,
        y,
        Math.max(2, bytes * perByte),
        height,
        { 'fill': laneColor(lane, addressBytes.length), 'data-lane': lane },
        svg(
          'title',
          {},
          `lane ${lane}: ${bytes} B from byte ${offsetBytes} of its ${model.unit} on`,
        ),
      ),
    ),
  ];
}

type Place = Readonly<{ y: number; height: number }>;

function linePlace(view: CoalescingView, line: number): Place {
  const pitch = BODY / view.explanation.blocks.length;
  const height = Math.min(40, pitch - (pitch > 14 ? 4 : 1));
  return { y: TOP + (line + 0.5) * pitch - height / 2, height };
}

function lineColumn(view: CoalescingView, step: number): SvgNode[] {
  const { blocks, model, addressBytes } = view.explanation;
  const size = model.transactionBytes.value;
  const perByte = LINES.width / size;
  return [
    ...view.slices.map((slice) => {
      const from = sliceRow(view, slice);
      const to = linePlace(view, slice.line);
      return curve(
        SLICES.x + SLICES.width,
        from.y + from.height / 2,
        LINES.x,
        to.y + to.height / 2,
        laneColor(slice.lane, addressBytes.length),
        step === 2 ? 1 : 0.35,
      );
    }),
    ...blocks.flatMap((block, line) => {
      const { y, height } = linePlace(view, line);
      const wanted = view.slices.filter((slice) => slice.line === line);
      return [
        rect(LINES.x, y, LINES.width, height, 'empty'),
        ...(step >= 3
          ? wanted.map(({ lane, offsetBytes, bytes }) =>
              rect(LINES.x + offsetBytes * perByte, y, Math.max(1.5, bytes * perByte), height, {
                'fill': laneColor(lane, addressBytes.length),
                'data-lane': lane,
              }),
            )
          : []),
        ...(height >= 9 ? [rect(LINES.x, y, LINES.width, height, 'axis')] : []),
        ...(height >= 9
          ? [
              label(
                LINES.x + LINES.width + 6,
                y + height / 2,
                step >= 3
                  ? `${block.wantedBytes} of ${size} B`
                  : `at ${grouped(block.addressBytes)}`,
                'start small soft',
              ),
            ]
          : []),
      ];
    }),
  ];
}

const LABEL_ROOM = 92;

function backColumn(view: CoalescingView): SvgNode[] {
  const { addressBytes } = view.explanation;
  const height = Math.min(9, rowHeight(view) - 1);
  return [
    ...view.slices.map((slice) => {
      const from = linePlace(view, slice.line);
      return curve(
        LINES.x + LINES.width + LABEL_ROOM,
        from.y + from.height / 2,
        BACK.x,
        rowCentre(view, slice.lane),
        laneColor(slice.lane, addressBytes.length),
        1,
      );
    }),
    ...addressBytes.flatMap((address, lane) => {
      const y = rowCentre(view, lane);
      return address === undefined
        ? []
        : [
            rect(BACK.x, y - height / 2, 14, height, {
              'fill': laneColor(lane, addressBytes.length),
              'data-lane': lane,
            }),
            label(BACK.x + 19, y, `lane ${lane}`, 'start small soft'),
          ];
    }),
  ];
}

function curve(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: string,
  opacity: number,
): SvgNode {
  const middle = (x1 + x2) / 2;
  return svg('path', {
    'd': `M${x1} ${y1.toFixed(1)}C${middle} ${y1.toFixed(1)} ${middle} ${y2.toFixed(1)} ${x2} ${y2.toFixed(1)}`,
    'fill': 'none',
    stroke,
    'stroke-width': 1.2,
    opacity,
  });
}

function accounting({ explanation, efficiency }: CoalescingView): SvgNode[] {
  const { usefulBytes, fetchedBytes } = explanation;
  const y = TOP + BODY + 16;
  const width = WIDTH - 24;
  return [
    rect(12, y, width, 12, 'empty'),
    rect(12, y, width * Math.min(1, efficiency), 12, 'bar-good'),
    label(
      12,
      y + 28,
      `5 accounting: ${grouped(usefulBytes)} useful of ${grouped(fetchedBytes)} fetched bytes, ${percent(efficiency)}`,
      'start strong',
    ),
  ];
}

/** `6.25 %`: at most two places. */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}

export function thumbnail(): Picture {
  const { start } = coalescingControls;
  return stepsPicture(coalescingView(start, fetchOf(start.fetch)), steps.length - 1);
}

export function slicesTable({ explanation, slices }: CoalescingView): DataTable {
  const { unit } = explanation.model;
  const { blocks, addressBytes } = explanation;
  return tableOf(`${slices.length} slices in ${blocks.length} ${unit}s`, slices, [
    'lane',
    ['address', ({ lane }) => addressBytes[lane]],
    [`${unit} at byte`, ({ line }) => blocks[line]?.addressBytes],
    [`from byte of the ${unit}`, ({ offsetBytes }) => offsetBytes],
    'bytes',
  ]);
}

type SummaryColumns = readonly Column<SummaryRow>[];

const loadColumns: SummaryColumns = [
  ['#', (_, index) => index + 1],
  ['load', ({ scenario }) => scenario.title],
  ['B per lane', ({ scenario }) => scenario.widthBytes],
  ['stride', ({ scenario }) => scenario.strideBytes],
];

const chipColumns = ({ model, chip }: FetchChoice): SummaryColumns => [
  [
    `${model.transactionBytes.value} B ${model.unit}s (${chip})`,
    (row) => row.chip.explanation.blocks.length,
  ],
  ['lowest possible', (row) => row.chip.explanation.idealTransactions],
  ['useful', (row) => percent(row.chip.efficiency), 'numeric'],
];

const CAPTION = 'Seven loads of a wave of 64 lanes (32 on NVIDIA)';

export const summaryTable = (rows: readonly SummaryRow[], fetch: FetchChoice): DataTable =>
  tableOf(CAPTION, rows, [...loadColumns, ...chipColumns(fetch)]);

/** The same with the counts of the slides, for lines of 64 bytes. */
export const slidesTable = (rows: readonly SummaryRow[], fetch: FetchChoice): DataTable =>
  tableOf(CAPTION, rows, [
    ...loadColumns,
    ['64 B lines (slides)', ({ deck }) => deck.explanation.blocks.length],
    ['useful', ({ deck }) => percent(deck.efficiency), 'numeric'],
    ...chipColumns(fetch),
  ]);

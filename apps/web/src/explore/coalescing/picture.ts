/**
 * The five steps of a load in one picture, left to right: the addresses of the lanes, their slices, the lines that are
 * fetched, and the bytes on their way back; under it what was fetched and what was requested.
 *
 *     lane 0  at 0    ▓░░░  ──╮   ┌────────────┐  ╭── lane 0
 *     lane 1  at 4    ░▓░░  ──┼── │ line 0     │ ─┼── lane 1
 *     lane 2  at 8    ░░▓░  ──╯   └────────────┘  ╰── lane 2
 */
import {
  type DataTable,
  label,
  laneColor,
  type Picture,
  rect,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { grouped } from '../../controls/words.ts';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { rowsOf } from '../parts/rows.ts';
import { coalescingControls } from './controls.ts';
import {
  type CoalescingView,
  coalescingView,
  type FetchChoice,
  fetchOf,
  type Slice,
  type SummaryRow,
} from './model.ts';

export const steps = rowsOf`
Addresses | Each lane of the wave has a byte address.
Slices | The request of each lane is cut where a line ends, so that each slice is in one line.
Unique lines | Each different line is fetched once, however many slices it holds. This is coalescing.
Scatter | The bytes of each line go back to the lanes that asked for them.
Accounting | Efficiency is the share of the fetched bytes that lanes asked for.
`.map(([title = '', text = '']) => ({ title, text }));

const WIDTH = 900;
const TOP = 44;
const BODY = 640;
const LANES = { x: 12, width: 120 };
const SLICES = { x: 170, width: 120 };
const LINES = { x: 420, width: 190 };
const BACK = { x: 790, width: 98 };
/** Behind a line. */
const LABEL_ROOM = 92;

type Place = Readonly<{ y: number; height: number }>;

const middleOf = ({ y, height }: Place): number => y + height / 2;

/** Places in the picture of a load. */
function placesOf({ explanation, slices }: CoalescingView) {
  const { blocks, addressBytes } = explanation;
  const row = BODY / addressBytes.length;
  const height = Math.min(9, row - 1);
  const ofLane = (lane: number): Place => ({ y: TOP + (lane + 0.5) * row - height / 2, height });
  const pitch = BODY / blocks.length;
  const tall = Math.min(40, pitch - (pitch > 14 ? 4 : 1));
  return {
    ofLane,
    ofLine: (line: number): Place => ({ y: TOP + (line + 0.5) * pitch - tall / 2, height: tall }),
    /** The slices of a lane share its row. */
    ofSlice: (slice: Slice): Place => {
      const own = slices.filter(({ lane }) => lane === slice.lane);
      const part = height / own.length;
      return { y: ofLane(slice.lane).y + own.indexOf(slice) * part, height: part };
    },
    lookOf: (lane: number) => ({
      'fill': laneColor(lane, addressBytes.length),
      'data-lane': lane,
    }),
  };
}

/** The picture with step `step`, from 0, the last that is lit; its size is always the same. */
export function stepsPicture(view: CoalescingView, step: number): Picture {
  const { blocks, model, addressBytes } = view.explanation;
  const { title = '', text = '' } = steps[step] ?? {};
  // What comes in later steps is there, but faint.
  const litFrom = (first: number, nodes: readonly SvgNode[]): SvgNode =>
    svg('g', { class: step < first ? 'dimmed' : undefined }, ...nodes);
  return {
    width: WIDTH,
    height: TOP + BODY + 62,
    title: `Step ${step + 1}: ${title}`,
    description: `${text} ${addressBytes.length} lanes, ${view.slices.length} slices, ${blocks.length} ${model.unit}s.`,
    content: [
      ...heads(view, step),
      ...laneColumn(view),
      litFrom(1, sliceColumn(view)),
      litFrom(2, lineColumn(view, step)),
      litFrom(3, backColumn(view)),
      litFrom(4, accounting(view)),
    ],
  };
}

function heads({ explanation, slices }: CoalescingView, step: number): SvgNode[] {
  const { blocks, model, addressBytes } = explanation;
  const asking = addressBytes.filter((address) => address !== undefined).length;
  return [
    { ...LANES, text: '1 addresses', count: `${asking} lanes` },
    { ...SLICES, text: '2 slices', count: `${slices.length}` },
    { ...LINES, text: `3 unique ${model.unit}s`, count: `${blocks.length}` },
    { ...BACK, text: '4 scatter', count: '' },
  ].flatMap(({ x, width, text, count }, index) => [
    label(x, 12, text, `start ${index === step ? 'strong' : 'soft'}`),
    label(x, 29, count, step >= index ? 'start soft' : 'start faint'),
    rect(x, TOP - 4, width, 1.5, 'bar-soft'),
  ]);
}

function laneColumn(view: CoalescingView): SvgNode[] {
  const { ofLane, lookOf } = placesOf(view);
  return view.explanation.addressBytes.flatMap((address, lane) => {
    const place = ofLane(lane);
    const isAbsent = address === undefined;
    const [text, look] = isAbsent ? ['inactive', 'faint'] : [grouped(address), ''];
    return [
      rect(LANES.x, place.y, 14, place.height, isAbsent ? 'ghost' : lookOf(lane)),
      label(LANES.x + 19, middleOf(place), lane, 'start small soft'),
      label(LANES.x + LANES.width, middleOf(place), text, `end small ${look}`),
    ];
  });
}

function sliceColumn(view: CoalescingView): SvgNode[] {
  const { model } = view.explanation;
  const { ofSlice, lookOf } = placesOf(view);
  const perByte = SLICES.width / model.transactionBytes.value;
  const placed = view.slices.map((slice) => ({ ...slice, ...ofSlice(slice) }));
  const rows = placed.map(
    ({ y, height }) =>
      `M${SLICES.x} ${y.toFixed(1)}h${SLICES.width}v${height.toFixed(1)}h-${SLICES.width}z`,
  );
  return [
    svg('path', { d: rows.join(''), class: 'gap' }),
    ...placed.map(({ lane, offsetBytes, bytes, y, height }) =>
      rect(
        SLICES.x + offsetBytes * perByte,
        y,
        Math.max(2, bytes * perByte),
        height,
        lookOf(lane),
        svg(
          'title',
          {},
          `lane ${lane}: ${bytes} B from byte ${offsetBytes} of its ${model.unit} on`,
        ),
      ),
    ),
  ];
}

function lineColumn(view: CoalescingView, step: number): SvgNode[] {
  const { blocks, model } = view.explanation;
  const { ofSlice, ofLine, lookOf } = placesOf(view);
  const size = model.transactionBytes.value;
  const perByte = LINES.width / size;
  const opacity = step === 2 ? 1 : 0.35;
  return [
    ...view.slices.map((slice) =>
      curve(
        [SLICES.x + SLICES.width, middleOf(ofSlice(slice))],
        [LINES.x, middleOf(ofLine(slice.line))],
        lookOf(slice.lane).fill,
        opacity,
      ),
    ),
    ...blocks.flatMap((block, line) => {
      const place = ofLine(line);
      const { y, height } = place;
      const text =
        step >= 3 ? `${block.wantedBytes} of ${size} B` : `at ${grouped(block.addressBytes)}`;
      const wanted = step < 3 ? [] : view.slices.filter((slice) => slice.line === line);
      return [
        rect(LINES.x, y, LINES.width, height, 'empty'),
        ...wanted.map(({ lane, offsetBytes, bytes }) => {
          const width = Math.max(1.5, bytes * perByte);
          return rect(LINES.x + offsetBytes * perByte, y, width, height, lookOf(lane));
        }),
        ...(height < 9
          ? []
          : [
              rect(LINES.x, y, LINES.width, height, 'axis'),
              label(LINES.x + LINES.width + 6, middleOf(place), text, 'start small soft'),
            ]),
      ];
    }),
  ];
}

function backColumn(view: CoalescingView): SvgNode[] {
  const { ofLane, ofLine, lookOf } = placesOf(view);
  return [
    ...view.slices.map(({ line, lane }) =>
      curve(
        [LINES.x + LINES.width + LABEL_ROOM, middleOf(ofLine(line))],
        [BACK.x, middleOf(ofLane(lane))],
        lookOf(lane).fill,
        1,
      ),
    ),
    ...view.explanation.addressBytes.flatMap((address, lane) => {
      const place = ofLane(lane);
      return address === undefined
        ? []
        : [
            rect(BACK.x, place.y, 14, place.height, lookOf(lane)),
            label(BACK.x + 19, middleOf(place), `lane ${lane}`, 'start small soft'),
          ];
    }),
  ];
}

type Point = readonly [x: number, y: number];

function curve([x1, y1]: Point, [x2, y2]: Point, stroke: string, opacity: number): SvgNode {
  const middle = (x1 + x2) / 2;
  const d = `M${x1} ${y1.toFixed(1)}C${middle} ${y1.toFixed(1)} ${middle} ${y2.toFixed(1)} ${x2} ${y2.toFixed(1)}`;
  return svg('path', { d, 'fill': 'none', stroke, 'stroke-width': 1.2, opacity });
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

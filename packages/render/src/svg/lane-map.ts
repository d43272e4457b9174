/**
 * The lanes of a wave with their addresses: a card for each, in the order of the lanes.
 *
 *     | 0      p1 | 1      p1 | 2      p1 |      lane and phase
 *     |  0x0000   |  0x0080   |  0x0100   |      byte address
 *     | b 0-3 4x  | b 32-35 4x| ...              banks of its vector, and the slots that the fullest of them serves
 *
 * A card with a bar at its foot shares a slot with other lanes.
 */
import { greatestOf, type AccessExplanation, type Machine } from '@ldscope/core';
import { termsFor } from '../text/terminology.ts';
import { hexAddress, textWidth } from './bank-grid-frame.ts';
import { characterWidth } from './chart-scale.ts';
import { gridWords, isServedLaneByLane } from './bank-grid-words.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface LaneMapOptions {
  readonly machine: Machine;
  readonly selection?: Selection;
  /** The phase that other views show; its lanes stand out. */
  readonly phase?: number | 'all';
  /** Eight cards a row instead of sixteen. */
  readonly compact?: boolean;
}

interface LanePlace {
  readonly lane: number;
  /** Absent for a lane that takes no part; so are its phase and banks. */
  readonly address?: number;
  readonly phase?: number;
  readonly banks: readonly number[];
  /** Slots that the fullest of its banks serves. */
  readonly slots: number;
  /** Lanes that have a word of it as well, in the same slot. */
  readonly shared: boolean;
  /** The access has left the phases, because an address is not aligned. */
  readonly unaligned: boolean;
}

/** The picture of all lanes. */
export function laneMapPicture(explanation: AccessExplanation, options: LaneMapOptions): Picture {
  const { machine, compact = false } = options;
  const places = lanePlaces(explanation);
  const perRow = compact ? 8 : 16;
  const width = compact ? 46 : 62;
  const height = compact ? 42 : 46;
  const digits = Math.max(
    4,
    greatestOf(places.map(({ address = 0 }) => address.toString(16).length)),
  );
  const active = places.filter(({ address }) => address !== undefined).length;
  const terms = termsFor(machine);
  const bottom = Math.ceil(places.length / perRow) * height + 8;
  return {
    width: perRow * width + 8,
    height: bottom + LEGEND,
    title: `${explanation.opcode}: addresses of the lanes`,
    description:
      `${active} of ${places.length} lanes of the ${terms.wave} take part; each with its byte address, ` +
      `the banks of its ${explanation.banksPerLane === 1 ? 'word' : `${explanation.banksPerLane} words`} and its phase.`,
    content: [
      ...places.map((place) =>
        card(place, {
          x: 4 + (place.lane % perRow) * width,
          y: 4 + Math.floor(place.lane / perRow) * height,
          width: width - 4,
          height: height - 4,
          waveSize: places.length,
          digits,
          options,
        }),
      ),
      ...legend(places, isServedLaneByLane(explanation), bottom + 6),
    ],
  };
}

const LEGEND = 16;

/** The note on these cards; the line is always there, so that the size does not depend on the access. */
function legend(places: readonly LanePlace[], isUnaligned: boolean, y: number): SvgNode[] {
  const most = places.reduce((all, { slots }) => Math.max(all, slots), 0);
  const entries = [
    ...(isUnaligned ? [{ look: 'warn', text: 'not aligned: one lane after another' }] : []),
    ...(most > 1 ? [{ look: 'conflict', text: `up to ${most}x: slots of its bank` }] : []),
    ...(places.some(({ shared, slots }) => shared && slots <= 1)
      ? [{ look: 'broadcast', text: 'shares a slot' }]
      : []),
  ];
  let x = 4;
  return entries.flatMap(({ look, text }) => {
    const left = x;
    x += 32 + text.length * characterWidth.small;
    return [rect(left + 0.5, y - 4.5, 12, 9, look), label(left + 18, y, text, 'start small soft')];
  });
}

/** The same in rows. */
export function laneMapTable(explanation: AccessExplanation): DataTable {
  return {
    caption: `${explanation.opcode}: addresses of the lanes`,
    columns: [
      { title: 'lane', numeric: true },
      { title: 'address', numeric: true },
      { title: 'banks' },
      { title: 'phase', numeric: true },
      { title: 'slots', numeric: true },
    ],
    rows: lanePlaces(explanation).map(({ lane, address, banks, phase, slots }) =>
      address === undefined
        ? [String(lane), '-', '-', '-', '-']
        : [
            String(lane),
            hexAddress(address),
            banksText(banks),
            phase === undefined ? '-' : String(phase + 1),
            String(slots),
          ],
    ),
  };
}

function lanePlaces(explanation: AccessExplanation): LanePlace[] {
  const { addressBytes, phases, rule, banksPerLane } = explanation;
  const unaligned = isServedLaneByLane(explanation);
  const words = gridWords(explanation);
  return addressBytes.map((address, lane) => {
    if (address === undefined) return { lane, banks: [], slots: 0, shared: false, unaligned };
    const phase = phases.find(({ lanes }) => lanes.includes(lane))?.index;
    const own = words.filter(({ lanes }) => lanes.includes(lane));
    return {
      lane,
      address,
      ...(phase === undefined || unaligned ? {} : { phase }),
      banks: Array.from(
        { length: banksPerLane },
        (_, step) => (Math.floor(address / 4) + step) % rule.banks,
      ),
      slots: Math.max(0, greatestOf(own.map(({ slots }) => slots))),
      shared: own.some(({ shared }) => shared),
      unaligned,
    };
  });
}

interface CardFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly waveSize: number;
  readonly digits: number;
  readonly options: LaneMapOptions;
}

function card(place: LanePlace, frame: CardFrame): SvgNode {
  const { lane, address, phase, banks } = place;
  const { x, y, width, height, waveSize, digits, options } = frame;
  const { selection, phase: shown = 'all', compact = false } = options;
  const state = emphasis(selection, { lanes: [lane], banks });
  const absent = address === undefined;
  const behind = state === undefined && shown !== 'all' && phase !== shown;
  const tone = state === 'dimmed' || behind ? 'dimmed' : undefined;
  const head = 15;
  return svg(
    'g',
    { 'class': classes('lane-card', tone), 'data-lane': lane, 'data-phase': phase },
    svg('title', {}, cardTitle(place)),
    rect(x, y, width, height, classes(toneOf(place), state === 'selected' && 'selected')),
    ...(toneOf(place) === 'broadcast'
      ? [
          svg('path', {
            d: `M${x + 4} ${y + height - 1.5}h${width - 8}`,
            class: 'ring-broadcast',
          }),
        ]
      : []),
    ...(absent
      ? []
      : [
          rect(x + 1, y + 1, width - 2, head - 1, {
            'fill': laneColor(lane, waveSize),
            'class': 'owned',
            'data-bank': banks[0],
          }),
        ]),
    label(x + 5, y + 8.5, lane, classes('start small', absent ? 'faint' : 'on-lane strong')),
    ...(phase === undefined
      ? []
      : [label(x + width - 4, y + 8.5, `p${phase + 1}`, 'end small on-lane')]),
    ...(absent
      ? [label(x + width / 2, y + 26, '-', 'faint')]
      : [
          label(
            x + width / 2,
            y + head + (compact ? 7 : 8),
            hexAddress(address, digits),
            compact ? 'small' : undefined,
          ),
          label(
            x + width / 2,
            y + head + (compact ? 17 : 20),
            bankWords(place, width, compact),
            classes('small', toneOf(place) === 'conflict' ? 'conflict' : 'soft'),
          ),
        ]),
  );
}

function toneOf({ address, slots, shared, unaligned }: LanePlace): string {
  if (address === undefined) return 'empty';
  if (unaligned) return 'warn';
  return slots > 1 ? 'conflict' : shared ? 'broadcast' : 'cell';
}

/** The banks, and the slots behind them where there are several and room for them. */
function bankWords({ banks, slots }: LanePlace, width: number, compact: boolean): string {
  const range = banksText(banks);
  const words = compact ? range : `${banks.length > 1 ? 'b' : 'bank'} ${range}`;
  const all = slots > 1 ? `${words} ${slots}x` : words;
  return textWidth(all, 9) <= width - 2 ? all : slots > 1 ? `${range} ${slots}x` : words;
}

/** `0-3`, or `30-1` where a vector goes on in the next row. */
function banksText(banks: readonly number[]): string {
  const [first, last] = [banks[0], banks.at(-1)];
  return banks.length <= 1 ? String(first ?? '-') : `${first}-${last}`;
}

function cardTitle({ lane, address, phase, banks, slots, shared }: LanePlace): string {
  if (address === undefined) return `lane ${lane} takes no part`;
  return [
    `lane ${lane}: byte ${address}, bank${banks.length > 1 ? 's' : ''} ${banksText(banks)}`,
    ...(phase === undefined ? [] : [`phase ${phase + 1}`]),
    ...(shared ? ['shares a slot with other lanes'] : []),
    ...(slots > 1 ? [`its bank serves ${slots} slots`] : []),
  ].join('; ');
}

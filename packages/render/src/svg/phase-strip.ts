/**
 * Which lanes are served together: a row for each phase of an access, a column for each lane, and the cost of the phase.
 *
 *     lane       0   4   8   12  16  20  24  28        ways  cycles
 *     phase 0   |####|   |   |####|   |########|         4       4
 *     phase 1   |    |########|   |####|        |####|   4       4
 *
 * A lane whose bank has to serve several slots is underlined.
 */
import { type AccessExplanation, laneRanges, type Machine } from '@ldscope/core';
import { termsFor } from '../text/terminology.ts';
import { counted } from '../text/numbers.ts';
import { textWidth } from './bank-grid-frame.ts';
import { gridWords, isServedLaneByLane } from './bank-grid-words.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface PhaseStripOptions {
  readonly machine: Machine;
  readonly selection?: Selection;
  /** The phase that other views show; its row stands out. */
  readonly phase?: number | 'all';
  /** Small cells without numbers, for narrow screens. */
  readonly compact?: boolean;
}

/** A row of the strip: a phase, or the whole access where it has none. */
interface StripRow {
  readonly name: string;
  /** Absent where there are no phases. */
  readonly phase?: number;
  readonly lanes: readonly number[];
  /** Absent where there are no phases. */
  readonly ways?: number;
  readonly cycles: number;
  /** Lanes whose bank serves several slots. */
  readonly contested: readonly number[];
}

interface StripFrame {
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly waveSize: number;
  readonly compact: boolean;
}

/** The picture of all phases of an access. */
export function phaseStripPicture(
  explanation: AccessExplanation,
  options: PhaseStripOptions,
): Picture {
  const { machine, compact = false } = options;
  const rows = stripRows(explanation);
  const waveSize = explanation.addressBytes.length;
  const frame: StripFrame = {
    left: 64,
    top: 24,
    cellWidth: compact ? (waveSize === 64 ? 5 : 10) : waveSize === 64 ? 13 : 24,
    cellHeight: compact ? 12 : 18,
    waveSize,
    compact,
  };
  const { left, top, cellWidth, cellHeight } = frame;
  const right = left + waveSize * cellWidth;
  const { cycles } = termsFor(machine);
  return {
    width: right + (compact ? 70 : 120),
    height: top + rows.length * (cellHeight + 4) + 6,
    title: `${explanation.opcode}: which lanes are served together`,
    description: describe(explanation, rows, machine),
    content: [
      label(left - 8, 12, 'lane', 'end small faint'),
      ...Array.from({ length: waveSize }, (_, lane) => lane)
        .filter((lane) => lane % (compact ? 8 : waveSize === 64 ? 4 : 1) === 0)
        .map((lane) => label(left + (lane + 0.5) * cellWidth, 12, lane, 'small faint')),
      label(right + (compact ? 28 : 40), 12, 'ways', 'end small faint'),
      label(right + (compact ? 64 : 110), 12, compact ? 'cost' : cycles, 'end small faint'),
      ...rows.map((row, index) => rowNode(row, top + index * (cellHeight + 4), frame, options)),
    ],
  };
}

/** The same in rows. */
export function phaseStripTable(explanation: AccessExplanation, machine: Machine): DataTable {
  const { cycles } = termsFor(machine);
  return {
    caption: `${explanation.opcode}: which lanes are served together`,
    columns: [
      { title: 'phase' },
      { title: 'lanes' },
      { title: 'ways', numeric: true },
      { title: cycles, numeric: true },
    ],
    rows: stripRows(explanation).map((row) => [
      row.phase === undefined ? '-' : String(row.phase),
      row.lanes.length === 0 ? 'none' : laneRanges(row.lanes),
      row.ways === undefined ? '-' : String(row.ways),
      String(row.cycles),
    ]),
  };
}

function stripRows(explanation: AccessExplanation): StripRow[] {
  const { phases, idxActive, addressBytes } = explanation;
  if (isServedLaneByLane(explanation)) {
    const lanes = [...addressBytes.keys()].filter((lane) => addressBytes[lane] !== undefined);
    return [{ name: 'no phase', lanes, cycles: idxActive, contested: [] }];
  }
  const words = gridWords(explanation);
  return phases.map(({ index, lanes, ways, cycles }) => ({
    name: `phase ${index + 1}`,
    phase: index,
    lanes,
    ways,
    cycles,
    contested: words
      .filter(({ phases: own, slots }) => own[0] === index && slots > 1)
      .flatMap((word) => word.lanes),
  }));
}

function rowNode(
  row: StripRow,
  y: number,
  frame: StripFrame,
  { selection, phase: shown }: PhaseStripOptions,
): SvgNode {
  const { left, cellWidth, cellHeight, waveSize, compact } = frame;
  const { lanes, ways = 0, cycles, contested, phase } = row;
  const right = left + waveSize * cellWidth;
  const middle = y + cellHeight / 2 + 0.5;
  const isShown = phase !== undefined && phase === shown;
  const tone = ways > 1 ? 'conflict' : ways === 0 ? 'faint' : 'good';
  const size = compact ? 'small' : undefined;
  return svg(
    'g',
    { 'class': 'phase', 'data-phase': phase },
    svg('title', {}, rowTitle(row)),
    rect(
      4,
      y - 2,
      right + (compact ? 62 : 112),
      cellHeight + 4,
      classes('column', isShown && 'column-selected'),
    ),
    label(left - 8, middle, row.name, classes('end', size, isShown && 'strong')),
    ...Array.from({ length: waveSize }, (_, lane) => {
      const taking = lanes.includes(lane);
      const state = emphasis(selection, { lanes: [lane] });
      const x = left + lane * cellWidth;
      const ring = contested.includes(lane);
      return svg(
        'g',
        { 'data-lane': lane },
        rect(x + 0.5, y, cellWidth - 1, cellHeight, {
          fill: taking ? laneColor(lane, waveSize) : undefined,
          class: classes(
            taking ? 'owned served' : 'empty',
            taking && state,
            !taking && state === 'dimmed' && 'dimmed',
          ),
        }),
        ...(ring && !compact && state !== 'selected'
          ? [
              svg('path', {
                d: `M${x + 1} ${y + cellHeight - 1.5}h${cellWidth - 2}`,
                class: classes('contested', state),
              }),
            ]
          : []),
        ...(taking && cellWidth > textWidth('63', 9) + 1
          ? [
              label(
                x + cellWidth / 2,
                middle - 0.5,
                lane,
                classes('small on-lane', state === 'dimmed' && 'dimmed'),
              ),
            ]
          : []),
      );
    }),
    label(right + (compact ? 28 : 40), middle, ways === 0 ? '-' : ways, classes('end', size, tone)),
    label(right + (compact ? 64 : 110), middle, cycles, classes('end', size, 'soft')),
  );
}

function rowTitle({ name, lanes, ways, cycles }: StripRow): string {
  if (lanes.length === 0) return `${name}: no active lane, cost ${cycles}`;
  const cost = ways === undefined ? '' : `${counted(ways, 'way')}, `;
  return `${name}: lanes ${laneRanges(lanes)}; ${cost}cost ${cycles}`;
}

function describe(
  explanation: AccessExplanation,
  rows: readonly StripRow[],
  machine: Machine,
): string {
  const { idxActive, rule } = explanation;
  const { cycles } = termsFor(machine);
  if (isServedLaneByLane(explanation)) {
    return `An address is not a multiple of ${rule.alignmentBytes} bytes: one lane after another is served, ${idxActive} ${cycles}.`;
  }
  const list = rows.map(({ phase, lanes, ways }) =>
    lanes.length === 0
      ? `phase ${(phase ?? 0) + 1} is idle`
      : `phase ${(phase ?? 0) + 1} lanes ${laneRanges(lanes)} (${ways})`,
  );
  const shown = list.length > 8 ? [...list.slice(0, 8), 'and so on'] : list;
  return `${counted(rows.length, 'phase')}, ${idxActive} ${cycles}; lanes with the ways: ${shown.join(', ')}.`;
}

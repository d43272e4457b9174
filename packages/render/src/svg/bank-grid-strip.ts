/** The strip under a bank grid: the cost of the phase, and the lanes of the wave with those of the phase filled. */
import { type AccessExplanation, laneRanges, type Machine } from '@ldscope/core';
import { termsFor } from '../text/terminology.ts';
import { type GridFrame, textWidth } from './bank-grid-frame.ts';
import type { GridRows } from './bank-grid-rows.ts';
import { isServedLaneByLane } from './bank-grid-words.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface StripOptions {
  readonly machine: Machine;
  readonly selection?: Selection;
}

/** Room that the strip takes, in pixels. */
export function stripHeight(compact: boolean): number {
  return compact ? 44 : 60;
}

export function laneStrip(
  explanation: AccessExplanation,
  phase: number | 'all',
  { left, width, bottom, compact }: GridFrame,
  { leftOut }: GridRows,
  { machine, selection }: StripOptions,
): SvgNode[] {
  const size = compact ? 9 : 11;
  const waveSize = explanation.addressBytes.length;
  const cost = costText(explanation, phase, machine);
  const lanes = lanesOf(explanation, phase);
  const head = phase === 'all' ? 'all phases' : `phase ${phase + 1}`;
  const middle = left + textWidth(head, size) + 14;
  const rest = [
    ...(leftOut > 0 ? [`${leftOut} rows left out`] : []),
    ...(lanes.length === 0 || phase === 'all' ? [] : [`lanes ${laneRanges(lanes)}`]),
  ].join('; ');
  const room = left + width - (middle + textWidth(cost.text, size) + 14);
  const y = bottom + (compact ? 14 : 18);
  const chip = width / waveSize;
  const top = y + (compact ? 10 : 14);
  const small = compact ? 'small' : undefined;
  return [
    label(left, y, head, classes('start strong', small)),
    label(middle, y, cost.text, classes('start', small, cost.conflict ? 'conflict' : 'good')),
    ...(textWidth(rest, size) <= room
      ? [label(left + width, y, rest, classes('end soft', small))]
      : []),
    ...Array.from({ length: waveSize }, (_, lane) => {
      const taking = lanes.includes(lane);
      const state = emphasis(selection, { lanes: [lane] });
      return svg(
        'g',
        { 'class': 'chip', 'data-lane': lane },
        svg('title', {}, chipTitle(explanation, lane)),
        rect(left + lane * chip + 0.5, top, chip - 1, compact ? 10 : 16, {
          fill: taking ? laneColor(lane, waveSize) : undefined,
          class: classes(taking ? 'owned' : 'empty', state),
        }),
        ...(!compact && (chip > 14 || lane % 4 === 0)
          ? [
              label(
                left + (lane + 0.5) * chip,
                top + 8.5,
                lane,
                classes('small', taking ? 'on-lane' : 'faint', state === 'dimmed' && 'dimmed'),
              ),
            ]
          : []),
      );
    }),
  ];
}

function lanesOf({ phases }: AccessExplanation, phase: number | 'all'): readonly number[] {
  return phase === 'all'
    ? phases.flatMap(({ lanes }) => lanes).sort((a, b) => a - b)
    : (phases.find(({ index }) => index === phase)?.lanes ?? []);
}

interface Cost {
  readonly text: string;
  readonly conflict: boolean;
}

function costText(explanation: AccessExplanation, phase: number | 'all', machine: Machine): Cost {
  const { phases, idxActive, bankConflict, worstWays, rule } = explanation;
  const terms = termsFor(machine);
  if (isServedLaneByLane(explanation)) {
    return {
      text: `not aligned to ${rule.alignmentBytes} B: lane after lane, ${cycles(idxActive, terms.cycles)}`,
      conflict: true,
    };
  }
  if (phase === 'all') {
    return {
      text: `${waysText(worstWays)}, ${cycles(idxActive, terms.cycles)}, ${bankConflict} of conflict`,
      conflict: bankConflict > 0,
    };
  }
  const one = phases.find(({ index }) => index === phase);
  if (one === undefined || one.lanes.length === 0) {
    return { text: `idle, ${cycles(one?.cycles ?? 0, terms.cycles)}`, conflict: false };
  }
  return {
    text: `${waysText(one.ways)}, ${cycles(one.cycles, terms.cycles)}`,
    conflict: one.ways > 1,
  };
}

const waysText = (ways: number): string => `${ways} way${ways === 1 ? '' : 's'}`;

const cycles = (count: number, unit: string): string =>
  `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;

function chipTitle({ addressBytes, phases }: AccessExplanation, lane: number): string {
  const address = addressBytes[lane];
  const phase = phases.find(({ lanes }) => lanes.includes(lane));
  if (address === undefined || phase === undefined) return `lane ${lane} takes no part`;
  return `lane ${lane}: byte ${address}, phase ${phase.index + 1}`;
}

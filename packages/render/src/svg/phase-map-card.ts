/** A class of instructions in a map of phases: its name, how its rule is known, and the phase of every lane. */
import { type Evidence, phaseLanes, type PhaseTable, type ServiceRule } from '@ldscope/core';
import { phasesText, slotWords } from '../text/machine-rules.ts';
import { characterWidth, fitText } from './chart-scale.ts';
import { evidenceStyles } from '../text/evidence.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import type { Selection } from './selection.ts';
import { laneColor } from './theme.ts';

const PER_LINE = 16;
const CELL = 16;
/** Pixels of a card, which all have one width. */
export const CARD_WIDTH = PER_LINE * CELL;
const HEAD = 52;

/** A rule and its title above the grid. */
export interface Card {
  readonly title: string;
  readonly rule: ServiceRule | undefined;
  readonly mark?: 'differs' | 'same';
}

function gridHeight({ waveSize }: PhaseTable): number {
  return (waveSize / PER_LINE) * CELL;
}

export function cardHeight({ rule }: Card): number {
  if (rule === undefined) return HEAD + 2 * CELL;
  const { phases, pairedPhases } = rule;
  return (
    HEAD + gridHeight(phases) + (pairedPhases === undefined ? 0 : 16 + gridHeight(pairedPhases))
  );
}

export function cardNodes(
  { title, rule, mark }: Card,
  x: number,
  y: number,
  selection: Selection | undefined,
): SvgNode[] {
  const marked =
    mark === undefined
      ? []
      : [
          label(
            x + CARD_WIDTH,
            y + 8,
            mark,
            mark === 'differs' ? 'end conflict' : 'end small faint',
          ),
        ];
  const heading = label(x, y + 8, title, 'start strong');
  if (rule === undefined) {
    return [
      heading,
      ...marked,
      label(x, y + 26, 'no such instruction, or no waves of this size', 'start small faint'),
    ];
  }
  const { phases, pairedPhases, banks, slots, alignmentBytes, evidence } = rule;
  const words = `${phasesText(rule).replace(/ \{.*?\}/, '')}, ${banks} banks`;
  const evidenceWidth = evidence.length * characterWidth.small + 14;
  return [
    heading,
    ...marked,
    label(
      x,
      y + 25,
      fitText(words, CARD_WIDTH - evidenceWidth - 8, characterWidth.small),
      'start small soft',
    ),
    ...evidenceMark(evidence, x + CARD_WIDTH - evidenceWidth, y + 25, rule),
    svg(
      'g',
      {},
      svg('title', {}, slotWords[slots].join(': ')),
      label(
        x,
        y + 39,
        `slot: ${slotWords[slots][0]}` +
          (alignmentBytes > 1 ? `, aligned to ${alignmentBytes} B` : ''),
        'start small soft',
      ),
    ),
    ...grid(phases, x, y + HEAD, selection),
    ...(pairedPhases === undefined
      ? []
      : [
          label(
            x,
            y + HEAD + gridHeight(phases) + 8,
            'when lanes pair up on one address:',
            'start small soft',
          ),
          ...grid(pairedPhases, x, y + HEAD + gridHeight(phases) + 16, selection),
        ]),
  ];
}

/** Of the styles that reports have, in pictures. */
const toneOf = { good: 'good', plain: 'soft', warn: 'warn', bad: 'conflict' } as const;
const colorOf = { good: 'good', plain: 'ink-soft', warn: 'warn', bad: 'conflict' } as const;

/** A disc for what was measured, a square for a document, a ring for a neighbour's value, a triangle for a dispute. */
function evidenceMark(
  evidence: Evidence,
  x: number,
  y: number,
  { source, note }: ServiceRule,
): SvgNode[] {
  const style = evidenceStyles[evidence];
  const color = `var(--${colorOf[style]})`;
  const shape =
    evidence === 'documented'
      ? rect(x + 1, y - 3.5, 7, 7, { fill: color })
      : evidence === 'disputed'
        ? svg('path', { d: `M${x + 0.5} ${y + 3.5}h8l-4 -7.5z`, fill: color })
        : svg('circle', {
            'cx': x + 4.5,
            'cy': y,
            'r': 3.5,
            'fill': evidence === 'measured' ? color : 'none',
            'stroke': color,
            'stroke-width': 1.5,
          });
  const why = note === undefined ? source : `${source}; ${note}`;
  return [
    svg(
      'g',
      {},
      svg('title', {}, why),
      shape,
      label(x + 14, y, evidence, `start small ${toneOf[style]}`),
    ),
  ];
}

function grid(
  table: PhaseTable,
  x: number,
  y: number,
  selection: Selection | undefined,
): SvgNode[] {
  const phaseOf = phasesByLane(table);
  const chosen = selection?.lane === undefined ? undefined : phaseOf[selection.lane];
  const cells = phaseOf.map((phase, lane): SvgNode => {
    const left = x + (lane % PER_LINE) * CELL;
    const top = y + Math.floor(lane / PER_LINE) * CELL;
    const state =
      chosen === undefined
        ? undefined
        : lane === selection?.lane
          ? 'selected'
          : phase === chosen
            ? undefined
            : 'dimmed';
    return svg(
      'g',
      { 'data-lane': lane, 'class': state === 'dimmed' ? state : undefined },
      svg('title', {}, `lane ${lane}: phase ${phase + 1}`),
      rect(left, top, CELL, CELL, {
        fill: laneColor(phase, Math.max(2, table.count)),
        class: state === 'selected' ? 'lane selected' : 'lane',
      }),
      label(left + CELL / 2, top + CELL / 2 + 0.5, phase, 'small on-lane'),
    );
  });
  // The highlighted one comes last, so that no neighbour covers its outline.
  const own = selection?.lane === undefined ? undefined : cells[selection.lane];
  return own === undefined ? cells : [...cells.filter((cell) => cell !== own), own];
}

/** The phase of every lane. */
function phasesByLane(table: PhaseTable): number[] {
  const phases = Array.from({ length: table.waveSize }, () => 0);
  for (let phase = 0; phase < table.count; phase++) {
    for (const lane of phaseLanes(table, phase)) phases[lane] = phase;
  }
  return phases;
}

/**
 * One access as banks by rows of shared memory, a phase at a time: which lane accesses which word, and which bank serves
 * several.
 *
 *     slots          4x
 *     bank      0    1    2    3   ...
 *     0x0000  |    |  0 |    |    |          a filled cell is a 4-byte word and the lane that wants it
 *     0x0100  |    | 12 |    |    |          x8: eight lanes share the word, a broadcast
 *     0x0200  |    | 20 |    |    |          an outline is a word of another phase
 *
 * A lane's whole vector is shown. The requests of a bank are counted separately at each position of the vector, as hardware
 * moves whole vectors: the words of one lane never compete with each other. Under a rule with `steps: 'serial'` each
 * place of the vector is a phase of its own, and the cycles of all of them are those of the phase that is shown.
 */
import { greatestOf, type AccessExplanation, laneRanges, type Machine } from '@ldscope/core';
import { termsFor } from '../text/terminology.ts';
import { gridColumns, gridLines } from './bank-grid-axes.ts';
import { filledRun, ghostRun, runsOf } from './bank-grid-runs.ts';
import { GRID_RIGHT, gridFrame, textWidth } from './bank-grid-frame.ts';
import { gridRows, type GridRows } from './bank-grid-rows.ts';
import { laneStrip, stripHeight } from './bank-grid-strip.ts';
import {
  gridWords,
  type GridWord,
  isServedLaneByLane,
  joinPhases,
  slotsByBank,
} from './bank-grid-words.ts';
import { label, type Picture } from './node.ts';
import type { Selection } from './selection.ts';

/** A phase of the access by its number, or all of them in one picture. */
export type ShownPhase = number | 'all';

export interface BankGridOptions {
  readonly machine: Machine;
  readonly selection?: Selection;
  /** Small cells without numbers, for narrow screens and for pictures side by side. */
  readonly compact?: boolean;
  /** The wanted width of the picture, as far as its cells allow it. */
  readonly width?: number | undefined;
  /** The accessed buffer: a line above the picture, and the beginning of its title. */
  readonly heading?: string | undefined;
}

/** The picture of one phase, or of all; its size does not depend on the phase. */
export function bankGridPicture(
  explanation: AccessExplanation,
  phase: ShownPhase,
  options: BankGridOptions,
): Picture {
  const { selection, compact = false, heading, width } = options;
  const shown: ShownPhase = isServedLaneByLane(explanation) ? 'all' : phase;
  const every = gridWords(explanation);
  const current = wordsOf(every, shown);
  const own = new Set(current.map(({ addressBytes }) => addressBytes));
  const others = joinPhases(every.filter(({ addressBytes }) => !own.has(addressBytes)));
  const rows = gridRows(every, current);
  const { banks } = explanation.rule;
  const frame = gridFrame(banks, rows, alternatives(explanation, every), {
    compact,
    heading: heading !== undefined,
    width,
  });
  const slots = slotsByBank(current, banks);
  const lanes = explanation.addressBytes.length;
  const description = describe(explanation, shown, current, rows, options);
  return {
    width: frame.left + frame.width + GRID_RIGHT,
    height: frame.bottom + stripHeight(compact),
    title: [heading, `${explanation.opcode}, ${phaseText(explanation, shown)}`]
      .filter((part) => part !== undefined)
      .join(': '),
    description,
    content: [
      ...(heading === undefined
        ? []
        : [label(frame.left, 10, fitted(heading, frame.width), 'start strong')]),
      ...gridColumns(frame, slots, explanation.banksPerLane, selection),
      ...gridLines(frame),
      ...runsOf(others, frame).map((run) => ghostRun(run, frame, selection)),
      ...runsOf(current, frame).map((run) => filledRun(run, frame, lanes, selection)),
      ...laneStrip(explanation, shown, frame, rows, options),
    ],
  };
}

/** The words of the phase that is shown. */
export function wordsOf(words: readonly GridWord[], phase: ShownPhase): GridWord[] {
  return phase === 'all' ? joinPhases(words) : words.filter(({ phases }) => phases[0] === phase);
}

function alternatives({ phases }: AccessExplanation, every: readonly GridWord[]): GridRows[] {
  return [
    gridRows(every, every),
    ...phases.map(({ index }) => gridRows(every, wordsOf(every, index))),
  ];
}

export function phaseText({ phases }: AccessExplanation, phase: ShownPhase): string {
  return phase === 'all' ? `all ${phases.length} phases` : `phase ${phase + 1} of ${phases.length}`;
}

function fitted(text: string, width: number): string {
  const room = Math.floor(width / textWidth('x'));
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 3))}...`;
}

function describe(
  explanation: AccessExplanation,
  phase: ShownPhase,
  words: readonly GridWord[],
  { leftOut, thisPhaseOnly }: GridRows,
  { machine }: BankGridOptions,
): string {
  const { rule, phases, banksPerLane } = explanation;
  const { cycles: unit } = termsFor(machine);
  const sentences = [`A column is one of ${rule.banks} banks, a row ${rule.banks * 4} bytes.`];
  if (isServedLaneByLane(explanation)) {
    sentences.push(
      `An address is not a multiple of ${rule.alignmentBytes} bytes: one lane after another is served, without phases.`,
    );
  } else if (phase === 'all') {
    const worst = Math.max(0, greatestOf(phases.map(({ ways }) => ways)));
    sentences.push(`${explanation.idxActive} ${unit}, ${worst} ways in the worst phase.`);
  } else {
    const one = phases.find(({ index }) => index === phase);
    const banks = slotsByBank(words, rule.banks).filter((slots) => slots > 1).length;
    sentences.push(
      one === undefined || one.lanes.length === 0
        ? 'No lane takes part in this phase.'
        : `Lanes ${laneRanges(one.lanes)}: ${one.ways} way${one.ways === 1 ? '' : 's'}, ${one.cycles} ${unit}` +
            (banks === 0
              ? ', no conflict.'
              : `, conflicts on ${banks} bank${banks === 1 ? '' : 's'}.`),
    );
  }
  if (banksPerLane > 1 && rule.steps === 'serial') {
    sentences.push(
      `Each of the ${banksPerLane} words of a vector is served in a phase of its own; slots are those at one of them.`,
    );
  } else if (banksPerLane > 1 && rule.steps === 'together') {
    sentences.push(
      `A lane moves its ${banksPerLane} words at once; they do not compete with each other.`,
    );
  }
  const shared = words.filter((word) => word.shared).length;
  if (shared > 0) sentences.push(`${shared} words are shared by several lanes.`);
  if (thisPhaseOnly) sentences.push('Rows of other phases are left out.');
  if (leftOut > 0) sentences.push(`${leftOut} more rows are left out.`);
  return sentences.join(' ');
}

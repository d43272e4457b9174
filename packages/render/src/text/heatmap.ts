/**
 * The banks of one access as a picture: a row for each phase, a character for each bank.
 *
 *                 0         1         2         3
 *                 01234567890123456789012345678901
 *     phase 0     4...............4...............   4 ways
 *     phase 1     ....4...............4...........   4 ways
 *
 * `.` is a bank that no lane accesses, a digit or letter the slots that it serves one after another: 1 to 9,
 * then a for 10 to z for 35, then A to Z. A lane's vector covers several banks; all of them are shown.
 */
import type { AccessExplanation, PhaseExplanation } from '@ldscope/core';
import { pad } from './measure.ts';
import { counted } from './numbers.ts';
import type { Page, Style } from './style.ts';

const LABEL = 12;
const HALF = 32;

/** The picture of an access; on a narrow page 64 banks are shown in two halves. */
export function heatMapLines(explanation: AccessExplanation, page: Page, indent = 2): string[] {
  const { rule, phases } = explanation;
  const ways = ' ways'.length + 5;
  const wide = indent + LABEL + rule.banks + ways <= page.width;
  const parts = wide ? [[0, rule.banks] as const] : halves(rule.banks);
  return parts.flatMap(([first, end], part) => {
    const head = ruler(first, end).map(
      (line) => ' '.repeat(indent + LABEL) + page.paint('faint', line),
    );
    const rows = phases.map((phase) => {
      const cells = bankSlots(phase, explanation).slice(first, end);
      const label = pad(`phase ${phase.index + 1}`, LABEL);
      return ' '.repeat(indent) + label + cellsText(cells, page) + suffix(phase);
    });
    return part > 0 ? ['', ...head, ...rows] : [...head, ...rows];
  });
}

/** The meaning of the characters, shown under the first picture of a report. */
export const HEAT_LEGEND =
  'a column is a bank; . unused, 1 to 9 and then a, b, ... the slots that it serves one after another';

function suffix(phase: PhaseExplanation): string {
  return phase.lanes.length === 0 ? '  idle' : `  ${counted(phase.ways, 'way')}`;
}

function halves(banks: number): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  for (let first = 0; first < banks; first += HALF)
    parts.push([first, Math.min(banks, first + HALF)]);
  return parts;
}

function ruler(first: number, end: number): string[] {
  const banks = Array.from({ length: end - first }, (_, index) => first + index);
  return [
    banks
      .map((bank) => (bank % 10 === 0 ? String(bank / 10) : ' '))
      .join('')
      .trimEnd(),
    banks.map((bank) => String(bank % 10)).join(''),
  ];
}

/** Slots of every bank: the most that it has at one place of the lanes' vectors. */
function bankSlots(phase: PhaseExplanation, { rule, banksPerLane }: AccessExplanation): number[] {
  const slots = Array.from({ length: rule.banks }, () => 0);
  for (const request of phase.banks) {
    for (let step = 0; step < banksPerLane; step++) {
      const bank = (request.bank + step) % rule.banks;
      slots[bank] = Math.max(slots[bank] ?? 0, request.slots);
    }
  }
  return slots;
}

function slotCharacter(slots: number): string {
  if (slots === 0) return '.';
  if (slots < 36) return slots.toString(36);
  return slots < 62 ? String.fromCharCode(65 + slots - 36) : '*';
}

function slotStyle(slots: number): Style {
  if (slots === 0) return 'faint';
  if (slots === 1) return 'good';
  if (slots < 4) return 'warn';
  return slots < 16 ? 'bad' : 'worst';
}

/** Paints runs of one style together, so that a row has few escape codes. */
function cellsText(slots: readonly number[], page: Page): string {
  let text = '';
  let run = '';
  let style: Style = 'plain';
  for (const slot of slots) {
    const next = slotStyle(slot);
    if (next !== style) {
      text += page.paint(style, run);
      run = '';
      style = next;
    }
    run += slotCharacter(slot);
  }
  return text + page.paint(style, run);
}

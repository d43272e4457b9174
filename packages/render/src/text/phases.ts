/** One phase in words: which lanes access which words of a bank, and where every lane starts. */
import {
  greatestOf,
  leastOf,
  type BankRequest,
  laneRanges,
  type PhaseExplanation,
  type TileElements,
  type WordRequest,
} from '@ldscope/core';
import { elementWords } from './elements.ts';
import { fit, hang } from './measure.ts';
import { counted, grouped } from './numbers.ts';
import type { Page, Style } from './style.ts';

const SHOWN_BANKS = 8;
const SHOWN_WORDS = 4;
const LANES_PER_LINE = 16;

/** The lines of a phase; `everything` lifts the limits on banks and words. */
export function phaseLines(
  phase: PhaseExplanation,
  cycleWord: string,
  everything: boolean,
  page: Page,
  elements?: TileElements,
): string[] {
  const { index, lanes, cycles, ways } = phase;
  const cost = cycles === 1 ? cycleWord.replace(/s$/, '') : cycleWord;
  if (lanes.length === 0) {
    return [page.paint('strong', `Phase ${index + 1}`) + `: no active lane, ${cycles} ${cost}`];
  }
  const head =
    `: lanes ${laneRanges(lanes)}; ${grouped(cycles)} ${cost}, ` +
    (ways > 1 ? counted(ways, 'way') : 'no conflict');
  const title = `Phase ${index + 1}`;
  const [first = '', ...rest] = hang('', title + head, page.width - 2);
  const contested = phase.banks.filter((bank) => bank.slots > 1);
  return [
    page.paint('strong', title) + first.slice(title.length),
    ...rest.map((line) => `  ${line}`),
    ...bankLines(contested, everything, page, elements),
    ...strip(phase, page),
  ];
}

function bankLines(
  banks: readonly BankRequest[],
  everything: boolean,
  page: Page,
  elements: TileElements | undefined,
): string[] {
  if (banks.length === 0) return [];
  const shown = everything ? banks : banks.slice(0, SHOWN_BANKS);
  const rest = banks.slice(shown.length);
  return [
    page.paint('faint', fit('  bank  slots  word at byte <- lanes', page.width)),
    ...shown.flatMap(({ bank, slots, words }) =>
      hang(
        `  ${String(bank).padStart(4)}  ${String(slots).padStart(5)}  `,
        wordsText(words, everything, elements),
        page.width,
      ),
    ),
    ...(rest.length === 0
      ? []
      : hang(
          '  ',
          `and ${counted(rest.length, 'more bank')} with ${slotRange(rest)} slots`,
          page.width,
        )),
  ];
}

function slotRange(banks: readonly BankRequest[]): string {
  const slots = banks.map((bank) => bank.slots);
  const [least, most] = [leastOf(slots), greatestOf(slots)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

function wordText(
  { addressBytes, lanes }: WordRequest,
  elements: TileElements | undefined,
): string {
  const words = elements === undefined ? '' : elementWords(elements, addressBytes, 4);
  return `${addressBytes}${words === '' ? '' : ` ${words}`} <- ${laneRanges(lanes)}`;
}

/** `0 <- 0, 128 <- 1, 256 <- 2, ... 3968 <- 31 (32 words, 128 B apart)`. */
function wordsText(
  words: readonly WordRequest[],
  everything: boolean,
  elements: TileElements | undefined,
): string {
  const last = words.at(-1);
  if (everything || words.length <= SHOWN_WORDS || last === undefined) {
    return words.map((word) => wordText(word, elements)).join(', ');
  }
  const step = commonStep(words);
  const apart = step === undefined ? '' : `, ${step} B apart`;
  const head = words.slice(0, SHOWN_WORDS - 1).map((word) => wordText(word, elements));
  return `${head.join(', ')}, ... ${wordText(last, elements)} (${words.length} words${apart})`;
}

function commonStep(words: readonly WordRequest[]): number | undefined {
  const steps = new Set(
    words.slice(1).map((word, index) => word.addressBytes - (words[index]?.addressBytes ?? 0)),
  );
  return steps.size === 1 ? [...steps][0] : undefined;
}

/** The lanes of the phase and, under each, the bank that its vector starts at. */
function strip(phase: PhaseExplanation, page: Page): string[] {
  const requests = new Map<number, BankRequest>();
  for (const bank of phase.banks) {
    for (const word of bank.words) for (const lane of word.lanes) requests.set(lane, bank);
  }
  const perLine = Math.min(LANES_PER_LINE, Math.floor((page.width - 8) / 3));
  const lines: string[] = [];
  for (let start = 0; start < phase.lanes.length; start += perLine) {
    const lanes = phase.lanes.slice(start, start + perLine);
    lines.push(page.paint('faint', `  lane  ${lanes.map((lane) => cell(lane)).join('')}`));
    lines.push(
      `  bank  ${lanes
        .map((lane) => {
          const request = requests.get(lane);
          return page.paint(styleOf(request?.slots ?? 0), cell(request?.bank));
        })
        .join('')}`,
    );
  }
  return lines;
}

function styleOf(slots: number): Style {
  return slots > 1 ? 'bad' : 'good';
}

function cell(value: number | undefined): string {
  return String(value ?? '-').padStart(3);
}

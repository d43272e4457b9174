/** The table of a bank grid: the words of each bank, their lanes, and the slots that the bank serves. */
import { groupBy, type AccessExplanation, laneRanges } from '@ldscope/core';
import { phaseText, type ShownPhase, wordsOf } from './bank-grid.ts';
import { hexAddress } from './bank-grid-frame.ts';
import { gridWords, type GridWord, isServedLaneByLane, slotsByBank } from './bank-grid-words.ts';
import type { DataTable } from './data-table.ts';

/** The table of one phase, or of all; only banks that are used. */
export function bankGridTable(explanation: AccessExplanation, phase: ShownPhase): DataTable {
  const shown: ShownPhase = isServedLaneByLane(explanation) ? 'all' : phase;
  const words = wordsOf(gridWords(explanation), shown);
  const slots = slotsByBank(words, explanation.rule.banks);
  const byBank = groupBy(words, (word) => word.bank);
  return {
    caption: `${explanation.opcode}, ${phaseText(explanation, shown)}: words of each bank`,
    columns: [
      { title: 'bank', numeric: true },
      { title: 'words' },
      { title: 'lanes' },
      { title: 'slots', numeric: true },
    ],
    rows: [...byBank]
      .sort(([a], [b]) => a - b)
      .map(([bank, own]) => [
        String(bank),
        own.map(({ addressBytes }) => hexAddress(addressBytes)).join(', '),
        own.map(lanesText).join('; '),
        String(slots[bank] ?? 0),
      ]),
  };
}

function lanesText({ lanes, shared }: GridWord): string {
  return shared ? `${laneRanges(lanes)} (shared)` : laneRanges(lanes);
}

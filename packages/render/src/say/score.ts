/** The score of a model on measured counters. */
import type { MeasuredScore, Machine, ConflictModel, Mismatch } from '@ldscope/core';
import { type Block, type Document, paragraph } from '../document/document.ts';
import { counted, grouped, percent } from '../text/numbers.ts';

const SHOWN = 20;

/** `12,000 of 12,000 records exact (100.0 %)`, then the records that are not: the first twenty, or all. */
export function sayScore(
  score: MeasuredScore,
  machine: Machine,
  model: ConflictModel,
  { all = false }: { readonly all?: boolean } = {},
): Document {
  const { records, exact, mismatches, diagnostics } = score;
  const unscored =
    diagnostics.length === 0 ? '' : `; ${counted(diagnostics.length, 'line')} not scored`;
  const verdict = `${grouped(exact)} of ${counted(records, 'record')} exact (${percent(exact, records)})${unscored}`;
  const shown = all ? mismatches : mismatches.slice(0, SHOWN);
  const rest = mismatches.length - shown.length;
  const title = `${machine.name}, model ${model.name}: ${model.title}`;
  return {
    title,
    note: 'Made by ldscope: predictions of a model beside hardware counters.',
    sections: [
      {
        level: 1,
        heading: title,
        style: 'plain',
        blocks: [paragraph(verdict, exact === records ? 'good' : 'bad', 0)],
      },
      {
        level: 2,
        blocks: [
          ...(shown.length === 0 ? [] : [mismatchTable(shown)]),
          ...(rest === 0 ? [] : [paragraph(`and ${grouped(rest)} more; --all shows every one`)]),
        ],
      },
    ],
  };
}

function mismatchTable(mismatches: readonly Mismatch[]): Block {
  const nvidia = mismatches.some(({ measured }) => 'wavefronts' in measured);
  const [cycles, conflicts] = nvidia ? ['wavefronts', 'conflicts'] : ['cycles', 'conflict'];
  const columns = [
    { title: 'line', align: 'right' },
    { title: 'instruction', least: 10 },
    { title: cycles, align: 'right' },
    { title: 'predicted', align: 'right' },
    { title: conflicts, align: 'right' },
    { title: 'predicted', align: 'right' },
  ] as const;
  const rows = mismatches.map(({ line, op, measured, predicted }) => {
    const [cycles, conflicts] = pair(measured);
    const [ours, ourConflicts] = pair(predicted);
    return {
      cells: [
        { text: String(line) },
        { text: op },
        { text: grouped(cycles) },
        { text: grouped(ours), style: ours === cycles ? 'plain' : 'bad' },
        { text: grouped(conflicts) },
        { text: grouped(ourConflicts), style: ourConflicts === conflicts ? 'plain' : 'bad' },
      ],
    } as const;
  });
  return { kind: 'table', columns, rows };
}

function pair(counters: Mismatch['measured']): readonly [number, number] {
  return 'wavefronts' in counters
    ? [counters.wavefronts, counters.conflicts]
    : [counters.idxActive, counters.bankConflict];
}

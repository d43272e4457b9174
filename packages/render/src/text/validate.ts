/** The score of a model on measured counters. */
import type { MeasuredScore, Machine, ConflictModel, Mismatch } from '@ldscope/core';
import { hang } from './measure.ts';
import { counted, grouped, percent } from './numbers.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';
import { table } from './table.ts';

export interface ScoreTextOptions extends TextOptions {
  /** Lists every mismatch instead of the first twenty. */
  readonly all?: boolean;
}

const SHOWN = 20;

/** `12,000 of 12,000 records exact (100.0 %)`, then the records that are not. */
export function renderScore(
  score: MeasuredScore,
  machine: Machine,
  model: ConflictModel,
  options: ScoreTextOptions = {},
): string {
  const page = pageFor(options);
  const { records, exact, mismatches, diagnostics } = score;
  const wrong = mismatches.length;
  const unscored =
    diagnostics.length === 0 ? '' : `; ${counted(diagnostics.length, 'line')} not scored`;
  const verdict = `${grouped(exact)} of ${counted(records, 'record')} exact (${percent(exact, records)})${unscored}`;
  const style = exact === records ? 'good' : 'bad';
  const shown = options.all === true ? mismatches : mismatches.slice(0, SHOWN);
  const lines = [
    ...hang('', `${machine.name}, model ${model.name}: ${model.title}`, page.width),
    ...hang('', verdict, page.width).map((line) => page.paint(style, line)),
    ...(wrong > 0 ? ['', ...mismatchTable(shown, page)] : []),
    ...(shown.length < wrong
      ? hang('  ', `and ${grouped(wrong - shown.length)} more; --all shows every one`, page.width)
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function mismatchTable(mismatches: readonly Mismatch[], page: Page): string[] {
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
  return table(columns, rows, page);
}

function pair(counters: Mismatch['measured']): readonly [number, number] {
  return 'wavefronts' in counters
    ? [counters.wavefronts, counters.conflicts]
    : [counters.idxActive, counters.bankConflict];
}

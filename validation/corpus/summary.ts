/**
 * What a corpus comes to: a row per kind of file, and why files are not answered in full.
 *
 *     | kind   | files | answered | partial | no LDS | refused | crash | over 20 s | median s | longest s |
 *     | gcnasm |    24 |       15 |       4 |      5 |       0 |     0 |         0 |      0.4 |       1.6 |
 *
 * A file of a folder `a/b/c.s` below the one that is given has the kind `a`.
 */
import { markdown } from '../base/markdown.ts';
import { type End, ENDS, type Outcome } from './outcome.ts';

export interface Sorted extends Outcome {
  readonly kind: string;
}

/** Kinds with their counts as a table, causes by kind, and the slowest files. */
export function summaryLines(outcomes: readonly Sorted[], limitSeconds: number): string[] {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  const columns = ['kind', 'files', ...ENDS, `over ${limitSeconds} s`, 'median s', 'longest s'];
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      outcomes.filter((one) => one.kind === kind),
      limitSeconds,
    ),
  );
  if (kinds.length > 1) rows.push(rowOf('all', outcomes, limitSeconds));
  return [
    '',
    ...markdown(columns, rows),
    '',
    ...kinds.flatMap((kind) => causeLines(kind, outcomes)),
  ];
}

function rowOf(kind: string, of: readonly Outcome[], limitSeconds: number): string[] {
  const seconds = of.map((one) => one.seconds).sort((a, b) => a - b);
  const counts = [
    of.length,
    ...ENDS.map((end) => of.filter((one) => one.end === end).length),
    seconds.filter((one) => one > limitSeconds).length,
  ];
  const times = [seconds[seconds.length >> 1] ?? 0, seconds.at(-1) ?? 0];
  return [kind, ...counts.map(String), ...times.map((one) => one.toFixed(1))];
}

const OPEN: readonly End[] = ['partial', 'refused', 'crash'];

/** Why files of a kind are not answered in full: each cause with how many files have it. */
function causeLines(kind: string, outcomes: readonly Sorted[]): string[] {
  return OPEN.flatMap((end) => {
    const files = outcomes.filter((one) => one.kind === kind && one.end === end);
    if (files.length === 0) return [];
    return [`${kind}, ${files.length} ${end}: ${counts(files.flatMap(causesOf))}`];
  });
}

/** The reasons of what is not counted without the names in them; where nothing is, the codes of errors. */
export function causesOf({ missing, codes, end }: Outcome): string[] {
  const reasons = missing.map(({ reason }) => reason.replace(/ depends on .*/, ' is unknown'));
  const shown = end === 'partial' && reasons.length > 0 ? reasons : codes;
  return [...new Set(shown)];
}

/** `3 answered, 1 refused`: the most frequent first. */
function counts(words: readonly string[]): string {
  const found = new Map<string, number>();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  const sorted = [...found].sort(([, a], [, b]) => b - a);
  return sorted.map(([word, count]) => `${count} ${word}`).join(', ');
}

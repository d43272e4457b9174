/**
 * Two versions of a text, line by line or word by word: what both have, what is gone and what is new, in the order in which one reads
 * it.
 *
 *     a b c      ->     a          kept
 *     a x c            -b          removed
 *                      +x          added
 *                       c          kept
 *
 * The shortest such list, by jsdiff, of the lines between what both versions begin and end with. LIMITATIONS. Work and memory grow with the
 * square of the edits: more than `MOST_EDITS` are shown as one block removed and one added.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

export interface DiffLine {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
  /** Its place in the old version, from 1; absent for what is added. */
  readonly before?: number;
  /** Its place in the new version; absent for what is removed. */
  readonly after?: number;
}

const MOST_EDITS = 2000;

/** The lines of two texts. */
export function lineDiff(before: string, after: string): DiffLine[] {
  return diffOf(before.split('\n'), after.split('\n'));
}

/** The same of any two lists of texts. */
export function diffOf(a: readonly string[], b: readonly string[]): DiffLine[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [old, now] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const changes = diffArrays(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  const lines: DiffLine[] = [];
  const kept = { removed: false, added: false };
  let [before, after] = [0, 0];
  for (const { removed, added, value } of [
    { ...kept, value: a.slice(0, start) },
    ...changes,
    { ...kept, value: a.slice(a.length - end) },
  ]) {
    for (const text of value) {
      if (added) lines.push({ kind: 'added', text, after: ++after });
      else if (removed) lines.push({ kind: 'removed', text, before: ++before });
      else lines.push({ kind: 'kept', text, before: ++before, after: ++after });
    }
  }
  return lines;
}

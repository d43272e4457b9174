/**
 * Two versions of a text, line by line or word by word: what both have, what is gone and what is new, in the order in which one reads
 * it.
 *
 *     a b c      ->     a          kept
 *     a x c            -b          removed
 *                      +x          added
 *                       c          kept
 *
 * Myers' algorithm over the lines between what both versions begin and end with (An O(ND) Difference Algorithm and Its
 * Variations, 1986). LIMITATIONS. More than `MOST_EDITS` edits are shown as one block removed and one added.
 */

export interface DiffLine {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
  /** From 1, in the old text, or in the new one for what is added. */
  readonly line: number;
}

const MOST_EDITS = 2000;

/** The lines of two texts. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  return diffOf(before.split('\n'), after.split('\n'));
}

/** The same of any two lists of texts; `line` is the place in its list, from 1. */
export function diffOf(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  )
    end++;
  const kept = (line: number): DiffLine => ({ kind: 'kept', text: a[line] ?? '', line: line + 1 });
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, i) => from + i);
  const [oldMiddle, newMiddle] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return [
    ...range(0, start).map(kept),
    ...middle(oldMiddle, newMiddle).map((one) => ({ ...one, line: one.line + start })),
    ...range(a.length - end, a.length).map(kept),
  ];
}

/** The edits of least number from one list of lines to another. */
function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  // How far down `a` each diagonal gets with a given number of edits, and the same for all fewer.
  let reach = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(reach);
    reach = reach.slice();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = firstOf(reach, diagonal, edits, most);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      reach[diagonal + most + 1] = x;
      if (x >= a.length && x - diagonal >= b.length) return traced(a, b, history, most);
    }
  }
  return [
    ...a.map((text, i): DiffLine => ({ kind: 'removed', text, line: i + 1 })),
    ...b.map((text, i): DiffLine => ({ kind: 'added', text, line: i + 1 })),
  ];
}

/** Where a diagonal begins with one more edit: a line of `b` more from the one above, or of `a` from the one below. */
function firstOf(reach: Int32Array, diagonal: number, edits: number, most: number): number {
  const at = diagonal + most + 1;
  const [below = 0, above = 0] = [reach[at - 1], reach[at + 1]];
  if (edits === 0) return 0;
  const isAdded = diagonal === -edits || (diagonal !== edits && below < above);
  return isAdded ? above : below + 1;
}

/** The way back from the ends of both to their starts. */
function traced(
  a: readonly string[],
  b: readonly string[],
  history: readonly Int32Array[],
  most: number,
): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reach = history[edits] ?? new Int32Array();
    const diagonal = x - y;
    const at = diagonal + most + 1;
    const [below = 0, above = 0] = [reach[at - 1], reach[at + 1]];
    const isAdded = diagonal === -edits || (diagonal !== edits && below < above);
    const startX = edits === 0 ? 0 : isAdded ? above : below + 1;
    while (x > startX) lines.push({ kind: 'kept', text: a[--x] ?? '', line: x + 1 });
    y = x - diagonal;
    if (edits === 0) break;
    if (isAdded) lines.push({ kind: 'added', text: b[--y] ?? '', line: y + 1 });
    else lines.push({ kind: 'removed', text: a[--x] ?? '', line: x + 1 });
  }
  return lines.toReversed();
}

/** Changed lines of the new text, and of the old one where nothing takes their place. */
export function changedLines(diff: readonly DiffLine[]): number {
  const [removed, added] = (['removed', 'added'] as const).map(
    (wanted) => diff.filter(({ kind }) => kind === wanted).length,
  );
  return Math.max(removed ?? 0, added ?? 0);
}

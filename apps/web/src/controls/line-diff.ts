/**
 * The lines that two texts have in common and those that only one has, with few lines around each change.
 *
 *     a b c d  ->  a x c d        same a, gone b, new x, same c, same d
 *
 * It is the shortest such list (E. Myers, An O(ND) difference algorithm, 1986) up to `MOST_CHANGES` changes; beyond, what is between the
 * first and the last difference is one change.
 */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
  /** In the text before, from 1; absent for new lines. */
  readonly before?: number;
  /** In the text after; absent for those that are gone. */
  readonly after?: number;
}

/** Work and memory grow with the square of the changes. */
const MOST_CHANGES = 1500;

export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail))
    tail++;
  const same = (from: number, count: number, shift: number): DiffLine[] =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'same' as const,
      text: a[from + index] ?? '',
      before: from + index + 1,
      after: from + index + shift + 1,
    }));
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const moved = middle.map((line) => ({
    ...line,
    ...(line.before === undefined ? {} : { before: line.before + head }),
    ...(line.after === undefined ? {} : { after: line.after + head }),
  }));
  return [...same(0, head, 0), ...moved, ...same(a.length - tail, tail, b.length - a.length)];
}

/** Lines around changes, in parts that are apart; empty where nothing differs. */
export function hunksOf(lines: readonly DiffLine[], around = 3): readonly (readonly DiffLine[])[] {
  const kept = new Set<number>();
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same')
      for (let near = index - around; near <= index + around; near++) kept.add(near);
  const hunks: DiffLine[][] = [];
  let last = -2;
  for (const [index, line] of lines.entries()) {
    if (!kept.has(index)) continue;
    if (index !== last + 1) hunks.push([]);
    hunks.at(-1)?.push(line);
    last = index;
  }
  return hunks;
}

const gone = (text: string, before: number): DiffLine => ({ kind: 'gone', text, before });
const made = (text: string, after: number): DiffLine => ({ kind: 'new', text, after });

function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  const trace = paths(a, b);
  if (trace === undefined)
    return [
      ...a.map((text, index) => gone(text, index + 1)),
      ...b.map((text, index) => made(text, index + 1)),
    ];
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d];
    const k = x - y;
    const at = (diagonal: number): number => reach?.[diagonal + d] ?? -1;
    const isDown = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const start = d === 0 ? 0 : isDown ? at(k + 1) : at(k - 1) + 1;
    for (; x > start; x--, y--)
      lines.push({ kind: 'same', text: a[x - 1] ?? '', before: x, after: y });
    if (d === 0) break;
    if (isDown) lines.push(made(b[y - 1] ?? '', y--));
    else lines.push(gone(a[x - 1] ?? '', x--));
  }
  return lines.reverse();
}

/** How far each diagonal reaches before the d-th change, at `diagonal + d`; `undefined` for too many changes. */
function paths(a: readonly string[], b: readonly string[]): Int32Array[] | undefined {
  const trace: Int32Array[] = [];
  let reach = new Int32Array(1);
  for (let d = 0; d <= MOST_CHANGES; d++) {
    // Of the step before, moved by one so that it is indexed as this one.
    const before = new Int32Array(2 * d + 1).fill(-1);
    before.set(reach.subarray(0, Math.max(0, 2 * d - 1)), 1);
    trace.push(before);
    const next = new Int32Array(2 * d + 1).fill(-1);
    for (let k = -d; k <= d; k += 2) {
      const at = (diagonal: number): number => before[diagonal + d] ?? -1;
      let x =
        d === 0 ? 0 : k === -d || (k !== d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next[k + d] = x;
      if (x >= a.length && x - k >= b.length) return trace;
    }
    reach = next;
  }
  return undefined;
}

/** A diff is both of its texts, and no longer than it has to be. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedLines, type DiffLine, lineDiff } from '@ldscope/core';

const side = (diff: readonly DiffLine[], left: 'removed' | 'added'): string =>
  diff
    .filter(({ kind }) => kind === 'kept' || kind === left)
    .map(({ text }) => text)
    .join('\n');

/** Lines that both texts have in the same order, at most; by dynamic programming. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    const next = [0];
    for (const [j, other] of b.entries())
      next.push(one === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('shows what is gone, what is new and where', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc\nd')).toEqual([
    { kind: 'kept', text: 'a', line: 1 },
    { kind: 'removed', text: 'b', line: 2 },
    { kind: 'added', text: 'x', line: 2 },
    { kind: 'kept', text: 'c', line: 3 },
    { kind: 'added', text: 'd', line: 4 },
  ]);
  expect(changedLines(lineDiff('a\nb\nc', 'a\nx\nc\nd'))).toBe(2);
  expect(changedLines(lineDiff('a\nb', 'a\nb'))).toBe(0);
});

test('is both texts, with as many lines kept as both have', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const [before, after] = [a.join('\n'), b.join('\n')];
      const diff = lineDiff(before, after);
      expect(side(diff, 'removed')).toBe(before);
      expect(side(diff, 'added')).toBe(after);
      expect(diff.filter(({ kind }) => kind === 'kept')).toHaveLength(commonLines(a, b));
      for (const { kind, text, line } of diff)
        expect((kind === 'added' ? b : a)[line - 1]).toBe(text);
    }),
  );
});

test('of texts without anything in common is one block and another', () => {
  const text = (letter: string): string => Array.from({ length: 3000 }, () => letter).join('\n');
  const diff = lineDiff(text('a'), text('b'));
  expect(side(diff, 'removed')).toBe(text('a'));
  expect(side(diff, 'added')).toBe(text('b'));
});

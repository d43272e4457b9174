/** A diff is both of its texts, and no longer than it has to be. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, lineDiff } from '@ldscope/mlir';
import { forAll } from '../../../test/for-all.ts';

const side = (diff: readonly DiffLine[], left: 'removed' | 'added'): string =>
  diff
    .filter(({ kind }) => kind === 'kept' || kind === left)
    .map(({ text }) => text)
    .join('\n');

test('shows what is gone, what is new and where', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc\nd')).toEqual([
    { kind: 'kept', text: 'a', before: 1, after: 1 },
    { kind: 'removed', text: 'b', before: 2 },
    { kind: 'added', text: 'x', after: 2 },
    { kind: 'kept', text: 'c', before: 3, after: 3 },
    { kind: 'added', text: 'd', after: 4 },
  ]);
});

test('is both texts, each line at its place', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 14 });
  forAll([lines, lines], 100, (a, b) => {
    const [before, after] = [a.join('\n'), b.join('\n')];
    const diff = lineDiff(before, after);
    expect(side(diff, 'removed')).toBe(before);
    expect(side(diff, 'added')).toBe(after);
    for (const { text, before: old = 0, after: now = 0 } of diff)
      expect([a[old - 1] ?? text, b[now - 1] ?? text]).toEqual([text, text]);
  });
});

test('of long texts without anything in common is one block and another', () => {
  const text = (word: string): string =>
    Array.from({ length: 100_000 }, (_, index) => `${word}${index}`).join('\n');
  const [before, after] = [`same\n${text('a')}`, `same\n${text('b')}`];
  const kinds = lineDiff(before, after).map(({ kind }) => kind);
  expect([kinds.indexOf('removed'), kinds.indexOf('added')]).toEqual([1, 100_001]);
  expect(kinds).toHaveLength(200_001);
});

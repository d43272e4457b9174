/** Parts of a diff: every change with the lines around it, once. */
import { expect, test } from 'vitest';
import { hunksOf, lineDiff } from '../../src/controls/line-diff.ts';

const marks = { kept: ' ', removed: '-', added: '+' } as const;
const shown = (before: string, after: string, around: number): string =>
  hunksOf(lineDiff(before.replaceAll(' ', '\n'), after.replaceAll(' ', '\n')), around)
    .map((hunk) => hunk.map(({ kind, text }) => `${marks[kind]}${text}`).join(''))
    .join(' |');

test.each([
  ['a b c', 'a b c', 1, ''],
  ['a b c d e', 'a b x d e', 1, ' b-c+x d'],
  ['a b c d e f', 'x b c d e y', 1, '-a+x b | e-f+y'],
  ['a b c d e f', 'x b c d e y', 2, '-a+x b c d e-f+y'],
  ['a b', 'a b c', 0, '+c'],
])('%s to %s with %d lines around', (before, after, around, parts) => {
  expect(shown(before, after, around)).toBe(parts);
});

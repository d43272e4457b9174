/** Differences of lines, beside the longest common subsequence that a table of all pairs gives. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, hunksOf } from '../../src/controls/line-diff.ts';

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    const next = [0];
    for (const [j, other] of b.entries())
      next.push(one === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('both texts come back from it, and it keeps as many lines as can be kept', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 14 });
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const found = diffLines(a.join('\n'), b.join('\n'));
      const side = (gone: 'gone' | 'new'): string =>
        found.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join('\n');
      expect(side('new')).toBe(a.join('\n'));
      expect(side('gone')).toBe(b.join('\n'));
      const [x, y] = [a.join('\n').split('\n'), b.join('\n').split('\n')];
      expect(found.filter(({ kind }) => kind === 'same')).toHaveLength(longestCommon(x, y));
      for (const { kind, text, before, after } of found) {
        if (kind !== 'new') expect(x[(before ?? 0) - 1]).toBe(text);
        if (kind !== 'gone') expect(y[(after ?? 0) - 1]).toBe(text);
      }
      const changed = found.filter(({ kind }) => kind !== 'same').length;
      const shown = hunksOf(found, 1)
        .flat()
        .filter(({ kind }) => kind !== 'same');
      expect(shown).toHaveLength(changed);
    }),
    { seed: 21, numRuns: 500 },
  );
});

test('texts without anything in common are one change', () => {
  const a = Array.from({ length: 2000 }, (_, index) => `a${index}`).join('\n');
  const b = Array.from({ length: 1900 }, (_, index) => `b${index}`).join('\n');
  const found = diffLines(a, b);
  expect(found.filter(({ kind }) => kind === 'gone')).toHaveLength(2000);
  expect(found.filter(({ kind }) => kind === 'new')).toHaveLength(1900);
});

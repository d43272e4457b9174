/** How deep a YAML text nests, before a parser that recurses reads it. */
import { expect, test } from 'vitest';
import { isNestedTooDeep } from '@ldscope/core';

test.each([
  ['lists in lists', (levels: number) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`],
  ['lists that are not closed', (levels: number) => `a: ${'['.repeat(levels)}`],
  ['maps in maps', (levels: number) => '{a: '.repeat(levels)],
  ['dashes on a line', (levels: number) => '- '.repeat(levels)],
  ['dashes before tabs', (levels: number) => '-\t'.repeat(levels)],
  [
    'blocks by indentation',
    (levels: number) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  ],
])('%s', (_, text) => {
  expect(isNestedTooDeep(text(50))).toBe(false);
  expect(isNestedTooDeep(text(1000))).toBe(true);
});

test('a long text that is flat', () => {
  expect(isNestedTooDeep('- { a: [1, 2], b: "x: y" }\n'.repeat(10_000))).toBe(false);
});

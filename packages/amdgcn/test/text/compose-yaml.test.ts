/** Texts that would end the process in a reader which goes down by recursion, and texts that only look like them. */
import { expect, test } from 'vitest';
import { composeYaml } from '../../src/text/compose-yaml.ts';

const many = 20_000;

test.each([
  ['lists in lists', `a: ${'['.repeat(many)}${']'.repeat(many)}`],
  ['lists that are not closed', `a: ${'['.repeat(many)}`],
  ['lists beside texts that look like closers', `a: ${'["]",'.repeat(many)}`],
  ['maps in maps', '{a: '.repeat(many)],
  ['maps as keys', '? '.repeat(many)],
  ['dashes on a line', '- '.repeat(many)],
  ['dashes before tabs', '-\t'.repeat(many)],
  [
    'blocks by indentation',
    Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  ],
  ['the second of two documents', `a: 1\n---\n${'['.repeat(many)}`],
])('%s nest too deep', (_, text) => {
  expect(composeYaml(text).problem?.reason).toBe('it is nested too deep');
});

test.each([
  ['a list of maps', '- { a: [1, 2], b: "x: y" }\n'.repeat(5000)],
  ['openers in texts', `a: "${'[{'.repeat(many)}"`],
  ['openers in a block', `a: |\n  ${'[{'.repeat(many)}\n`],
  ['openers in a comment', `a: 1 # ${'[{'.repeat(many)}\n`],
  ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`],
])('%s do not', (_, text) => {
  expect(composeYaml(text).problem).toBeUndefined();
});

test('several documents are a problem at the second', () => {
  expect(composeYaml('a: 1\n---\nb: 2\n').problem).toMatchObject({
    reason: 'it has several documents',
    start: 5,
  });
});

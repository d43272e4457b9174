/** Printed text takes the spacing of the old one, and says what it said. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { respaced } from '../src/passes/respaced.ts';

test('line ends, comments and blanks stay between words that stay', () => {
  const old = `gpu.func @f(%in: memref<4xf32>)   // in
      workgroup(%tile : memref<32x32xf32, #lds>) kernel
      attributes {a = 1 : i32}`;
  const printed =
    'gpu.func @f(%in: memref<4xf32>) workgroup(%tile: memref<32x33xf32, #lds>) kernel attributes {a = 1 : i32}';
  expect(respaced(old, printed)).toBe(old.replace('32x32', '32x33'));
});

test('new words stand as they were printed', () => {
  expect(respaced('f  %a,%b', 'f %a, %c, %b')).toBe('f  %a, %c, %b');
  expect(respaced('f  %a, %b : i32', 'f %b : i32')).toBe('f %b : i32');
  expect(respaced('"unclosed', 'f %a')).toBe('f %a');
});

const word = fc.constantFrom('f', '%a', '%b#1', '@s', '#m', ',', '(', ')', '"x y"', '12', 'i32');
const gap = fc.constantFrom(' ', '\n  ', '  // note\n', '\t');
const spaced = (words: readonly string[], gaps: readonly string[]): string =>
  words.map((one, i) => (i === 0 ? one : `${gaps[i % gaps.length] ?? ' '}${one}`)).join('');
const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/\/\/.*/g, '')
    .match(/"[^"]*"|[^\s]+/g)
    ?.map(String) ?? [];

test('the words are those that were printed, and of the same words the text is the old one', () => {
  const words = fc.array(word, { minLength: 1, maxLength: 12 });
  const gaps = fc.array(gap, { minLength: 1, maxLength: 5 });
  forAll([words, words, gaps], 100, (a, b, between) => {
    const old = spaced(a, between);
    expect(respaced(old, spaced(a, [' ']))).toBe(old);
    expect(wordsIn(respaced(old, spaced(b, [' '])))).toEqual(b);
  });
});

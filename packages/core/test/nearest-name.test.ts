/** The name that a mistyped one means: distances against the recursive definition. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, nearestName } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

/** Optimal string alignment as its definition says it. */
function byDefinition(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.at(-1), b.at(-1)];
  const [front, other] = [a.slice(0, -1), b.slice(0, -1)];
  const exchange =
    a.length > 1 && b.length > 1 && x === b.at(-2) && y === a.at(-2)
      ? byDefinition(a.slice(0, -2), b.slice(0, -2)) + 1
      : Infinity;
  return Math.min(
    byDefinition(front, other) + (x === y ? 0 : 1),
    byDefinition(front, b) + 1,
    byDefinition(a, other) + 1,
    exchange,
  );
}

test('the distance is that of its definition', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
  forAll([word, word], (a, b) => {
    expect(editDistance(a, b)).toBe(byDefinition(a, b));
  });
});

describe('the nearest name', () => {
  const known = ['grid', 'block', 'lds', 'args'];
  test.each([
    ['gird', 'grid'],
    ['Block', 'block'],
    ['blocks', 'block'],
    ['ld', 'lds'],
    ['arg', 'args'],
    ['threads', undefined],
    ['', undefined],
  ])('of %j is %j', (name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });
});

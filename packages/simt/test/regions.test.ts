/** The ways of a branch meet again at its immediate post-dominator. */
import { expect, test } from 'vitest';
import { Regions } from '../src/index.ts';

test('all ways of an instruction meet in its immediate post-dominator', () => {
  //     0 -> 1, 2    1 -> 3    2 -> 3, 4    3 -> 5    4 -> 5    5 -> 0, end    6 -> 6
  const next = [[1, 2], [3], [3, 4], [5], [5], [0, 7], [6]];
  const regions = new Regions(7, (number) => next[number] ?? []);
  const joins = next.map((_, number) => regions.of(number).join);
  expect(joins).toEqual([5, 3, 5, 5, 5, undefined, undefined]);
  expect(regions.of(0).inside).toEqual([1, 2, 3, 4]);
});

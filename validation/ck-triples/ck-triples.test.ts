/** Some of the triples that `npm run validate -- ck-triples` counts in two ways, in all element types and both wave sizes. */
import { describe, expect, test } from 'vitest';
import { bruteCounts } from './brute.ts';
import { compareTriple } from './compare.ts';
import { randomTriple } from './random-case.ts';

describe('random triples of CK Tile', () => {
  const seeds = Array.from({ length: 24 }, (_, i) => 5001 + i);

  test('cover element types down to 4 bits and waves of 32 and 64 lanes', () => {
    const triples = seeds.map((seed) => randomTriple(seed));
    expect(new Set(triples.map(({ elementBytes }) => elementBytes))).toEqual(
      new Set([0.5, 1, 2, 4, 8]),
    );
    expect(new Set(triples.map(({ waveSize }) => waveSize))).toEqual(new Set([32, 64]));
  });

  test('have the counts that counting by hand gives', () => {
    const wrong = seeds.flatMap((seed) => {
      const { triple, ours, byHand } = compareTriple(seed);
      return ours === byHand ? [] : [{ seed, title: triple.title, ours, byHand }];
    });
    expect(wrong).toEqual([]);
  });

  test('another layout has other counts by hand', () => {
    const triple = randomTriple(5001);
    const byHand = { ...triple.byHand, offset: (m: number, k: number) => 64 * m + 32 * k };
    expect(bruteCounts({ ...triple, byHand })).not.toBe(bruteCounts(triple));
  });
});

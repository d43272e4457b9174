/** Sites of a kernel, found again after an edit. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchSites, type SiteName, siteText } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

const site = (
  op: string,
  text: string,
  buffer = 'tile',
  direction: SiteName['direction'] = op.includes('write') ? 'write' : 'read',
): SiteName => ({ op, direction, buffer, text });

/** Few names, so that many sites look alike. */
const randomSite = fc
  .tuple(
    fc.constantFrom('ds_read_b32', 'ds_read_b128', 'ds_write_b32'),
    fc.constantFrom('a', 'b'),
    fc.constantFrom('x', 'y', 'z', 'w'),
  )
  .map(([op, buffer, text]) => site(op, text, buffer));
const randomSites = fc.array(randomSite, { maxLength: 8 });

const sameName = (a: SiteName, b: SiteName): boolean =>
  a.op === b.op && a.buffer === b.buffer && a.text === b.text;

/** The length of the longest common subsequence, by trying all of one side. */
function longestCommon(a: readonly SiteName[], b: readonly SiteName[]): number {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  const at = b.findIndex((one) => sameName(first, one));
  const without = longestCommon(rest, b);
  return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, b.slice(at + 1)));
}

describe('siteText', () => {
  test.each([
    ['ds_read_b32 v8, v2 offset:1024', 'ds_read_b32 v[8:8],  v13 offset:1024'],
    ['%12 = memref.load %alloc[%5, %c0]', '%13  = memref.load %alloc_2[%i, %c1]'],
    ['ld.shared.f32 %f3, [%rd4+128];', 'ld.shared.f32 %f17, [%r2+128];'],
  ])('takes %s for %s', (one, other) => {
    expect(siteText(one)).toBe(siteText(other));
  });

  test('keeps what is part of an address', () => {
    expect(siteText('ds_read_b32 v8, v2 offset:1024')).not.toBe(
      siteText('ds_read_b32 v8, v2 offset:1056'),
    );
  });
});

describe('matchSites', () => {
  test('follows the example of its comment', () => {
    const before = [site('ds_write_b32', 'w'), site('ds_read_b32', 'r1024')];
    const after = [site('ds_write_b32', 'w'), site('ds_read_b32', 'r1056')];
    expect(matchSites(before, after)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('matches an access that became wider', () => {
    expect(matchSites([site('ds_read_b32', 'r')], [site('ds_read_b128', 'q')])).toEqual([[0, 0]]);
  });

  test('does not match accesses of other buffers or directions', () => {
    expect(matchSites([site('ds_read_b32', 'r')], [site('ds_read_b32', 'r', 'b')])).toEqual([]);
    expect(matchSites([site('ds_read_b32', 'r')], [site('ds_write_b32', 'r')])).toEqual([]);
  });

  test('finds sites that change places', () => {
    const [a, b] = [site('ds_read_b32', 'a'), site('ds_write_b32', 'b')];
    expect(matchSites([a, b], [b, a])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('pairs each site at most once, and a kernel with itself', () => {
    forAll([randomSites, randomSites], (before, after) => {
      const pairs = matchSites(before, after);
      expect(new Set(pairs.map(([one]) => one)).size).toBe(pairs.length);
      expect(new Set(pairs.map(([, one]) => one)).size).toBe(pairs.length);
      expect(matchSites(before, before)).toEqual(before.map((_, i) => [i, i]));
    });
  });

  test('matches at least as many texts as the longest common subsequence', () => {
    forAll([randomSites, randomSites], (before, after) => {
      const same = matchSites(before, after).filter(([i, j]) => {
        const [one, other] = [before[i], after[j]];
        return one !== undefined && other !== undefined && sameName(one, other);
      });
      expect(same.length).toBeGreaterThanOrEqual(longestCommon(before, after));
    });
  });

  test('keeps every site of a kernel that gains sites with other texts', () => {
    const added = fc.array(fc.tuple(fc.nat(8), fc.constantFrom('new1', 'new2')), { maxLength: 4 });
    forAll([randomSites, added], (before, more) => {
      const after = before.map((one, index) => ({ one, index }));
      for (const [at, text] of more)
        after.splice(at, 0, { one: site('ds_read_b32', text, 'a'), index: -1 });
      const pairs = matchSites(
        before,
        after.map(({ one }) => one),
      );
      expect(pairs.map(([i, j]) => [i, after[j]?.index])).toEqual(before.map((_, i) => [i, i]));
    });
  });
});

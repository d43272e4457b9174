/** Lanes of one wave that meet in LDS, beside all pairs of accesses. */
import { Lds } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';

const LANES = 4;
const WORDS = 4;
const ALL = (1 << LANES) - 1;

/** What a wave does: loads or stores a word per lane, or passes a barrier of some of its lanes. */
type Act =
  | {
      readonly kind: 'read' | 'write';
      readonly wave: number;
      readonly words: readonly number[];
      readonly mask: number;
    }
  | { readonly kind: 'barrier'; readonly wave: number; readonly mask: number };

const words = fc.array(fc.nat(WORDS - 1), { minLength: LANES, maxLength: LANES });
const anyMask = fc.integer({ min: 1, max: ALL });

const act = (masks: fc.Arbitrary<number>): fc.Arbitrary<Act> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('read' as const, 'write' as const),
        wave: fc.nat(1),
        words,
        mask: anyMask,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('barrier' as const), wave: fc.nat(1), mask: masks }),
    },
  );

const lanesOf = (mask: number): number[] =>
  [0, 1, 2, 3].filter((lane) => ((mask >> lane) & 1) === 1);

/** Acts whose stores have each word from one lane. */
const apart = (acts: readonly Act[]): boolean =>
  acts.every((one) => {
    if (one.kind !== 'write') return true;
    const words = lanesOf(one.mask).map((lane) => one.words[lane]);
    return new Set(words).size === words.length;
  });

/** Pairs of acts by their numbers, the second first: of lanes of one wave, and of two waves. */
function found(acts: readonly Act[]): { readonly lanes: string[]; readonly waves: number } {
  const lds = new Lds(4 * WORDS, 4);
  const waves = [0, 1].map((index) => ({ index, barriers: 0 }));
  lds.letLanesGoApart();
  lds.reset(waves);
  let value = 0;
  for (const [number, one] of acts.entries()) {
    const wave = waves[one.wave];
    if (wave === undefined) continue;
    if (one.kind === 'barrier') {
      lds.passLanes(wave, one.mask);
      continue;
    }
    const addresses = new Uint32Array(64);
    for (const lane of lanesOf(one.mask)) addresses[lane] = 4 * (one.words[lane] ?? 0);
    const used = lanesOf(one.mask).map((lane) => addresses[lane] ?? 0);
    const reach = { bottom: Math.min(...used), top: Math.max(...used) };
    const access = { addresses, low: one.mask, high: 0, ...reach };
    if (one.kind === 'read') {
      lds.read(number, wave, access, 4);
      continue;
    }
    lds.write(number, wave, lds.beginWrite(wave, 'plain'), access, 4);
    lds.storeChecked(() => {
      for (const address of used) lds.words[address / 4] = ++value;
    });
  }
  lds.finish();
  const lanes = lds.races.all.filter(({ kind }) => kind === 'unordered-lanes');
  return {
    lanes: lanes.map(({ site, other }) => `${site} ${other}`),
    waves: lds.races.all.length - lanes.length,
  };
}

/** The same by looking at all pairs of acts and lanes. */
function wanted(acts: readonly Act[]): Set<string> {
  const pairs = new Set<string>();
  for (const [second, b] of acts.entries())
    for (const [first, a] of acts.slice(0, second).entries()) {
      if (a.kind === 'barrier' || b.kind === 'barrier' || a.wave !== b.wave) continue;
      if (a.kind === 'read' && b.kind === 'read') continue;
      const between = acts
        .slice(first + 1, second)
        .filter((one) => one.kind === 'barrier' && one.wave === a.wave)
        .map(({ mask }) => mask);
      for (const laneA of lanesOf(a.mask))
        for (const laneB of lanesOf(b.mask)) {
          // A barrier passes on what one of its lanes comes after.
          const after = between.reduce(
            (lanes, mask) => ((lanes & mask) === 0 ? lanes : lanes | mask),
            1 << laneA,
          );
          if (((after >> laneB) & 1) === 0 && a.words[laneA] === b.words[laneB])
            pairs.add(`${second} ${first}`);
        }
    }
  return pairs;
}

describe('lanes of a wave', () => {
  it('meet only where two of them touch the same bytes with no barrier between', () => {
    forAll([fc.array(act(anyMask), { maxLength: 12 })], 500, (acts) => {
      const pairs = wanted(acts);
      expect(found(acts).lanes.filter((pair) => !pairs.has(pair))).toEqual([]);
    });
  });

  it('are found where any meet', () => {
    forAll([fc.array(act(fc.constant(ALL)), { maxLength: 8 }).filter(apart)], 500, (acts) => {
      const { lanes, waves } = found(acts);
      // Where waves race as well, what came in between is all that is known.
      if (waves === 0) expect(lanes.length > 0).toBe(wanted(acts).size > 0);
    });
  });

  it('are found where no barrier that both pass, or that passes on, is between two accesses', () => {
    const access = (kind: 'read' | 'write'): fc.Arbitrary<Act> =>
      fc
        .record({ kind: fc.constant(kind), wave: fc.constant(0), words, mask: anyMask })
        .filter((one) => apart([{ ...one, kind: 'write' }]));
    const masks = fc.array(anyMask, { maxLength: 4 });
    const given = [fc.boolean(), access('write'), access('read'), masks] as const;
    forAll(given, 500, (isFirst, write, read, all) => {
      const [first, second] = isFirst ? [write, read] : [read, write];
      const barriers = all.map((mask) => ({ kind: 'barrier' as const, wave: 0, mask }));
      const acts = [first, ...barriers, second];
      expect(new Set(found(acts).lanes)).toEqual(wanted(acts));
    });
  });

  it('are not looked at where lanes go together', () => {
    const lds = new Lds(16, 4);
    const wave = { index: 0, barriers: 0 };
    lds.reset([wave]);
    const addresses = new Uint32Array(64);
    const access = { addresses, high: 0, bottom: 0, top: 0 };
    lds.write(0, wave, lds.beginWrite(wave, 'plain'), { ...access, low: 1 }, 4);
    lds.read(1, wave, { ...access, low: 2 }, 4);
    lds.finish();
    expect(lds.races.all).toEqual([]);
  });
});

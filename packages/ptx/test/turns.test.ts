/** Warps that meet in compare-and-swap: each alone, and all of a block in turns. */
import { countOnes } from '@ldscope/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { trialRounds, trialRoundsInTurns } from '../src/sass/trial-loop.ts';
import { kernel, run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

/** Threads add 1 to one of eight words, by compare-and-swap. */
const LOOP = kernel(
  ['p0'],
  `  mov.u32 %r0, %tid.x;
  setp.lt.u32 %p1, %r0, 8;
  mov.u32 %r1, s;
  and.b32 %r2, %r0, 7;
  mad.lo.u32 %r3, %r2, 4, %r1;
  @%p1 st.shared.u32 [%r3], 0;
  bar.sync 0;
  ld.shared.u32 %r4, [%r3];
AGAIN:
  mov.u32 %r5, %r4;
  add.u32 %r6, %r5, 1;
  atom.shared.cas.b32 %r4, [%r3], %r5, %r6;
  setp.ne.u32 %p2, %r4, %r5;
  @%p2 bra AGAIN;
  bar.sync 0;
  ld.param.u64 %rd1, [p0];
  mad.wide.u32 %rd2, %r2, 4, %rd1;
  ld.shared.u32 %r7, [%r3];
  @%p1 st.global.u32 [%rd2], %r7;
  ret;`,
  '.shared .align 16 .b32 s[8];',
);

/** Executions and lanes of the compare-and-swap. */
function swaps(inTurns: boolean): readonly [executions: number, lanes: number] {
  const out = new Uint32Array(8);
  const { traces, codes } = run(LOOP, [out], { block: [64, 1, 1], inTurns });
  expect(codes).toEqual([]);
  expect([...out]).toEqual(Array.from({ length: 8 }, () => 8));
  const [trace] = traces;
  const rows = Array.from({ length: trace?.count ?? 0 }, (_, row) => row).filter((row) =>
    trace?.sites[trace.site[row] ?? 0]?.text?.includes('cas'),
  );
  const lanes = rows.reduce((sum, row) => sum + countOnes(trace?.activeMask[2 * row] ?? 0), 0);
  return [rows.length, lanes];
}

test('alone, a warp of four lanes per word goes round four times', () => {
  expect(swaps(false)).toEqual([8, 2 * (32 + 24 + 16 + 8)]);
});

test('in turns, the other warp fails with all its lanes until the first is done', () => {
  expect(swaps(true)).toEqual([12, 2 * (32 + 24 + 16 + 8) + 4 * 32]);
});

const places = fc.array(fc.nat(47), { minLength: 32, maxLength: 32 });
test.each([4, 8])('in turns, lanes of one word succeed one after another: %i bytes', (width) => {
  forAll([fc.array(places, { minLength: 1, maxLength: 4 })], (all) => {
    const warps = all.map((list) => ({ addresses: list.map((at) => at * width), mask: -1 }));
    const rounds = trialRoundsInTurns(warps, width);
    // One warp has no others.
    if (all.length === 1)
      expect(rounds[0]).toEqual(trialRounds(warps[0]?.addresses ?? [], -1, width));
    for (const [warp, own] of rounds.entries()) {
      const alone = trialRounds(warps[warp]?.addresses ?? [], -1, width);
      expect(own.length).toBeGreaterThanOrEqual(alone.length);
    }
    // No two lanes at one word succeed in one round, of any warp.
    const most = Math.max(...rounds.map((own) => own.length));
    for (let round = 0; round < most; round++) {
      const won = rounds.flatMap((own, warp) => {
        const mask = (own[round] ?? 0) & ~(own[round + 1] ?? 0);
        return (warps[warp]?.addresses ?? []).filter((_, lane) => ((mask >>> lane) & 1) === 1);
      });
      expect(new Set(won).size).toBe(won.length);
    }
  });
});

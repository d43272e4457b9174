/** Warps that meet in compare-and-swap: each alone, and all of a block in turns. */
import { countOnes } from '@ldscope/core';
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { base, counts, listing } from './sass/listings.ts';

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

/** The loop as ptxas makes it. */
const SASS = listing(`${base(2)}
  MOV R9, RZ
  LOP3.LUT R3, R0, 0x7, RZ, 0xc0, !PT
  LEA R3, R3, UR4, 0x2
  ISETP.GT.AND P0, PT, R0, 0x7, PT
  @!P0 STS [R3], RZ
  BAR.SYNC.DEFER_BLOCKING 0x0
  LDS R4, [R3]
  .L_1:
  IADD3 R5, R4, 0x1, RZ
  ATOMS.CAS R5, [R3], R4, R5
  ISETP.NE.AND P1, PT, R5, R4, PT
  MOV R4, R5
  @P1 BRA \`(.L_1)
  WARPSYNC.ALL
  BAR.SYNC.DEFER_BLOCKING 0x0
  LDS R7, [R3]
  EXIT`);

test('SASS goes round as PTX does, and says that the figures depend on time', () => {
  const of = (inTurns: boolean): string | undefined => {
    const outcome = run(LOOP, [new Uint32Array(8)], { block: [64, 1, 1], inTurns, sass: SASS });
    expect(outcome.execution.kernel.sass).toMatchObject({ evaluatedWarps: 2, contended: true });
    return counts(outcome)['ATOMS.CAS R5, [R3], R4, R5'];
  };
  expect([of(false), of(true)]).toEqual([swaps(false), swaps(true)].map((one) => one.join(' x ')));
});

/**
 * What two kernels leave in the buffers of their launch, beside a loop over the lanes: each reverses a block through shared memory, with
 * rows of some length; a wrong one mirrors at another lane.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { analyzeKernels, compareKernels, type LaunchOptions } from '../src/index.ts';

const LANES = 64;

interface Reversal {
  /** Words from one lane's to the next. */
  readonly pitch: number;
  /** Lane 0 reads that of this one, lane 1 the one before, round the end. */
  readonly mirror: number;
}

const ptxOf = ({ pitch, mirror }: Reversal): string => `
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 t[${LANES * pitch * 4}];
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [in];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
  mov.u32 %r3, t;
  mad.lo.s32 %r4, %r1, ${4 * pitch}, %r3;
  st.shared.u32 [%r4], %r2;
  bar.sync 0;
  sub.s32 %r5, ${LANES + mirror}, %r1;
  and.b32 %r5, %r5, ${LANES - 1};
  mad.lo.s32 %r6, %r5, ${4 * pitch}, %r3;
  ld.shared.u32 %r7, [%r6];
  add.s64 %rd5, %rd1, %rd3;
  st.global.u32 [%rd5], %r7;
  ret;
}
`;

const wordsOf = (values: readonly number[]): Uint8Array =>
  new Uint8Array(new Uint32Array(values).buffer);

const launchOf = (values: readonly number[], isWhole = true): LaunchOptions => ({
  extents: { grid: [1, 1, 1], block: [LANES, 1, 1] },
  ...(isWhole && {
    arguments: [
      { kind: 'buffer', name: 'out', data: wordsOf(values.map(() => 0)) },
      { kind: 'buffer', name: 'in', data: wordsOf(values) },
    ],
  }),
});

function compared(
  before: Reversal,
  after: Reversal,
  launches: readonly [LaunchOptions, LaunchOptions],
  workgroups?: 'all',
) {
  const [own, other] = [before, after].map((reversal, side) => {
    const text = ptxOf(reversal);
    const launch = launches[side] ?? {};
    return analyzeKernels(text, { ...launch, machine: 'sm_90', workgroups }).map((analyzed) => ({
      analyzed,
      outputs: { text, run: { options: launch, machine: 'sm_90' } },
    }));
  });
  return compareKernels(own ?? [], other ?? []).comparisons[0]?.outputs;
}

const values = Array.from({ length: LANES }, (_, lane) => (lane * 0x01010101 + (lane >> 3)) >>> 0);

describe('results beside each other', () => {
  const pitch = fc.constantFrom(1, 2, 3, 31, 32, 33, 64, 65);
  const mirror = fc.constantFrom(LANES - 1, LANES - 1, 0, 1, 31);

  it('differ in as many bytes as a loop over the lanes counts', () => {
    forAll([pitch, mirror, pitch, mirror], 40, (first, from, second, to) => {
      const outputs = compared({ pitch: first, mirror: from }, { pitch: second, mirror: to }, [
        launchOf(values),
        launchOf(values),
      ]);
      let bytes = 0;
      for (let lane = 0; lane < LANES; lane++) {
        const [own = 0, other = 0] = [from, to].map((at) => values[(LANES + at - lane) % LANES]);
        for (let byte = 0; byte < 32; byte += 8)
          bytes += Number(((own ^ other) >>> byte) & 255) && 1;
      }
      const workgroups = { before: 1, after: 1 };
      expect(outputs).toEqual(
        bytes === 0
          ? { outcome: 'equal', bytes: 2 * 4 * LANES, workgroups }
          : { outcome: 'differ', buffer: 'out', bytes, of: 4 * LANES, workgroups },
      );
    });
  });

  it('of many workgroups are compared where all of them are asked for', () => {
    const many = {
      ...launchOf(values),
      extents: { grid: [300, 1, 1], block: [LANES, 1, 1] },
    } as const;
    const [plain, padded] = [
      { pitch: 32, mirror: 63 },
      { pitch: 33, mirror: 63 },
    ];
    expect(compared(plain, padded, [many, many])).toEqual({
      outcome: 'not compared',
      reason: 'not all of 300 workgroups are executed: -w all does so',
    });
    expect(compared(plain, padded, [many, many], 'all')).toMatchObject({
      outcome: 'equal',
      workgroups: { before: 300, after: 300 },
    });
  });

  it('are asked for by arguments, and are of the same data', () => {
    const [plain, padded] = [
      { pitch: 32, mirror: 63 },
      { pitch: 33, mirror: 63 },
    ];
    const other = values.with(5, 7);
    expect(compared(plain, padded, [launchOf(values, false), launchOf(values, false)])).toBe(
      undefined,
    );
    expect(compared(plain, padded, [launchOf(values), launchOf(values, false)])).toEqual({
      outcome: 'not compared',
      reason: 'after, the launch gives no grid or no arguments',
    });
    expect(compared(plain, padded, [launchOf(values), launchOf(other)])).toEqual({
      outcome: 'not compared',
      reason: 'the launches give other data in in',
    });
  });
});

/** Loops of compare-and-swap go round as often as an H100 counted, of one warp alone. */
import { readFileSync } from 'node:fs';
import { machineNamed, simulate, sum, TraceBuilder, type AccessTrace } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { kernel, run } from '../harness.ts';
import { listing } from './listings.ts';

interface Measured {
  readonly op: string;
  readonly mask: string;
  readonly address: readonly number[];
  readonly rounds: number;
  readonly loadWavefronts: number;
  readonly loadConflicts: number;
  readonly atomicWavefronts: number;
  readonly atomicConflicts: number;
}

const file = new URL('../../../../validation/data/hopper-sm90-loops.jsonl', import.meta.url);
const measured = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured);
const machine = machineNamed('sm_90');

/** Lanes with an address of 0 or more store a 0 there, and add to it. */
const ptx = (type: string): string => {
  const [load, register, one] =
    type === 'f32' ? ['b32', '%f1', '0f3F800000'] : ['b64', '%fd1', '0d3FF0000000000000'];
  const value = type === 'u64' ? '%rd5' : register;
  const constant = type === 'u64' ? '1' : one;
  return kernel(
    ['p0'],
    `mov.u32 %r0, %tid.x;
  ld.param.u64 %rd1, [p0];
  mad.wide.u32 %rd2, %r0, 4, %rd1;
  ld.global.u32 %r5, [%rd2];
  setp.lt.s32 %p1, %r5, 0;
  @%p1 bra DONE;
  mov.u32 %r2, s;
  add.u32 %r1, %r5, %r2;
  mov.b64 %rd6, 0; mov.u32 %r6, 0;
  st.shared.${load} [%r1], ${load === 'b32' ? '%r6' : '%rd6'};
  mov.${type} ${value}, ${constant};
  red.shared.add.${type} [%r1], ${value};
DONE:
  ret;`,
    '.shared .align 16 .b8 s[16384];',
  );
};

const sass = (type: string): string => {
  const width = type === 'f32' ? '' : '.64';
  const adds = {
    f32: 'FADD R12, R8, 1',
    f64: 'DADD R12, R8, 1',
    u64: 'IADD3 R12, P2, R8, 0x1, RZ\nIADD3.X R13, R9, RZ, RZ, P2, !PT',
  }[type];
  return listing(`S2R R0, SR_TID.X
    LDC.64 R10, c[0x0][0x210]
    IMAD.WIDE.U32 R10, R0, 0x4, R10
    LDG.E R5, desc[UR4][R10.64]
    S2UR UR5, SR_CgaCtaId
    UMOV UR4, 0x400
    ULEA UR4, UR5, UR4, 0x18
    ISETP.GE.AND P0, PT, R5, RZ, PT
    @!P0 EXIT
    IADD3 R2, R5, UR4, RZ
    CS2R R6, SRZ
    STS${width} [R2], R6
    .L_1:
    LDS${width} R8, [R2]
    ${adds}
    ATOMS.CAST.SPIN${width} R12, [R2], R8, R12
    ISETP.EQ.U32.AND P1, PT, R12, 0x1, PT
    @!P1 BRA \`(.L_1)
    EXIT`);
};

/** Rounds, and wavefronts and conflicts of their loads and swaps. */
function predicted({ op, mask, address }: Measured): number[] {
  const type = op.slice(op.lastIndexOf('.') + 1);
  const lanes = Number.parseInt(mask, 16);
  const given = Int32Array.from({ length: 32 }, (_, lane) =>
    ((lanes >>> lane) & 1) === 1 ? (address[lane] ?? 0) : -1,
  );
  const { traces, execution, codes } = run(ptx(type), [given], { sass: sass(type) });
  expect(codes).toEqual([]);
  expect(execution.kernel.sass).toMatchObject({ evaluatedWarps: 1 });
  const [trace] = traces;
  if (trace === undefined) throw new Error('not executed');
  const sums = ['LDS', 'ATOMS'].map((name) => {
    const own = only(trace, name);
    const { idxActive, bankConflict } = simulate(own, machine);
    return [own.count, sum(idxActive), sum(bankConflict)] as const;
  });
  const [rounds = 0] = sums[1] ?? [];
  return [rounds, ...sums.flatMap(([, wavefronts, conflicts]) => [wavefronts, conflicts])];
}

/** The accesses of an instruction. */
function only(trace: AccessTrace, name: string): AccessTrace {
  const builder = new TraceBuilder(32, trace.sites);
  for (let row = 0; row < trace.count; row++)
    if (trace.sites[trace.site[row] ?? 0]?.text?.startsWith(name) === true)
      builder.addLike(trace, row, trace.addressBytes.subarray(32 * row, 32 * row + 32));
  return builder.finish();
}

describe('atomics that are loops', () => {
  test.each([
    ['red.shared.add.f32', 60, 60],
    ['red.shared.add.u64', 59, 60],
    ['red.shared.add.f64', 59, 60],
  ])('%s: %i of %i as measured', (op, exact, all) => {
    const own = measured.filter((one) => one.op === op);
    const same = own.filter((one) => {
      const { rounds, loadWavefronts, loadConflicts, atomicWavefronts, atomicConflicts } = one;
      const counted = [rounds, loadWavefronts, loadConflicts, atomicWavefronts, atomicConflicts];
      return predicted(one).every((figure, index) => figure === counted[index]);
    });
    expect(own).toHaveLength(all);
    expect(same).toHaveLength(exact);
  });
});

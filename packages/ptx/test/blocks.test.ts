/** Whole programs in blocks and by steps alone: the same memory, traces and counts. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Blocks } from '@ldscope/core/vector';
import { expect, test } from 'vitest';
import { registerMemory } from '../src/state/register-memory.ts';
import { kernel, run, type RunOptions, words } from './harness.ts';

type Arguments = () => readonly (Int32Array | number)[];

/** Memory, traces and diagnostics of a launch; where the memory of compiled code has no room, it is executed by steps. */
function launched(text: string, args: Arguments, options: RunOptions, bySteps: boolean): unknown {
  const room = bySteps ? registerMemory.take(2 ** 26) : undefined;
  if (bySteps) expect(room).toBeDefined();
  const own = args();
  const { execution, traces, codes } = run(text, own, options);
  if (room !== undefined) registerMemory.give(room);
  const memory = own.map((one) => (typeof one === 'number' ? one : new Uint8Array(one.buffer)));
  const { hazards, kernel: summary } = execution;
  return { memory, traces, codes, hazards, instructions: summary.executedInstructions };
}

/** Executes a kernel both ways, and gives what is the same. */
function bothWays(text: string, args: Arguments, options: RunOptions): unknown {
  const before = Blocks.had;
  const inBlocks = launched(text, args, options, false);
  const after = Blocks.had;
  expect(after).toBeGreaterThan(before);
  const bySteps = launched(text, args, options, true);
  expect(Blocks.had).toBe(after);
  expect(isDeepStrictEqual(bySteps, inBlocks)).toBe(true);
  return inBlocks;
}

/** Of the benchmark. */
const ofBench = readFileSync(new URL('../../../bench/ptx/kernels.ptx', import.meta.url), 'utf8');

test('a hash in a loop', () => {
  const { memory } = bothWays(ofBench, () => [new Int32Array(64), 1200], {
    kernel: 'hash',
    block: [64, 1, 1],
  }) as { memory: readonly Uint8Array[] };
  expect(new Set(memory[0]).size).toBeGreaterThan(50);
});

/** Lanes that take different ways, guards, 64 bits, halves, predicates and shared memory, with groups that meet within runs. */
const MIXED = kernel(
  ['p0', 'n1'],
  `${words(['p0'])}
  .shared .align 4 .b8 own[1024];
  ld.param.u32 %r10, [n1];
  mov.u32 %r13, own;
  mov.u32 %r1, 0;
  mov.u32 %r2, %r0;
  and.b32 %r12, %r0, 96;
  shl.b32 %r12, %r12, 3;
  cvt.u64.u32 %rd5, %r0;
LOOP:
  mad.lo.s32 %r2, %r2, 1664525, 1013904223;
  and.b32 %r3, %r2, 7;
  setp.gt.u32 %p1, %r3, 3;
  @%p1 bra OTHER;
  xor.b32 %r4, %r2, %r1;
  mul.wide.s32 %rd6, %r4, -77;
  add.s64 %rd5, %rd5, %rd6;
  @%p2 shl.b64 %rd5, %rd5, 1;
  setp.lt.s64 %p2|%p3, %rd5, %rd6;
  bra MEET;
OTHER:
  cvt.rn.f32.s32 %f1, %r2;
  fma.rn.f32 %f2, %f1, 0f3f000000, %f2;
  cvt.rzi.s32.f32 %r5, %f2;
  prmt.b32 %r2, %r2, %r5, 0x5410;
  @!%p2 lop3.b32 %r2, %r2, %r5, %r1, 0x96;
MEET:
  mov.b64 {%r6, %r7}, %rd5;
  add.s32 %r2, %r2, %r6;
  cvt.rn.f16.f32 %h1, %f2;
  mov.b32 %r8, {%h1, %h1};
  add.rn.f16x2 %r9, %r8, %r9;
  xor.b32 %r2, %r2, %r9;
  and.b32 %r11, %r2, 252;
  add.u32 %r11, %r11, %r12;
  add.u32 %r11, %r11, %r13;
  st.shared.u32 [%r11], %r2;
  ld.shared.u32 %r3, [%r11];
  add.s32 %r2, %r2, %r3;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p4, %r1, %r10;
  @%p4 bra LOOP;
  selp.b32 %r2, %r2, %r7, %p3;
  st.global.u32 [%rd0], %r2;
  ret;`,
);

test('lanes on different ways', () => {
  const { memory } = bothWays(MIXED, () => [new Int32Array(96), 150], {
    block: [90, 1, 1],
  }) as { memory: readonly Uint8Array[] };
  expect(new Set(memory[0]).size).toBeGreaterThan(50);
});

test('a product of tiles in shared memory', () => {
  const floats = (count: number): Int32Array =>
    new Int32Array(Float32Array.from({ length: count }, (_, i) => (i % 11) - 5).buffer);
  const { memory, codes } = bothWays(
    ofBench,
    () => [floats(64 * 640), floats(640 * 64), new Int32Array(64 * 64), 640],
    { kernel: 'gemm', block: [256, 1, 1] },
  ) as { memory: readonly Uint8Array[]; codes: readonly string[] };
  expect(codes).toEqual([]);
  expect(new Set(memory[2]).size).toBeGreaterThan(20);
});

/**
 * Loads of one to four words in a loop, before and behind an address, in lanes that a guard or the end of the block leaves out, at
 * addresses that are computed among them. `last` is added to the address of a lane in a late round.
 */
const loadsAt = (last: number): string =>
  kernel(
    ['p0', 'n1'],
    `${words(['p0'])}
  .shared .align 16 .b8 own[2048];
  ld.param.u32 %r10, [n1];
  mov.u32 %r13, own;
  shl.b32 %r12, %r0, 2;
  add.u32 %r14, %r13, %r12;
  st.shared.u32 [%r14], %r0;
  st.shared.u32 [%r14+512], %r12;
  bar.sync 0;
  and.b32 %r15, %r0, 12;
  shl.b32 %r15, %r15, 2;
  add.u32 %r15, %r15, %r13;
  mov.u32 %r1, 0;
  setp.lt.u32 %p2, %r0, 20;
LOOP:
  setp.eq.u32 %p1, %r1, 500;
  @%p1 setp.eq.u32 %p1, %r0, 35;
  selp.b32 %r9, ${last}, 0, %p1;
  add.u32 %r15, %r15, %r9;
  ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%r15+16];
  add.s32 %r6, %r2, %r5;
  ld.shared.v2.u32 {_, %r7}, [%r15+520];
  xor.b32 %r6, %r6, %r7;
  ld.shared.u32 %r8, [%r14];
  add.u32 %r16, %r14, 64;
  ld.shared.u32 %r17, [%r16+-64];
  @%p2 ld.shared.u32 %r18, [%r14+4];
  mad.lo.s32 %r6, %r8, %r17, %r6;
  add.s32 %r19, %r19, %r6;
  add.s32 %r19, %r19, %r18;
  ld.shared.u32 %r14, [%r14];
  shl.b32 %r14, %r14, 2;
  add.u32 %r14, %r14, %r13;
  sub.u32 %r15, %r15, %r9;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p4, %r1, %r10;
  @%p4 bra LOOP;
  st.global.u32 [%rd0], %r19;
  ret;`,
  );

test.each([
  ['inside', 0, []],
  ['outside', 1 << 16, ['ptx/shared-out-of-range']],
  ['below', -(1 << 12), ['ptx/shared-out-of-range']],
  ['not aligned', 2, ['ptx/misaligned']],
])('loads from shared memory, %s', (_, last, wrong) => {
  const { memory, codes, traces } = bothWays(loadsAt(last), () => [new Int32Array(72), 600], {
    block: [72, 1, 1],
  }) as { memory: readonly Uint8Array[]; codes: string[]; traces: { count: number }[] };
  expect([...new Set(codes)]).toEqual(wrong);
  expect(new Set(memory[0]).size).toBeGreaterThan(20);
  expect(traces[0]?.count).toBeGreaterThan(600 * 3 * 5);
});

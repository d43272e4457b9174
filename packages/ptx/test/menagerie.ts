/**
 * Kernels with random changes, for tests: a change replaces a modifier, opcode, register, number or operand by another, or drops or
 * repeats a line.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { constructs, moduleOf } from './constructs/corpus.ts';
import { instructionRows } from '../src/rows/instructions.ts';

/** What kernels do, side by side: calls, tables, barriers, copies, atomics, products, exchanges. */
export const MENAGERIE = `.version 9.0
.target sm_90a
.address_size 64
.global .align 8 .b8 table[64] = {1, 2, 3, 4};
.func (.reg .u32 out) twice(.reg .u32 in)
{
  .reg .pred %p;
  setp.gt.u32 %p, in, 20;
  @%p ret;
  mad.lo.u32 out, in, 2, 1;
  call (out), twice, (out);
  ret;
}
.visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 n)
{
  .reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<40>; .reg .f32 %f<16>; .reg .b64 %rd<12>; .reg .f64 %fd<4>; .reg .b128 %q<2>;
  .shared .align 128 .b8 tile[4096];
  .shared .align 8 .b64 barrier;
  .local .align 8 .b8 depot[64];
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mad.wide.u32 %rd3, %r2, 16, %rd1;
  shl.b32 %r3, %r2, 4;
  mov.u32 %r4, tile;
  add.s32 %r4, %r4, %r3;
  cvta.shared.u64 %rd4, %rd5;
  ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd3];
  st.shared.v4.f32 [%r4], {%f1, %f2, %f3, %f4};
  cp.async.cg.shared.global [%r4], [%rd3], 16;
  cp.async.commit_group;
  cp.async.wait_group 0;
  bar.sync 0;
  bar.red.popc.u32 %r5, 0, %p1;
  st.volatile.shared.u32 [tile+64], %r2;
  fence.acq_rel.cta;
  red.relaxed.cta.shared.add.u32 [tile+64], 1;
  ld.relaxed.cta.shared.u32 %r37, [tile+64];
  membar.cta;
  st.shared.u32 tile[16], (1 + 2) * WARP_SZ;
  mbarrier.init.shared.b64 [barrier], 64;
  mbarrier.arrive.shared.b64 %rd6, [barrier];
  atom.shared.add.u32 %r6, [tile], %r2;
  atom.global.add.f32 %f5, [%rd2], %f1;
  red.global.max.s64 [%rd2], %rd3;
  atom.shared.cas.b128 %q0, [tile], %q0, %q1;
  shfl.sync.bfly.b32 %r7|%p2, %r2, 1, 31, -1;
  vote.sync.ballot.b32 %r8, %p2, -1;
  match.any.sync.b32 %r9, %r2, -1;
  redux.sync.add.s32 %r10, %r2, -1;
  elect.sync %r11|%p3, -1;
  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r12, %r13, %r14, %r15}, [%r4];
  stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r4], {%r12};
  movmatrix.sync.aligned.m8n8.trans.b16 %r16, %r12;
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f5, %f6, %f7, %f8}, {%r12, %r13, %r14, %r15}, {%r16, %r17}, {%f5, %f6, %f7, %f8};
  mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%r20, %r21, %r22, %r23}, {%r12, %r13}, {%r14, %r15}, {%r20, %r21, %r22, %r23}, %r16, 1;
  wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}, [tile], 16;
  call (%r28), twice, (%r2);
  vadd.s32.u32.s32.add %r29, %r28.b1, %r2.h1, %r1;
  prmt.b32.rc8 %r30, %r29, %r28, 2;
  bfi.b64 %rd7, %rd3, %rd4, 7, 9;
  cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;
  cvt.rz.f16x2.f32 %r31, %f3, %f4;
  set.gtu.u32.f16x2 %r32, %r31, %r30;
  lop3.or.b32 %r33|%p4, %r32, %r31, %r30, 0xe8, %p3;
  div.rz.f64 %fd1, %fd2, %fd3;
  st.local.u64 [depot+8], %rd7;
  ld.local.b32 %r34, [depot+12];
  ld.global.u8 %h2, [table+3];
  and.b32 %r35, %r2, 1;
LOOP:
  add.u32 %r35, %r35, 1;
  setp.lt.u32 %p5, %r35, 9;
  @%p5 bra LOOP;
  and.b32 %r36, %r2, 1;
  targets: .branchtargets EVEN, ODD;
  brx.idx %r36, targets;
EVEN:
  st.global.u32 [%rd2+8], %r35;
  bra.uni END;
ODD:
  @!%p4 exit;
END:
  ret;
}
`;
/** Kernels to change. */
export const texts = [
  MENAGERIE,
  ...constructs.map(moduleOf),
  readFileSync(
    fileURLToPath(new URL('../../../examples/cuda/transpose.ptx', import.meta.url)),
    'utf8',
  ),
];
const words = (pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => text.match(pattern) ?? [])),
];
const MODIFIER = /\.[a-z][\w:]*/g;
const REGISTER = /%[a-z]+\d+/g;
const NUMBERS = '0 1 -1 31 32 255 4097 2147483648 4294967296 99999999999'.split(' ');
const OPERANDS =
  '5;1.5;0f7F800000;-%r1;%r1.b0;{%r1, %r2};_;tile;barrier;[%rd1];[tile+4096];!%p1;(%r1);%r1|%p1;%tid.x'.split(
    ';',
  );

/** One change: a line, what is replaced in it and by what; both by number, so that a failure is small. */
type Change = readonly [line: number, kind: number, place: number, by: number];
export const changes = fc.array(fc.tuple(fc.nat(), fc.nat(8), fc.nat(), fc.nat()), {
  minLength: 1,
  maxLength: 4,
});

const kinds: readonly (readonly [pattern: RegExp, by: readonly string[]])[] = [
  [MODIFIER, words(MODIFIER)],
  [MODIFIER, ['.f16', '.f64', '.s64', '.b128', '.v2', '.v8', '.shared', '.sat', '.cc', '.sync']],
  [REGISTER, words(REGISTER)],
  [REGISTER, OPERANDS],
  [/\b\d+\b/g, NUMBERS],
  [/\b[a-z]\w+(?=[.; ])/g, [...instructionRows.keys()]],
];

function change(lines: string[], [line, kind, place, by]: Change): void {
  const at = line % lines.length;
  const text = lines[at] ?? '';
  const [pattern, list] = kinds[kind] ?? [];
  if (pattern === undefined || list === undefined) {
    // Drops a line, repeats one elsewhere, or swaps two.
    const other = place % lines.length;
    if (kind === 6) lines.splice(at, 1);
    else if (kind === 7) lines.splice(other, 0, text);
    else [lines[at], lines[other]] = [lines[other] ?? '', text];
    return;
  }
  const found = [...text.matchAll(pattern)];
  const match = found[place % Math.max(1, found.length)];
  if (match === undefined) return;
  const end = match.index + match[0].length;
  lines[at] = text.slice(0, match.index) + (list[by % list.length] ?? '') + text.slice(end);
}

/** A text with changes. */
export function changed(text: string, list: readonly Change[]): string {
  const lines = text.split('\n');
  for (const one of list) change(lines, one);
  return lines.join('\n');
}

/**
 * Every instruction of PTX, by chapter of the ISA: a form of each that is executed, or the reason why it is not.
 *
 * Samples are compiled by executing a kernel that has nothing else; what asynchronous instructions do is tested beside them.
 */
import { machineNamed } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { executePtx, parsePtx } from '../src/index.ts';
import { rows } from '../../../test/rows.ts';
import { instructionRows } from '../src/rows/instructions.ts';

const machine = machineNamed('sm_90');

/** Errors of a kernel with one statement; `%rd0` is the address of a buffer, `shared` an array. */
function errorsOf(statement: string, before = ''): string[] {
  const text = `.version 9.0
.target sm_90a
.address_size 64
${before}
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .f32 %f<8>; .reg .b64 %rd<8>; .reg .f64 %fd<4>; .reg .b128 %q<2>;
  .shared .align 128 .b8 shared[1024];
  ld.param.u64 %rd0, [p];
  ${statement}
  ret;
  TARGET: ret;
}
`;
  const { module, diagnostics } = parsePtx(text);
  const execution = executePtx(module, text, {
    machine,
    arguments: [{ kind: 'buffer', data: new Uint8Array(4096) }],
    launch: { block: [32, 1, 1], scalars: new Map() },
  });
  return [...diagnostics, ...execution.diagnostics]
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
}

/** Executed forms by chapter; an opcode may have several. */
const EXECUTED = rows`
  9.7.1  | add.s32 %r0, %r1, 1; add.sat.s32 %r0, %r1, %r2; add.u16x2 %r0, %r1, %r2; add.cc.u32 %r0, %r1, %r2
  9.7.1  | sub.u64 %rd1, %rd2, %rd3; sub.cc.u64 %rd1, %rd2, %rd3
  9.7.1  | mul.wide.u16 %r0, %h1, %h2; mul.hi.s64 %rd1, %rd2, %rd3
  9.7.1  | mad.lo.s32 %r0, %r1, %r2, %r3; mad.hi.sat.s32 %r0, %r1, %r2, %r3; mad.lo.cc.u64 %rd1, %rd2, %rd3, %rd4
  9.7.1  | mul24.hi.s32 %r0, %r1, %r2
  9.7.1  | mad24.lo.u32 %r0, %r1, %r2, %r3
  9.7.1  | sad.s16 %h0, %h1, %h2, %h3
  9.7.1  | div.s32 %r0, %r1, 3
  9.7.1  | rem.u64 %rd1, %rd2, 5
  9.7.1  | abs.s64 %rd1, %rd2
  9.7.1  | neg.s16 %h0, %h1
  9.7.1  | min.relu.s16x2 %r0, %r1, %r2
  9.7.1  | max.u32 %r0, %r1, %r2
  9.7.1  | popc.b64 %r0, %rd1
  9.7.1  | clz.b32 %r0, %r1
  9.7.1  | bfind.shiftamt.s64 %r0, %rd1
  9.7.1  | fns.b32 %r0, %r1, %r2, 1
  9.7.1  | brev.b64 %rd1, %rd2
  9.7.1  | bfe.s64 %rd1, %rd2, 3, 5
  9.7.1  | bfi.b32 %r0, %r1, %r2, 3, 5
  9.7.1  | szext.clamp.s32 %r0, %r1, 5
  9.7.1  | bmsk.wrap.b32 %r0, %r1, 5
  9.7.1  | dp4a.s32.u32 %r0, %r1, %r2, %r3
  9.7.1  | dp2a.hi.u32.s32 %r0, %r1, %r2, %r3
  9.7.2  | addc.cc.s32 %r0, %r1, %r2
  9.7.2  | subc.u64 %rd1, %rd2, %rd3
  9.7.2  | madc.hi.cc.u64 %rd1, %rd2, %rd3, %rd4
  9.7.3  | testp.subnormal.f64 %p0, %fd1
  9.7.3  | copysign.f32 %f0, %f1, %f2
  9.7.3  | fma.rz.ftz.sat.f32 %f0, %f1, %f2, %f3; fma.rn.relu.bf16x2 %r0, %r1, %r2, %r3; fma.rn.f64 %fd0, %fd1, %fd2, %fd3
  9.7.3  | rcp.rp.f64 %fd0, %fd1; rcp.approx.ftz.f64 %fd0, %fd1
  9.7.3  | sqrt.approx.ftz.f32 %f0, %f1; sqrt.rm.f64 %fd0, %fd1
  9.7.3  | rsqrt.approx.f64 %fd0, %fd1
  9.7.3  | sin.approx.f32 %f0, %f1
  9.7.3  | cos.approx.ftz.f32 %f0, %f1
  9.7.3  | lg2.approx.f32 %f0, %f1
  9.7.3  | ex2.approx.ftz.bf16x2 %r0, %r1; ex2.approx.f16 %h0, %h1
  9.7.3  | tanh.approx.f16x2 %r0, %r1
  9.7.6  | set.gtu.u32.f16x2 %r0, %r1, %r2; set.lt.and.f32.s32 %f0, %r1, %r2, %p1
  9.7.6  | setp.lt.or.f16x2 %p0|%p1, %r1, %r2, !%p2; setp.hs.u64 %p0, %rd1, %rd2
  9.7.6  | selp.b16 %h0, %h1, %h2, %p0
  9.7.6  | slct.ftz.u64.f32 %rd1, %rd2, %rd3, %f0
  9.7.8  | and.pred %p0, %p1, %p2
  9.7.8  | or.b16 %h0, %h1, %h2
  9.7.8  | xor.b64 %rd1, %rd2, %rd3
  9.7.8  | not.b32 %r0, %r1
  9.7.8  | cnot.b64 %rd1, %rd2
  9.7.8  | lop3.b32 %r0, %r1, %r2, %r3, 0x96; lop3.or.b32 %r0|%p0, %r1, %r2, %r3, 0x96, %p1
  9.7.8  | shf.r.clamp.b32 %r0, %r1, %r2, 40
  9.7.8  | shl.b64 %rd1, %rd2, 3
  9.7.8  | shr.s16 %h0, %h1, 3
  9.7.9  | mov.b128 %q0, {%rd1, %rd2}; mov.v2.u32 {%r0, %r1}, {%r1, %r0}; mov.u64 %rd1, shared
  9.7.9  | shfl.sync.down.b32 %r0|%p0, %r1, 4, 31, -1
  9.7.9  | prmt.b32.rc16 %r0, %r1, %r2, 1
  9.7.9  | ld.global.nc.L1::no_allocate.L2::128B.v2.b64 {%rd1, %rd2}, [%rd0]; ld.acquire.gpu.b128 %q0, [%rd0]; ld.shared::cta.v8.b8 {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}, [shared]
  9.7.9  | ldu.global.f32 %f0, [%rd0]
  9.7.9  | st.release.sys.global.f64 [%rd0], %fd0; st.global.b128 [%rd0], %q0; st.weak.shared.v4.f32 [shared], {%f0, %f1, %f2, %f3}
  9.7.9  | prefetch.global.L2::evict_last [%rd0]
  9.7.9  | prefetchu.L1 [%rd0]
  9.7.9  | applypriority.global.L2::evict_normal [%rd0], 128
  9.7.9  | discard.global.L2 [%rd0], 128
  9.7.9  | createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0; ld.global.L2::cache_hint.f32 %f0, [%rd0], %rd1
  9.7.9  | isspacep.shared %p0, %rd0
  9.7.9  | cvta.to.shared.u64 %rd1, %rd2
  9.7.9  | cvt.rn.satfinite.e4m3x2.f32 %h0, %f0, %f1; cvt.rna.satfinite.tf32.f32 %r0, %f0; cvt.pack.sat.s4.s32.b32 %r0, %r1, %r2, %r3
  9.7.9  | cp.async.ca.shared.global [shared], [%rd0], 16; cp.async.commit_group; cp.async.wait_group 0
  9.7.12 | bra.uni TARGET
  9.7.12 | exit
  9.7.12 | ret.uni
  9.7.13 | bar.sync 0; bar.red.popc.u32 %r0, 1, %p0; bar.warp.sync -1
  9.7.13 | barrier.cta.sync.aligned 0, 32
  9.7.13 | membar.gl
  9.7.13 | fence.acq_rel.gpu
  9.7.13 | atom.global.add.v2.f32 {%f0, %f1}, [%rd0], {%f2, %f3}; atom.shared.cas.b128 %q0, [shared], %q0, %q1; atom.add.noftz.bf16x2 %r0, [%rd0], %r1
  9.7.13 | red.relaxed.gpu.global.max.s64 [%rd0], %rd1; red.global.v4.f32.add [%rd0], {%f0, %f1, %f2, %f3}
  9.7.13 | vote.sync.ballot.b32 %r0, %p0, -1
  9.7.13 | match.all.sync.b64 %r0|%p0, %rd1, -1
  9.7.13 | activemask.b32 %r0
  9.7.13 | redux.sync.min.s32 %r0, %r1, -1
  9.7.13 | elect.sync %r0|%p0, -1
  9.7.13 | griddepcontrol.wait
  9.7.14 | mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}, {%r8, %r9, %r10, %r11}; mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, {%r10, %r11, %r12, %r13}; mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%fd0, %fd1, %fd2, %fd3}, {%fd0, %fd1, %fd2, %fd3, %fd0, %fd1, %fd2, %fd3}, {%fd0, %fd1, %fd2, %fd3}, {%fd0, %fd1, %fd2, %fd3}; mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e5m2.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11}, {%f0, %f1, %f2, %f3}, %r12, 0; mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r2, %r3}, {%r4, %r5}, {%r6, %r7}, %r8, 3
  9.7.14 | wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [shared], 16
  9.7.14 | ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r0, %r1}, [shared]
  9.7.14 | stmatrix.sync.aligned.m8n8.x1.shared.b16 [shared], {%r0}
  9.7.14 | movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1
  9.7.17 | stacksave.u64 %rd0
  9.7.17 | alloca.u64 %rd0, %rd1, 16; alloca.u32 %r0, 40
  9.7.17 | stackrestore.u64 %rd0
  9.7.18 | vshl.u32.u32.u32.clamp %r0, %r1, %r2
  9.7.18 | vshr.s32.s32.u32.sat.wrap %r0, %r1.h0, %r2.b1
  9.7.18 | vmad.s32.s32.u32.po.sat.shr7 %r0, %r1.h0, %r2.b1, %r3; vmad.s32.s32.s32 %r0, -%r1.h0, %r2.b1, %r3
  9.7.18 | vset.u32.s32.ge %r0.b1, %r1, %r2, %r3
  9.7.18 | vset2.s32.u32.lt %r0, %r1, %r2, %r3
  9.7.18 | vset4.u32.u32.ne.add %r0, %r1, %r2, %r3
  9.7.19 | nanosleep.u32 20
  9.7.19 | pmevent 1
`;

/** Instructions of the video unit, which have the same forms. */
const VIDEO = [
  ...['add', 'sub', 'absdiff', 'min', 'max'].map(
    (name) => `v${name}.s32.u32.s32.add %r0, %r1.b2, %r2.h1, %r3`,
  ),
  ...['add', 'sub', 'avrg', 'absdiff', 'min', 'max'].flatMap((name) => [
    `v${name}2.s32.u32.s32.sat %r0.h1, %r1.h20, %r2.h13, %r3`,
    `v${name}4.u32.u32.u32.add %r0, %r1, %r2, %r3`,
  ]),
];

/** Opcodes that need more than a statement; tests beside this one execute them. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  // Textures and surfaces in validation/textures.
  'brx call mapa tex tld4 txq suld sust sured suq getctarank tensormap mbarrier wgmma setmaxnreg trap brkpt'.split(
    ' ',
  ),
);

/** Forms that are refused, and not executed in some other way. */
const REFUSED: readonly string[] = [
  'add.f32.bf16 %f0, %h0, %f1',
  'add.rn.oob.f16 %h0, %h1, %h2',
  'fma.rn.oob.f16 %h0, %h1, %h2, %h3',
  'min.f32 %f0, %f1, %f2, %f3',
  'ex2.exact.f32 %f0, %f1',
  'redux.sync.max.NaN.f32 %f0, %f1, -1',
  'ld.global.foo.u32 %r0, [%rd0]',
  'ld.global.b128 %rd1, [%rd0]',
  'st.bulk.weak.shared::cta [shared], 64, 0',
  'ldmatrix.sync.aligned.m8n8.shared.b16 {%r0}, [shared]',
  'ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0}, [shared]',
  'stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [shared], {%r0}',
  'stmatrix.sync.aligned.m8n8.x1.shared.b8 [shared], {%r0}',
  'atom.global.add.v2.u32 {%r0, %r1}, [%rd0], {%r2, %r3}',
  'atom.global.add.b128 %q0, [%rd0], %q1',
  'cvt.rs.f16x2.f32 %r0, %f0, %f1, %r2',
  'cvt.rn.satfinite.e2m1x2.f32 %h0, %f0, %f1',
  'cvt.u32.f16x2 %r0, %r1',
  'setp.lt.u16x2 %p0, %r1, %r2',
  'cvt.rn.satfinite.relu.e2m3x2.f32 %h0, %f0, %f1',
  'cvt.rn.bf16x2.ue8m0x2 %r0, %h0',
  'mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3}',
  'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r4, %r5}, {%f0, %f1, %f2, %f3}',
  'mov.b32 %r0, %r1.b0',
  'neg.s32 %r0, -%r1',
  'vadd.u32.u32.u32.sat %r0, %r1, %r2',
  'vadd.s32.s32.s32 %r0.h1, %r1, %r2, %r3',
  'vmad.s32.s32.s32.shr15 %r0, %r1, %r2, %r3',
  'frobnicate.b32 %r0',
];

describe('each form is executed', () => {
  const samples = [...EXECUTED, ...VIDEO.map((one) => ['9.7.18', one])];
  test.each(samples)('%s: %s', (_, statements) => {
    expect(errorsOf(`${statements};`)).toEqual([]);
  });

  test('of every instruction that the table has no reason against, in its chapter', () => {
    const covered = new Map(
      samples.flatMap(([chapter, statements = '']) =>
        statements.split(/;\s*/).map((one) => [one.split(/[. ]/)[0] ?? '', chapter] as const),
      ),
    );
    for (const [opcode, { chapter, refused }] of instructionRows) {
      if (refused !== undefined || ELSEWHERE.has(opcode)) continue;
      expect(covered.has(opcode), opcode).toBe(true);
      // Halves and mixed types have chapters of their own, which the rows of floats and comparisons share.
      if (!['9.7.1', '9.7.2', '9.7.3'].includes(chapter))
        expect(covered.get(opcode), opcode).toBe(chapter);
    }
  });
});

describe('what is not executed', () => {
  test.each(REFUSED)('%s', (statement) => {
    const [code] = errorsOf(`${statement};`);
    expect(code).toMatch(/^(?:ptx\/unsupported|ptx\/operand|syntax\/expected)$/);
  });

  test('has its reason in the table', () => {
    for (const [opcode, { refused }] of instructionRows) {
      if (refused === undefined) continue;
      expect(errorsOf(`${opcode}.b32 %r0;`), opcode).toEqual(['ptx/unsupported']);
    }
  });
});

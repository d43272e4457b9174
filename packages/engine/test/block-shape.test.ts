/** The shape of workgroups that nobody gave: asked for wherever the figures depend on it. */
import { hintText } from '@ldscope/core';
import { analyzeKernel, suggestKernel, timelineKernel } from '@ldscope/engine';
import { describe, expect, it, test } from 'vitest';
import { numbersIn, rows } from '../../../test/rows.ts';
import { type KernelText, programText } from './program-text.ts';

/** A kernel of up to 1,024 work-items; its argument is one by value. */
const kernel = (made: Omit<KernelText, 'name'>): string =>
  programText([{ name: 'k', items: 1024, argument: 'by_value', ...made }]);

/** A tile of 16 columns that is written by columns: what conflicts depends on x and y of each lane. */
const transposing = `v_and_b32 v1, 0x3ff, v0
v_bfe_u32 v2, v0, 10, 10
v_lshlrev_b32 v1, 4, v1
v_add_u32 v1, v1, v2
v_lshlrev_b32 v1, 2, v1
ds_write_b32 v1, v0`;

/** Each lane at its own word. */
const plain = `v_lshlrev_b32 v1, 2, v0
ds_write_b32 v1, v0`;

const codes = (text: string): string[] =>
  analyzeKernel(text)
    .diagnostics.map(({ code }) => code)
    .filter((code) => code.startsWith('launch/'));

describe('a kernel that uses x and y', () => {
  const text = kernel({ body: transposing, ids: 1 });

  it('is not analyzed without its block, and the figures of some are shown', () => {
    const { analysis, diagnostics } = analyzeKernel(text);
    expect(analysis).toBeUndefined();
    const [error, ...notes] = diagnostics.filter(({ code }) => code.startsWith('launch/'));
    expect(error).toMatchObject({ code: 'launch/which-block', severity: 'error' });
    expect(hintText(error?.hint ?? '')).toContain('--launch "block=16x16"');
    expect(notes.map(({ severity }) => severity)).toEqual(['note', 'note', 'note']);
  });

  it.each(['16x16', '32x8', '64x4'])('shows for %s what is counted when it is given', (block) => {
    const notes = analyzeKernel(text).diagnostics.map(({ message }) => message);
    const { analysis } = analyzeKernel(text, { launch: `block=${block}` });
    const { bankConflict = -1, idxActive = -1 } = analysis?.report.totals ?? {};
    expect(analysis?.report.kernel.block?.from).toBe('the launch');
    expect(notes).toContainEqual(
      expect.stringContaining(`block=${block}: ${bankConflict} of ${idxActive} LDS cycles`),
    );
  });

  it('is analyzed where the shape makes no difference', () => {
    const same = kernel({
      body: plain
        .replace('v0\n', 'v3\n')
        .replace(/^/, 'v_mbcnt_lo_u32_b32 v3, -1, 0\nv_mbcnt_hi_u32_b32 v3, -1, v3\n'),
      ids: 1,
      items: 256,
    });
    const { analysis } = analyzeKernel(same);
    expect(analysis?.report.kernel.block).toEqual({
      shape: [256, 1, 1],
      from: '.max_flat_workgroup_size',
    });
  });

  it('takes the shape that the kernel requires', () => {
    const given = kernel({ body: transposing, ids: 1, required: '[ 32, 8, 1 ]' });
    const { analysis } = analyzeKernel(given);
    expect(analysis?.report.kernel.block).toEqual({
      shape: [32, 8, 1],
      from: 'reqd_workgroup_size',
    });
    expect(codes(given)).toEqual([]);
  });
});

// Bodies, the last axis, the most work-items and bytes of LDS.
test.each(rows`
  transposing | 1, 1024, 8192 | 16x16 | 16x16 32x8 64x4
  transposing | 2, 1024, 8192 | 8x8x4 | 16x16 32x8 64x4 8x8x4
  transposing | 1, 512, 8192  | 16x32 | 512 16x32 32x16 64x8
  transposing | 2, 512, 8192  | 16x32 | 512 16x32 32x16 64x8
  transposing | 1, 96, 8192   | 16x6  | 96 16x6 32x3
  transposing | 1, 64, 8192   | 16x4  | 64 16x4 32x2
  plain       | 0, 1024, 1024 | 64    | 64 256 1024
  plain       | 0, 256, 512   | 16x16 | 16x16 32x8 64x4
`)('%s with axis, items and LDS %s: for example %s of %s', (name, made, example, shapes) => {
  const [ids = 0, items = 0, ldsBytes = 0] = numbersIn(made);
  const body = name === 'plain' ? plain : transposing;
  const { diagnostics } = analyzeKernel(kernel({ body, ids, items, ldsBytes }));
  const [error, ...notes] = diagnostics.filter(({ code }) => code.startsWith('launch/'));
  expect(error?.code).toBe('launch/which-block');
  expect(hintText(error?.hint ?? '')).toContain(`--launch "block=${example}"`);
  expect(notes.map(({ message }) => /block=(\w+)/.exec(message)?.[1]).join(' ')).toBe(shapes);
});

describe('a kernel that uses x alone', () => {
  it('has the size that somebody chose', () => {
    const text = kernel({ body: plain, items: 256 });
    expect(codes(text)).toEqual([]);
    expect(analyzeKernel(text).analysis?.report.kernel.block).toEqual({
      shape: [256, 1, 1],
      from: '.max_flat_workgroup_size',
    });
  });

  it('may have any size where each access costs the same, and a note says so', () => {
    const text = kernel({ body: plain });
    const { analysis } = analyzeKernel(text);
    expect(analysis?.report.kernel.block?.shape).toEqual([1024, 1, 1]);
    expect(codes(text)).toEqual(['launch/assumed-block']);
  });

  it('asks for the block when the largest touches more LDS than there is', () => {
    const text = kernel({ body: plain, ldsBytes: 1024 });
    const { analysis, diagnostics } = analyzeKernel(text);
    expect(analysis).toBeUndefined();
    expect(diagnostics[0]?.code).toBe('launch/which-block');
    expect(diagnostics.filter(({ message }) => message.includes('more LDS')).length).toBe(2);
  });

  it('asks for it when the code asks for it too', () => {
    // The compiler's stride: the size of the group, from the hidden arguments.
    const text = kernel({
      body: `s_load_dword s4, s[0:1], 0x0
s_waitcnt lgkmcnt(0)
s_and_b32 s4, s4, 0xff
s_lshr_b32 s4, s4, 2
v_mul_lo_u32 v1, v0, s4
v_and_b32 v1, 0x7fc, v1
ds_write_b32 v1, v0`,
      argument: 'hidden_group_size_x',
    });
    expect(codes(text)[0]).toBe('launch/which-block');
    const given = analyzeKernel(text, { launch: 'block=128' }).analysis?.report;
    expect(given?.kernel.ldsInstructions?.missing).toEqual([]);
    // 128 work-items: 32 words apart is one bank.
    expect(given?.sites[0]?.worstWays).toBe(8);
  });
});

describe('a launch that contradicts the kernel', () => {
  const refused = (text: string, block: string): string[] =>
    analyzeKernel(text, { launch: `block=${block}` })
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);

  it('is refused where the kernel requires another shape', () => {
    const text = kernel({ body: transposing, ids: 1, required: '[ 32, 8, 1 ]' });
    expect(refused(text, '16x16')).toEqual(['launch/other-block']);
    expect(refused(text, '32x8')).toEqual([]);
  });

  it('is refused where it has more work-items than the kernel is compiled for', () => {
    const text = kernel({ body: plain, items: 256 });
    expect(refused(text, '512')).toEqual(['launch/other-block']);
    expect(refused(text, '128')).toEqual([]);
  });

  it('is refused in Triton IR too', () => {
    expect(refused(triton, '128')).toEqual(['launch/other-block']);
    expect(refused(triton, '256')).toEqual([]);
  });
});

const triton = `#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @k(%x: tensor<32x32xf32, #blocked>) {
    %p = ttg.local_alloc : () -> !ttg.memdesc<32x32xf32, #shared, #smem, mutable>
    ttg.local_store %x, %p : tensor<32x32xf32, #blocked> -> !ttg.memdesc<32x32xf32, #shared, #smem, mutable>
    tt.return
  }
}`;

describe('every command', () => {
  const asked = kernel({ body: transposing, ids: 1 });
  const plane = kernel({ body: transposing, ids: 1, required: '[ 32, 8, 1 ]' });
  const block = { shape: [32, 8, 1], from: 'reqd_workgroup_size' };

  it('states the block and what gives it', () => {
    expect(timelineKernel(plane).report?.block).toEqual(block);
    expect(suggestKernel(plane, { tile: '32x16xf32' }).report?.block).toEqual(block);
    expect(analyzeKernel(plane).analysis?.report.kernel.block).toEqual(block);
  });

  it('asks for it', () => {
    for (const { report, diagnostics } of [
      timelineKernel(asked),
      suggestKernel(asked, { tile: '32x16xf32' }),
    ]) {
      expect(report).toBeUndefined();
      expect(diagnostics.map(({ code }) => code)).toContain('launch/which-block');
    }
    const launch = 'block=16x16';
    expect(timelineKernel(asked, { launch }).report?.block?.from).toBe('the launch');
  });

  it('asks for it when the time depends on a size that nobody chose', () => {
    const text = kernel({ body: plain });
    expect(analyzeKernel(text).analysis).toBeDefined();
    expect(timelineKernel(text).diagnostics[0]?.code).toBe('launch/which-block');
    const { report } = suggestKernel(text, { tile: '32x32xf32' });
    expect(report?.diagnostics.map(({ code }) => code)).toContain('launch/assumed-block');
  });

  it.each([
    [
      'gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 2, 1>} {',
      'known_block_size',
    ],
    ['gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 64, 2, 1>} {', 'nvvm.reqntid'],
    [
      `gpu.func @k() kernel {
    %x = gpu.thread_id x upper_bound 64
    %y = gpu.thread_id y upper_bound 2`,
      'upper_bound of gpu.thread_id',
    ],
  ])('names what gives it in MLIR: %s', (head, from) => {
    const { analysis } = analyzeKernel(`gpu.module @m {\n  ${head}\n    gpu.return\n  }\n}`);
    expect(analysis?.report.kernel.block).toEqual({ shape: [64, 2, 1], from });
  });

  it('names what gives it in Triton IR', () => {
    const shape = [256, 1, 1];
    const of = (text: string): unknown => analyzeKernel(text).analysis?.report.kernel.block;
    expect(of(triton)).toEqual({ shape, from: 'num-warps' });
    const untold = triton.replace('"ttg.num-warps" = 4 : i32, ', '');
    expect(of(untold)).toEqual({ shape, from: "Triton's default of 4 warps" });
    expect(suggestKernel(triton).report?.block).toEqual({ shape, from: 'num-warps' });
  });
});

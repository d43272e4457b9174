/** The shape of workgroups that nobody gave: asked for wherever the figures depend on it. */
import { analyzeKernel } from '@ldscope/engine';
import { describe, expect, it } from 'vitest';

interface Made {
  readonly body: string;
  /** `.amdhsa_system_vgpr_workitem_id`: 0 for x, 1 for x and y. */
  readonly ids?: number;
  readonly items?: number;
  readonly required?: string;
  readonly ldsBytes?: number;
  readonly argument?: string;
}

function kernel({
  body,
  ids = 0,
  items = 1024,
  required,
  ldsBytes = 8192,
  argument,
}: Made): string {
  return `  .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
  .text
  .globl k
  .p2align 8
  .type k,@function
k:
${body}
  s_endpgm
  .section .rodata,"a",@progbits
  .p2align 6
  .amdhsa_kernel k
    .amdhsa_group_segment_fixed_size ${ldsBytes}
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_vgpr_workitem_id ${ids}
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
    .amdhsa_accum_offset 8
  .end_amdhsa_kernel
  .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - { .offset: 0, .size: 2, .value_kind: ${argument ?? 'by_value'} }
    .kernarg_segment_size: 8
    .group_segment_fixed_size: ${ldsBytes}
    .max_flat_workgroup_size: ${items}
${required === undefined ? '' : `    .reqd_workgroup_size: ${required}\n`}    .name: k
    .symbol: k.kd
    .wavefront_size: 64
...
  .end_amdgpu_metadata
`;
}

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

  it('is not analysed without its block, and the figures of some are shown', () => {
    const { analysis, diagnostics } = analyzeKernel(text);
    expect(analysis).toBeUndefined();
    const [error, ...notes] = diagnostics.filter(({ code }) => code.startsWith('launch/'));
    expect(error).toMatchObject({ code: 'launch/which-block', severity: 'error' });
    expect(error?.hint).toContain('--launch "block=16x16"');
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

  it('is analysed where the shape makes no difference', () => {
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

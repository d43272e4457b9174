import { machineNamed, parseLaunch } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { buffer, int32, kernelText, runKernel } from './harness.ts';

/** Stores a vector register of every lane, one workgroup behind the other (64 lanes each). */
const storeLanes = (register: string, id = 's2'): string => `
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_and_b32 v20, 0x3ff, v0
  v_lshlrev_b32 v20, 2, v20
  s_lshl_b32 s22, ${id}, 8
  v_add_u32 v20, s22, v20
  s_waitcnt lgkmcnt(0)
  global_store_dword v20, ${register}, s[20:21]`;

const words = (data: Uint8Array): number[] => [...new Uint32Array(data.buffer)];

describe('the start of a kernel', () => {
  it('packs work-item ids into v0 and masks the last wave', () => {
    const out = new Uint8Array(4 * 96);
    const body = `
      s_load_dwordx2 s[20:21], s[0:1], 0x0
      v_and_b32 v1, 0x3ff, v0
      v_bfe_u32 v2, v0, 10, 10
      v_bfe_u32 v3, v0, 20, 10
      v_mul_u32_u24 v4, 8, v2
      v_mul_u32_u24 v5, 48, v3
      v_add3_u32 v6, v1, v4, v5
      v_lshlrev_b32 v6, 2, v6
      s_waitcnt lgkmcnt(0)
      v_add_u32 v7, 1, v0
      global_store_dword v6, v7, s[20:21]`;
    const text = kernelText(body, '.amdhsa_system_vgpr_workitem_id 2');
    const { execution } = runKernel(text, { block: [8, 6, 2], arguments: [buffer(out)] });
    expect(execution.diagnostics).toEqual([]);
    expect(execution.kernel.waves).toBe(2);
    const wanted = Array.from({ length: 96 }, (_, i) => {
      const [x, y, z] = [i % 8, Math.floor(i / 8) % 6, Math.floor(i / 48)];
      return (x | (y << 10) | (z << 20)) + 1;
    });
    expect(words(out)).toEqual(wanted);
  });

  it('gives each workgroup its ids', () => {
    const out = new Uint8Array(4 * 64 * 6);
    const body = `s_lshl_b32 s24, s3, 8\n s_or_b32 s24, s24, s2\n s_mul_i32 s25, s3, 3\n s_add_u32 s25, s25, s2
      v_mov_b32 v9, s24 ${storeLanes('v9', 's25')}`;
    const { execution } = runKernel(kernelText(body), {
      grid: [3, 2, 1],
      arguments: [buffer(out)],
    });
    expect(execution.workgroups).toEqual({ executed: 6, launched: 6 });
    const found = words(out).filter((_, index) => index % 64 === 0);
    expect(found).toEqual([0, 1, 2, 0x100, 0x101, 0x102]);
  });

  it('puts user registers in the order of the hardware', () => {
    const out = new Uint8Array(4 * 16);
    // dispatch_ptr 0-1, queue_ptr 2-3, kernarg 4-5, dispatch_id 6-7, preloaded 8-9, x 10, y 11.
    const body = `
      s_load_dwordx2 s[20:21], s[4:5], 0x0
      s_load_dwordx4 s[24:27], s[0:1], 0x4
      s_load_dwordx2 s[28:29], s[2:3], 0x40
      v_mov_b32 v1, 0
      s_waitcnt lgkmcnt(0)
      v_mov_b32 v2, s24
      v_mov_b32 v3, s26
      v_mov_b32 v4, s28
      v_mov_b32 v5, s29
      global_store_dwordx4 v1, v[2:5], s[20:21]
      v_mov_b32 v2, s8
      v_mov_b32 v3, s9
      v_mov_b32 v4, s10
      v_mov_b32 v5, s11
      global_store_dwordx4 v1, v[2:5], s[20:21] offset:16`;
    const fields = `.amdhsa_user_sgpr_dispatch_ptr 1
      .amdhsa_user_sgpr_queue_ptr 1
      .amdhsa_user_sgpr_dispatch_id 1
      .amdhsa_user_sgpr_kernarg_preload_length 2
      .amdhsa_user_sgpr_kernarg_preload_offset 2`;
    runKernel(kernelText(body, fields), {
      block: [64, 2, 1],
      grid: [3, 1, 1],
      workgroups: 1,
      arguments: [buffer(out), int32(77), int32(88)],
    });
    const shared = 0x0001_0000;
    expect(words(out).slice(0, 4)).toEqual([64 | (2 << 16), 64 * 3, shared, 2 * shared]);
    expect(words(out).slice(4, 8)).toEqual([77, 88, 0, 0]);
  });

  it('preloads more than 16 registers where a dispatch fills as many', () => {
    const out = new Uint8Array(4);
    const body = `
      v_mov_b32 v1, 0
      v_mov_b32 v2, s21
      global_store_b32 v1, v2, s[2:3]`;
    const fields = `.amdhsa_user_sgpr_count 22
      .amdhsa_user_sgpr_kernarg_preload_length 20`;
    const text = kernelText(body, fields, 'gfx1250');
    expect(parseAssembly(text).diagnostics).toEqual([]);
    const numbers = Array.from({ length: 18 }, (_, index) => int32(100 + index));
    runKernel(text, {
      machine: 'gfx1250',
      block: [32, 1, 1],
      arguments: [buffer(out), ...numbers],
    });
    expect(words(out)[0]).toBe(117);
    const { diagnostics } = parseAssembly(kernelText(body, fields));
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(2).fill('amdgcn/descriptor-range'));
  });

  it('sets rounding and denormals from the descriptor', () => {
    const out = new Uint8Array(256);
    const body = `s_getreg_b32 s10, hwreg(HW_REG_MODE, 0, 10)\n v_mov_b32 v9, s10 ${storeLanes('v9')}`;
    const fields = `.amdhsa_float_round_mode_32 1
      .amdhsa_float_round_mode_16_64 2
      .amdhsa_float_denorm_mode_32 3
      .amdhsa_float_denorm_mode_16_64 1
      .amdhsa_ieee_mode 0`;
    runKernel(kernelText(body, fields), { arguments: [buffer(out)] });
    expect(words(out)[0]).toBe(0x100 | (1 << 6) | (3 << 4) | (2 << 2) | 1);
  });

  it('gives each wave its private memory, with and without architected flat scratch', () => {
    for (const name of ['gfx90a', 'gfx942']) {
      const out = new Uint8Array(4 * 128);
      const setup =
        name === 'gfx90a'
          ? `s_add_u32 flat_scratch_lo, s2, s5
             s_addc_u32 flat_scratch_hi, s3, 0`
          : '';
      const body = `${setup}
        v_lshlrev_b32 v1, 2, v0
        v_add_u32 v2, 1000, v0
        scratch_store_dword off, v2, off offset:4
        s_load_dwordx2 s[20:21], s[0:1], 0x0
        s_barrier
        scratch_load_dword v3, off, off offset:4
        s_waitcnt vmcnt(0) lgkmcnt(0)
        global_store_dword v1, v3, s[20:21]`;
      const fields =
        name === 'gfx90a'
          ? `.amdhsa_private_segment_fixed_size 32
             .amdhsa_user_sgpr_flat_scratch_init 1
             .amdhsa_enable_private_segment 1
             .amdhsa_system_sgpr_workgroup_id_y 0`
          : `.amdhsa_private_segment_fixed_size 32
             .amdhsa_enable_private_segment 1`;
      const text = kernelText(body, fields).replace('.amdhsa_system_sgpr_workgroup_id_y 1', '');
      const { execution } = runKernel(text, {
        machine: name,
        block: [128, 1, 1],
        arguments: [buffer(out)],
      });
      expect(execution.diagnostics.filter(({ code }) => code !== 'emulate/other-target')).toEqual(
        [],
      );
      expect(words(out)).toEqual(Array.from({ length: 128 }, (_, i) => 1000 + i));
    }
  });
});

const metadata = (args: string): string => `
  .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
${args}
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 64
    .max_flat_workgroup_size: 128
    .name: k
    .private_segment_fixed_size: 0
    .sgpr_count: 32
    .symbol: k.kd
    .vgpr_count: 32
    .wavefront_size: 64
amdhsa.version:
  - 1
  - 2
...
  .end_amdgpu_metadata
`;

describe('the arguments', () => {
  const args = `      - { .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global, .name: out }
      - { .offset: 8, .size: 4, .value_kind: by_value, .name: n }
      - { .offset: 12, .size: 4, .value_kind: by_value, .name: m }
      - { .offset: 16, .size: 4, .value_kind: hidden_block_count_x }
      - { .offset: 20, .size: 4, .value_kind: hidden_block_count_y }
      - { .offset: 24, .size: 4, .value_kind: hidden_block_count_z }
      - { .offset: 28, .size: 2, .value_kind: hidden_group_size_x }
      - { .offset: 30, .size: 2, .value_kind: hidden_group_size_y }
      - { .offset: 32, .size: 2, .value_kind: hidden_group_size_z }
      - { .offset: 34, .size: 2, .value_kind: hidden_remainder_x }
      - { .offset: 36, .size: 2, .value_kind: hidden_grid_dims }
      - { .offset: 40, .size: 4, .value_kind: hidden_dynamic_lds_size }
      - { .offset: 44, .size: 4, .value_kind: hidden_private_base }
      - { .offset: 48, .size: 4, .value_kind: hidden_shared_base }`;
  const body = `
      s_load_dwordx2 s[20:21], s[0:1], 0x0
      v_lshlrev_b32 v1, 2, v0
      s_waitcnt lgkmcnt(0)
      v_cmp_gt_u32 vcc, 14, v0
      s_and_saveexec_b64 s[10:11], vcc
      v_mov_b32 v3, s1
      v_mov_b32 v2, s0
      v_add_co_u32 v2, vcc, v2, v1
      v_addc_co_u32 v3, vcc, 0, v3, vcc
      flat_load_dword v4, v[2:3]
      s_waitcnt vmcnt(0) lgkmcnt(0)
      global_store_dword v1, v4, s[20:21]`;
  const text = kernelText(body) + metadata(args);

  it('lie where the metadata says, hidden ones included, and zeros beyond the list', () => {
    const out = new Uint8Array(64);
    const { execution } = runKernel(text, {
      block: [64, 2, 1],
      grid: [3, 2, 1],
      workgroups: 1,
      dynamicLdsBytes: 512,
      arguments: [buffer(out, 'out'), int32(-5)],
    });
    expect(execution.kernel.ldsBytes).toBe(1536);
    const found = words(out).slice(2, 13);
    expect(found).toEqual([
      0xfffffffb,
      0,
      3,
      2,
      1,
      64 | (2 << 16),
      1,
      2,
      512,
      0x0002_0000,
      0x0001_0000,
    ]);
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['launch/some-workgroups']);
  });

  it('take the block from the metadata', () => {
    const { program } = parseAssembly(text);
    const result = executeProgram(program, text, {
      machine: machineNamed('gfx942'),
      arguments: [buffer(new Uint8Array(64))],
    });
    expect(result.kernel.waves).toBe(2);
  });

  it('are checked in number and size', () => {
    const many = Array.from({ length: 5 }, () => int32(1));
    const { execution } = runKernel(text, { arguments: [buffer(new Uint8Array(64)), ...many] });
    expect(execution.diagnostics.map(({ code }) => code)).toContain('emulate/too-many-arguments');
    const wrong = { kind: 'value', bytes: new Uint8Array(8) } as const;
    const other = runKernel(text, { arguments: [buffer(new Uint8Array(64)), wrong] });
    expect(other.execution.diagnostics.map(({ code }) => code)).toContain('emulate/argument-size');
  });

  it('stop a launch that makes no sense, with a code', () => {
    const codes = (options: Parameters<typeof runKernel>[1]): string[] =>
      runKernel(text, options).execution.diagnostics.map(({ code }) => code);
    expect(codes({ machine: 'gfx1030' })).toEqual(['emulate/no-machine']);
    expect(codes({ kernel: 'other' })).toEqual(['launch/no-kernel']);
    expect(codes({ block: [2048, 1, 1] })).toEqual(['launch/too-large']);
    expect(codes({ dynamicLdsBytes: 2 ** 30 })).toEqual(['execute/lds-too-large']);
    expect(codes({ dynamicLdsBytes: 2 ** 17, arguments: [buffer(new Uint8Array(64))] })).toEqual([
      'emulate/lds-beyond-chip',
    ]);
  });
});

describe('LDS that the kernel does not declare', () => {
  const text = kernelText(`
      v_lshlrev_b32_e32 v1, 3, v0
      ds_write_b64 v1, v[2:3] offset:64`).replace(
    'segment_fixed_size 1024',
    'segment_fixed_size 0',
  );

  it('is all of the chip, of which the report has what is touched', () => {
    const { execution } = runKernel(text);
    expect(execution.kernel.ldsBytes).toBe(64 + 64 * 8);
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['emulate/assumed-lds']);
    expect(execution.hazards).toEqual([]);
  });

  it('is what the launch says, and accesses beyond it are found', () => {
    const { execution } = runKernel(text, { dynamicLdsBytes: 512 });
    expect(execution.kernel.ldsBytes).toBe(512);
    expect(execution.diagnostics).toEqual([]);
    expect(execution.hazards.map(({ code }) => code)).toEqual(['hazard/lds-out-of-range']);
  });

  it('is said on the command line with the rest of the launch', () => {
    const launch = parseLaunch('grid=2,lds=512,n=3');
    expect(launch.ok && launch.value.dynamicLdsBytes).toBe(512);
    for (const wrong of ['lds=-1', 'lds=1.5', 'lds=', 'lds=99999999999']) {
      const { diagnostics } = parseLaunch(wrong);
      expect(diagnostics.map(({ code }) => code)).toEqual(['launch/lds']);
    }
  });
});

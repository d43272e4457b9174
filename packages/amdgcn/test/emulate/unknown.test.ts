import { describe, expect, it } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { type AccessTrace, copyTrace, machineNamed } from '@ldscope/core';
import { kernelText } from './harness.ts';

const metadata = `
  .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - { .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global, .name: x }
      - { .offset: 8, .size: 4, .value_kind: by_value, .name: n }
      - { .offset: 12, .size: 4, .value_kind: by_value, .name: pitch }
      - { .offset: 16, .size: 4, .value_kind: hidden_block_count_x }
    .kernarg_segment_size: 24
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 16
    .max_flat_workgroup_size: 64
    .name: k
    .symbol: k.kd
    .wavefront_size: 64
...
  .end_amdgpu_metadata
`;

interface Seen {
  readonly messages: readonly string[];
  readonly codes: readonly string[];
  readonly traces: readonly AccessTrace[];
  readonly unknown: readonly string[];
  /** Texts of the sites with accesses, and how many each has. */
  readonly sites: Readonly<Record<string, number>>;
}

function analyse(
  body: string,
  scalars: Readonly<Record<string, number>> = {},
  isOutOfTime?: () => boolean,
): Seen {
  const text = kernelText(body, '.amdhsa_private_segment_fixed_size 16') + metadata;
  const { program } = parseAssembly(text);
  const traces: AccessTrace[] = [];
  const execution = executeProgram(program, text, {
    machine: machineNamed('gfx942'),
    launch: { scalars: new Map(Object.entries(scalars)) },
    isOutOfTime,
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  const sites: Record<string, number> = {};
  for (const trace of traces) {
    for (const index of trace.site) {
      const name = trace.sites[index]?.text ?? '';
      sites[name] = (sites[name] ?? 0) + 1;
    }
  }
  return {
    messages: execution.diagnostics.map(({ message }) => message),
    codes: execution.diagnostics.map(({ code }) => code),
    unknown: execution.unknownArguments.map(({ name }) => name),
    traces,
    sites,
  };
}

const begin = `
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)`;

describe('without a launch', () => {
  it('counts accesses that depend on no argument', () => {
    const seen = analyse(`${begin}
      v_mov_b32 v2, s10
      ds_write_b32 v1, v2
      s_waitcnt lgkmcnt(0)
      ds_read_b32 v3, v1`);
    expect(seen.codes).toEqual(['emulate/no-arguments']);
    expect(seen.messages[0]).toContain('x, n, pitch');
    expect(seen.unknown).toEqual(['x', 'n', 'pitch', 'hidden_block_count_x']);
    expect(seen.traces[0]?.count).toBe(2);
  });

  it('names the argument that an LDS address depends on', () => {
    const seen = analyse(`${begin}
      v_mul_lo_u32 v2, s11, v0
      ds_write_b32 v2, v0
      ds_write_b32 v1, v0`);
    expect(seen.messages).toContain(
      'the LDS address of ds_write_b32 depends on argument pitch (offset 12): its accesses are not counted',
    );
    expect(Object.keys(seen.sites)).toEqual(['ds_write_b32 v1, v0']);
  });

  it('knows the scalars of the launch', () => {
    const seen = analyse(
      `${begin}
      v_mul_lo_u32 v2, s11, v0
      ds_write_b32 v2, v0`,
      { pitch: 8 },
    );
    expect(seen.traces[0]?.addressBytes[5]).toBe(40);
    expect(seen.unknown).not.toContain('pitch');
  });

  it('follows values through LDS, private memory and loads', () => {
    const seen = analyse(`${begin}
      v_mov_b32 v2, s10
      ds_write_b32 v1, v2
      s_waitcnt lgkmcnt(0)
      ds_read_b32 v3, v1
      scratch_store_dword off, v2, off offset:4
      scratch_store_dword off, v1, off offset:8
      s_waitcnt lgkmcnt(0)
      ds_write_b8 v3, v0
      scratch_load_dword v4, off, off offset:4
      scratch_load_dword v5, off, off offset:8
      s_waitcnt vmcnt(0)
      ds_write_b8 v4, v0 offset:1
      ds_write_b8 v5, v0 offset:2
      global_load_dword v6, v1, s[8:9]
      s_waitcnt vmcnt(0)
      ds_write_b8 v6, v0 offset:3`);
    const unknown = seen.messages.filter((message) => message.includes('LDS address'));
    expect(unknown.map((message) => /depends on (.*): its/.exec(message)?.[1])).toEqual([
      'argument n (offset 8)',
      'argument n (offset 8)',
      'argument x (offset 0), the memory behind argument x (offset 0)',
    ]);
    expect(Object.keys(seen.sites)).toContain('ds_write_b8 v5, v0 offset:2');
  });

  it('executes a loop with an unknown bound once, and says so', () => {
    const seen = analyse(`${begin}
      s_cmp_lt_i32 s10, 1
      s_cbranch_scc1 done
    loop:
      ds_write_b32 v1, v0
      s_add_i32 s10, s10, -1
      s_cmp_lg_u32 s10, 0
      s_cbranch_scc1 loop
    done:
      ds_read_b32 v2, v1`);
    expect(seen.codes).toEqual(['emulate/no-arguments', 'emulate/unknown-branch']);
    expect(seen.messages[1]).toContain('argument n (offset 8)');
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 1, 'ds_read_b32 v2, v1': 1 });
  });

  it('executes a loop with a known bound as often as it runs', () => {
    const seen = analyse(`${begin}
      s_mov_b32 s12, 5
    loop:
      ds_write_b32 v1, v0
      s_sub_u32 s12, s12, 1
      s_cmp_lg_u32 s12, 0
      s_cbranch_scc1 loop`);
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 5 });
  });

  it('looks at the clock now and then, and ends when time is up', () => {
    const body = `${begin}
      s_mov_b32 s12, 10000
    loop:
      ds_write_b32 v1, v0
      s_sub_u32 s12, s12, 1
      s_cmp_lg_u32 s12, 0
      s_cbranch_scc1 loop`;
    let looks = 0;
    const inTime = analyse(body, {}, () => ++looks > 1e6);
    expect(inTime.sites).toEqual({ 'ds_write_b32 v1, v0': 10_000 });
    expect([looks > 4, looks < 100]).toEqual([true, true]);
    looks = 0;
    const late = analyse(body, {}, () => ++looks > 3);
    expect(late.codes).toContain('execute/time-budget');
    expect(late.traces).toEqual([]);
  });

  it('goes both ways of an unknown branch', () => {
    const seen = analyse(`${begin}
      s_cmp_lt_i32 s10, 1
      s_cbranch_scc1 other
      ds_write_b32 v1, v0
      s_endpgm
    other:
      ds_write_b64 v1, v[2:3]`);
    expect(seen.sites).toEqual({ 'ds_write_b32 v1, v0': 1, 'ds_write_b64 v1, v[2:3]': 1 });
  });

  it('takes vector instructions that s_setvskip may skip to be executed', () => {
    const seen = analyse(`s_load_dword s4, s[0:1], 0x8
      s_waitcnt lgkmcnt(0)
      v_lshlrev_b32 v1, 3, v0
      s_setvskip s4, 0
      ds_read_b32 v2, v1
      s_setvskip 1, 0
      ds_read_b32 v3, v1 offset:4
      s_setvskip 0, 0
      ds_read_b32 v4, v0`);
    expect(seen.codes).toEqual(['emulate/no-arguments', 'emulate/unknown-mask']);
    expect(seen.sites).toEqual({ 'ds_read_b32 v2, v1': 1, 'ds_read_b32 v4, v0': 1 });
  });

  it('takes lanes behind an unknown mask to be active', () => {
    const seen = analyse(`${begin}
      v_cmp_gt_u32 vcc, s10, v0
      s_and_saveexec_b64 s[12:13], vcc
      s_cbranch_execz done
      ds_write_b32 v1, v0
    done:
      s_mov_b64 exec, s[12:13]
      ds_read_b32 v2, v1`);
    expect(seen.codes).toEqual(['emulate/no-arguments', 'emulate/unknown-mask']);
    expect(seen.traces[0]?.activeMask[0]).toBe(0xffffffff);
    expect(Object.keys(seen.sites)).toHaveLength(2);
  });

  it('ends at an unknown jump, and reports what was not reached', () => {
    const seen = analyse(`${begin}
      s_setpc_b64 s[10:11]
      other:
      ds_write_b32 v1, v0
      s_branch other`);
    expect(seen.codes).toContain('emulate/unknown-jump');
  });

  it('copies to a known place in LDS from an unknown one in memory', () => {
    const seen = analyse(`${begin}
      s_mov_b32 m0, 256
      global_load_lds_dword v1, s[8:9]
      s_waitcnt vmcnt(0)
      ds_read_b32 v2, v1 offset:256
      s_waitcnt lgkmcnt(0)
      ds_read_b32 v3, v2
      s_mov_b32 m0, s10
      s_nop 0
      global_load_lds_dword v1, s[8:9]`);
    expect(seen.codes).toEqual([
      'emulate/no-arguments',
      'emulate/unknown-address',
      'emulate/unknown-address',
    ]);
    expect(seen.messages[1]).toContain('the memory behind argument x');
    expect(seen.messages[2]).toContain('argument n (offset 8)');
    expect(seen.traces[0]?.count).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { opcodeAt } from '@ldscope/core';
import { buffer, kernelText, runKernel } from './harness.ts';

const floats = (count: number, value: (index: number) => number): Uint8Array =>
  new Uint8Array(Float32Array.from({ length: count }, (_, i) => value(i)).buffer);
const asFloats = (data: Uint8Array): number[] => [...new Float32Array(data.buffer)];
const asWords = (data: Uint8Array): number[] => [...new Uint32Array(data.buffer)];

const index = `
  s_lshl_b32 s4, s2, 7
  v_add_u32 v1, s4, v0
  v_lshlrev_b32 v1, 2, v1`;

const addGlobal = `
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  s_load_dwordx2 s[12:13], s[0:1], 0x10
  ${index}
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[8:9]
  global_load_dword v3, v1, s[10:11]
  s_waitcnt vmcnt(0)
  v_add_f32 v2, v2, v3
  global_store_dword v1, v2, s[12:13]`;

/** The last workgroup is cut off by the size in the descriptor. */
const addBuffer = `
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  s_load_dwordx2 s[12:13], s[0:1], 0x10
  ${index}
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s16, s10
  s_and_b32 s17, s11, 0xffff
  s_mov_b32 s18, 1200
  s_mov_b32 s19, 0x27000
  s_and_b32 s9, s9, 0xffff
  s_mov_b64 s[10:11], s[18:19]
  s_and_b32 s13, s13, 0xffff
  s_mov_b64 s[14:15], s[18:19]
  buffer_load_dword v2, v1, s[8:11], 0 offen
  buffer_load_dword v3, v1, s[16:19], 0 offen
  s_waitcnt vmcnt(0)
  v_add_f32 v2, v2, v3
  buffer_store_dword v2, v1, s[12:15], 0 offen`;

describe('small kernels', () => {
  it.each([
    ['global', addGlobal, 512],
    ['buffer', addBuffer, 300],
  ])('add vectors by %s memory', (_, body, count) => {
    const a = floats(512, (i) => i / 4);
    const b = floats(512, (i) => 1000 - i);
    const c = new Uint8Array(2048);
    const { execution } = runKernel(kernelText(body), {
      block: [128, 1, 1],
      grid: [4, 1, 1],
      arguments: [buffer(a), buffer(b), buffer(c)],
    });
    expect(execution.diagnostics).toEqual([]);
    expect(execution.hazards).toEqual([]);
    const wanted = Array.from({ length: 512 }, (_, i) => (i < count ? i / 4 + 1000 - i : 0));
    expect(asFloats(c)).toEqual(wanted);
  });

  it('reverse a block through LDS, and record each access', () => {
    const body = `
      s_load_dwordx2 s[8:9], s[0:1], 0x0
      v_lshlrev_b32 v1, 2, v0
      s_waitcnt lgkmcnt(0)
      global_load_dword v2, v1, s[8:9]
      v_sub_u32 v3, 0x1fc, v1
      s_waitcnt vmcnt(0)
      ds_write_b32 v1, v2
      s_waitcnt lgkmcnt(0)
      s_barrier
      ds_read_b32 v2, v3
      s_waitcnt lgkmcnt(0)
      global_store_dword v1, v2, s[8:9]`;
    const data = new Uint8Array(Uint32Array.from({ length: 128 }, (_, i) => i).buffer);
    const text = kernelText(body);
    const { execution, traces } = runKernel(text, {
      block: [128, 1, 1],
      arguments: [buffer(data)],
      file: 'k.s',
    });
    expect(execution.hazards).toEqual([]);
    expect(asWords(data)).toEqual(Array.from({ length: 128 }, (_, i) => 127 - i));
    const [trace] = traces;
    expect(trace?.count).toBe(4);
    expect(Array.from(trace?.op ?? [], (op) => opcodeAt(op).name)).toEqual([
      'ds_write_b32',
      'ds_write_b32',
      'ds_read_b32',
      'ds_read_b32',
    ]);
    expect([...(trace?.wave ?? [])]).toEqual([0, 1, 0, 1]);
    expect(trace?.addressBytes[2 * 64 + 5]).toBe(0x1fc - 20);
    const site = trace?.sites[trace.site[2] ?? 0];
    const line = text.split('\n').findIndex((each) => each.includes('ds_read_b32')) + 1;
    expect(site).toMatchObject({ line, file: 'k.s', text: 'ds_read_b32 v2, v3', id: `${line}:7` });
    expect(execution.counts.LDS).toEqual({ instructions: 4, lanes: 256 });
    expect(execution.counts.VMEM).toEqual({ instructions: 4, lanes: 256 });
    expect(execution.counts.SMEM).toEqual({ instructions: 2, lanes: 2 });
  });

  it('records two rows for two addresses, and one when they are equal', () => {
    const body = `
      v_lshlrev_b32 v1, 3, v0
      ds_write2_b32 v1, v0, v0 offset1:1
      ds_write2st64_b32 v1, v0, v0 offset0:1 offset1:1`;
    const { traces } = runKernel(kernelText(body), { arguments: [] });
    const [trace] = traces;
    expect(trace?.count).toBe(3);
    expect([...(trace?.order ?? [])]).toEqual([0, 0, 1]);
    expect(trace?.addressBytes[64 + 1]).toBe(12);
  });

  it('loop until every lane is done', () => {
    // Steps of the Collatz sequence from lane + 1.
    const body = `
      s_load_dwordx2 s[8:9], s[0:1], 0x0
      v_add_u32 v2, 1, v0
      v_mov_b32 v3, 0
      v_lshlrev_b32 v1, 2, v0
      s_mov_b64 s[10:11], exec
    loop:
      v_cmp_ne_u32 vcc, 1, v2
      s_and_b64 exec, exec, vcc
      s_cbranch_execz done
      v_and_b32 v4, 1, v2
      v_lshrrev_b32 v5, 1, v2
      v_mul_u32_u24 v6, 3, v2
      v_add_u32 v6, 1, v6
      v_cmp_eq_u32 vcc, 1, v4
      v_cndmask_b32 v2, v5, v6, vcc
      v_add_u32 v3, 1, v3
      s_branch loop
    done:
      s_mov_b64 exec, s[10:11]
      s_waitcnt lgkmcnt(0)
      global_store_dword v1, v3, s[8:9]`;
    const out = new Uint8Array(256);
    runKernel(kernelText(body), { arguments: [buffer(out)] });
    const wanted = Array.from({ length: 64 }, (_, lane) => {
      let [value, steps] = [lane + 1, 0];
      for (; value !== 1; steps++) value = value % 2 === 0 ? value / 2 : 3 * value + 1;
      return steps;
    });
    expect(asWords(out)).toEqual(wanted);
  });

  it('spin on what another wave writes', () => {
    const body = `
      s_load_dwordx2 s[8:9], s[0:1], 0x0
      v_mov_b32 v1, 0
      v_cmp_gt_u32 vcc, 64, v0
      s_waitcnt lgkmcnt(0)
      s_cbranch_vccz writer
    wait:
      s_sleep 1
      global_load_dword v2, v1, s[8:9]
      s_waitcnt vmcnt(0)
      v_readfirstlane_b32 s10, v2
      s_cmp_eq_u32 s10, 0
      s_cbranch_scc1 wait
      global_store_dword v1, v2, s[8:9] offset:4
      s_endpgm
    writer:
      v_mov_b32 v2, 42
      global_store_dword v1, v2, s[8:9]`;
    const out = new Uint8Array(8);
    runKernel(kernelText(body), { block: [128, 1, 1], arguments: [buffer(out)] });
    expect(asWords(out)).toEqual([42, 42]);
  });

  it.each([
    [
      'by symbol',
      `v_and_b32 v2, 3, v0
      v_lshlrev_b32 v2, 2, v2
      global_load_dword v3, v2, s[4:5]`,
      [10, 20, 30, 40, 10, 20],
    ],
    [
      'by more dwords than there are',
      `s_load_dwordx8 s[16:23], s[4:5], 0x0
      s_waitcnt lgkmcnt(0)
      v_mov_b32 v3, s20`,
      Array(6).fill(50),
    ],
  ])('read tables in data sections, %s', (_, load, wanted) => {
    const text = `${kernelText(`
      s_load_dwordx2 s[8:9], s[0:1], 0x0
      s_getpc_b64 s[4:5]
      s_add_u32 s4, s4, table@rel32@lo+4
      s_addc_u32 s5, s5, table@rel32@hi+12
      v_lshlrev_b32 v1, 2, v0
      ${load}
      s_waitcnt vmcnt(0) lgkmcnt(0)
      global_store_dword v1, v3, s[8:9]`)}
      .section .rodata
      .p2align 4
    table:
      .long 10, 20, 30, 40, 50`;
    const out = new Uint8Array(256);
    const { execution } = runKernel(text, { arguments: [buffer(out)] });
    expect(execution.diagnostics).toEqual([]);
    expect(asWords(out).slice(0, 6)).toEqual(wanted);
  });
});

it('stops when progress is refused', () => {
  const { execution } = runKernel(kernelText('s_nop 0'), {
    grid: [5, 1, 1],
    arguments: [],
    onProgress: (done) => done < 2,
  });
  expect(execution.workgroups).toEqual({ executed: 2, launched: 5 });
});

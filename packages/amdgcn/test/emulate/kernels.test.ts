import { describe, expect, it } from 'vitest';
import { opcodeAt } from '@ldscope/core';
import { buffer, kernelText, runKernel } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('kernels.s', import.meta.url));

const floats = (count: number, value: (index: number) => number): Uint8Array =>
  new Uint8Array(Float32Array.from({ length: count }, (_, i) => value(i)).buffer);
const asFloats = (data: Uint8Array): number[] => [...new Float32Array(data.buffer)];
const asWords = (data: Uint8Array): number[] => [...new Uint32Array(data.buffer)];

describe('small kernels', () => {
  it.each([
    ['add vectors by global memory', 512],
    ['add vectors by buffer memory', 300],
  ])('%s', (name, count) => {
    const a = floats(512, (i) => i / 4);
    const b = floats(512, (i) => 1000 - i);
    const c = new Uint8Array(2048);
    const { execution } = runKernel(kernelText(textOf(name)), {
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
    const body = textOf('reverse a block through LDS, and record each access');
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
    expect(site).toMatchObject({ line, file: 'k.s', text: 'ds_read_b32 v2, v3', id: `${line}:3` });
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
    const body = textOf('loop until every lane is done');
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
    const body = textOf('spin on what another wave writes');
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

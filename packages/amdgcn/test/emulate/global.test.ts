/** What vector-memory instructions record of global memory: every row of the table, and what must be left out. */
import { describe, expect, it } from 'vitest';
import { coalesce, copyGlobalTrace, type GlobalTrace, machineNamed } from '@ldscope/core';
import { PRIVATE_APERTURE, SHARED_APERTURE } from '../../src/state/scalars.ts';
import { EXEC, M0 } from '../../src/state/wave.ts';
import { cdnaRows } from '../../src/isa/memory/cdna.ts';
import { type Bench, buffer, kernelText, runKernel, setPair, setRow } from './harness.ts';
import { lineOn } from './lines.ts';
import { memoryBench } from './memory-bench.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('global.s', import.meta.url));

const spaceOf = (mnemonic: string): string => mnemonic.split('_')[0] ?? '';

const prepared = (mnemonic: string): Bench => memoryBench(spaceOf(mnemonic));
const lineOf = (mnemonic: string): string => lineOn('gfx950', mnemonic);

/** Bytes that a mnemonic moves, read from its name. */
function widthOf(mnemonic: string): number {
  if (/byte/.test(mnemonic)) return 1;
  if (/short/.test(mnemonic)) return 2;
  if (mnemonic.includes('atomic')) return /_x2$|f64$/.test(mnemonic) ? 8 : 4;
  return 4 * Number(/x(\d)$/.exec(mnemonic)?.[1] ?? 1);
}

const executable = cdnaRows
  .filter(({ action, targets }) => action.kind !== 'idle' && targets?.includes('gfx950') !== false)
  .map(({ mnemonic }) => mnemonic)
  .filter((mnemonic) => lineOf(mnemonic) !== '');

const rowsOf = (traces: readonly GlobalTrace[]): number =>
  traces.reduce((sum, { count }) => sum + count, 0);

describe('a vector-memory instruction', () => {
  it.each(executable)('%s', (mnemonic) => {
    const all = prepared(mnemonic);
    all.wave.s[M0] = 0;
    all.run(lineOf(mnemonic));
    const [trace] = all.globals;
    if (spaceOf(mnemonic) === 'scratch') {
      expect(rowsOf(all.globals)).toBe(0);
      return;
    }
    expect(trace?.count).toBe(1);
    const kind = /atomic/.test(mnemonic) ? 'atomic' : /_store_/.test(mnemonic) ? 'store' : 'load';
    expect(trace?.instructions).toMatchObject([{ direction: kind, widthBytes: widthOf(mnemonic) }]);
    const [first = 0, second = 0] = trace?.addressBytes ?? [];
    expect(first - all.buffer.base).toBeGreaterThanOrEqual(0);
    expect(first - all.buffer.base).toBeLessThan(4096);
    expect(lineOf(mnemonic)).toMatch(/v2\b|v\[2:3\]|off, s\[/);
    if (/v2\b|v\[2:3\]/.test(lineOf(mnemonic))) expect(second - first).toBe(48);
    expect([...(trace?.activeMask ?? [])]).toEqual([0xffffffff, 0xffffffff]);
    expect(trace?.sites).toMatchObject([{ id: '0', buffer: 'x' }]);
  });
});

describe('what is left out', () => {
  it('inactive lanes', () => {
    const all = prepared('global');
    setPair(all.wave, EXEC, 0xf0);
    all.run('global_load_dword v8, v[2:3], off');
    const [trace] = all.globals;
    expect([...(trace?.activeMask ?? [])]).toEqual([0xf0, 0]);
    expect(trace?.addressBytes[0]).toBe(0);
    expect(trace?.addressBytes[4]).toBe(all.buffer.base + 4 * 48);
  });

  it('lanes that a descriptor puts out of range', () => {
    const all = prepared('buffer');
    all.wave.s[6] = 96;
    all.run('buffer_load_dwordx4 v[8:11], v2, s[4:7], 0 offen');
    expect([...(all.globals[0]?.activeMask ?? [])]).toEqual([0b11, 0]);
  });

  it('flat lanes that mean LDS or private memory', () => {
    const all = prepared('flat');
    const memory = Math.floor(all.buffer.base / 2 ** 32);
    setRow(all.wave, 3, (lane) =>
      lane < 32 ? memory : lane < 48 ? SHARED_APERTURE : PRIVATE_APERTURE,
    );
    setRow(all.wave, 2, (lane) => (lane < 32 ? (all.buffer.base % 2 ** 32) + 4 * lane : 4 * lane));
    all.run('flat_load_dword v8, v[2:3]');
    expect([...(all.globals[0]?.activeMask ?? [])]).toEqual([0xffffffff, 0]);
  });

  it('a descriptor that interleaves words, as private memory has', () => {
    const all = prepared('buffer');
    all.wave.s[5] = (all.wave.s[5] ?? 0) | (1 << 31) | (16 << 16);
    all.wave.s[7] = 1 << 23;
    all.run('buffer_load_dword v8, v2, s[4:7], 0 offen');
    expect(rowsOf(all.globals)).toBe(0);
  });
});

const copy = textOf('a copy');

describe('a kernel', () => {
  const run = (late: boolean, grid: readonly [number, number, number] = [1, 1, 1]) => {
    const globals: GlobalTrace[] = [];
    const { execution, traces } = runKernel(kernelText(copy), {
      arguments: [buffer(new Uint8Array(65536), 'in'), buffer(new Uint8Array(65536), 'out')],
      asyncCompletion: late ? 'late' : 'early',
      grid,
      file: 'k.s',
      onGlobal: (trace) => globals.push(copyGlobalTrace(trace)),
    });
    expect(execution.diagnostics).toEqual([]);
    return { globals, traces };
  };

  it.each([false, true])('gives its loads, stores and copies, early or late', (late) => {
    const { globals, traces } = run(late);
    const [trace] = globals;
    expect(trace?.instructions.map(({ name }) => name)).toEqual([
      'global_load_dwordx4',
      'global_load_lds_dword',
      'global_store_dword',
    ]);
    expect(trace?.sites.map(({ buffer }) => buffer)).toEqual(['in', 'in', 'out']);
    expect(trace?.sites[0]).toMatchObject({
      file: 'k.s',
      text: expect.stringContaining('dwordx4'),
    });
    const [model] = machineNamed('gfx942').coalescing;
    const { transactions } = trace === undefined ? { transactions: [] } : coalesce(trace, model);
    expect([...transactions]).toEqual([8, 64, 64]);
    // The copy is the same instruction on both sides.
    expect(traces[0]?.order[0]).toBe(trace?.order[1]);
    expect([...(trace?.order ?? [])]).toEqual([0, 1, 2]);
  });

  it('hands its accesses on workgroup by workgroup', () => {
    const { globals } = run(false, [3, 1, 1]);
    expect(globals.map(({ count }) => count)).toEqual([3, 3, 3]);
    expect(globals.map(({ wave }) => wave[0])).toEqual([0, 1, 2]);
    expect(new Set(globals.map(({ sites }) => sites.length))).toEqual(new Set([3]));
  });

  it('without its arguments has no global addresses to count', () => {
    const globals: GlobalTrace[] = [];
    const text = kernelText(copy, '.amdhsa_kernarg_size 16');
    runKernel(text, { onGlobal: (trace) => globals.push(trace) });
    expect(globals).toEqual([]);
  });
});

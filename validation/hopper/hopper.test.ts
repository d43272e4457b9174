/**
 * Asynchronous instructions of an H100 against ours (`cases.ts`, `counters.ts`; measured by `measure.py`).
 *
 * Integers, f16 and boxes are equal bit by bit. Sums in f32 differ in their last bits: tensor cores align products to the largest
 * and cut what is below, at about 2^-23 of it for f16, bf16 and tf32 and at about 2^-14 for 8-bit floats; we round once.
 */
import { gunzipSync } from 'node:zlib';
import { coalesce, type KernelArgument, machineNamed, simulate } from '@ldscope/core';
import { encodeTensorMap, executePtx, parsePtx, type TensorMap } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';
import { inputRows } from '../base/inputs.ts';
import { cases } from './cases.ts';
import { counterCases, REPEATS } from './counters.ts';

const rows = inputRows<{ name: string; result: string }>('data/hopper-sm90-async.jsonl');
const results = new Map(rows.map(({ name, result }) => [name, result]));
interface Counters {
  readonly name: string;
  readonly conflicts: number;
  readonly wavefronts: number;
  readonly bankReads: number;
  readonly bankWrites: number;
  readonly loadSectors?: number;
  readonly storeSectors?: number;
  readonly reduceSectors?: number;
}
const counters = inputRows<Counters>('data/hopper-sm90-async-counters.jsonl');

const machine = machineNamed('sm_90');
const mapArgument = (
  map: TensorMap | undefined,
  tensor: Uint8Array | undefined,
): KernelArgument => ({
  kind: 'value',
  bytes: map === undefined ? new Uint8Array(128) : encodeTensorMap(map),
  pointers: tensor === undefined ? [] : [{ offset: 0, name: 'tensor', data: tensor }],
});

/** Relative to the largest sum of a product. */
const TOLERANCES: Readonly<Record<string, number>> = { e4m3: 2 ** -13, e5m2: 2 ** -13 };

describe('results of an H100', () => {
  test('there are some for every case but those that it refuses', () => {
    // Boxes that do not begin at a multiple of 16 bytes, or at no pixel of their box, end as illegal instructions.
    const refused = cases.filter(({ name }) => !results.has(name)).map(({ name }) => name);
    const pixels = ['im2col-left-of-box', 'im2col-right-of-box', 'im2col-volume-outside'];
    expect(refused).toEqual(['box-3d-0-4', 'box-3d-1-4', 'box-5d', ...pixels]);
  });

  test.each(cases)('$name', ({ name, text, image, outBytes, threads, map, tensor, result }) => {
    const { module } = parsePtx(text);
    const ours = new Uint8Array(outBytes);
    const { diagnostics } = executePtx(module, text, {
      machine,
      arguments: [
        mapArgument(map, tensor),
        { kind: 'buffer', data: image.slice() },
        { kind: 'buffer', data: ours },
      ],
      launch: { grid: [1, 1, 1], block: [threads, 1, 1], scalars: new Map() },
    });
    const codes = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);
    const packed = results.get(name);
    if (packed === undefined) {
      expect(codes).toContain(name.startsWith('im2col') ? 'ptx/tensor-map' : 'ptx/misaligned');
      return;
    }
    expect(codes).toEqual([]);
    const theirs = new Uint8Array(gunzipSync(Buffer.from(packed, 'base64')));
    if (result !== 'f32') {
      expect(Buffer.compare(ours, theirs)).toBe(0);
      return;
    }
    const [a, b] = [
      new Float32Array(ours.buffer),
      new Float32Array(theirs.buffer, theirs.byteOffset, outBytes / 4),
    ];
    const largest = b.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const tolerance =
      largest * (TOLERANCES[name.replace('sp-', '').split('-')[0] ?? ''] ?? 2 ** -22);
    for (const [i, value] of b.entries())
      if (!(Math.abs(value - (a[i] ?? NaN)) <= tolerance)) expect([i, a[i]]).toEqual([i, value]);
  });
});

/** Loads for several blocks of which no rule says how many sectors they move. */
const UNKNOWN_TRAFFIC = new Set(['load_multicast_48', 'load_multicast_corner']);

describe('counters of Hopper', () => {
  test('no copy and no product has bank conflicts, in any layout', () => {
    expect(counters).toHaveLength(counterCases.length);
    for (const { name, conflicts } of counters) expect([name, conflicts]).toEqual([name, 0]);
  });

  test.each(counters)('$name', (measured) => {
    const { name, wavefronts, bankReads, bankWrites } = measured;
    const one = counterCases.find((candidate) => candidate.name === name);
    if (one === undefined) throw new Error(`no kernel ${name}`);
    const { module } = parsePtx(one.text);
    const counts = { wavefronts: 0, conflicts: 0 };
    const sectors = { load: 0, store: 0, atomic: 0 };
    const { diagnostics } = executePtx(module, one.text, {
      machine,
      arguments: [
        mapArgument(one.map, new Uint8Array(65536)),
        { kind: 'buffer', data: new Uint8Array(16384) },
        { kind: 'buffer', data: new Uint8Array(1024) },
      ],
      launch: { grid: [one.blocks, 1, 1], block: [one.threads, 1, 1], scalars: new Map() },
      onGlobal: (trace) => {
        const { transactions } = coalesce(trace, machine.coalescing[0]);
        for (let row = 0; row < trace.count; row++) {
          const { direction, byCopyUnit } = trace.instructions[trace.instruction[row] ?? 0] ?? {};
          if (byCopyUnit === true && direction !== undefined)
            sectors[direction] += transactions[row] ?? 0;
        }
      },
      onWorkgroup: (trace) => {
        const { idxActive, bankConflict } = simulate(trace, machine);
        for (let row = 0; row < trace.count; row++) {
          counts.wavefronts += idxActive[row] ?? 0;
          counts.conflicts += bankConflict[row] ?? 0;
        }
      },
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(counts.conflicts).toBe(0);
    const isRefused = diagnostics.some(({ code }) => code === 'ptx/traffic-not-counted');
    expect(isRefused).toBe(UNKNOWN_TRAFFIC.has(name));
    if (!isRefused) {
      const { loadSectors = 0, storeSectors = 0, reduceSectors = 0 } = measured;
      expect(sectors).toEqual({ load: loadSectors, store: storeSectors, atomic: reduceSectors });
    }
    // Clusters have wavefronts of their barriers.
    if (one.blocks > 1) return;
    // Each kernel has a few wavefronts of its own: 5 with a barrier in memory, 13 where four warps store accumulators.
    const isProduct = name.startsWith('wgmma');
    expect(wavefronts - (isProduct ? 13 : 5)).toBe(counts.wavefronts);
    if (!isProduct && one.bytes === undefined) return;
    // A word of every bank per wavefront of a product, and each word of a copy once.
    const words = isProduct ? 32 * counts.wavefronts : (REPEATS * (one.bytes ?? 0)) / 4;
    const moved = isProduct || !/^(?:range_)?load/.test(name) ? bankReads : bankWrites;
    expect(Math.abs(moved - words)).toBeLessThan(140);
  });
});

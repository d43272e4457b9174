/** The Hopper pipeline of examples/cuda: its product against plain loops, without hazards and without bank conflicts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMachine, simulate } from '@ldscope/core';
import { launchFileOptions, parseLaunchFile } from '@ldscope/engine';
import { executePtx, parsePtx } from '@ldscope/ptx';

const read = (name: string): string =>
  readFileSync(new URL(`cuda/${name}`, import.meta.url), 'utf8');

const halfOf = (bits: number): number => {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >> 15 === 1 ? -size : size;
};

test('tensor maps, mbarriers and wgmma make the product of two matrices', async () => {
  const launch = await parseLaunchFile(read('pipeline.yaml'), () => Promise.resolve(undefined));
  const machine = findMachine('sm_90');
  if (!launch.ok || machine === undefined) throw new Error('no launch');
  const { extents = {}, arguments: list = [] } = launchFileOptions(launch.value);
  const text = read('pipeline.ptx');
  const { module, diagnostics } = parsePtx(text);
  const counts = { wavefronts: 0, conflicts: 0 };
  const execution = executePtx(module, text, {
    machine,
    arguments: list,
    launch: { grid: extents.grid, block: extents.block, scalars: new Map() },
    onWorkgroup: (trace) => {
      const { idxActive, bankConflict } = simulate(trace, machine);
      for (let row = 0; row < trace.count; row++) {
        counts.wavefronts += idxActive[row] ?? 0;
        counts.conflicts += bankConflict[row] ?? 0;
      }
    },
  });
  const all = [...diagnostics, ...execution.diagnostics];
  expect(all.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(execution.hazards).toEqual([]);
  // 4 blocks, 4 stages of 4 products m64n64k16: 16 wavefronts of A and 16 of B each.
  expect(counts).toEqual({ wavefronts: 4 * 4 * 4 * 32, conflicts: 0 });
  const data = (name: string): Uint8Array =>
    launch.value.buffers.find((buffer) => buffer.name === name)?.data ?? new Uint8Array(0);
  const matrix = (name: string): Float64Array => {
    const { buffer, byteOffset, byteLength } = data(name);
    return Float64Array.from(new Uint16Array(buffer, byteOffset, byteLength / 2), halfOf);
  };
  const [a, b] = [matrix('a'), matrix('b')];
  const [, , result] = launch.value.arguments ?? [];
  if (result?.kind !== 'buffer') throw new Error('no result');
  const c = new Float32Array(result.data.buffer, result.data.byteOffset, 128 * 128);
  let worst = 0;
  for (let row = 0; row < 128; row++) {
    for (let column = 0; column < 128; column++) {
      let sum = 0;
      for (let k = 0; k < 256; k++) sum += (a[256 * row + k] ?? 0) * (b[256 * column + k] ?? 0);
      worst = Math.max(worst, Math.abs(sum - (c[128 * row + column] ?? NaN)));
    }
  }
  expect(worst).toBeLessThan(1e-4);
});

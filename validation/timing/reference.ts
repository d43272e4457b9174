/** The reference kernel, a GEMM that Wave's compiler wrote for gfx950, with its swizzle and without it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAssembly } from '@ldscope/amdgcn';
import { findMachine } from '@ldscope/core';
import { plainAssembly } from '../../packages/engine/test/plain-gemm.ts';
import { timedKernel } from '@ldscope/engine';
import { timeKernel } from './kernel-timing.ts';
import type { TimedTriton } from './triton.ts';

/** Workgroups that share global memory meet by chance: more simulations than by default. */
const DISTANCES = 6;

const file = fileURLToPath(new URL('../../../shared/kernels/wave/gemm-gfx950.s', import.meta.url));

/**
 * With the swizzle and without, alone on a compute unit as in the kernel's own launch, and with as many workgroups as fit;
 * empty where the kernel is not there.
 */
export function timeReference(): readonly TimedTriton[] {
  const machine = findMachine('gfx950');
  if (machine === undefined || !existsSync(file)) return [];
  const swizzled = readFileSync(file, 'utf8');
  const timed = [
    ['with its swizzle', swizzled] as const,
    ['without it', plainAssembly(swizzled)] as const,
  ].map(([name, text]) => {
    const { program } = parseAssembly(text);
    const halves = (count: number): Uint8Array => new Uint8Array(2 * count);
    const kernel = timedKernel(program, text, 'gfx950', machine, {
      file,
      launch: { grid: [2, 8, 1], scalars: new Map() },
      arguments: [halves(128 * 1024), halves(256 * 1024), halves(2 * 128 * 256)].map((data) => ({
        kind: 'buffer' as const,
        data,
      })),
      workgroups: 1,
    });
    const { program: executed, occupancy } = kernel;
    return { name, program: executed, occupancy };
  });
  return [
    ...timed.map(({ name, program, occupancy }): TimedTriton => {
      const wavesPerSimd = Math.ceil(program.streams.length / 4);
      const alone = occupancy && { ...occupancy, workgroups: 1, wavesPerSimd };
      return { chip: 'gfx950', name, ...timeKernel(program, machine, alone) };
    }),
    ...timed.map(({ name, program, occupancy }): TimedTriton => {
      const timing = timeKernel(program, machine, occupancy, DISTANCES);
      return { chip: 'gfx950', name: `${name}, all that fit`, ...timing };
    }),
  ];
}

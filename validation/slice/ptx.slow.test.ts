/** Execution of accesses alone, and classes of blocks, on PTX of compilers: a few of those of `npm run validate -- slice ptx` and `classes ptx`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Extent } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { comparePtxClasses, ptxEdgeLaunches } from './ptx-classes.ts';
import { comparePtxLaunch } from './ptx-command.ts';
import { tritonPtxLaunches } from './ptx-launches.ts';

describe("the slice of Triton's PTX", () => {
  const launches = tritonPtxLaunches();

  // Lanes of the last one store their sums to one word: whether these are the same is data.
  it.each([
    ['matmul-bf16-64x64x32-nt-s3-sm80', false],
    ['tma-fp8e4nv-64x64x128-nt-s3', false],
    ['softmax-fp32-1000', true],
  ])('%s makes the same accesses; asks for all: %s', (name, isMissed) => {
    const launch = launches.find((one) => one.name === `3.8.0 ${name}`);
    if (launch === undefined) throw new Error(`no ${name}`);
    const { sliced, differences } = comparePtxLaunch(launch);
    expect(sliced.isMissed).toBe(isMissed);
    expect(differences).toEqual([]);
  });
});

describe('classes of blocks that differ', () => {
  const ptx = fileURLToPath(new URL('./edges.ptx', import.meta.url));
  const launches = ptxEdgeLaunches(readFileSync(ptx, 'utf8'));
  const expected: readonly (readonly [name: string, grid: Extent, counts: readonly number[]])[] = [
    ['causal', [10, 10, 1], [10, 45, 45]],
    ['ragged', [72, 1, 1], [12, 12, 12, 12, 12, 12]],
    ['rotated', [8, 16, 1], [32, 32, 32, 32]],
    ['copied_edges', [4, 30, 1], [116, 4]],
    ['either_memory', [72, 1, 1], [24, 48]],
    ['paired', [80, 1, 1], [40, 40]],
  ];

  const launchOf = (name: string, grid: Extent) => {
    const launch = launches.find((one) => one.name === name);
    if (launch === undefined) throw new Error(`no ${name}`);
    return { ...launch, grid };
  };

  it.each(expected)('%s: totals are those of all', (name, grid, counts) => {
    const { classes, isExact, isSame } = comparePtxClasses(launchOf(name, grid));
    expect(classes.workgroups.classes?.map(({ count }) => count)).toEqual(counts);
    expect([isExact, isSame]).toEqual([true, true]);
  });

  it('are not claimed where blocks take numbers from a counter', () => {
    expect(comparePtxClasses(launchOf('tickets', [70, 1, 1])).isExact).toBe(false);
  });
});

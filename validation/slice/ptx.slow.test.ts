/** Execution of accesses alone, and classes of blocks, on PTX of compilers: a few of those of `npm run validate -- slice ptx` and `classes ptx`. */
import type { Extent } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { keyOf, readLaunches } from '../triton/nvidia/launches.ts';
import { edgesInPtx, tritonPtx } from './class-launches.ts';
import { compareClasses } from './classes.ts';
import { comparePtxLaunch } from './command.ts';
import { onGrid } from './launches.ts';
import { chosenOf } from '../../test/cases.ts';

describe("the slice of Triton's PTX", () => {
  const launches = readLaunches();

  // Lanes of the last one store their sums to one word: whether these are the same is data.
  it.each([
    ['matmul-bf16-64x64x32-nt-s3-sm80', false],
    ['tma-fp8e4nv-64x64x128-nt-s3', false],
    ['softmax-fp32-1000', true],
  ])('%s makes the same accesses; asks for all: %s', (name, isMissed) => {
    const launch = launches.find((one) => keyOf(one) === `3.8.0 ${name}`);
    if (launch === undefined) throw new Error(`no ${name}`);
    const { sliced, differences } = comparePtxLaunch(tritonPtx(launch));
    expect(sliced.isMissed).toBe(isMissed);
    expect(differences).toEqual([]);
  });
});

describe('classes of blocks that differ', async () => {
  const launches = await edgesInPtx();
  const expected: readonly (readonly [name: string, grid: Extent, counts: readonly number[]])[] = [
    ['causal', [10, 10, 1], [10, 45, 45]],
    ['ragged', [72, 1, 1], [12, 12, 12, 12, 12, 12]],
    ['rotated', [8, 16, 1], [32, 32, 32, 32]],
    ['copied_edges', [4, 30, 1], [116, 4]],
    ['either_memory', [72, 1, 1], [24, 48]],
    ['paired', [80, 1, 1], [40, 40]],
  ];

  it('all have a launch', () => {
    expect(launches).toHaveLength(18);
  });

  it.each(chosenOf(expected))('%s: totals are those of all', (name, grid, counts) => {
    const { classes, isExact, isSame } = compareClasses(onGrid(launches, name, grid));
    expect(classes.workgroups.classes?.map(({ count }) => count)).toEqual(counts);
    expect([isExact, isSame]).toEqual([true, true]);
  });

  it('are not claimed where blocks take numbers from a counter', () => {
    expect(compareClasses(onGrid(launches, 'tickets', [70, 1, 1])).isExact).toBe(false);
  });
});

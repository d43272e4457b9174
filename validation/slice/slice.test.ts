/** Execution of accesses alone, and classes of workgroups, on compiled kernels: a few of those of `npm run validate -- slice` and `classes`. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Extent } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { readKernel } from '../triton/kernels.ts';
import { edgesInMachineCode, edgesInMlir } from './class-launches.ts';
import { compareClasses } from './classes.ts';
import { compareKernel, compareMlirFile } from './command.ts';
import { onGrid } from './launches.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const triton = path('../../../shared/kernels/triton');

const KERNELS = [
  'gfx90a/transpose-fp16-64x64',
  'gfx942/matmul-bf16-32x64x64-tn-s2-nk0',
  'gfx950/matmul-fp8e4nv-128x128x64-nn-s1-nk32',
];

describe.skipIf(!existsSync(triton))('the slice of a kernel of Triton', () => {
  it.each(KERNELS)('%s makes the same accesses', (kernel) => {
    const { sliced, differences } = compareKernel(readKernel(triton, kernel), 3);
    expect(sliced.isMissed).toBe(false);
    expect(differences).toEqual([]);
  });
});

describe('classes of workgroups that differ', async () => {
  const launches = await edgesInMachineCode();
  const expected: readonly (readonly [name: string, grid: Extent, counts: readonly number[]])[] = [
    ['causal', [10, 10, 1], [10, 45, 45]],
    ['ragged', [72, 1, 1], [12, 12, 12, 12, 12, 12]],
    ['rotated', [8, 16, 1], [32, 32, 32, 32]],
  ];

  it.each(expected)('%s: totals are those of all', (name, grid, counts) => {
    const { classes, isExact, isSame } = compareClasses(onGrid(launches, name, grid));
    expect(classes.workgroups.classes?.map(({ count }) => count)).toEqual(counts);
    expect([isExact, isSame]).toEqual([true, true]);
    // Its lengths are loaded from a buffer: that no other workgroup stores there is not looked at.
    expect(classes.codes.includes('launch/classes-rest')).toBe(name === 'ragged');
  });

  it('does not claim any where lanes add to places that data decides', () => {
    expect(compareClasses(onGrid(launches, 'bins', [70, 1, 1])).isExact).toBe(false);
  });
});

describe('kernels of MLIR', async () => {
  const launches = await edgesInMlir();

  it('all have a launch, those of HIP in both forms', async () => {
    expect(launches).toHaveLength(11 + 8);
    expect(await edgesInMachineCode()).toHaveLength(11);
  });

  const expected: readonly (readonly [name: string, grid: Extent, counts: readonly number[]])[] = [
    ['transpose_if', [32, 3, 1], [93, 3]],
    ['masked_rows', [4, 40, 1], [120, 40]],
    ['triangle', [80, 1, 1], [10, 10, 10, 10, 10, 10, 10, 10]],
    ['ragged', [72, 1, 1], [12, 12, 12, 12, 12, 12]],
    ['rotated', [72, 1, 1], [18, 18, 18, 18]],
    ['some_return', [99, 1, 1], [33, 66]],
    ['causal, llvm', [10, 10, 1], [10, 45, 45]],
    ['ragged, llvm', [72, 1, 1], [12, 12, 12, 12, 12, 12]],
  ];

  it.each(expected)('%s: totals of classes are those of all', (name, grid, counts) => {
    const { classes, isExact, isSame } = compareClasses(onGrid(launches, name, grid));
    expect(classes.workgroups.classes?.map(({ count }) => count)).toEqual(counts);
    expect([isExact, isSame]).toEqual([true, true]);
  });

  it.each(['stored_table', 'through_lds'])('%s: nothing is claimed', (name) => {
    expect(compareClasses(onGrid(launches, name, [80, 1, 1])).isExact).toBe(false);
  });

  it('make the same accesses alone', () => {
    const found = ['mxfp4-gemm', 'gemm-gather-to-lds', 'column-walk'].flatMap((name) => [
      ...compareMlirFile(path(`../../examples/${name}/kernel.mlir`)),
    ]);
    expect(found.map(({ comparison }) => comparison?.sliced.isMissed)).toEqual(
      found.map(() => false),
    );
    expect(found.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
  });
});

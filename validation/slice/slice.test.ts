/** Execution of accesses alone, and classes of workgroups, on compiled kernels: a few of those of `npm run validate -- slice` and `classes`. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Extent } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { readKernel } from '../triton/kernels.ts';
import { compareClasses, edgeLaunches } from './classes.ts';
import { compareKernel } from './command.ts';

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

describe('classes of workgroups that differ', () => {
  const launches = edgeLaunches(readFileSync(path('./edges.s'), 'utf8'));
  const expected: readonly (readonly [name: string, grid: Extent, counts: readonly number[]])[] = [
    ['causal', [10, 10, 1], [10, 45, 45]],
    ['ragged', [72, 1, 1], [12, 12, 12, 12, 12, 12]],
    ['rotated', [8, 16, 1], [32, 32, 32, 32]],
  ];

  it.each(expected)('%s: totals are those of all', (name, grid, counts) => {
    const launch = launches.find((one) => one.name === name);
    if (launch === undefined) throw new Error(`no ${name}`);
    const { classes, isExact, isSame } = compareClasses({ ...launch, grid });
    expect(classes.workgroups.classes?.map(({ count }) => count)).toEqual(counts);
    expect([isExact, isSame]).toEqual([true, true]);
  });

  it('does not claim any where lanes add to places that data decides', () => {
    const launch = launches.find(({ name }) => name === 'bins');
    if (launch === undefined) throw new Error('no bins');
    const small = { ...launch, grid: [70, 1, 1] } as const;
    expect(compareClasses(small).isExact).toBe(false);
  });
});

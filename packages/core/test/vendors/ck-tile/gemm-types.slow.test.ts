/**
 * The GEMM through LDS in all types that CK has matrix instructions for, on CDNA and RDNA, with sizes that blocks do not divide:
 * its product against a plain one.
 */
import { describe, expect, test } from 'vitest';
import {
  executeGemm,
  expectValue,
  findMachine,
  gemmLayouts,
  type GemmTile,
  type GemmType,
  gemmValues,
  planGemm,
  randomWords,
} from '@ldscope/core';
import { raise } from '../../../../../test/raise.ts';
import { plainProduct } from './plain-product.ts';
import { chosenOf } from '../../../../../test/cases.ts';

const block = { mPerBlock: 64, nPerBlock: 64, mWarp: 2, nWarp: 2 } as const;

function random(type: GemmType, count: number, seed: number): Float64Array {
  const values = gemmValues(type);
  const next = randomWords(seed);
  return Float64Array.from({ length: count }, () => values[next() % values.length] ?? 0);
}

describe("the user's types, sizes and chips", () => {
  const types: readonly (readonly [string, GemmType, GemmTile['warpTile'], number, number])[] = [
    ['gfx942', 'bf16', [32, 8], 32, 8],
    ['gfx942', 'fp8', [32, 16], 64, 16],
    ['gfx942', 'bf8', [16, 32], 64, 16],
    ['gfx942', 'i8', [32, 16], 64, 16],
    ['gfx942', 'f32', [16, 4], 32, 4],
    ['gfx942', 'f64', [16, 4], 16, 2],
    ['gfx950', 'fp8', [16, 128], 128, 16],
    ['gfx950', 'fp4', [16, 128], 128, 32],
    ['gfx950', 'fp4', [32, 64], 128, 32],
    ['gfx1100', 'f16', [16, 16], 32, 8],
    ['gfx1100', 'i8', [16, 16], 64, 16],
    ['gfx1201', 'bf16', [16, 16], 32, 8],
    ['gfx1201', 'fp8', [16, 16], 64, 16],
  ];
  test.each(chosenOf(types))('%s %s, warp tile %j', (name, type, warpTile, kPerBlock, kPack) => {
    const tile = { ...block, warpTile, kPerBlock, type, kPack };
    for (const layout of gemmLayouts.filter((_, i) => i % 2 === 0)) {
      const plan = expectValue(planGemm(tile, layout, findMachine(name) ?? raise(name)));
      // None of the sizes is a multiple of its block.
      const [m, n, k] = [100, 90, 2 * kPerBlock - kPack];
      const [a, b] = [random(type, m * k, 3), random(type, n * k, 4)];
      expect(executeGemm(plan, a, b, { m, n, k })).toEqual(plainProduct(a, b, m, n, k));
    }
  });
});

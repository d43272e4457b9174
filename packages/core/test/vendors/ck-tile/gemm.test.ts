/**
 * The GEMM through LDS: its product against a plain one, and its costs. A layout that mixes up elements cannot give
 * the right product, since the values go where the counted addresses say.
 */
import { describe, expect, test } from 'vitest';
import {
  executeGemm,
  expectValue,
  type GemmLayout,
  gemmCost,
  gemmLayouts,
  type GemmPlan,
  type GemmTile,
  machineNamed,
  mLdsLayerFor,
  planGemm,
  randomWords,
} from '@ldscope/core';
import { plainProduct } from './plain-product.ts';

const chips = ['gfx942', 'gfx950'].map(machineNamed);
const warpTiles = [
  [32, 8],
  [16, 16],
  [32, 16],
  [16, 32],
] as const;

const block = (warpTile: GemmTile['warpTile'], kPerBlock = 32): GemmTile => ({
  mPerBlock: 128,
  nPerBlock: 64,
  kPerBlock,
  kPack: 8,
  mWarp: 2,
  nWarp: 2,
  warpTile,
  type: 'f16',
});

/** Small whole numbers: all sums are exact. */
function integers(count: number, seed: number): Float64Array {
  const next = randomWords(seed);
  return Float64Array.from({ length: count }, () => (next() >>> 27) - 16);
}

function expectProduct(plan: GemmPlan, k: number): void {
  const { mPerBlock: rows, nPerBlock: columns } = plan.tile;
  const [a, b] = [integers(rows * k, 1), integers(columns * k, 2)];
  expect(executeGemm(plan, a, b, { m: rows, n: columns, k })).toEqual(
    plainProduct(a, b, rows, columns, k),
  );
}

describe.each(chips)('on $name', (machine) => {
  describe.each(gemmLayouts)('$name', (layout) => {
    test.each(warpTiles)('warp tiles of %i, K %i multiply right', (m, k) => {
      expectProduct(expectValue(planGemm(block([m, k]), layout, machine)), 64);
    });
  });

  test('reads are as wide as the k of a lane', () => {
    const names = warpTiles.map((warpTile) => {
      const plan = expectValue(planGemm(block(warpTile), gemmLayouts[0] ?? none(), machine));
      return [plan.a.write, plan.b.write, plan.a.read, plan.b.read].map(
        ({ instructions }) => instructions[0]?.name,
      );
    });
    const writes = ['ds_write_b128', 'ds_write_b128'];
    expect(names).toEqual([
      [...writes, 'ds_read2_b64', 'ds_read2_b64'],
      [...writes, 'ds_read2_b64', 'ds_read2_b64'],
      [...writes, 'ds_read_b128', 'ds_read_b128'],
      [...writes, 'ds_read_b128', 'ds_read_b128'],
    ]);
  });

  test('the MLdsLayer of the rule frees 16-byte reads of 32 x 32 tiles; packed rows never are free', () => {
    for (const kPerBlock of [32, 64]) {
      const mLdsLayer = mLdsLayerFor(machine.sharedMemory.banks.value, kPerBlock, 2);
      const conflicts = (name: string, warpTile: GemmTile['warpTile']): number => {
        const layout = gemmLayouts.find((candidate) => candidate.name === name) ?? none();
        const plan = expectValue(planGemm(block(warpTile, kPerBlock), layout, machine));
        return gemmCost(plan, machine).read.bankConflict;
      };
      expect(conflicts(`swapped, MLdsLayer ${mLdsLayer}`, [32, 16])).toBe(0);
      for (const warpTile of warpTiles) expect(conflicts('packed', warpTile)).toBeGreaterThan(0);
    }
  });
});

test('a wrong layout gives a wrong product', () => {
  const machine = machineNamed('gfx942');
  const lossy: GemmLayout = {
    name: 'rows that overlap',
    spec: ({ rows, k, kPack }) => ({
      ok: true,
      value: {
        base: { kind: 'naive', lengths: [rows, k], strides: [k - kPack, 1], vector: [kPack, 1] },
        stages: [],
      },
      diagnostics: [],
    }),
  };
  const plan = expectValue(planGemm(block([16, 16]), lossy, machine));
  expect(() => expectProduct(plan, 32)).toThrow(/expected/);
});

test('what does not divide is refused', () => {
  const machine = machineNamed('gfx942');
  const layout = gemmLayouts[0] ?? none();
  const said = (tile: GemmTile, on = machine): string =>
    planGemm(tile, layout, on)
      .diagnostics.map(({ message }) => message)
      .join('; ');
  expect(said({ ...block([16, 16]), mPerBlock: 48 })).toMatch(/does not divide into 2 x 2 waves/);
  expect(said({ ...block([16, 16]), kPerBlock: 0 })).toMatch(/does not divide|at least/);
  expect(said(block([16, 64]))).toMatch(/no matrix instruction for tiles of 16 x 16 x 64/);
  expect(said({ ...block([16, 16]), kPerBlock: 24 })).toMatch(/does not divide/);
  expect(said(block([32, 8]), machineNamed('gfx1100'))).toMatch(
    /gfx1100 has no matrix instruction for tiles of 32 x 32 x 8 f16/,
  );
});

function none(): never {
  throw new Error('no such layout');
}

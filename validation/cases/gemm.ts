/**
 * `npm run validate -- gemm`: the GEMM of CK's page on index swapping with each LDS layout, executed, its product compared with a
 * plain one, and its bank conflicts on both chips.
 */
import {
  executeGemm,
  gemmCost,
  type GemmLayout,
  gemmLayouts,
  type GemmPlan,
  type GemmTile,
  type Machine,
  machineNamed,
  mLdsLayerFor,
  planGemm,
  randomWords,
} from '@ldscope/core';
import type { Main } from '../base/output.ts';
import { grouped, markdown } from '../base/markdown.ts';

const CHIPS = ['gfx942', 'gfx950'];
const K_PER_BLOCK = [32, 64];
const WARP_TILES: readonly GemmTile['warpTile'][] = [
  [32, 8],
  [16, 16],
  [32, 16],
  [16, 32],
];

/** A block of 128 x 128 on 2 x 2 waves. */
const block = (kPerBlock: number, warpTile: GemmTile['warpTile']): GemmTile => ({
  mPerBlock: 128,
  nPerBlock: 128,
  kPerBlock,
  kPack: 8,
  mWarp: 2,
  nWarp: 2,
  warpTile,
  type: 'f16',
});

/** One table per chip, as Markdown, and how many products were right. */
export function gemmTables(): string[] {
  const products = { all: 0, right: 0 };
  const rowOf = (machine: Machine, kPerBlock: number, layout: GemmLayout): string[] => {
    const plans = WARP_TILES.map((warpTile) => planned(machine, kPerBlock, warpTile, layout));
    for (const plan of plans) {
      products.all++;
      if (isProductRight(plan)) products.right++;
    }
    const costs = plans.map((plan) => gemmCost(plan, machine));
    return [
      layout.name + (isByRule(machine, kPerBlock, layout) ? ' (rule)' : ''),
      String(kPerBlock),
      grouped((costs[0]?.ldsElements ?? 0) * 2),
      grouped(costs[0]?.write.bankConflict ?? 0),
      ...costs.map(({ read }) => `${grouped(read.bankConflict)} of ${grouped(read.idxActive)}`),
    ];
  };
  const tables = CHIPS.flatMap((name) => {
    const machine = machineNamed(name);
    const rows = K_PER_BLOCK.flatMap((kPerBlock) =>
      gemmLayouts.map((layout) => rowOf(machine, kPerBlock, layout)),
    );
    const tiles = WARP_TILES.map(([m, k]) => `${m}x${m}x${k}`);
    return [...markdown([name, 'K', 'LDS bytes', 'writes', ...tiles], rows), ''];
  });
  return [...tables, `${products.right} of ${products.all} products are exact.`];
}

function isByRule({ sharedMemory }: Machine, kPerBlock: number, { name }: GemmLayout): boolean {
  return name === `swapped, MLdsLayer ${mLdsLayerFor(sharedMemory.banks.value, kPerBlock, 2)}`;
}

function planned(
  machine: Machine,
  kPerBlock: number,
  warpTile: GemmTile['warpTile'],
  layout: GemmLayout,
): GemmPlan {
  const plan = planGemm(block(kPerBlock, warpTile), layout, machine);
  if (plan.ok) return plan.value;
  throw new Error(plan.diagnostics.map(({ message }) => message).join('; '));
}

/** Executes two steps of K on random whole numbers, whose sums are exact. */
function isProductRight(plan: GemmPlan): boolean {
  const { mPerBlock: rows, nPerBlock: columns, kPerBlock } = plan.tile;
  const k = 2 * kPerBlock;
  const [a, b] = [integers(rows * k, 1), integers(columns * k, 2)];
  const product = executeGemm(plan, a, b, { m: rows, n: columns, k });
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let q = 0; q < k; q++) sum += (a[row * k + q] ?? 0) * (b[column * k + q] ?? 0);
      if (product[row * columns + column] !== sum) return false;
    }
  }
  return true;
}

function integers(count: number, seed: number): Float64Array {
  const next = randomWords(seed);
  return Float64Array.from({ length: count }, () => (next() >>> 27) - 16);
}

/** Prints the tables. */
export const main: Main = (_, { print }) => {
  gemmTables().forEach(print);
  return 0;
};

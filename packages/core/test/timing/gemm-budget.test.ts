/** The arithmetic of a GEMM tile: counts of products by brute force, types, blocks, widths, slices. */
import {
  budgetReport,
  expectValue,
  gemmBudget,
  gemmElements,
  type GemmStepRequest,
  machineNamed,
  type MatrixChip,
  matrixInstructions,
  matrixNames,
  timingOf,
} from '@ldscope/core';
import { describe, expect, it, test } from 'vitest';
import { raise } from '../../../../test/raise.ts';

const chips: readonly MatrixChip[] = ['gfx90a', 'gfx942', 'gfx950'];

function budget(chip: string, tile: Partial<GemmStepRequest>) {
  const machine = machineNamed(chip);
  const base = { m: 256, n: 256, k: 32, element: 'f16', waves: [2, 2], buffers: 1 } as const;
  return gemmBudget({ ...base, ...tile }, machine);
}

function counted(chip: string, tile: Partial<GemmStepRequest>) {
  return expectValue(budget(chip, tile));
}

function refused(chip: string, tile: Partial<GemmStepRequest>): string {
  const found = budget(chip, tile);
  return found.ok ? 'counted' : (found.diagnostics[0]?.code ?? '');
}

describe('the matrix instruction', () => {
  /** The types of data that rows of the table multiply, by name of an element. */
  const elementOf: Readonly<Record<string, string>> = { f8f6f4: 'f4', fp8: 'fp8', bf8: 'bf8' };

  const rows = chips.flatMap((chip) =>
    matrixInstructions.flatMap((row) => {
      const [name] = matrixNames(row, chip);
      return name === undefined ? [] : [{ chip, row, name }];
    }),
  );

  test.each(rows)(
    '$name of $chip makes all products of a tile, and no more',
    ({ chip, row, name }) => {
      const mixed = row.a === row.b ? (elementOf[row.a] ?? row.a) : 'f8';
      const [m, n, k] = [4 * row.m * row.blocks, 2 * row.m * row.blocks, 4 * row.k];
      const tile = { m, n, k, element: mixed, waves: [2, 1], instruction: name } as const;
      if (row.sparse) {
        expect(refused(chip, tile)).toBe('timing/matrix-type');
        return;
      }
      const { budget: found } = counted(chip, tile);
      const products = row.m * row.m * row.k * row.blocks;
      expect(found.matrixInstructions * products * 2).toBe(m * n * k);
      // Every instruction holds what its lanes need of A and B.
      const perInstruction = (row.m * row.k * row.blocks) / 64;
      const bits = gemmElements[mixed]?.bits ?? 0;
      const wave = found.matrixInstructions * 2 * perInstruction * (bits / 32);
      expect(found.registers.operands).toBeLessThanOrEqual(Math.ceil(wave));
      const dense = ((m / 2 + n) * k * bits) / 32 / 64;
      expect(found.registers.operands).toBeGreaterThanOrEqual(dense);
    },
  );

  it.each([
    ['gfx942', { m: 16, n: 16, k: 16, waves: [1, 1], instruction: 'v_mfma_f32_4x4x4_16b_f16' }, 4],
    ['gfx942', { m: 64, n: 32, k: 4, waves: [1, 1], instruction: 'v_mfma_f32_32x32x4_2b_f16' }, 1],
    ['gfx942', { m: 32, n: 64, k: 4, waves: [1, 1], instruction: 'v_mfma_f32_32x32x4_2b_f16' }, 1],
    ['gfx942', {}, 64],
    ['gfx90a', {}, 64],
    ['gfx950', {}, 32],
  ] as const)('of %s on %j is executed so often', (chip, tile, times) => {
    expect(counted(chip, tile).budget.matrixInstructions).toBe(times);
  });

  it('has blocks that hold copies where they share rows or columns', () => {
    const [m, n, k] = [16, 16, 16];
    const instruction = 'v_mfma_f32_4x4x4_16b_f16';
    const { budget: found } = counted('gfx942', { m, n, k, waves: [1, 1], instruction });
    // Four instructions, each with 4 halves of A and 4 of B in a lane: 2 + 2 registers.
    expect(found.registers.operands).toBe(16);
    expect(found.registers.accumulators).toBe(4);
  });

  it('does not divide a tile with fewer blocks than it has', () => {
    const instruction = 'v_mfma_f32_4x4x4_16b_f16';
    expect(refused('gfx942', { m: 8, n: 8, k: 16, waves: [1, 1], instruction })).toBe(
      'timing/uneven-tile',
    );
  });

  it.each([
    ['gfx90a', 'f16', 'v_mfma_f32_32x32x8f16'],
    ['gfx90a', 'bf16', 'v_mfma_f32_32x32x8bf16_1k'],
    ['gfx942', 'f16', 'v_mfma_f32_32x32x8_f16'],
    ['gfx942', 'i8', 'v_mfma_i32_32x32x16_i8'],
    ['gfx942', 'f8', 'v_mfma_f32_32x32x16_fp8_fp8'],
    ['gfx942', 'f32', 'v_mfma_f32_32x32x2_f32'],
    ['gfx942', 'xf32', 'v_mfma_f32_32x32x4_xf32'],
    ['gfx942', 'f64', 'v_mfma_f64_16x16x4_f64'],
    ['gfx950', 'f16', 'v_mfma_f32_32x32x16_f16'],
  ])('is by default one of %s for %s', (chip, element, name) => {
    const { step } = counted(chip, { element });
    expect(step.instruction).toBe(name);
  });

  it('is by default one that divides the tile', () => {
    const tile = { m: 16, n: 16, k: 16, waves: [1, 1] } as const;
    expect(counted('gfx950', tile).step.instruction).toBe('v_mfma_f32_16x16x16_f16');
  });

  it('is by default none of several blocks, however small the part of a wave', () => {
    const sides = [4, 8, 12, 16, 24, 32, 48, 64];
    for (const chip of ['gfx90a', 'gfx942', 'gfx950'])
      for (const m of sides)
        for (const n of sides) {
          const tile = { m, n, k: 64, waves: [1, 1] } as const;
          const divides = m % 16 === 0 && n % 16 === 0;
          expect(refused(chip, tile)).toBe(divides ? 'counted' : 'timing/uneven-tile');
          if (divides) expect(counted(chip, tile).products.blocks).toEqual([1, 1]);
        }
  });

  it('has the type of the tile', () => {
    const instruction = 'v_mfma_f32_32x32x8_f16';
    for (const element of Object.keys(gemmElements)) {
      expect(
        refused('gfx942', { element, instruction, accessBytes: element === 'f6' ? 12 : 16 }),
      ).toBe(element === 'f16' ? 'counted' : 'timing/matrix-type');
    }
    expect(refused('gfx942', { element: 'f4', k: 64 })).toBe('timing/no-matrix-type');
    expect(refused('gfx950', { element: 'xf32' })).toBe('timing/no-matrix-type');
    expect(refused('gfx942', { instruction: 'v_mfma_f32_1x1x1_f16' })).toBe(
      'timing/no-matrix-instruction',
    );
  });

  it('takes twice as long with 8 bits where it takes 4 as well', () => {
    const tile = {
      m: 64,
      n: 64,
      k: 64,
      waves: [1, 1],
      instruction: 'v_mfma_f32_32x32x64_f8f6f4',
    } as const;
    const four = counted('gfx950', { ...tile, element: 'f4' }).budget.matrixCycles;
    expect(counted('gfx950', { ...tile, element: 'f8' }).budget.matrixCycles).toBe(2 * four);
  });
});

describe('an access', () => {
  it('has a width that an instruction moves, of whole elements', () => {
    for (let accessBytes = 1; accessBytes <= 64; accessBytes++) {
      const exists = [4, 8, 12, 16].includes(accessBytes);
      expect(refused('gfx942', { accessBytes })).toBe(exists ? 'counted' : 'timing/access');
    }
    expect(refused('gfx942', { element: 'f64', accessBytes: 12 })).toBe('timing/access');
    expect(counted('gfx950', { element: 'f6', k: 64 }).step.accessBytes).toBe(12);
  });
});

describe('a slice', () => {
  it('is what operands are held of', () => {
    const whole = counted('gfx942', {}).budget;
    const { budget: sliced } = counted('gfx942', { slice: 8 });
    expect(whole.registers.operands).toBe(64);
    expect(sliced.registers.operands).toBe(16);
    expect(sliced.slices).toBe(4);
    expect({ ...sliced, slices: 1, registers: whole.registers }).toEqual(whole);
  });

  it('divides k and holds whole instructions', () => {
    expect(refused('gfx942', { slice: 12 })).toBe('timing/uneven-tile');
    expect(refused('gfx942', { slice: 4 })).toBe('timing/uneven-tile');
    expect(refused('gfx942', { slice: 16 })).toBe('counted');
  });
});

test('LDS carries three dwords as long as four', () => {
  const machine = machineNamed('gfx942');
  const timing = timingOf(machine) ?? raise('no timing');
  const cyclesOf = (accessBytes: number): number => {
    const tile = { m: 256, n: 256, k: 32, element: 'f16', waves: [2, 2], buffers: 1 } as const;
    const report = expectValue(budgetReport({ ...tile, accessBytes }, machine, timing, 0));
    return report.cycles.ldsReads / report.budget.ldsReads;
  };
  const one = cyclesOf(4);
  expect([8, 12, 16].map(cyclesOf)).toEqual([2 * one, 4 * one, 4 * one]);
});

/** Layouts of the matrix cores: complete, and as published for shapes that are written out. */
import { describe, expect, it } from 'vitest';
import {
  elementsPerLane,
  findMatrixInstruction,
  matrixInstructions,
  matrixNames,
  operandPosition,
  resultPosition,
  type MatrixShape,
} from '../src/index.ts';

const lanes = Array.from({ length: 64 }, (_, lane) => lane);

/** Every element of an operand, as text, in the order in which lanes hold them. */
function heldBy(shape: MatrixShape, chunk?: number): string[] {
  const count = elementsPerLane(shape).operand;
  return lanes.flatMap((lane) =>
    Array.from({ length: count }, (_, element) => {
      const at = operandPosition(shape, lane, element, chunk);
      return `${at.block} ${at.row} ${at.k}`;
    }),
  );
}

function everyElement({ m, k, blocks }: MatrixShape, columns: number = k): string[] {
  const all: string[] = [];
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < m; i++) for (let j = 0; j < columns; j++) all.push(`${block} ${i} ${j}`);
  }
  return all;
}

describe('every instruction', () => {
  for (const row of matrixInstructions) {
    it(`${row.name}: each element is in exactly one place`, () => {
      const chunks = row.a === 'f8f6f4' ? [16, 32] : [row.chunkB];
      for (const chunk of chunks) {
        expect(heldBy(row, chunk).sort()).toEqual(everyElement(row).sort());
      }
      const rows = row.d === 'f64' ? 1 : 4;
      const results = lanes.flatMap((lane) =>
        Array.from({ length: elementsPerLane(row).result }, (_, element) => {
          const at = resultPosition(row, lane, element, rows);
          return `${at.block} ${at.row} ${at.column}`;
        }),
      );
      expect(results.sort()).toEqual(everyElement(row, row.m).sort());
    });
  }
  it('has a name of its own on each chip', () => {
    for (const chip of ['gfx908', 'gfx90a', 'gfx942', 'gfx950'] as const) {
      const names = matrixInstructions.flatMap((row) => matrixNames(row, chip));
      expect(new Set(names).size).toBe(names.length);
      for (const row of matrixInstructions) {
        for (const name of matrixNames(row, chip)) {
          expect(findMatrixInstruction(name, chip)).toBe(row);
        }
      }
    }
  });
});

/** Lines of the calculator and of AMD's article, lane 17 or 33 of each. */
describe('published layouts', () => {
  const ks = (shape: MatrixShape, lane: number, chunk?: number): number[] =>
    Array.from(
      { length: elementsPerLane(shape).operand },
      (_, element) => operandPosition(shape, lane, element, chunk).k,
    );
  const run = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, n) => first + n);

  it('A and B', () => {
    expect(ks({ m: 16, k: 16, blocks: 1 }, 17)).toEqual([4, 5, 6, 7]);
    expect(ks({ m: 32, k: 8, blocks: 1 }, 33)).toEqual([4, 5, 6, 7]);
    expect(ks({ m: 16, k: 4, blocks: 1 }, 33)).toEqual([2]);
    expect(ks({ m: 16, k: 32, blocks: 1 }, 17)).toEqual(run(8, 8));
    expect(ks({ m: 16, k: 4, blocks: 4 }, 17)).toEqual([0, 1, 2, 3]);
    expect(ks({ m: 16, k: 128, blocks: 1 }, 17, 16)).toEqual([...run(16, 16), ...run(80, 16)]);
    expect(ks({ m: 32, k: 64, blocks: 1 }, 33, 16)).toEqual([...run(16, 16), ...run(48, 16)]);
    expect(ks({ m: 32, k: 64, blocks: 1 }, 33, 32)).toEqual(run(32, 32));
    expect(operandPosition({ m: 4, k: 4, blocks: 4 }, 39, 0)).toEqual({ row: 3, block: 1, k: 2 });
    expect(operandPosition({ m: 4, k: 4, blocks: 16 }, 39, 2)).toEqual({ row: 3, block: 9, k: 2 });
  });

  it('D', () => {
    const at = (m: number, blocks: number, lane: number, element: number, rows?: 1 | 4) => {
      const { row, column, block } = resultPosition({ m, k: 4, blocks }, lane, element, rows);
      return [block, row, column];
    };
    expect(at(16, 1, 17, 3)).toEqual([0, 7, 1]);
    expect(at(32, 1, 33, 6)).toEqual([0, 14, 1]);
    expect(at(32, 2, 33, 22)).toEqual([1, 14, 1]);
    expect(at(16, 4, 17, 11)).toEqual([2, 7, 1]);
    expect(at(4, 16, 17, 2)).toEqual([4, 2, 1]);
    expect(at(16, 1, 17, 2, 1)).toEqual([0, 9, 1]);
    expect(at(4, 4, 39, 0, 1)).toEqual([1, 2, 3]);
  });
});

it('times are as long as the work', () => {
  for (const row of matrixInstructions) {
    for (const passes of Object.values(row.passes)) expect(passes).toBeGreaterThan(0);
  }
  expect(findMatrixInstruction('v_mfma_f32_32x32x8f16', 'gfx90a')?.passes.gfx90a).toBe(16);
  expect(findMatrixInstruction('v_mfma_f32_32x32x8_f16', 'gfx942')?.passes.gfx942).toBe(8);
  expect(findMatrixInstruction('v_mfma_f64_16x16x4_f64', 'gfx950')?.passes.gfx950).toBe(16);
});

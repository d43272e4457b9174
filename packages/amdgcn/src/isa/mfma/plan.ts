/**
 * The parts of an instruction that do not depend on register contents: gather lists and product places.
 *
 * Plans are shared by all instructions with the same name and modifiers, and so are the matrices in which A and B are
 * collected: a step is done with them before the next begins.
 */
import { resultPosition, type MatrixInstruction, type MatrixShape } from '@ldscope/core';
import { LANES } from '../../state/wave.ts';
import { matrixRoundingOf, type Target } from '../../state/target.ts';
import type { ProductTable } from './multiply.ts';

/** Elements of the largest A or B: 32 x 64, 16 x 128. */
const LARGEST = 2048;
export const LEFT = new Float64Array(LARGEST);
export const RIGHT = new Float64Array(LARGEST);

/** Makes a value once per key. */
export function cache<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make();
      made.set(key, value);
    }
    return value;
  };
}

/** Places by tiles of four by four, for 32-bit results; `slots` is how many values a row of A has. */
export function tileTable(shape: MatrixShape, slots: number = shape.k): ProductTable {
  const { m, k, blocks } = shape;
  const tiles = (m * m * blocks) / 16;
  const rowAt = new Uint32Array(tiles);
  const columnAt = new Uint32Array(tiles);
  for (let tile = 0; tile < tiles; tile++) {
    const at = resultPosition(shape, 4 * (tile % 16), 4 * Math.floor(tile / 16));
    rowAt[tile] = (at.block * m + at.row) * slots;
    columnAt[tile] = at.block * k * m + at.column;
  }
  return { rowAt, columnAt, k: slots, columns: m };
}

/** Places by elements, 64 to a pair of registers, for f64. */
export function elementTable(shape: MatrixShape): ProductTable {
  const { m, k, blocks } = shape;
  const rowAt = new Uint32Array(m * m * blocks);
  const columnAt = new Uint32Array(m * m * blocks);
  for (let n = 0; n < rowAt.length; n++) {
    const at = resultPosition(shape, n % LANES, Math.floor(n / LANES), 1);
    rowAt[n] = (at.block * m + at.row) * k;
    columnAt[n] = at.block * k * m + at.column;
  }
  return { rowAt, columnAt, k, columns: m };
}

/** How many products are summed before the sum is rounded to f32 (see `multiply.ts`). */
export function groupSize({ a, k, sparse }: MatrixInstruction, target: Target): number {
  const slots = sparse ? k / 2 : k;
  switch (a) {
    case 'f32':
      return 1;
    case 'xf32':
      return 4;
    case 'f16':
    case 'bf16':
      return Math.min(matrixRoundingOf(target).group.value, slots);
    case 'f8f6f4':
      return 32;
    case 'i8':
      return slots;
    default:
      return Math.min(16, slots);
  }
}

/** How many products CDNA2 adds in pairs before D (see `multiply.ts`); `undefined` where sums are not in pairs. */
export function pairsOf(row: MatrixInstruction, target: Target): 2 | 4 | undefined {
  if (row.a !== 'f16' && row.a !== 'bf16') return undefined;
  if (!matrixRoundingOf(target).pairs.value) return undefined;
  // The bf16 forms of CDNA1, which have half the elements, also have half the group.
  const cdna1 = row.a === 'bf16' && row.passes.gfx908 !== undefined;
  return cdna1 || groupSize(row, target) < 4 ? 2 : 4;
}

/**
 * Which elements a contraction or a reduction combines.
 *
 *     contract (m, k), (k, n) -> (m, n)       result (m, n): base m * K and n, steps k and k * N
 *     multi_reduction [1] of 4x8              result i: base 8 * i, steps 0 to 7
 *
 * Invariant: result element e is the sum over all steps s of the product of the operands' elements
 * `bases[o][e] + offsets[o][s]`. Steps go through the reduced dimensions in order, the last one fastest.
 */
import type { AffineMap } from '../ir/affine.ts';
import { denseStrides } from './ops/memref.ts';

export interface ReductionPlan {
  /** Elements of the result. */
  readonly elements: number;
  /** Elements that each of them combines. */
  readonly steps: number;
  /** By operand and element of the result. */
  readonly bases: readonly Int32Array[];
  /** By operand and step. */
  readonly offsets: readonly Int32Array[];
}

/** Positions in nested loops, the last one fastest: `count` steps of a pitch in each. */
export function counted(loops: readonly (readonly [count: number, pitch: number])[]): number[] {
  return loops.reduce<number[]>(
    (positions, [count, pitch]) =>
      positions.flatMap((base) => Array.from({ length: count }, (_, i) => base + i * pitch)),
    [0],
  );
}

/** The iteration dimension of each result of a map; `undefined` where it is more than a dimension. */
export function mapDimensions({ results }: AffineMap): number[] | undefined {
  const dimensions = results.flatMap((result) =>
    result.kind === 'dimension' ? [result.index] : [],
  );
  return dimensions.length === results.length ? dimensions : undefined;
}

export interface ReducedOperand {
  /** The iteration dimension of each of its dimensions. */
  readonly dimensions: readonly number[];
  readonly shape: readonly number[];
}

/** `undefined` where two operands disagree on the size of a dimension, or none has a dimension of the result. */
export function planReduction(
  operands: readonly ReducedOperand[],
  result: readonly number[],
): ReductionPlan | undefined {
  const sizes = new Map<number, number>();
  for (const { dimensions, shape } of operands) {
    if (dimensions.length !== shape.length) return undefined;
    for (const [i, dimension] of dimensions.entries()) {
      const size = shape[i] ?? 1;
      if ((sizes.get(dimension) ?? size) !== size) return undefined;
      sizes.set(dimension, size);
    }
  }
  if (result.some((dimension) => !sizes.has(dimension))) return undefined;
  const reduced = [...sizes.keys()]
    .filter((dimension) => !result.includes(dimension))
    .sort((a, b) => a - b);
  const offsetsOver = (operand: ReducedOperand, along: readonly number[]): Int32Array => {
    const pitches = denseStrides(operand.shape);
    const steps = along.map((dimension) => {
      const at = operand.dimensions.indexOf(dimension);
      return [sizes.get(dimension) ?? 1, at < 0 ? 0 : (pitches[at] ?? 0)] as const;
    });
    return Int32Array.from(counted(steps));
  };
  const bases = operands.map((operand) => offsetsOver(operand, result));
  const offsets = operands.map((operand) => offsetsOver(operand, reduced));
  const volume = (along: readonly number[]): number =>
    along.reduce((product, dimension) => product * (sizes.get(dimension) ?? 1), 1);
  return { elements: volume(result), steps: volume(reduced), bases, offsets };
}

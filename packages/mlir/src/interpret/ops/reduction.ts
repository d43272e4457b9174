/** A contraction or reduction as the interpreter executes it, and one element of its result. */
import type { Operation, Value } from '../../ir/ir.ts';
import { integerOf } from '../attributes.ts';
import type { Combine } from '../reduce.ts';
import type { ReductionPlan } from '../reductions.ts';

/** Terms that count as one operation, for the limit of operations of a wave. */
export const TERMS_PER_STEP = 1024;

/** A reduction that is ready to be executed. */
export interface Reduction {
  readonly op: Operation;
  /** One factor, or two; then the mask if there is one. */
  readonly operands: readonly Value[];
  readonly plan: ReductionPlan;
  readonly accumulator: Value | undefined;
  readonly result: Value;
  /** Number of the operand that is the accumulator. */
  readonly accumulatorPlace: number;
  readonly factors: 1 | 2;
  readonly combine: Combine;
  readonly multiply: (a: number, b: number) => number;
  /** Combines with a product as one rounding; absent where product and sum are rounded apart. */
  readonly fused: ((sum: number, a: number, b: number) => number) | undefined;
  readonly exact: boolean;
}

/** The mask of a masked operation, which comes last (see `prepare/masks.ts`). */
export function maskOf(
  op: Operation,
): { readonly value: Value; readonly place: number } | undefined {
  const place = integerOf(op, 'ldscope.mask');
  const value = place === undefined ? undefined : op.operands[place];
  return place === undefined || value === undefined ? undefined : { value, place };
}

/** One element of the result; element `at` of an operand is `values[at * stride + lane]`. */
export function combined(
  { plan, factors, combine, multiply, fused }: Reduction,
  values: readonly Float64Array[],
  e: number,
  start: number | undefined,
  stride: number,
  lane: number,
): number | undefined {
  const { bases, offsets, steps } = plan;
  const [left, right] = values;
  const [leftBase, rightBase] = [bases[0]?.[e] ?? 0, bases[1]?.[e] ?? 0];
  const mask = values[factors];
  let sum = start;
  for (let s = 0; s < steps; s++) {
    if (mask !== undefined) {
      const at = (bases[factors]?.[e] ?? 0) + (offsets[factors]?.[s] ?? 0);
      if (mask[at * stride + lane] === 0) continue;
    }
    const a = left?.[(leftBase + (offsets[0]?.[s] ?? 0)) * stride + lane] ?? 0;
    if (factors === 1) {
      sum = sum === undefined ? a : combine(sum, a);
      continue;
    }
    const b = right?.[(rightBase + (offsets[1]?.[s] ?? 0)) * stride + lane] ?? 0;
    if (sum === undefined) sum = multiply(a, b);
    else sum = fused === undefined ? combine(sum, multiply(a, b)) : fused(sum, a, b);
  }
  return sum;
}

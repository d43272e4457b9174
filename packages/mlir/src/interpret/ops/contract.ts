/**
 * `vector.contract`, `outerproduct` and `multi_reduction`: products and sums over dimensions of vectors.
 *
 *     %c = vector.contract {(m, k), (k, n) -> (m, n), kind = add} %a, %b, %acc
 *
 * Where lanes share the vectors, the wave puts its elements together, as matrix instructions and shuffles do.
 * LIMITATION: terms are combined in order of the reduced dimensions, the accumulator first, a product and a sum
 * rounded as one; hardware may round in another order.
 */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { isDistributed } from '../../rows/facts.ts';
import { integerOf, wordsOf } from '../attributes.ts';
import { distributedAt, type LayoutPlace } from '../distribute/attributes.ts';
import { emitShared } from '../distribute/reduce.ts';
import { indexingMaps, reducedDimensions, vectorShape } from '../distribute/rules.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { combinerOf } from '../reduce.ts';
import { mapDimensions, planReduction, type ReducedOperand } from '../reductions.ts';
import { checkExact } from '../arithmetic/elementwise.ts';
import { combined, maskOf, type Reduction, TERMS_PER_STEP } from './reduction.ts';
import { takes } from '../take.ts';

/** The whole shape of an operand: by its layout, or by its type. */
function shapeAt(
  op: Operation,
  place: LayoutPlace,
  value: Value,
  lowering: Lowering,
): readonly number[] {
  return distributedAt(op, place, lowering)?.shape ?? vectorShape(value) ?? [];
}

const kindOf = (op: Operation): string => /(\w+)\W*$/.exec(wordsOf(op, 'kind'))?.[1] ?? 'add';

/** Terms of one operation; a workgroup's product of 256 x 256 by 128 has as many. */
const MOST_TERMS = 2 ** 23;

export function emitReduction(
  op: Operation,
  lowering: Lowering,
  factors: readonly Value[],
  accumulator: Value | undefined,
  dimensions: readonly (readonly number[])[],
  resultDimensions: readonly number[],
  kind = kindOf(op),
): void {
  const [result] = op.results;
  const element = result && lowering.element(result.type);
  if (result === undefined || element === undefined) return;
  const combine = combinerOf(kind, element);
  const mask = maskOf(op);
  const operands: Value[] = [...factors, ...(mask === undefined ? [] : [mask.value])];
  const shapes = [...factors.keys(), ...(mask === undefined ? [] : [mask.place])].map(
    (place, i) => {
      const value = operands[i];
      const shape = value === undefined ? [] : shapeAt(op, place, value, lowering);
      const own = dimensions[i] ?? shape.map((_, d) => d);
      return { shape, dimensions: own } satisfies ReducedOperand;
    },
  );
  const plan = planReduction(shapes, resultDimensions);
  if (plan === undefined || combine === undefined)
    return lowering.unsupported(combine === undefined ? `<${kind}>` : 'these shapes');
  const ends = [result, ...(accumulator === undefined ? [] : [accumulator])];
  if (!isDistributed(op) && ends.some(({ type }) => elementCount(type) !== plan.elements)) {
    const found = ends.map(({ type }) => elementCount(type)).join(' and ');
    return lowering.mismatch(`${plan.elements} elements`, found);
  }
  if (plan.elements * plan.steps > MOST_TERMS) {
    const what = `${plan.elements * plan.steps} products`;
    return lowering.refuse(messages.execute.tooLarge(op.name, what, MOST_TERMS));
  }
  const { round, float, width } = element;
  const wide = combinerOf('mul', element);
  const reduction: Reduction = {
    op,
    operands,
    plan,
    accumulator,
    result,
    accumulatorPlace: factors.length,
    factors: factors.length === 2 ? 2 : 1,
    combine,
    multiply: wide ?? ((a, b) => a * b),
    fused: float && width <= 32 && kind === 'add' ? (sum, a, b) => round(sum + a * b) : undefined,
    exact: !float,
  };
  if (isDistributed(op)) emitShared(reduction, lowering);
  else emitPerLane(reduction, lowering);
}

function emitPerLane(reduction: Reduction, lowering: Lowering): void {
  const { op, operands, plan, accumulator, result, exact } = reduction;
  const slots = operands.map((value) => lowering.data(value));
  const initial = accumulator === undefined ? undefined : lowering.data(accumulator);
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const values = slots.map((slot) => wave.values(slot));
    const before = initial === undefined ? undefined : wave.values(initial);
    const out = wave.values(to);
    const { lanes } = wave;
    wave.steps += Math.floor((plan.elements * plan.steps) / TERMS_PER_STEP);
    for (let e = 0; e < plan.elements; e++) {
      for (let lane = 0; lane < lanes; lane++) {
        const at = e * lanes + lane;
        out[at] = combined(reduction, values, e, before?.[at], lanes, lane) ?? 0;
      }
    }
    if (exact) checkExact(wave, out, op.name);
  });
}

const contract = takes(3, 0, ([lhs, rhs, accumulator], lowering, op) => {
  const maps = indexingMaps(op).map(mapDimensions);
  const [left, right, result] = maps;
  if (left === undefined || right === undefined || result === undefined)
    return lowering.unsupported('these indexing_maps');
  emitReduction(op, lowering, [lhs, rhs], accumulator, [left, right], result);
});

const multiReduction = takes(2, 0, ([source, accumulator], lowering, op) => {
  const dimensions = shapeAt(op, 0, source, lowering).map((_, d) => d);
  const reduced = reducedDimensions(op);
  const kept = dimensions.filter((d) => !reduced.includes(d));
  emitReduction(op, lowering, [source], accumulator, [dimensions], kept);
});

/** All elements of a vector, from the accumulator if there is one. */
const reduction = takes(1, 0, ([vector], lowering, op) => {
  const second = op.operands[1];
  const accumulator = integerOf(op, 'ldscope.mask') === 1 ? undefined : second;
  const dimensions = shapeAt(op, 0, vector, lowering).map((_, d) => d);
  emitReduction(op, lowering, [vector], accumulator, [dimensions], []);
});

/** A column times a row, or a vector times a scalar. */
const outerProduct = takes(2, 0, ([lhs, rhs], lowering, op) => {
  const accumulator = op.operands[2];
  const scaled = vectorShape(rhs) === undefined;
  emitReduction(
    op,
    lowering,
    [lhs, rhs],
    accumulator,
    [[0], scaled ? [] : [1]],
    scaled ? [0] : [0, 1],
  );
});

export const contractions: Readonly<Record<string, LowerOperation>> = {
  'vector.contract': contract,
  'vector.multi_reduction': multiReduction,
  'vector.outerproduct': outerProduct,
  'vector.reduction': reduction,
};

/** `affine`: maps on lanes, and loops and conditions whose bounds are maps. */
import type { AffineExpression, AffineMap } from '../../ir/affine.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { affineLanes } from '../affine-lanes.ts';
import { attributeOf } from '../attributes.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { maskWhere, without } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { checkExact } from '../arithmetic/elementwise.ts';
import { conditional, loop } from './scf.ts';
import { takes } from '../take.ts';

/** Evaluates one expression for all lanes; slots are those of the dimensions, then of the symbols. */
function affineStep(
  expression: AffineExpression,
  dimensions: readonly number[],
  symbols: readonly number[],
  lowering: Lowering,
): (wave: Wave, out: Float64Array) => void {
  const rows = affineLanes(expression, dimensions.length, lowering.launch.waveSize);
  const slots = [...dimensions, ...symbols];
  return (wave, out) => out.set(rows(slots.map((slot) => wave.values(slot))));
}

/** Operand slots of a map, split into dimensions and symbols. */
function mapSlots(
  map: AffineMap,
  operands: readonly Value[],
  lowering: Lowering,
): { readonly dimensions: number[]; readonly symbols: number[] } {
  const slots = operands.map((operand) => lowering.data(operand));
  return {
    dimensions: slots.slice(0, map.dimensions),
    symbols: slots.slice(map.dimensions, map.dimensions + map.symbols),
  };
}

function mapOf(op: Operation, lowering: Lowering, name: string): AffineMap | undefined {
  const attribute = attributeOf(op, name);
  if (attribute?.kind === 'affine_map') return attribute.map;
  return lowering.malformed(`it has no affine map '${name}'`);
}

/** `affine.apply` is one result; `affine.min` and `affine.max` choose among all. */
const mapped = (choose: (values: readonly number[]) => number): LowerOperation =>
  takes(0, 1, ([result], lowering, op) => {
    const map = mapOf(op, lowering, 'map');
    if (map === undefined) return;
    emitMap(op.name, map, op.operands, lowering.data(result), choose, lowering);
  });

function emitMap(
  name: string,
  map: AffineMap,
  operands: readonly Value[],
  to: number,
  choose: (values: readonly number[]) => number,
  lowering: Lowering,
): void {
  const { dimensions, symbols } = mapSlots(map, operands, lowering);
  const steps = map.results.map((expression) =>
    affineStep(expression, dimensions, symbols, lowering),
  );
  const [only] = steps;
  if (steps.length === 1 && only !== undefined) {
    lowering.emit((wave) => {
      const out = wave.values(to);
      only(wave, out);
      checkExact(wave, out, name);
    });
    return;
  }
  const scratch = steps.map(() => lowering.newData(1));
  lowering.emit((wave) => {
    for (const [i, step] of steps.entries()) step(wave, wave.values(scratch[i] ?? 0));
    const out = wave.values(to);
    for (let lane = 0; lane < wave.lanes; lane++) {
      out[lane] = choose(scratch.map((slot) => wave.values(slot)[lane] ?? 0));
    }
    checkExact(wave, out, name);
  });
}

const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), -Infinity);
const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Infinity);

const affineFor: LowerOperation = (op, lowering) => {
  const lower = mapOf(op, lowering, 'lowerBoundMap');
  const upper = mapOf(op, lowering, 'upperBoundMap');
  const step = attributeOf(op, 'step');
  if (lower === undefined || upper === undefined) return;
  const lowerOperands = op.operands.slice(0, lower.dimensions + lower.symbols);
  const rest = op.operands.slice(lowerOperands.length);
  const upperOperands = rest.slice(0, upper.dimensions + upper.symbols);
  const [from, to] = [lowering.newData(1), lowering.newData(1)];
  emitMap(op.name, lower, lowerOperands, from, largest, lowering);
  emitMap(op.name, upper, upperOperands, to, smallest, lowering);
  const by = lowering.newData(1);
  const stride = step?.kind === 'integer' ? Number(step.value) : 1;
  lowering.emit((wave) => wave.values(by).fill(stride));
  loop(op, lowering, { from, to, by, initial: rest.slice(upperOperands.length) });
};

const affineIf: LowerOperation = (op, lowering) => {
  const attribute = attributeOf(op, 'condition');
  if (attribute?.kind !== 'affine_set') return lowering.malformed('it has no condition');
  const { set } = attribute;
  const slots = op.operands.map((operand) => lowering.data(operand));
  const dimensions = slots.slice(0, set.dimensions);
  const symbols = slots.slice(set.dimensions);
  const tests = set.constraints.map(({ expression, equality }) => ({
    equality,
    evaluate: affineStep(expression, dimensions, symbols, lowering),
  }));
  const scratch = lowering.newData(1);
  conditional(op, lowering, (wave) => {
    let holds = wave.mask;
    for (const { equality, evaluate } of tests) {
      const values = wave.values(scratch);
      evaluate(wave, values);
      for (let lane = 0; lane < wave.lanes; lane++) {
        const value = values[lane] ?? 0;
        values[lane] = Number(equality ? value === 0 : value >= 0);
      }
      holds = maskWhere(holds, values, wave.lanes);
    }
    return { holds, rest: without(wave.mask, holds) };
  });
};

export const affine: Readonly<Record<string, LowerOperation>> = {
  'affine.apply': mapped((values) => values[0] ?? 0),
  'affine.max': mapped(largest),
  'affine.min': mapped(smallest),
  'affine.for': affineFor,
  'affine.if': affineIf,
};

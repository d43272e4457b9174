/** Reductions by the name that `vector.reduction` and `gpu.subgroup_reduce` give them. */
import { floatOperations, type FloatOperation } from './arithmetic/floats.ts';
import { integerOperations, onNumbers } from './arithmetic/integers.ts';
import type { ElementType } from './elements.ts';

export type Combine = (a: number, b: number) => number;

const { addi, muli, andi, ori, xori, minsi, maxsi, minui, maxui } = integerOperations;
const integers = {
  add: addi,
  mul: muli,
  and: andi,
  or: ori,
  xor: xori,
  minsi,
  maxsi,
  minui,
  maxui,
};
const { 2: floats } = floatOperations;
const ofFloats: Readonly<Record<string, FloatOperation>> = {
  add: floats['arith.addf'],
  mul: floats['arith.mulf'],
  minimumf: floats['arith.minimumf'],
  maximumf: floats['arith.maximumf'],
  minnumf: floats['arith.minnumf'],
  maxnumf: floats['arith.maxnumf'],
};

const rowOf = <T>(rows: Readonly<Record<string, T>>, kind: string): T | undefined =>
  Object.hasOwn(rows, kind) ? rows[kind] : undefined;

/** How two elements of a type become one; `undefined` for a name that does not suit the type. */
export function combinerOf(kind: string, element: ElementType): Combine | undefined {
  if (!element.float) {
    const row = rowOf(integers, kind);
    return row && onNumbers(row, element);
  }
  const apply = rowOf(ofFloats, kind);
  return apply && ((a, b) => element.round(apply(a, b, b)));
}

/** `math`: in double precision, rounded to the type. Hardware approximations differ in the last bits. */
import type { LowerOperation } from '../lowering.ts';
import { binary, FLOATS, INTEGERS, ternary, unary } from './elementwise.ts';

const float1 = (apply: (a: number) => number): LowerOperation =>
  unary(
    (_op, _operand, { round }) =>
      (a) =>
        round(apply(a)),
    FLOATS,
  );
const float2 = (apply: (a: number, b: number) => number): LowerOperation =>
  binary(
    (_op, _operand, { round }) =>
      (a, b) =>
        round(apply(a, b)),
    FLOATS,
  );

function roundEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

export const math: Readonly<Record<string, LowerOperation>> = {
  'math.absf': float1(Math.abs),
  'math.absi': unary(
    (_op, _operand, { round }) =>
      (a) =>
        round(Math.abs(a)),
    INTEGERS,
  ),
  'math.ceil': float1(Math.ceil),
  'math.floor': float1(Math.floor),
  'math.trunc': float1(Math.trunc),
  'math.round': float1((a) => Math.sign(a) * Math.round(Math.abs(a))),
  'math.roundeven': float1(roundEven),
  'math.sqrt': float1(Math.sqrt),
  'math.rsqrt': float1((a) => 1 / Math.sqrt(a)),
  'math.exp': float1(Math.exp),
  'math.exp2': float1((a) => 2 ** a),
  'math.expm1': float1(Math.expm1),
  'math.log': float1(Math.log),
  'math.log2': float1(Math.log2),
  'math.log10': float1(Math.log10),
  'math.log1p': float1(Math.log1p),
  'math.sin': float1(Math.sin),
  'math.cos': float1(Math.cos),
  'math.tan': float1(Math.tan),
  'math.tanh': float1(Math.tanh),
  'math.atan': float1(Math.atan),
  'math.atan2': float2(Math.atan2),
  'math.powf': float2((a, b) => a ** b),
  'math.copysign': float2((a, b) => Math.abs(a) * (b < 0 || Object.is(b, -0) ? -1 : 1)),
  'math.fma': ternary(
    (_op, _operand, { round }) =>
      (a, b, c) =>
        round(a * b + c),
    FLOATS,
  ),
};

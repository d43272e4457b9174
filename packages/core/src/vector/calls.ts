/** Helpers that rows' texts call, on four lanes at once. */
import * as wasm from '../wasm/code.ts';
import { fused, toBfloat, toHalf } from './arithmetic.ts';
import type { VectorCode } from './vector-code.ts';
import {
  asBits,
  asFloat,
  asMask,
  bits,
  choose,
  type Code,
  commonRange,
  compare,
  type Float,
  float,
  NoForm,
  type Value,
} from './value.ts';

const { f32x4, i32x4, v128 } = wasm;

/** The f16 of a value: of sums only where rounding to f32 first changes nothing, as of two f16 (Figueroa 1995). */
export function halfBits(lanes: VectorCode, value: Value): Code {
  if (value.kind === 'sum' && !(value.left.isHalf && value.right.isHalf)) throw new NoForm();
  return toHalf(lanes, asFloat(value).code);
}

type Call = (lanes: VectorCode, operands: readonly Value[]) => Value;

const operand = (operands: readonly Value[], index: number): Value => {
  const value = operands[index];
  if (value === undefined) throw new NoForm();
  return value;
};

const floats = (operands: readonly Value[]): Float[] =>
  operands.map((value) => {
    if (value.kind === 'sum') throw new NoForm();
    return asFloat(value);
  });

const isNaN = (code: Code): Code => v128.not(f32x4.eq(code, code));
const QUIET_NAN = 0x7fc00000;

/** What is left of a minimum or maximum when neither is less: equal values, zeros of both signs, NaN. */
const rare =
  (meet: typeof v128.or): Call =>
  (lanes, operands) => {
    const [a, b] = floats(operands.slice(0, 2)).map(({ code }) => lanes.keep(code));
    if (a === undefined || b === undefined) throw new NoForm();
    const signals = asMask(operand(operands, 2));
    const number = v128.select(b, v128.select(a, meet(a, b), isNaN(b)), isNaN(a));
    return float(lanes.keep(v128.select(v128.const32(QUIET_NAN), number, signals)));
  };

const kept = (lanes: VectorCode, value: Value): Value =>
  'code' in value ? { ...value, code: lanes.keep(value.code) } : value;

const NEVER: Value = { kind: 'number', value: 0 };

const extreme =
  (relation: '<' | '>', meet: typeof v128.or): Call =>
  (lanes, operands) => {
    const [a, b] = floats(operands);
    if (a === undefined || b === undefined) throw new NoForm();
    const rest = rare(meet)(lanes, [a, b, NEVER]);
    const second = choose(asMask(compare(relation, b, a)), b, rest);
    return kept(lanes, choose(asMask(compare(relation, a, b)), a, second));
  };

/** The least or greatest of integers. */
const integerExtreme =
  (unsigned: typeof i32x4.minU, signed: typeof i32x4.minS): Call =>
  (lanes, operands) =>
    operands.reduce((all, one) => {
      const range = commonRange(all, one);
      const code = (range === 'unsigned' ? unsigned : signed)(asBits(all), asBits(one));
      return bits(lanes.keep(code), range);
    });

const rounding =
  (operation: (code: Code) => Code): Call =>
  (lanes, operands) => {
    const [a] = floats(operands);
    if (a === undefined) throw new NoForm();
    return float(lanes.keep(operation(a.code)), a.isHalf);
  };

export const CALLS: Readonly<Record<string, Call>> = {
  'fma': (lanes, operands) => {
    const [a, b, c] = floats(operands).map(({ code }) => lanes.keep(code));
    if (a === undefined || b === undefined || c === undefined) throw new NoForm();
    return fused(lanes, a, b, c);
  },
  'Math.fround': (lanes, operands) => kept(lanes, asFloat(operand(operands, 0))),
  'Math.imul': (lanes, operands) =>
    bits(
      lanes.keep(i32x4.mul(asBits(operand(operands, 0)), asBits(operand(operands, 1)))),
      'signed',
    ),
  'Math.abs': (lanes, operands) => {
    const [a] = floats(operands);
    if (a === undefined) throw new NoForm();
    return float(lanes.keep(v128.and(a.code, v128.const32(0x7fffffff))), a.isHalf);
  },
  'Math.min': integerExtreme(i32x4.minU, i32x4.minS),
  'Math.max': integerExtreme(i32x4.maxU, i32x4.maxS),
  'Math.floor': rounding(f32x4.floor),
  'Math.ceil': rounding(f32x4.ceil),
  'Math.trunc': rounding(f32x4.trunc),
  'roundEven': rounding(f32x4.nearest),
  'minRare': rare(v128.or),
  'maxRare': rare(v128.and),
  'minNumber': extreme('<', v128.or),
  'maxNumber': extreme('>', v128.and),
  'toHalf': (lanes, operands) => bits(halfBits(lanes, operand(operands, 0)), 'unsigned'),
  'toBfloat': (lanes, operands) =>
    bits(toBfloat(lanes, floats(operands)[0]?.code ?? []), 'unsigned'),
};

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

const { f32x4, i32, i32x4, i64x2, i8x16, v128 } = wasm;

/** The f16 of a value: of sums only where rounding to f32 first changes nothing, as of two f16 (Figueroa 1995). */
export function halfBits(lanes: VectorCode, value: Value): Code {
  if (value.kind === 'sum' && !(value.left.isHalf && value.right.isHalf)) throw new NoForm();
  return toHalf(lanes, asFloat(value).code);
}

/** What a helper does with four lanes. */
export type Call = (lanes: VectorCode, operands: readonly Value[]) => Value;

/** By the name that texts have for it. */
export type Calls = Readonly<Record<string, Call>>;

const operand = (operands: readonly Value[], index: number): Value => {
  const value = operands[index];
  if (value === undefined) throw new NoForm();
  return value;
};

const floats = (operands: readonly Value[]): Float[] =>
  operands.map((value) => {
    // A sum would be rounded, and so would an integer.
    if (value.kind === 'sum' || value.kind === 'bits') throw new NoForm();
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

/** The upper halves of 64-bit products. */
const highProduct =
  (low: typeof i64x2.mulLowU, high: typeof i64x2.mulHighU, range: 'unsigned' | 'signed'): Call =>
  (lanes, operands) => {
    const [a, b] = [0, 1].map((index) => lanes.keep(asBits(operand(operands, index))));
    if (a === undefined || b === undefined) throw new NoForm();
    return bits(lanes.keep(i32x4.shuffle(low(a, b), high(a, b), [1, 3, 5, 7])), range);
  };

/** Lane by lane, where vectors do not have an instruction. */
const eachLane =
  (operation: (code: Code) => Code): Call =>
  (lanes, operands) => {
    const from = lanes.keep(asBits(operand(operands, 0)));
    const all = [1, 2, 3].reduce<Code>(
      (vector, lane) => i32x4.replace(vector, lane, operation(i32x4.extract(from, lane))),
      i32x4.splat(operation(i32x4.extract(from, 0))),
    );
    return bits(lanes.keep(all), 'signed');
  };

export const CALLS: Calls = {
  'mulHigh': highProduct(i64x2.mulLowU, i64x2.mulHighU, 'unsigned'),
  'mulHighSigned': highProduct(i64x2.mulLowS, i64x2.mulHighS, 'signed'),
  'countBits': (lanes, operands) => {
    const ofBytes = lanes.keep(i8x16.popcnt(asBits(operand(operands, 0))));
    const ofHalves = lanes.keep(i32x4.add(ofBytes, i32x4.shrU(ofBytes, i32.const(8))));
    const sum = i32x4.add(ofHalves, i32x4.shrU(ofHalves, i32.const(16)));
    return bits(lanes.keep(v128.and(sum, v128.const32(63))), 'signed');
  },
  'Math.clz32': eachLane(i32.clz),
  'clampTo': (lanes, operands) => {
    const [value, low, high] = [0, 1, 2].map((index) => kept(lanes, operand(operands, index)));
    if (value === undefined || low === undefined || high === undefined) throw new NoForm();
    const above = choose(asMask(compare('>', value, high)), high, value);
    return kept(lanes, choose(asMask(compare('<', value, low)), low, above));
  },
  'flush32': (lanes, operands) => {
    const [a] = floats(operands);
    if (a === undefined) throw new NoForm();
    const value = lanes.keep(a.code);
    const magnitude = v128.and(value, v128.const32(0x7fffffff));
    const isSmall = i32x4.ltU(magnitude, v128.const32(0x00800000));
    // Small values keep only their sign.
    return float(lanes.keep(v128.andNot(value, v128.and(isSmall, v128.const32(0x7fffffff)))));
  },
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

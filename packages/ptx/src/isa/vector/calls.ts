/** Helpers that rows' texts call (`helpers.ts`), on four lanes at once; those of core are in core. */
import {
  asBits,
  asFloat,
  bits,
  type Call,
  type Calls,
  float,
  NoForm,
  type Value,
} from '@ldscope/core/vector';
import { type Code, f32x4, i32, i32x4, i8x16, v128 } from '@ldscope/core/wasm';

const operand = (operands: readonly Value[], index: number): Value => {
  const value = operands[index];
  if (value === undefined) throw new NoForm();
  return value;
};

const numberOf = (operands: readonly Value[], index: number): number => {
  const value = operand(operands, index);
  if (value.kind !== 'number') throw new NoForm();
  return value.value;
};

/** A float as it is: sums are rounded, which changes nothing where the result is rounded to f32 or less. */
const floatOf = (operands: readonly Value[], index: number): Code => {
  const value = operand(operands, index);
  if (value.kind === 'bits' || value.kind === 'mask') throw new NoForm();
  return asFloat(value).code;
};

const isHalf = (value: Value): boolean => value.kind === 'float' && value.isHalf;

/** Minimum and maximum that are NaN where one of both is. */
const extreme =
  (operation: typeof f32x4.min): Call =>
  (lanes, operands) => {
    if (operands.some(({ kind }) => kind === 'sum')) throw new NoForm();
    const code = operation(floatOf(operands, 0), floatOf(operands, 1));
    return float(lanes.keep(code), operands.every(isHalf));
  };

/** Lanes where a bit is set in the result, by those of three words: entry 4a + 2b + c of the table. */
function byTable(words: readonly Code[], table: number): Code {
  const [word, ...rest] = words;
  if (word === undefined) return table === 0 ? v128.zero : v128.const32(-1);
  const width = 2 ** rest.length;
  const [no, yes] = [table & (2 ** width - 1), table >>> width];
  if (no === yes) return byTable(rest, no);
  if (no === 0 && yes === 2 ** width - 1) return word;
  if (yes === 0 && no === 2 ** width - 1) return v128.not(word);
  if (no === 0) return v128.and(word, byTable(rest, yes));
  if (yes === 0) return v128.andNot(byTable(rest, no), word);
  if (no + yes === 2 ** width - 1) return v128.xor(word, byTable(rest, no));
  return v128.select(byTable(rest, yes), byTable(rest, no), word);
}

/** An integral float within a range of integers. */
const toRange: Call = (lanes, operands) => {
  const value = floatOf(operands, 0);
  const [low, high, nan] = [1, 2, 3].map((index) => numberOf(operands, index));
  if (low === undefined || high === undefined || nan !== 0) throw new NoForm();
  if (low === 0 && high === 2 ** 32 - 1)
    return bits(lanes.keep(i32x4.truncSatF32x4U(value)), 'unsigned');
  const whole = i32x4.truncSatF32x4S(value);
  const least = low === -(2 ** 31) ? whole : i32x4.maxS(whole, v128.const32(low));
  const code = high === 2 ** 31 - 1 ? least : i32x4.minS(least, v128.const32(high));
  return bits(lanes.keep(code), 'signed');
};

/** Bytes of two words by a constant selector. */
const permute: Call = (lanes, operands) => {
  const selector = numberOf(operands, 2);
  const picks = [0, 4, 8, 12].map((shift) => (selector >>> shift) & 15);
  const order = [0, 1, 2, 3].flatMap((lane) =>
    picks.map((pick) => 4 * lane + (pick & 3) + (pick & 4 ? 16 : 0)),
  );
  const [a, b] = [asBits(operand(operands, 0)), asBits(operand(operands, 1))];
  const plain = i8x16.shuffle(a, b, order);
  if (picks.every((pick) => pick < 8)) return bits(lanes.keep(plain), 'signed');
  const isSign = picks.reduce((all, pick, byte) => (pick < 8 ? all : all | (255 << (8 * byte))), 0);
  const kept = lanes.keep(plain);
  const signs = i8x16.shrS(kept, i32.const(7));
  return bits(lanes.keep(v128.select(signs, kept, v128.const32(isSign))), 'signed');
};

export const CALLS: Calls = {
  minNaN: extreme(f32x4.min),
  maxNaN: extreme(f32x4.max),
  // Of NaN, `.relu` makes NaN and `.sat` makes 0.
  relu: (lanes, operands) => {
    const value = lanes.keep(floatOf(operands, 0));
    const isKept = v128.not(f32x4.le(value, v128.zero));
    return float(lanes.keep(v128.and(value, isKept)), isHalf(operand(operands, 0)));
  },
  saturate: (lanes, operands) => {
    const value = lanes.keep(floatOf(operands, 0));
    const one = asFloat({ kind: 'number', value: 1 }).code;
    const code = v128.and(f32x4.min(value, one), f32x4.gt(value, v128.zero));
    return float(lanes.keep(code), isHalf(operand(operands, 0)));
  },
  truthTable: (lanes, operands) => {
    const words = operands.slice(0, 3).map((value) => lanes.keep(asBits(value)));
    return bits(lanes.keep(byTable(words, numberOf(operands, 3) & 255)), 'signed');
  },
  toRange,
  permute,
};

/** Sources of an instruction as values of four lanes: word, half, sign, type. The counterpart of `load.ts`. */
import { bits, float, fromHalf, NoForm, type Value } from '@ldscope/core/vector';
import { type Code, i32, i32x4, v128 } from '@ldscope/core/wasm';
import { LANES } from '../../../state/wave.ts';
import type { Plan, Source } from '../plan.ts';
import type { LaneCode } from './lane-code.ts';

/** The word of a source, `part` 1 the high one of a pair, and the same as an i32 where all lanes have it. */
interface Word {
  readonly code: Code;
  readonly uniform?: Code;
}

function wordOf(lanes: LaneCode, { parameters }: Plan, source: Source, part: 0 | 1): Word {
  const place = parameters[`p${source.letter}`];
  const other = parameters[`x${source.letter}`];
  if (typeof place !== 'number') throw new NoForm();
  switch (source.origin) {
    case 'row':
      return { code: lanes.row(place / LANES + part) };
    case 'scalar':
      // What was a mask of these lanes is not a scalar yet.
      if (lanes.hasWritten(place + part)) throw new NoForm();
      return { code: lanes.splat(place + part), uniform: lanes.scalar(place + part) };
    case 'constant': {
      const value = part === 0 ? place : other;
      if (typeof value !== 'number') throw new NoForm();
      return { code: v128.const32(value), uniform: i32.const(value) };
    }
    default:
      throw new NoForm();
  }
}

/** neg and abs on bits. */
function signed({ negate, absolute }: Source, code: Code, sign: number): Code {
  const magnitude = absolute ? v128.andNot(code, v128.const32(sign)) : code;
  return negate ? v128.xor(magnitude, v128.const32(sign)) : magnitude;
}

const isPlain = ({ negate, absolute }: Source): boolean => !negate && !absolute;

/** Bits of an integer, with the value that is the same in all lanes where no modifier applies. */
function integer(word: Word, range?: 'unsigned' | 'signed'): Value {
  const value = bits(word.code, range);
  return word.uniform === undefined ? value : { ...value, uniform: word.uniform };
}

/** One of the halves of a word, in the low half of its lane. */
const halfOf = (code: Code, high: boolean): Code =>
  high ? i32x4.shrU(code, i32.const(16)) : v128.and(code, v128.const32(0xffff));

const signExtended = (code: Code, width: number): Code =>
  i32x4.shrS(i32x4.shl(code, i32.const(32 - width)), i32.const(32 - width));

/** The names that a row's text has for a source. */
export function namesOf(
  lanes: LaneCode,
  plan: Plan,
  source: Source,
  part: 0 | 1 = 0,
): Readonly<Record<string, Value>> {
  const { letter, type } = source;
  if (source.select !== undefined) throw new NoForm();
  const word = wordOf(lanes, plan, source, 0);
  const names = (value: Value): Readonly<Record<string, Value>> => ({ [letter]: value });
  switch (type) {
    case 'f32':
    case 'mix':
      if (type === 'mix' && source.selHigh === 1)
        return names(floatHalf(lanes, source, word.code, source.sel === 1));
      return floatNames(lanes, source, word.code);
    case 'b32':
    case 'i32':
      return names(
        isPlain(source)
          ? integer(word, 'signed')
          : bits(lanes.keep(signed(source, word.code, 0x80000000)), 'signed'),
      );
    case 'u32':
      return names(integer(word, 'unsigned'));
    case 'u24':
      return names(bits(lanes.keep(v128.and(word.code, v128.const32(0xffffff))), 'unsigned'));
    case 'i24':
      return names(bits(lanes.keep(signExtended(word.code, 24)), 'signed'));
    case 'f16':
      return names(floatHalf(lanes, source, word.code, source.sel === 1));
    case 'u16':
    case 'b16': {
      const half = signed(source, halfOf(word.code, source.sel === 1), 0x8000);
      return names(bits(lanes.keep(half), 'unsigned'));
    }
    case 'i16': {
      const half = lanes.keep(signExtended(halfOf(word.code, source.sel === 1), 16));
      return names(bits(half, 'signed'));
    }
    case 'bf16': {
      const half = i32x4.shl(halfOf(word.code, source.sel === 1), i32.const(16));
      return names(float(lanes.keep(signed(source, half, 0x80000000))));
    }
    case 'b64':
    case 'u64':
    case 'i64': {
      if (!isPlain(source)) throw new NoForm();
      const high = wordOf(lanes, plan, source, 1);
      return { [letter]: integer(word), [`${letter}H`]: integer(high) };
    }
    case 'pkf32': {
      const high = part === 0 ? source.sel : source.selHigh;
      const code = wordOf(lanes, plan, source, high === 1 ? 1 : 0).code;
      const negate = part === 0 ? source.negateLow : source.negateHigh;
      return floatNames(lanes, { ...source, negate, absolute: false }, code);
    }
    case 'pkf16': {
      const high = part === 0 ? source.sel : source.selHigh;
      const negate = part === 0 ? source.negateLow : source.negateHigh;
      const plain = { ...source, negate, absolute: false };
      return names(floatHalf(lanes, plain, word.code, high === 1));
    }
    default:
      throw new NoForm();
  }
}

function floatNames(lanes: LaneCode, source: Source, word: Code): Readonly<Record<string, Value>> {
  const code = lanes.keep(signed(source, word, 0x80000000));
  return {
    [source.letter]: float(code),
    [`${source.letter}Bits`]: bits(code, 'signed'),
  };
}

function floatHalf(lanes: LaneCode, source: Source, word: Code, high: boolean): Value {
  const { code } = fromHalf(lanes, halfOf(word, high));
  return float(lanes.keep(signed(source, code, 0x80000000)), true);
}

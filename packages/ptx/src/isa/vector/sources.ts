/** Sources of a row as values of four lanes. The counterpart of the loads in `generate.ts`. */
import { bits, float, fromHalf, mask, type Names, NoForm, type Value } from '@ldscope/core/vector';
import { type Code, i32, i32x4, v128 } from '@ldscope/core/wasm';
import { bitsOf } from '../../text/types.ts';
import { parametersOf, type Source } from '../generate.ts';
import { isPair, isWide, type Row, type RowType } from '../row.ts';
import type { WarpCode } from './warp-code.ts';

type RegisterSource = Extract<Source, { kind: 'register' }>;

/** The names that a row's text has for a source. */
export function namesOf(
  lanes: WarpCode,
  letter: string,
  type: RowType,
  source: Source | undefined,
): Names {
  if (source === undefined) throw new NoForm();
  if (source.kind === 'constant') return constantsOf(letter, type, source);
  if (isWide(type) || type === 'f32x2') {
    if (bitsOf(source.type) !== 64) throw new NoForm();
    const [low, high] = lanes.pair(source.offset);
    return isWide(type)
      ? { [`${letter}L`]: bits(low, 'signed'), [`${letter}H`]: bits(high, 'signed') }
      : { [`${letter}L`]: float(low), [`${letter}H`]: float(high) };
  }
  if (isPair(type)) {
    const word = wordOf(lanes, source);
    return {
      [`${letter}L`]: halfOf(lanes, type, word, false),
      [`${letter}H`]: halfOf(lanes, type, word, true),
    };
  }
  return { [letter]: valueOf(lanes, type, source) };
}

/** Of a register that is wider than the type, the low word. */
function wordOf(lanes: WarpCode, { offset, type }: RegisterSource): Code {
  const width = bitsOf(type);
  if (type === 'pred' || width > 64) throw new NoForm();
  return width === 64 ? lanes.pair(offset)[0] : lanes.word(offset);
}

const signExtended = (code: Code, width: number): Code =>
  i32x4.shrS(i32x4.shl(code, i32.const(32 - width)), i32.const(32 - width));

function valueOf(lanes: WarpCode, type: RowType, source: RegisterSource): Value {
  if (type === 'pred') {
    if (source.type !== 'pred') throw new NoForm();
    const code = lanes.predicate(source.offset);
    return mask(source.negated ? v128.not(code) : code);
  }
  const word = wordOf(lanes, source);
  switch (type) {
    case 's8':
    case 's16':
      return bits(lanes.keep(signExtended(word, type === 's8' ? 8 : 16)), 'signed');
    case 'u8':
    case 'b8':
      return bits(lanes.keep(v128.and(word, v128.const32(0xff))), 'unsigned');
    case 'u16':
    case 'b16':
      return bits(lanes.keep(v128.and(word, v128.const32(0xffff))), 'unsigned');
    case 's32':
    case 'b32':
      return bits(word, 'signed');
    case 'u32':
      return bits(word, 'unsigned');
    case 'f16':
    case 'bf16':
      return halfOf(lanes, type, word, false);
    case 'f32':
    case 'tf32':
      if (bitsOf(source.type) === 64) throw new NoForm();
      return float(word);
    default:
      throw new NoForm();
  }
}

/** One of the halves of a word. */
function halfOf(lanes: WarpCode, type: RowType, word: Code, high: boolean): Value {
  const upper = i32x4.shrU(word, i32.const(16));
  const lower = v128.and(word, v128.const32(0xffff));
  switch (type) {
    case 'f16':
    case 'f16x2':
      return fromHalf(lanes, high ? upper : lower);
    case 'bf16':
    case 'bf16x2':
      return float(
        lanes.keep(
          high ? v128.and(word, v128.const32(0xffff0000)) : i32x4.shl(word, i32.const(16)),
        ),
      );
    case 'u16x2':
      return bits(lanes.keep(high ? upper : lower), 'unsigned');
    case 's16x2':
      return bits(
        lanes.keep(high ? i32x4.shrS(word, i32.const(16)) : signExtended(word, 16)),
        'signed',
      );
    default:
      throw new NoForm();
  }
}

/** A constant as a type reads it, the numbers that `generate.ts` binds. */
function constantsOf(letter: string, type: RowType, source: Source): Names {
  if (isPair(type) && !isWide(type)) throw new NoForm();
  const row: Row = { out: type, ins: [type], text: '' };
  const named: Record<string, Value> = {};
  for (const [name, value] of Object.entries(parametersOf(row, [source], undefined))) {
    if (type === 'f64') throw new NoForm();
    named[name.replace('ka', letter)] = { kind: 'number', value };
  }
  return named;
}

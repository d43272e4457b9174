/**
 * Rows as code for four lanes at once: the second form of each, made from the same text as the loop in `generate.ts`.
 *
 * There is none for f64, for carries, and for functions that are computed in TypeScript.
 */
import {
  asBits,
  asFloat,
  asMask,
  evaluateStatements,
  evaluateText,
  halfBits,
  type Names,
  NoForm,
  toBfloat,
  type Value,
} from '@ldscope/core/vector';
import { type Code, f32x4, i32, i32x4, v128 } from '@ldscope/core/wasm';
import { bitsOf } from '../../text/types.ts';
import type { Target } from '../generate.ts';
import type { WarpLoad } from '../memory/warp-load.ts';
import type { Plan } from '../plan.ts';
import { isPair, LETTERS, type Row } from '../row.ts';
import { CALLS } from './calls.ts';
import { namesOf } from './sources.ts';
import type { WarpCode } from './warp-code.ts';

/** Appends the code of a plan to a run; false for a plan without a form, which writes nothing. */
export function addForm(lanes: WarpCode, plan: Plan): boolean {
  try {
    write(lanes, plan);
    return true;
  } catch (error) {
    if (error instanceof NoForm) return false;
    throw error;
  }
}

/** Appends a load of all lanes; false where its addresses are not known before the code. */
export function addLoad(lanes: WarpCode, { place, offset, targets }: WarpLoad): boolean {
  if (lanes.hasWritten(place)) return false;
  for (const [index, target] of targets.entries())
    if (target !== undefined) lanes.setWord(target, lanes.load(place, offset + 4 * index));
  return true;
}

function write(lanes: WarpCode, { row, sources, target, second }: Plan): void {
  if (row.carry !== undefined) throw new NoForm();
  const names: Names = Object.assign(
    {},
    ...row.ins.map((type, index) => namesOf(lanes, LETTERS[index] ?? '', type, sources[index])),
  );
  if (row.out === 'pred') {
    const values = [row.text, second?.text].map((text) =>
      text === undefined ? undefined : lanes.copy(asMask(evaluateText(lanes, text, names, CALLS))),
    );
    for (const [index, place] of [target?.offset, second?.target.offset].entries()) {
      const value = values[index];
      if (place !== undefined && value !== undefined) lanes.setPredicate(place, value);
    }
    return;
  }
  const results = resultsOf(lanes, row, names);
  if (target === undefined) return;
  const [low, high] = wordsOf(lanes, row, target, results);
  if (bitsOf(target.type) === 64) {
    if (high === undefined) throw new NoForm();
    lanes.setPair(target.offset, low, high);
  } else lanes.setWord(target.offset, low);
}

/** r, or rL and rH. */
function resultsOf(lanes: WarpCode, row: Row, names: Names): Names {
  if (row.text.startsWith('{')) return evaluateStatements(lanes, row.text, names, CALLS);
  const value = evaluateText(lanes, row.text, names, CALLS);
  const zero: Value = { kind: 'number', value: 0 };
  // The text of a pair without braces is its low part.
  return isPair(row.out) ? { rL: value, rH: zero } : { r: value };
}

function named(names: Names, name: string): Value {
  const value = names[name];
  if (value === undefined) throw new NoForm();
  return value;
}

/** The words of a destination: the second one for 64 bits. The counterpart of the stores in `generate.ts`. */
function wordsOf(
  lanes: WarpCode,
  { out, ins }: Row,
  target: Target,
  results: Names,
): readonly [Code, Code?] {
  const width = bitsOf(target.type);
  if (target.type === 'pred' || width > 64) throw new NoForm();
  const r = (): Value => named(results, 'r');
  const [rL, rH] = [() => named(results, 'rL'), () => named(results, 'rH')];
  const joined = (low: Code, high: Code): readonly [Code] => [
    v128.or(low, i32x4.shl(high, i32.const(16))),
  ];
  if (/^b?f/.test(out) && out !== 'f32x2' && width === 64) throw new NoForm();
  switch (out) {
    case 'f32':
    case 'tf32':
      return [asFloat(r()).code];
    case 'f16':
    case 'bf16':
      return [floatHalf(lanes, out, ins, r())];
    case 'f16x2':
      return joined(floatHalf(lanes, 'f16', ins, rL()), floatHalf(lanes, 'f16', ins, rH()));
    case 'bf16x2':
      return joined(floatHalf(lanes, 'bf16', ins, rL()), floatHalf(lanes, 'bf16', ins, rH()));
    case 'f32x2':
      return [asFloat(rL()).code, asFloat(rH()).code];
    case 'u16x2':
    case 's16x2':
      return joined(v128.and(asBits(rL()), v128.const32(0xffff)), asBits(rH()));
    case 'b64':
    case 's64':
    case 'u64':
      return [asBits(rL()), asBits(rH())];
    case 's8':
    case 's16':
      return extended(signExtended(asBits(r()), out === 's8' ? 8 : 16), width, true);
    case 'u8':
    case 'b8':
      return extended(v128.and(asBits(r()), v128.const32(0xff)), width, false);
    case 'u16':
    case 'b16':
      return extended(v128.and(asBits(r()), v128.const32(0xffff)), width, false);
    case 'f64':
    case 'b128':
      throw new NoForm();
    default:
      return width === 64 ? extended(asBits(r()), width, out === 's32') : [asBits(r())];
  }
}

const signExtended = (code: Code, width: number): Code =>
  i32x4.shrS(i32x4.shl(code, i32.const(32 - width)), i32.const(32 - width));

/** A narrow value in a register: 16-bit ones keep zeros above, wider ones the sign. */
function extended(value: Code, width: number, signed: boolean): readonly [Code, Code?] {
  if (width === 64) return [value, signed ? i32x4.shrS(value, i32.const(31)) : v128.zero];
  return [width === 32 ? value : v128.and(value, v128.const32(0xffff))];
}

/** NaN of halves, as hardware gives it. */
const NAN16 = 0x7fff;

/** The f16 or bf16 of a result. */
function floatHalf(lanes: WarpCode, type: 'f16' | 'bf16', ins: Row['ins'], value: Value): Code {
  // An integer would be rounded twice.
  if (value.kind === 'bits') throw new NoForm();
  const single = lanes.keep(asFloat(value).code);
  const half = type === 'f16' ? halfBits(lanes, value) : bfloatBits(lanes, ins, value, single);
  return v128.select(half, v128.const32(NAN16), f32x4.eq(single, single));
}

function bfloatBits(lanes: WarpCode, ins: Row['ins'], value: Value, single: Code): Code {
  // Of two bf16 a sum is exact where it is small, and f32 has places enough to round twice (Figueroa 1995).
  const isOfTwo = ins.every((type) => type.startsWith('bf16'));
  if (value.kind === 'sum' && (!isOfTwo || value.operator === '*')) throw new NoForm();
  return toBfloat(lanes, single);
}

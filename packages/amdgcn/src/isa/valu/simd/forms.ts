/**
 * An instruction of the vector ALU as code for four lanes at once: the second form of each row of the tables, made from the
 * same text (`core/vector`); `statements.ts` has those of rows that do less than their text.
 *
 * There is none for other modes than compilers set, SDWA, DPP, clamp, functions that are computed in TypeScript.
 */
import {
  asBits,
  asFloat,
  asMask,
  bits,
  evaluateStatements,
  evaluateText,
  float,
  halfBits,
  mask,
  type Names,
  NoForm,
  type Value,
} from '@ldscope/core/vector';
import { type Code, i32, i32x4, v128 } from '@ldscope/core/wasm';
import { EXEC, LANES, NULL, USUAL_MODE, VCC } from '../../../state/wave.ts';
import { readMode } from '../mode.ts';
import { expression } from '../generate.ts';
import type { Plan } from '../plan.ts';
import { isHalf, isTwice, registersOf, type Type, uses } from '../row.ts';
import type { LaneCode } from './lane-code.ts';
import { namesOf } from './sources.ts';
import { statementOf } from './statements.ts';

/** The only mode that there are forms for. */
const MODE = readMode(USUAL_MODE);

/** Appends an instruction to the code of a run; false where it has no form, and nothing is written. */
export function addForm(lanes: LaneCode, plan: Plan): boolean {
  if (!isPossible(plan)) return false;
  try {
    write(lanes, plan);
    return true;
  } catch (error) {
    if (error instanceof NoForm) return false;
    throw error;
  }
}

function isPossible({ row, sdwa, clamp, factor, parameters }: Plan): boolean {
  const { pe } = parameters;
  return (
    sdwa === undefined &&
    !clamp &&
    factor === 1 &&
    row.exec === undefined &&
    (pe === undefined || (typeof pe === 'number' && pe < EXEC && pe !== NULL))
  );
}

function write(lanes: LaneCode, plan: Plan): void {
  const { row, sources, parameters } = plan;
  const text = expression(plan, MODE);
  const target = row.outputs.find((type) => type !== 'mask');
  const place = Number(parameters['pd']) / LANES;
  const common: Record<string, Value> = { IEEE: { kind: 'number', value: Number(MODE.ieee) } };
  const maskSource = sources.find(({ type }) => type === 'mask');
  if (maskSource !== undefined) {
    const scalar = parameters['pm'];
    if (maskSource.origin !== 'scalar' || typeof scalar !== 'number') throw new NoForm();
    common['m'] = mask(lanes.mask(scalar));
  }
  if (uses(text, 'vcc')) common['vcc'] = mask(lanes.mask(VCC));
  for (const name of ['l', 'at', 'signA', 'sel0']) if (uses(text, name)) throw new NoForm();
  const valued = sources.filter(({ type }) => type !== 'mask');
  const names = (part: 0 | 1): Names =>
    Object.assign({}, common, ...valued.map((source) => namesOf(lanes, plan, source, part)));
  if (isTwice(target)) {
    const results = ([0, 1] as const).map((part) => {
      const own = { ...names(part) };
      if (uses(text, 'd')) throw new NoForm();
      return evaluateText(lanes, text, own);
    });
    writeTwice(lanes, target, place, results);
    return;
  }
  const own: Record<string, Value> = { ...names(0) };
  if (uses(text, 'd') && target !== undefined) own['d'] = oldOf(lanes, target, place);
  const statement = statementOf(text);
  if (statement !== undefined) {
    const { r, rH } = statement(lanes, own);
    writeWords(lanes, place, rH === undefined ? [r] : [r, rH]);
    return;
  }
  if (text.startsWith('{')) {
    writeStatements(lanes, plan, target, place, evaluateStatements(lanes, text, own));
    return;
  }
  const value = evaluateText(lanes, text, own);
  if (target === undefined) lanes.setMask(Number(parameters['pe']), asMask(value));
  else if (row.outputs.includes('mask')) throw new NoForm();
  else writeResult(lanes, plan, target, place, value);
}

/** Results that may be in each other's way: all are there before the first is written. */
function writeWords(lanes: LaneCode, place: number, codes: readonly Code[]): void {
  const kept = codes.map((code) => lanes.copy(code));
  for (const [part, code] of kept.entries()) lanes.setRow(place + part, code);
}

/** Words, and the lanes that carry, as statements leave them. */
function writeStatements(
  lanes: LaneCode,
  { row, parameters }: Plan,
  target: Type | undefined,
  place: number,
  { r, rH, carry }: Names,
): void {
  if (target === undefined || isHalf(target) || r === undefined) throw new NoForm();
  const isPair = registersOf(target) === 2;
  if (isPair !== (rH !== undefined)) throw new NoForm();
  const words = [r, ...(rH === undefined ? [] : [rH])].map(asBits);
  if (row.outputs.includes('mask')) {
    if (carry === undefined) throw new NoForm();
    const lanesThatCarry = lanes.copy(asMask(carry));
    writeWords(lanes, place, words);
    lanes.setMask(Number(parameters['pe']), lanesThatCarry);
  } else writeWords(lanes, place, words);
}

/** The old value of the destination. */
function oldOf(lanes: LaneCode, type: Type, place: number): Value {
  switch (type) {
    case 'f32':
      return float(lanes.row(place));
    case 'b32':
    case 'i32':
      return bits(lanes.row(place), 'signed');
    case 'u32':
      return bits(lanes.row(place), 'unsigned');
    default:
      throw new NoForm();
  }
}

function writeResult(
  lanes: LaneCode,
  { row, upper }: Plan,
  type: Type,
  place: number,
  value: Value,
): void {
  switch (type) {
    case 'b32':
    case 'u32':
    case 'i32':
      lanes.setRow(place, asBits(value));
      return;
    case 'f32':
      lanes.setRow(place, asFloat(value).code);
      return;
    case 'f16':
      writeHalf(
        lanes,
        row.half === 'high' || upper,
        row.high === 'keep',
        place,
        halfBits(lanes, value),
      );
      return;
    case 'b16':
    case 'u16':
    case 'i16': {
      const half = v128.and(asBits(value), v128.const32(0xffff));
      writeHalf(lanes, row.half === 'high' || upper, row.high === 'keep', place, half);
      return;
    }
    default:
      throw new NoForm();
  }
}

/** 16 bits into one half of the destination; the upper one is zero, or kept. */
function writeHalf(
  lanes: LaneCode,
  upper: boolean,
  keeps: boolean,
  place: number,
  half: Code,
): void {
  if (upper) {
    const low = v128.and(lanes.row(place), v128.const32(0xffff));
    lanes.setRow(place, v128.or(low, i32x4.shl(half, i32.const(16))));
  } else if (keeps) {
    const high = v128.and(lanes.row(place), v128.const32(0xffff0000));
    lanes.setRow(place, v128.or(high, half));
  } else lanes.setRow(place, half);
}

function writeTwice(
  lanes: LaneCode,
  type: Type | undefined,
  place: number,
  results: readonly Value[],
): void {
  const [low, high] = results;
  if (low === undefined || high === undefined) throw new NoForm();
  if (type === 'pkf32') {
    const [first, second] = [lanes.copy(asFloat(low).code), lanes.copy(asFloat(high).code)];
    lanes.setRow(place, first);
    lanes.setRow(place + 1, second);
  } else if (type === 'pkf16') {
    const [first, second] = [halfBits(lanes, low), halfBits(lanes, high)];
    lanes.setRow(place, v128.or(first, i32x4.shl(second, i32.const(16))));
  } else throw new NoForm();
}

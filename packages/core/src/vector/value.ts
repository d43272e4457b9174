/**
 * Values of four lanes while a row's expression is compiled, and what can be done with them.
 *
 * Numbers of JavaScript are exact; vectors are not. So a value says what it stands for:
 *
 *     bits      32 bits a lane. As a number it is known modulo 2^32, or exactly where `range` says how to read it
 *     float     an f32 a lane, exactly
 *     sum       a +, -, * or / of two floats that is not rounded yet: what uses it says to what
 *     mask      all ones or all zeros a lane; as a number 1 or 0
 *     number    the same in all lanes
 *
 * What has no exact form in vectors is `NoForm`: the instruction then stays with `generate.ts`.
 */
import * as wasm from '../wasm/code.ts';

const { f32x4, i32x4, v128 } = wasm;
export type Code = wasm.Code;

export interface Bits {
  readonly kind: 'bits';
  readonly code: Code;
  readonly range?: 'unsigned' | 'signed';
  /** The same in all lanes: the code that leaves it as an i32. */
  readonly uniform?: Code;
  /** Of a sum of unsigned numbers, the lanes where it passes 2^32 - 1; of a difference, those where it is below 0. */
  readonly passes?: { readonly end: 'top' | 'zero'; readonly lanes: Code };
}

export type Value =
  | Bits
  | { readonly kind: 'float'; readonly code: Code; readonly isHalf: boolean }
  | {
      readonly kind: 'sum';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Float;
      readonly right: Float;
    }
  | { readonly kind: 'mask'; readonly code: Code }
  | { readonly kind: 'number'; readonly value: number };

export type Float = Extract<Value, { kind: 'float' }>;

/** Thrown where an expression has no form in vectors; `formOf` catches it. */
export class NoForm extends Error {}

export const bits = (code: Code, range?: 'unsigned' | 'signed'): Bits =>
  range === undefined ? { kind: 'bits', code } : { kind: 'bits', code, range };
/** `isHalf`: each lane is an f16 as well. */
export const float = (code: Code, isHalf = false): Float => ({ kind: 'float', code, isHalf });
export const mask = (code: Code): Value => ({ kind: 'mask', code });

const isWhole32 = (value: number): boolean =>
  Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;

/** The value modulo 2^32. */
export function asBits(value: Value): Code {
  switch (value.kind) {
    case 'bits':
      return value.code;
    case 'mask':
      return i32x4.shrU(value.code, wasm.i32.const(31));
    case 'number':
      if (!isWhole32(value.value)) throw new NoForm();
      return v128.const32(value.value | 0);
    default:
      throw new NoForm();
  }
}

/** 1 as an f32. */
const ONE_F32 = 0x3f800000;

/** The value as an f32: what is not rounded yet is rounded here, once. */
export function asFloat(value: Value): Float {
  switch (value.kind) {
    case 'float':
      return value;
    case 'sum': {
      const { operator, left, right } = value;
      const operation = { '+': f32x4.add, '-': f32x4.sub, '*': f32x4.mul, '/': f32x4.div }[
        operator
      ];
      return float(operation(left.code, right.code));
    }
    case 'number': {
      const { value: number } = value;
      if (Math.fround(number) !== number) throw new NoForm();
      const word = new Int32Array(Float32Array.of(number).buffer)[0] ?? 0;
      return float(v128.const32(word));
    }
    case 'bits':
      // An integer as a number, rounded once.
      if (value.range === undefined) throw new NoForm();
      return float(
        value.range === 'signed'
          ? f32x4.convertI32x4S(value.code)
          : f32x4.convertI32x4U(value.code),
      );
    case 'mask':
      return float(v128.and(value.code, v128.const32(ONE_F32)), true);
  }
}

/** True or false, as a condition takes it. */
export function asMask(value: Value): Code {
  switch (value.kind) {
    case 'mask':
      return value.code;
    case 'bits':
      return v128.not(i32x4.eq(value.code, v128.zero));
    case 'number':
      return v128.const32(value.value !== 0 ? -1 : 0);
    default:
      throw new NoForm();
  }
}

/** One or the other by a mask, both of one kind. */
export function choose(condition: Code, yes: Value, no: Value): Value {
  if (yes.kind === 'number' && no.kind === 'number' && yes.value === 1 && no.value === 0)
    return mask(condition);
  if (yes.kind === 'mask' && no.kind === 'mask')
    return mask(v128.select(asMask(yes), asMask(no), condition));
  const isFloat = [yes, no].some(({ kind }) => kind === 'float' || kind === 'sum');
  if (isFloat) {
    const [one, other] = [asFloat(yes), asFloat(no)];
    return float(v128.select(one.code, other.code, condition), one.isHalf && other.isHalf);
  }
  const range = rangeOf(yes) === rangeOf(no) ? rangeOf(yes) : undefined;
  return bits(v128.select(asBits(yes), asBits(no), condition), range);
}

/** How to read the bits of an integer as a number. */
function rangeOf(value: Value): 'unsigned' | 'signed' | undefined {
  return value.kind === 'bits' ? value.range : undefined;
}

type Relation = '<' | '<=' | '>' | '>=' | '===' | '!==';

const RELATIONS: Readonly<Record<Relation, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
};
const FLOATS = { '<': f32x4.lt, '<=': f32x4.le, '>': f32x4.gt, '>=': f32x4.ge } as const;
const SIGNED = { '<': i32x4.ltS, '<=': i32x4.leS, '>': i32x4.gtS, '>=': i32x4.geS } as const;
const UNSIGNED = { '<': i32x4.ltU, '<=': i32x4.leU, '>': i32x4.gtU, '>=': i32x4.geU } as const;

/** Compares numbers; integers where both are known exactly. */
export function compare(relation: Relation, left: Value, right: Value): Value {
  if (left.kind === 'number' && right.kind === 'number')
    return { kind: 'number', value: Number(RELATIONS[relation](left.value, right.value)) };
  const passed = passesEnd(relation, left, right);
  if (passed !== undefined) return mask(passed);
  if (left.kind === 'mask' && right.kind === 'number' && right.value === 1 && relation === '===')
    return left;
  const isFloat = [left, right].some(({ kind }) => kind === 'float');
  if (isFloat) {
    if (left.kind === 'sum' || right.kind === 'sum') throw new NoForm();
    const [a, b] = [asFloat(left).code, asFloat(right).code];
    if (relation === '===') return mask(f32x4.eq(a, b));
    if (relation === '!==') return mask(v128.not(f32x4.eq(a, b)));
    return mask(FLOATS[relation](a, b));
  }
  const range = commonRange(left, right);
  const [a, b] = [asBits(left), asBits(right)];
  if (relation === '===') return mask(i32x4.eq(a, b));
  if (relation === '!==') return mask(v128.not(i32x4.eq(a, b)));
  return mask((range === 'signed' ? SIGNED : UNSIGNED)[relation](a, b));
}

/** The lanes where a sum is above 2^32 - 1, or a difference below 0, if that is what is compared. */
function passesEnd(relation: Relation, left: Value, right: Value): Code | undefined {
  if (left.kind !== 'bits' || left.passes === undefined || right.kind !== 'number')
    return undefined;
  const { end, lanes } = left.passes;
  const asked = end === 'top' ? relation === '>' : relation === '<';
  return asked && right.value === (end === 'top' ? 2 ** 32 - 1 : 0) ? lanes : undefined;
}

/** The range in which both are exact: a constant fits where it is of that range. */
export function commonRange(left: Value, right: Value): 'unsigned' | 'signed' {
  for (const range of ['unsigned', 'signed'] as const)
    if (fits(left, range) && fits(right, range)) return range;
  throw new NoForm();
}

/** True for a number that is in a range for sure. */
export function fits(value: Value, range: 'unsigned' | 'signed'): boolean {
  if (value.kind === 'mask') return true;
  if (value.kind === 'bits') return value.range === range;
  if (value.kind !== 'number' || !Number.isInteger(value.value)) return false;
  const [low, high] = range === 'unsigned' ? [0, 2 ** 32] : [-(2 ** 31), 2 ** 31];
  return value.value >= low && value.value < high;
}

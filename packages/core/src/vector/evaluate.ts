/** The value of an expression on four lanes, from the values of its names. */
import { i32, i32x4, v128 } from '../wasm/code.ts';
import { CALLS } from './calls.ts';
import { type Expression, parseExpression } from './expression.ts';
import {
  asBits,
  asMask,
  bits,
  choose,
  type Code,
  compare,
  float,
  mask,
  NoForm,
  type Value,
} from './value.ts';
import type { VectorCode } from './vector-code.ts';

/** Sources by the names that a text has for them. */
export type Names = Readonly<Record<string, Value>>;

/** The value of a text; throws `NoForm` where it has none. */
export function evaluateText(lanes: VectorCode, text: string, names: Names): Value {
  const tree = parseExpression(text);
  if (tree === undefined) throw new NoForm();
  return evaluate(lanes, tree, names);
}

function evaluate(lanes: VectorCode, tree: Expression, names: Names): Value {
  const value = (of: Expression): Value => evaluate(lanes, of, names);
  switch (tree.kind) {
    case 'number':
      return { kind: 'number', value: tree.value };
    case 'name': {
      const known = NAMED[tree.name] ?? names[tree.name];
      if (known === undefined) throw new NoForm();
      return known;
    }
    case 'unary':
      return unary(lanes, tree.operator, value(tree.operand));
    case 'choose':
      return kept(lanes, choose(asMask(value(tree.condition)), value(tree.yes), value(tree.no)));
    case 'call': {
      const call = CALLS[tree.name];
      if (call === undefined) throw new NoForm();
      return call(lanes, tree.operands.map(value));
    }
    case 'binary':
      return kept(lanes, binary(lanes, tree.operator, value(tree.left), value(tree.right)));
  }
}

const NAMED: Names = {
  true: { kind: 'number', value: 1 },
  false: { kind: 'number', value: 0 },
};

/** A value that may be used again. */
function kept(lanes: VectorCode, value: Value): Value {
  return 'code' in value ? { ...value, code: lanes.keep(value.code) } : value;
}

function unary(lanes: VectorCode, operator: string, value: Value): Value {
  switch (operator) {
    case '!':
      return mask(v128.not(asMask(value)));
    case '~':
      return bits(v128.not(asBits(value)), 'signed');
    default:
      if (value.kind === 'number') return { kind: 'number', value: -value.value };
      if (value.kind === 'float')
        return float(lanes.keep(v128.xor(value.code, v128.const32(0x80000000))), value.isHalf);
      return bits(i32x4.sub(v128.zero, asBits(value)));
  }
}

function binary(lanes: VectorCode, operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case '&&':
      return mask(v128.and(asMask(left), asMask(right)));
    case '||':
      return mask(v128.or(asMask(left), asMask(right)));
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '===':
    case '!==':
      return compare(operator, left, right);
    case '&':
      return bits(v128.and(asBits(left), asBits(right)), 'signed');
    case '|':
      return bits(v128.or(asBits(left), asBits(right)), 'signed');
    case '^':
      return bits(v128.xor(asBits(left), asBits(right)), 'signed');
    case '<<':
      return bits(shift(lanes, 'left', left, right), 'signed');
    case '>>':
      return bits(shift(lanes, 'signed', left, right), 'signed');
    case '>>>':
      return bits(shift(lanes, 'unsigned', left, right), 'unsigned');
    case '+':
    case '-':
    case '*':
      return arithmetic(operator, left, right);
    default:
      throw new NoForm();
  }
}

/** Floats as floats; integers modulo 2^32, where the result is read modulo 2^32 too. */
function arithmetic(operator: '+' | '-' | '*', left: Value, right: Value): Value {
  if (left.kind === 'number' && right.kind === 'number') {
    const [a, b] = [left.value, right.value];
    return { kind: 'number', value: operator === '+' ? a + b : operator === '-' ? a - b : a * b };
  }
  if (left.kind === 'float' && right.kind === 'float')
    return { kind: 'sum', operator, left, right };
  const operation = { '+': i32x4.add, '-': i32x4.sub, '*': i32x4.mul }[operator];
  if (operator === '*' && !(isNarrow(left) && isNarrow(right))) throw new NoForm();
  return bits(operation(asBits(left), asBits(right)));
}

/** A product of doubles is exact below 2^53: of integers whose range is known and small that is sure, see `row.ts`. */
function isNarrow(value: Value): boolean {
  return value.kind === 'bits' && value.range !== undefined;
}

const SHIFTS = { left: i32x4.shl, signed: i32x4.shrS, unsigned: i32x4.shrU } as const;
const SCALAR_SHIFTS = { left: i32.shl, signed: i32.shrS, unsigned: i32.shrU } as const;

/** Counts are modulo 32. Vectors are shifted by one count; where it differs from lane to lane, lanes are shifted one by one. */
function shift(lanes: VectorCode, kind: keyof typeof SHIFTS, value: Value, count: Value): Code {
  if (count.kind === 'number') return SHIFTS[kind](asBits(value), i32.const(count.value));
  if (count.kind === 'bits' && count.uniform !== undefined)
    return SHIFTS[kind](asBits(value), count.uniform);
  const [from, by] = [lanes.keep(asBits(value)), lanes.keep(asBits(count))];
  const one = (lane: number): Code =>
    SCALAR_SHIFTS[kind](i32x4.extract(from, lane), i32x4.extract(by, lane));
  return [1, 2, 3].reduce<Code>(
    (all, lane) => i32x4.replace(all, lane, one(lane)),
    i32x4.splat(one(0)),
  );
}

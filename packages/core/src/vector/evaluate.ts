/** The value of an expression on four lanes, from the values of its names. */
import { i32, i32x4, v128 } from '../wasm/code.ts';
import { CALLS, type Calls } from './calls.ts';
import { type Expression, parseExpression } from './expression.ts';
import {
  asBits,
  asFloat,
  asMask,
  bits,
  choose,
  type Code,
  compare,
  fits,
  float,
  mask,
  NoForm,
  type Value,
} from './value.ts';
import type { VectorCode } from './vector-code.ts';

/** Sources by the names that a text has for them. */
export type Names = Readonly<Record<string, Value>>;

/** The value of a text, which may call `own` in addition to the common helpers; throws `NoForm` where it has none. */
export function evaluateText(
  lanes: VectorCode,
  text: string,
  names: Names,
  own: Calls = {},
): Value {
  const tree = parseExpression(text);
  if (tree === undefined) throw new NoForm();
  return evaluate(lanes, tree, names, own);
}

/**
 * What statements in braces leave in their names: `{ const t = aL + bL; rL = t | 0; rH = t < 0 ? 1 : 0; }`. There are only
 * declarations and assignments.
 */
export function evaluateStatements(
  lanes: VectorCode,
  text: string,
  names: Names,
  own: Calls = {},
): Names {
  const inner = /^\{([^{}]*)\}$/.exec(text.trim())?.[1];
  if (inner === undefined) throw new NoForm();
  const known: Record<string, Value> = { ...names };
  for (const statement of inner.split(';')) {
    if (statement.trim() === '') continue;
    const [, name, value] = /^\s*(?:const\s+|let\s+)?(\w+)\s*=([^=].*)$/s.exec(statement) ?? [];
    if (name === undefined || value === undefined) throw new NoForm();
    known[name] = evaluateText(lanes, value, known, own);
  }
  return known;
}

function evaluate(lanes: VectorCode, tree: Expression, names: Names, own: Calls): Value {
  const value = (of: Expression): Value => evaluate(lanes, of, names, own);
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
    case 'choose': {
      const condition = value(tree.condition);
      if (condition.kind === 'number') return value(condition.value !== 0 ? tree.yes : tree.no);
      return kept(lanes, choose(asMask(condition), value(tree.yes), value(tree.no)));
    }
    case 'call': {
      const call = own[tree.name] ?? CALLS[tree.name];
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
      if (value.kind === 'number') return { kind: 'number', value: value.value === 0 ? 1 : 0 };
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
  if (left.kind === 'mask' && right.kind === 'mask' && MEET[operator] !== undefined)
    return mask(MEET[operator](left.code, right.code));
  const folded = FOLDED[operator];
  if (folded !== undefined && left.kind === 'number' && right.kind === 'number')
    return { kind: 'number', value: folded(left.value, right.value) };
  if (right.kind === 'number' && right.value === 0) {
    // How an expression says which 32 bits it means.
    if (operator === '|') return bits(asBits(left), 'signed');
    if (operator === '>>>') return bits(asBits(left), 'unsigned');
    if ((operator === '+' || operator === '-') && left.kind === 'bits') return left;
  }
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
    case '/':
      return arithmetic(lanes, operator, left, right);
    default:
      throw new NoForm();
  }
}

/** Bits of constants. */
const FOLDED: Readonly<Record<string, (a: number, b: number) => number>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

/** Bits of 0 or 1 that are masks. */
const MEET: Readonly<Record<string, typeof v128.and>> = {
  '&': v128.and,
  '|': v128.or,
  '^': v128.xor,
};

/** Floats as floats; integers modulo 2^32, where the result is read modulo 2^32 too. */
function arithmetic(
  lanes: VectorCode,
  operator: '+' | '-' | '*' | '/',
  left: Value,
  right: Value,
): Value {
  if (left.kind === 'number' && right.kind === 'number') {
    const [a, b] = [left.value, right.value];
    const value = { '+': a + b, '-': a - b, '*': a * b, '/': a / b }[operator];
    return { kind: 'number', value };
  }
  const isFloat = [left, right].some(({ kind }) => kind === 'float');
  if (isFloat && [left, right].every(({ kind }) => kind === 'float' || kind === 'number'))
    return { kind: 'sum', operator, left: asFloat(left), right: asFloat(right) };
  if (operator === '/') throw new NoForm();
  const passed = passedBy(operator, left);
  if (
    operator !== '*' &&
    (passed !== undefined || fits(left, 'unsigned')) &&
    fits(right, 'unsigned')
  )
    return unsignedSum(lanes, operator, asBits(left), asBits(right), passed);
  const operation = { '+': i32x4.add, '-': i32x4.sub, '*': i32x4.mul }[operator];
  if (operator === '*' && !(isNarrow(left) && isNarrow(right))) throw new NoForm();
  return bits(operation(asBits(left), asBits(right)));
}

/** The end of the range that an operator may pass. */
const endOf = (operator: string): 'top' | 'zero' => (operator === '+' ? 'top' : 'zero');

/** The lanes where a sum has passed the end that adding to it may pass again. */
function passedBy(operator: string, value: Value): Code | undefined {
  if (value.kind !== 'bits' || value.passes?.end !== endOf(operator)) return undefined;
  return value.passes.lanes;
}

/** A sum or difference of unsigned numbers, and where it is not in their range; `passed`: where the left one was not. */
function unsignedSum(
  lanes: VectorCode,
  operator: '+' | '-',
  left: Code,
  right: Code,
  passed: Code | undefined,
): Value {
  const [a, b] = [lanes.keep(left), lanes.keep(right)];
  const sum = lanes.keep((operator === '+' ? i32x4.add : i32x4.sub)(a, b));
  const wraps = operator === '+' ? i32x4.ltU(sum, a) : i32x4.ltU(a, b);
  const all = lanes.keep(passed === undefined ? wraps : v128.or(passed, wraps));
  return { ...bits(sum), passes: { end: endOf(operator), lanes: all } };
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

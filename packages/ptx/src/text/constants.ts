/**
 * Constant expressions: numbers and what operators of C make of them, 64 bits wide. Source: PTX ISA 9.0, 4.5.
 *
 *     42    -0x2a    ~5    (3 + 4) * WARP_SZ    1 ? 0f3F800000 : 2.5    (.s64) 7U
 *
 * An integer is unsigned where its word ends with U or is beyond 2^63-1, or where an operand of its operator is; complements and
 * remainders always are, as ptxas has them. What an operator gives wraps around. A number alone keeps the value that is written.
 */
import { type Message, messages } from '@ldscope/core';
import type { Lexer } from './lexer.ts';
import { floatOf, isFloat, numberOf } from './numbers.ts';

/** A constant, as operands have it. */
export type Constant =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number };

type Value =
  | { readonly kind: 'integer'; readonly value: bigint; readonly isUnsigned: boolean }
  | { readonly kind: 'float'; readonly value: number };

/** Operators by what binds them, the loosest first; where one begins another, the longer one is first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const SUM = LEVELS.findIndex((level) => level.includes('+'));
/** Operators that another character makes other ones. */
const LONGER: Readonly<Record<string, RegExp>> = {
  '|': /^\|\|/,
  '&': /^&&/,
  '<': /^<</,
  '>': /^>>/,
};
/** Brackets and signs within each other that are followed. */
const MOST_DEPTH = 64;

/** True where a constant expression begins and nothing else can. */
export const beginsConstant = (lexer: Lexer): boolean =>
  lexer.is('number') ||
  lexer.is('+') ||
  lexer.is('-') ||
  lexer.is('~') ||
  lexer.is('!') ||
  lexer.is('(') ||
  lexer.word === 'WARP_SZ';

/** Reads an expression; the current word is then what follows. */
export function parseConstant(lexer: Lexer): Constant | Message {
  // Most are a number alone.
  const isAlone = lexer.is('number') && ',;]}'.includes(lexer.text[lexer.end] ?? ' ');
  if (isAlone) return withoutSign(literal(lexer));
  const value = choice(lexer, 0);
  return 'code' in value ? value : withoutSign(value);
}

/** Reads a sum, which begins with its sign: what is behind the base of an address. */
export function parseSum(lexer: Lexer): Constant | Message {
  const value = binary(lexer, SUM, 0);
  return 'code' in value ? value : withoutSign(value);
}

const withoutSign = (value: Value): Constant =>
  value.kind === 'float' ? value : { kind: 'integer', value: value.value };

function choice(lexer: Lexer, depth: number): Value | Message {
  const condition = binary(lexer, 0, depth);
  if ('code' in condition || lexer.word !== '?') return condition;
  if (depth > MOST_DEPTH) return messages.syntax.tooDeep(MOST_DEPTH);
  lexer.next();
  const yes = choice(lexer, depth + 1);
  if ('code' in yes) return yes;
  if (!lexer.is(':')) return messages.syntax.expected("':'", `'${lexer.word}'`);
  lexer.next();
  const no = choice(lexer, depth + 1);
  return 'code' in no ? no : isTrue(condition) ? yes : no;
}

function binary(lexer: Lexer, level: number, depth: number): Value | Message {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(lexer, depth);
  let left = binary(lexer, level + 1, depth);
  while (!('code' in left)) {
    const rest = lexer.text.slice(lexer.start, lexer.start + 2);
    const operator = operators.find(
      (one) => rest.startsWith(one) && LONGER[one]?.test(rest) !== true,
    );
    if (operator === undefined) return left;
    lexer.seek(lexer.start + operator.length);
    const right = binary(lexer, level + 1, depth);
    if ('code' in right) return right;
    const divides = operator === '/' || operator === '%';
    if (divides && right.kind === 'integer' && right.value === 0n)
      return messages.syntax.expected('a divisor', "'0'");
    left = combined(operator, left, right);
  }
  return left;
}

function unary(lexer: Lexer, depth: number): Value | Message {
  if (depth > MOST_DEPTH) return messages.syntax.tooDeep(MOST_DEPTH);
  const { word } = lexer;
  if (lexer.is('(')) {
    lexer.next();
    const isCast = lexer.word === '.s64' || lexer.word === '.u64';
    const isUnsigned = lexer.word === '.u64';
    if (isCast) lexer.next();
    const inner = isCast ? undefined : choice(lexer, depth + 1);
    if (inner !== undefined && 'code' in inner) return inner;
    if (!lexer.is(')')) return messages.syntax.expected("')'", `'${lexer.word}'`);
    lexer.next();
    if (inner !== undefined) return inner;
    const cast = unary(lexer, depth + 1);
    return 'code' in cast || cast.kind === 'float' ? cast : integer(cast.value, isUnsigned);
  }
  if (lexer.is('number')) return literal(lexer);
  if (word === 'WARP_SZ') {
    lexer.next();
    return integer(32n, false);
  }
  if (!['+', '-', '~', '!'].includes(word))
    return messages.syntax.expected(
      'a number',
      lexer.is('end') ? 'the end of the file' : `'${word}'`,
    );
  lexer.next();
  const value = unary(lexer, depth + 1);
  if ('code' in value || word === '+') return value;
  if (word === '!') return integer(isTrue(value) ? 0n : 1n, false);
  if (value.kind === 'float') return { kind: 'float', value: -value.value };
  return word === '~' ? integer(~value.value, true) : { ...value, value: -value.value };
}

function literal(lexer: Lexer): Value {
  const { word } = lexer;
  lexer.next();
  if (isFloat(word)) return { kind: 'float', value: floatOf(word) };
  const value = numberOf(word);
  return { kind: 'integer', value, isUnsigned: word.endsWith('U') || value >= 2n ** 63n };
}

const integer = (value: bigint, isUnsigned: boolean): Value => ({
  kind: 'integer',
  value: isUnsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  isUnsigned,
});

const truth = (value: boolean): Value => integer(value ? 1n : 0n, false);

const isTrue = ({ value }: Value): boolean => Number(value) !== 0;

function combined(operator: string, left: Value, right: Value): Value {
  if (operator === '&&') return truth(isTrue(left) && isTrue(right));
  if (operator === '||') return truth(isTrue(left) || isTrue(right));
  if (left.kind === 'float' || right.kind === 'float')
    return ofFloats(operator, Number(left.value), Number(right.value));
  const isUnsigned = left.isUnsigned || right.isUnsigned || operator === '%';
  const wrapped = (value: bigint): bigint =>
    isUnsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
  return ofIntegers(operator, wrapped(left.value), wrapped(right.value), isUnsigned);
}

function ofFloats(operator: string, a: number, b: number): Value {
  switch (operator) {
    case '+':
      return { kind: 'float', value: a + b };
    case '-':
      return { kind: 'float', value: a - b };
    case '*':
      return { kind: 'float', value: a * b };
    case '/':
      return { kind: 'float', value: a / b };
    default:
      return compared(operator, a, b) ?? { kind: 'float', value: NaN };
  }
}

function ofIntegers(operator: string, a: bigint, b: bigint, isUnsigned: boolean): Value {
  switch (operator) {
    case '+':
      return integer(a + b, isUnsigned);
    case '-':
      return integer(a - b, isUnsigned);
    case '*':
      return integer(a * b, isUnsigned);
    case '/':
      return integer(a / b, isUnsigned);
    case '%':
      return integer(a % b, isUnsigned);
    case '<<':
      return integer(a << (b & 63n), isUnsigned);
    case '>>':
      return integer(a >> (b & 63n), isUnsigned);
    case '&':
      return integer(a & b, isUnsigned);
    case '|':
      return integer(a | b, isUnsigned);
    case '^':
      return integer(a ^ b, isUnsigned);
    default:
      return compared(operator, a, b) ?? integer(0n, false);
  }
}

function compared<T extends number | bigint>(operator: string, a: T, b: T): Value | undefined {
  switch (operator) {
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    default:
      return undefined;
  }
}

/**
 * Constant expressions: numbers and what operators of C make of them, 64 bits wide. Source: PTX ISA 9.0, 4.5.
 *
 *     42    -0x2a    ~5    (3 + 4) * WARP_SZ    1 ? 0f3F800000 : 2.5    (.s64) 7U
 *
 * An integer is unsigned where its word ends with U or is beyond 2^63-1, or where an operand of its operator is; complements
 * and remainders always are, as ptxas has them. Results of operators wrap around. A number alone keeps the value that is
 * written.
 */
import {
  bigints,
  binaryAt,
  type BinaryGrammar,
  cBindings,
  type COperator,
  doubles,
  isTruth,
  type Message,
  messages,
} from '@ldscope/core';
import type { Lexer } from './lexer.ts';
import { floatOf, isFloat, numberOf } from './numbers.ts';

/** A constant, as operands have it. */
export type Constant =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number };

type Integer = Extract<Constant, { kind: 'integer' }> & { readonly isUnsigned: boolean };
type Value = Integer | Extract<Constant, { kind: 'float' }>;

const SUM = cBindings.get('+')?.level;
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

/** An expression that is being read. */
interface Reading {
  readonly lexer: Lexer;
  depth: number;
  fault?: Message;
}

/** Reads an expression; the current word is then what follows. */
export function parseConstant(lexer: Lexer): Constant | Message {
  // Most are a number alone.
  const isAlone = lexer.is('number') && ',;]}'.includes(lexer.text[lexer.end] ?? ' ');
  return isAlone ? withoutSign(literal(lexer)) : readBy(choice, lexer);
}

/** Reads a sum, which begins with its sign: what is behind the base of an address. */
export const parseSum = (lexer: Lexer): Constant | Message =>
  readBy((reading) => binaryAt(operators, reading, SUM), lexer);

function readBy(read: (reading: Reading) => Value | undefined, lexer: Lexer): Constant | Message {
  const reading: Reading = { lexer, depth: 0 };
  const value = read(reading);
  return value === undefined ? (reading.fault ?? expected(lexer, 'a number')) : withoutSign(value);
}

const withoutSign = (value: Value): Constant =>
  value.kind === 'float' ? value : { kind: 'integer', value: value.value };

const expected = ({ word }: Lexer, wanted: string): Message =>
  messages.syntax.expected(wanted, `'${word}'`);

function fail(reading: Reading, fault: Message): undefined {
  reading.fault ??= fault;
  return undefined;
}

/** Reads an expression one level deeper. */
function deeper(
  reading: Reading,
  read: (reading: Reading) => Value | undefined,
): Value | undefined {
  reading.depth++;
  const value = read(reading);
  reading.depth--;
  return value;
}

function choice(reading: Reading): Value | undefined {
  const { lexer } = reading;
  const condition = binaryAt(operators, reading);
  if (condition === undefined || lexer.word !== '?') return condition;
  if (reading.depth > MOST_DEPTH) return fail(reading, messages.syntax.tooDeep(MOST_DEPTH));
  lexer.next();
  const yes = deeper(reading, choice);
  if (yes === undefined) return undefined;
  if (!lexer.is(':')) return fail(reading, expected(lexer, "':'"));
  lexer.next();
  const no = deeper(reading, choice);
  return no && (isTrue(condition) ? yes : no);
}

const operators: BinaryGrammar<Reading, Value, COperator> = {
  bindings: cBindings,
  operandAt: unary,
  signAt: ({ lexer: { text, start } }) => {
    const pair = text.slice(start, start + 2);
    return cBindings.has(pair) ? pair : pair[0];
  },
  take: ({ lexer }, operator) => {
    lexer.seek(lexer.start + operator.length);
    return true;
  },
  combine: (reading, operator, left, right) => {
    const divides = operator === '/' || operator === '%';
    return divides && right.kind === 'integer' && right.value === 0n
      ? fail(reading, messages.syntax.expected('a divisor', "'0'"))
      : combined(operator, left, right);
  },
};

function unary(reading: Reading): Value | undefined {
  const { lexer, depth } = reading;
  if (depth > MOST_DEPTH) return fail(reading, messages.syntax.tooDeep(MOST_DEPTH));
  const { word } = lexer;
  if (lexer.is('(')) {
    lexer.next();
    const isUnsigned = lexer.word === '.u64';
    const isCast = isUnsigned || lexer.word === '.s64';
    if (isCast) lexer.next();
    const inner = isCast ? undefined : deeper(reading, choice);
    if (!isCast && inner === undefined) return undefined;
    if (!lexer.is(')')) return fail(reading, expected(lexer, "')'"));
    lexer.next();
    if (inner !== undefined) return inner;
    const cast = deeper(reading, unary);
    return cast?.kind === 'integer' ? integer(cast.value, isUnsigned) : cast;
  }
  if (lexer.is('number')) return literal(lexer);
  if (word === 'WARP_SZ') {
    lexer.next();
    return integer(32n, false);
  }
  if (!['+', '-', '~', '!'].includes(word)) {
    const found = lexer.is('end') ? 'the end of the file' : `'${word}'`;
    return fail(reading, messages.syntax.expected('a number', found));
  }
  lexer.next();
  const value = deeper(reading, unary);
  if (value === undefined || word === '+') return value;
  if (word === '!') return truth(!isTrue(value));
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

const integer = (value: bigint, isUnsigned: boolean): Integer => ({
  kind: 'integer',
  value: isUnsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  isUnsigned,
});

const truth = (value: boolean): Value => integer(value ? 1n : 0n, false);

const isTrue = ({ value }: Value): boolean => Number(value) !== 0;

function combined(operator: COperator, left: Value, right: Value): Value {
  const isLogic = operator === '&&' || operator === '||';
  if (isLogic || left.kind === 'float' || right.kind === 'float')
    return ofFloats(operator, Number(left.value), Number(right.value));
  const isUnsigned = left.isUnsigned || right.isUnsigned || operator === '%';
  const [a, b] = [integer(left.value, isUnsigned).value, integer(right.value, isUnsigned).value];
  const shifts = operator === '<<' || operator === '>>';
  const value = bigints[operator](a, shifts ? b & 63n : b);
  return integer(value, isUnsigned && !isTruth(operator));
}

function ofFloats(operator: COperator, a: number, b: number): Value {
  if (isTruth(operator)) return truth(doubles[operator](a, b) !== 0);
  if (operator === '/') return { kind: 'float', value: a / b };
  const isSound = operator === '+' || operator === '-' || operator === '*';
  return { kind: 'float', value: isSound ? doubles[operator](a, b) : NaN };
}

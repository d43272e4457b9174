import { messages } from '../../base/messages.ts';
import { binaryAt, type BinaryGrammar, cBindings, type COperator } from '../../base/precedence.ts';
import type { Result } from '../../base/result.ts';
import { type Cursor, parseText } from '../text/cursor.ts';
import {
  type Definition,
  type Formula,
  type FormulaProgram,
  LIMIT,
  unaryOperators,
} from './formula.ts';

/** Levels of parentheses and operators. */
const DEEPEST = 100;

/** Words of one formula: a chain, `a + b + c`, is as deep as it is long. */
const MOST_WORDS = 1000;

/** Words that may be before a definition and mean nothing here. */
const typeWords: ReadonlySet<string> = new Set(
  'const constexpr static auto unsigned signed int long short char uint8_t uint16_t uint32_t int32_t size_t index_t'.split(
    ' ',
  ),
);

/** What a formula may use: names of numbers, and of tables. */
export interface Scope {
  readonly names: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

/** Reads definitions and formulas. `inputs` are the names that have values from outside. */
export function parseFormulas(text: string, inputs: readonly string[]): Result<FormulaProgram> {
  return parseText(text, { comments: false }, (cursor) => program(cursor, inputs, undefined));
}

/** Statements up to `close`, which is not taken; up to the end of the text when there is none. */
export function program(
  cursor: Cursor,
  inputs: readonly string[],
  close: string | undefined,
): FormulaProgram | undefined {
  const definitions: Definition[] = [];
  const names = new Set(inputs);
  const tables = new Set<string>();
  const atEnd = (): boolean =>
    cursor.peek().kind === 'end' || (close !== undefined && cursor.at(close));
  while (!atEnd()) {
    if (cursor.eat(';')) continue;
    if (!isDefinition(cursor)) {
      cursor.eat('return');
      const result = formula(cursor, { names, tables });
      if (result === undefined) return undefined;
      while (cursor.eat(';'));
      return atEnd() ? { definitions, result } : cursor.expected('the end after the result');
    }
    const made = definition(cursor, { names, tables });
    if (made === undefined) return undefined;
    if (names.has(made.name) || tables.has(made.name)) {
      return cursor.fail(messages.expression.definedTwice(made.name), made.span);
    }
    definitions.push(made);
    (made.kind === 'table' ? tables : names).add(made.name);
    if (!atEnd() && !cursor.at(';') && !cursor.peek().first) return cursor.expected("';'");
  }
  return { definitions };
}

function isDefinition(cursor: Cursor): boolean {
  const word = cursor.peek();
  if (word.kind !== 'name' || word.text === 'return') return false;
  return typeWords.has(word.text) || cursor.peek(1).text === '=';
}

function definition(cursor: Cursor, scope: Scope): Definition | undefined {
  while (typeWords.has(cursor.peek().text)) cursor.take();
  const name = cursor.name('a name');
  if (name === undefined) return undefined;
  const { start, end } = name;
  if (cursor.at('[')) {
    const values = tableValues(cursor);
    return values && { kind: 'table', name: name.text, values, span: { start, end } };
  }
  if (cursor.expect('=') === undefined) return undefined;
  const value = formula(cursor, scope);
  return value && { kind: 'formula', name: name.text, formula: value, span: { start, end } };
}

/** `[4] = {0, 1, 2, 3}`. */
function tableValues(cursor: Cursor): number[] | undefined {
  const bracket = cursor.take();
  let length: number | undefined;
  if (!cursor.at(']')) {
    const word = literal(cursor);
    if (word === undefined) return undefined;
    length = word.value;
  }
  const opened = cursor.expect(']') && cursor.expect('=') && cursor.expect('{');
  const values = opened && cursor.list('}', () => literal(cursor));
  if (values === undefined) return undefined;
  const { start } = bracket;
  if (length !== undefined && length !== values.length) {
    const message = messages.expression.tableLength(length, values.length);
    return cursor.fail(message, { start, end: cursor.lastEnd });
  }
  if (values.length === 0) return cursor.expected('a number');
  return values.map(({ value }) => value);
}

function literal(cursor: Cursor): { readonly value: number } | undefined {
  const word = cursor.number('a number');
  if (word === undefined) return undefined;
  return word.value < LIMIT ? word : cursor.fail(messages.expression.literal(word.text), word);
}

/** A formula at the cursor. */
export const formula = (cursor: Cursor, scope: Scope): Formula | undefined =>
  choice({ cursor, scope, last: cursor.taken + MOST_WORDS });

/** A formula that is being read. */
interface Reading {
  readonly cursor: Cursor;
  readonly scope: Scope;
  /** No word behind this one belongs to it. */
  readonly last: number;
}

function choice(reading: Reading): Formula | undefined {
  const { cursor } = reading;
  return cursor.deeper(DEEPEST, () => {
    const condition = binaryAt(operators, reading);
    if (condition === undefined || !cursor.eat('?')) return condition;
    const yes = choice(reading);
    if (yes === undefined || cursor.expect(':') === undefined) return undefined;
    const no = choice(reading);
    const span = { start: condition.span.start, end: no?.span.end ?? 0 };
    return no && { kind: 'choice', condition, yes, no, span };
  });
}

const operators: BinaryGrammar<Reading, Formula, COperator> = {
  bindings: cBindings,
  operandAt: unary,
  signAt: ({ cursor }) => cursor.operator(),
  take: ({ cursor, last }, operator) => {
    if (cursor.taken > last)
      return cursor.fail(messages.expression.tooLong(MOST_WORDS), cursor.peek());
    const { start, end } = cursor.takeOperator(operator);
    if (operator !== '/' || !cursor.at('/')) return true;
    return cursor.fail(messages.expression.doubleSlash(), { start, end: end + 1 });
  },
  combine: (_, operator, left, right) => {
    const span = { start: left.span.start, end: right.span.end };
    return { kind: 'binary', operator, left, right, span };
  },
  rightAt: (reading, least) =>
    reading.cursor.deeper(DEEPEST, () => binaryAt(operators, reading, least)),
};

function unary(reading: Reading): Formula | undefined {
  const { cursor } = reading;
  const { start, text } = cursor.peek();
  const operator = unaryOperators.find((candidate) => candidate === text);
  if (operator === undefined) return primary(reading);
  cursor.take();
  const of = cursor.deeper(DEEPEST, () => unary(reading));
  return of && { kind: 'unary', operator, of, span: { start, end: of.span.end } };
}

function primary(reading: Reading): Formula | undefined {
  const { cursor, scope } = reading;
  const word = cursor.peek();
  const span = { start: word.start, end: word.end };
  if (word.kind === 'number') {
    const number = literal(cursor);
    return number && { kind: 'number', value: number.value, span };
  }
  if (cursor.eat('(')) {
    const inner = choice(reading);
    return inner !== undefined && cursor.expect(')') !== undefined ? inner : undefined;
  }
  if (word.kind !== 'name') return cursor.expected('a number, a name or a parenthesis');
  cursor.take();
  if (scope.names.has(word.text)) return { kind: 'name', name: word.text, span };
  if (!scope.tables.has(word.text)) {
    const known = [...scope.names, ...scope.tables];
    return cursor.fail(messages.expression.unknownName(word.text, known), span);
  }
  if (cursor.expect('[') === undefined) return undefined;
  const index = choice(reading);
  if (index === undefined || cursor.expect(']') === undefined) return undefined;
  const end = cursor.lastEnd;
  return { kind: 'element', table: word.text, index, span: { start: word.start, end } };
}

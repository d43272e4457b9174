/** The small rules that every other rule uses: operands, symbols, numbers, strings, lists. */
import { messages } from '@ldscope/core';
import type { Message } from '@ldscope/core';
import type { Value } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { Token } from './lexer.ts';
import { sameType } from './names.ts';
import { printType } from './print-types.ts';
import type { State } from './state.ts';

const nobody: Value = { name: '', index: 0, group: 1, type: unknownType, definition: undefined };

/** Reads `%name` or `%name#1`. */
export function parseOperand(state: State): Value {
  const lexer = state.lexer;
  if (lexer.kind !== Token.value) {
    state.fail('a value');
    return nobody;
  }
  const name = state.text.slice(lexer.start + 1, lexer.nameEnd);
  const index = lexer.index < 0 ? 0 : lexer.index;
  const value = state.names.use(name, index, lexer.start, lexer.end);
  lexer.next();
  return value;
}

/** Reads `%name` as a value that an operation declares for its region. */
export function parseBinding(state: State, type: Type): Value {
  const { kind, start, nameEnd } = state.lexer;
  if (kind !== Token.value) {
    state.fail('a value');
    return { name: '', index: 0, group: 1, type, definition: undefined };
  }
  const name = state.text.slice(start + 1, nameEnd);
  state.lexer.next();
  return { name, index: 0, group: 1, type, definition: undefined };
}

/** Reads `%a, %b, ...` into a list; nothing when no value is there. */
export function parseOperands(state: State, into: Value[]): void {
  if (state.lexer.kind !== Token.value) return;
  do into.push(parseOperand(state));
  while (state.eat(Token.comma));
}

/** Reads `%a, %b, ...`; empty when no value is there. */
export function parseOperandList(state: State): Value[] {
  if (state.lexer.kind !== Token.value) return [];
  const first = parseOperand(state);
  if (!state.eat(Token.comma)) return [first];
  const second = parseOperand(state);
  if (!state.eat(Token.comma)) return [first, second];
  const values = [first, second];
  do values.push(parseOperand(state));
  while (state.eat(Token.comma));
  return values.slice();
}

const brackets = {
  '()': { open: Token.leftParen, close: Token.rightParen },
  '[]': { open: Token.leftBracket, close: Token.rightBracket },
} as const;

/** Reads `(a, b)` or `[a, b]`: what `item` reads of each, nothing when there are no brackets. */
export function parseList<T>(
  state: State,
  around: keyof typeof brackets,
  item: (state: State) => T,
): T[] {
  const { open, close } = brackets[around];
  if (!state.expect(open, `'${around[0]}'`) || state.eat(close)) return [];
  const items: T[] = [];
  do items.push(item(state));
  while (state.eat(Token.comma));
  state.expect(close, `'${around[1]}'`);
  return items;
}

/** Reads types with commas between them; at least one. */
export function parseTypes(state: State): Type[] {
  const types: Type[] = [];
  do types.push(state.grammar.type(state));
  while (state.eat(Token.comma));
  return types;
}

/** Reads an integer without its sign. */
function parseInteger(state: State): bigint {
  if (state.lexer.kind !== Token.integer) {
    state.fail('an integer');
    return 0n;
  }
  const value = wholeNumber(state.lexer.slice());
  state.lexer.next();
  return value;
}

/** The integer that digits write; those of a few come by way of a number, which is faster. */
export function wholeNumber(digits: string): bigint {
  return BigInt(digits.length <= 15 ? Number(digits) : digits);
}

/** Reads an integer with an optional minus. */
export function parseSignedInteger(state: State): bigint {
  const negative = state.eat(Token.minus);
  const value = parseInteger(state);
  return negative ? -value : value;
}

/** Reads a size, a stride or an offset: an integer that a number holds exactly. */
export function parseSize(state: State): number {
  const { start } = state.lexer;
  const value = Number(parseSignedInteger(state));
  return exact(state, value, start);
}

/** The number itself, or 0 and a diagnostic when it is too large to be exact. */
export function exact(state: State, value: number, start: number): number {
  if (Number.isSafeInteger(value)) return value;
  const end = Math.max(state.lexer.previousEnd, start + 1);
  state.report(messages.syntax.tooLarge(state.text.slice(start, end)), start, end);
  return 0;
}

/** A number where it is exact, else the bigint. */
export function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The content of a string literal: `\n`, `\t`, `\\`, `\"` and two hexadecimal digits are escapes. */
export function unescape(literal: string): string {
  if (!literal.includes('\\')) return literal;
  return literal.replaceAll(/\\([0-9A-Fa-f]{2}|.)/gs, (_, escape: string) => {
    if (escape.length === 2) return String.fromCharCode(Number.parseInt(escape, 16));
    if (escape === 'n') return '\n';
    if (escape === 't') return '\t';
    return escape;
  });
}

/** Reads `"text"`. */
export function parseString(state: State): string {
  const lexer = state.lexer;
  if (lexer.kind !== Token.string) {
    state.fail('a string');
    return '';
  }
  const text = unescape(state.text.slice(lexer.start + 1, lexer.end - 1));
  lexer.next();
  return text;
}

/** Reads `@name` or `@"name"`, without the `@`. */
export function parseSymbolName(state: State): string {
  const lexer = state.lexer;
  if (lexer.kind !== Token.symbol) {
    state.fail('a symbol');
    return '';
  }
  const quoted = state.text.charCodeAt(lexer.start + 1) === 0x22;
  const name = quoted
    ? unescape(state.text.slice(lexer.start + 2, lexer.end - 1))
    : state.text.slice(lexer.start + 1, lexer.end);
  lexer.next();
  return name;
}

/** Reads `loc(...)` when it is there: the part in parentheses. */
export function parseLocation(state: State): string | undefined {
  if (!state.atWord('loc') || !state.touches('(')) return undefined;
  const open = state.lexer.end;
  return state.balanced(open, open)?.slice(1, -1);
}

/** Takes the type that a use gives a value: fills it in where it is unknown, else compares. */
export function applyType(state: State, value: Value, type: Type, at: number): void {
  const known = value.type;
  if (known === type) return;
  if (known === unknownType) {
    value.type = type;
    return;
  }
  if (value.name === '' || sameType(known, type)) return;
  if (value.definition?.syntax === 'opaque') {
    // That type was a guess from the text of an operation that we do not know.
    value.type = type;
    return;
  }
  state.report(
    messages.syntax.typeMismatch(value.name, printType(known), printType(type)),
    at,
    state.lexer.previousEnd,
  );
}

/**
 * Reads types with commas between them, one for each of the values, which are told theirs; nothing when
 * there are no values. A list of another length is reported.
 */
export function parseTypesOf(
  state: State,
  values: readonly Value[],
  parse: (state: State) => Type = state.grammar.type,
): void {
  if (values.length === 0) return;
  const from = state.lexer.start;
  let count = 0;
  do {
    const at = state.lexer.start;
    const type = parse(state);
    const value = values[count++];
    if (value !== undefined && !state.failed) applyType(state, value, type, at);
  } while (state.eat(Token.comma));
  checkCount(state, values.length, count, from);
}

export const countMessage = (wanted: number, found: number): Message =>
  messages.syntax.operandCount('the list of types', wanted, found);

/** Reports a list of types that has not as many as there are values. */
export function checkCount(state: State, wanted: number, found: number, at: number): boolean {
  if (wanted !== found && !state.failed) {
    state.report(countMessage(wanted, found), at, state.lexer.previousEnd);
  }
  return wanted === found;
}

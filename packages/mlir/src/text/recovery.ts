/**
 * Operations that are kept as text: those whose syntax we do not know, and those that are wrong.
 *
 *     %r = somebody.else %a { ... } : i32       name, text ` %a { ... } : i32`, operands [%a]
 */
import { skipBrackets, skipOperation, tooDeep } from './balanced.ts';
import { Lexer, Token } from './lexer.ts';
import type { Draft, State } from './state.ts';
import type { TypeBuffer } from './type-buffer.ts';
import { namedType } from './types.ts';
import { unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';

/** Takes an operation without known syntax as text, up to the end of its line or its last bracket. */
export function parseOpaque(
  state: State,
  operation: Draft,
  types: TypeBuffer,
  count: number,
): void {
  const lexer = state.lexer;
  const from = lexer.end;
  const end = skipOperation(state.text, from);
  if (end < 0) {
    if (end === tooDeep) state.failTooDeep();
    else state.failUnclosed(lexer.slice(), 'bracket', lexer.start);
    return;
  }
  const place = trailingLocation(state.text, from, end);
  keepText(state, operation, from, place);
  if (place < end)
    operation.location = state.text.slice(state.text.indexOf('(', place) + 1, end - 1);
  const type = trailingType(state, place) ?? unknownType;
  for (let i = 0; i < count; i++) types.push(count === 1 ? type : unknownType);
  lexer.moveTo(end);
  lexer.previousEnd = end;
}

/** Where ` loc(...)` begins that ends an operation at `end`; `end` where there is none. */
function trailingLocation(text: string, from: number, end: number): number {
  if (text[end - 1] !== ')') return end;
  for (
    let at = text.lastIndexOf(' loc(', end);
    at >= from;
    at = text.lastIndexOf(' loc(', at - 1)
  ) {
    const close = skipBrackets(text, at + 4, end);
    if (close === end) return at;
    // Before a bracket that is closed earlier there is no location that goes on to the end.
    if (close > 0) return end;
  }
  return end;
}

/** Makes an operation opaque: its text, and the values that the text mentions. */
function keepText(state: State, operation: Draft, from: number, end: number): void {
  operation.syntax = 'opaque';
  operation.text = state.text.slice(from, end);
  operation.operands.length = 0;
  operation.attributes.clear();
  operation.successors = [];
  // Names that regions inside the text define are not ours.
  const inner = operation.text.includes('{') || state.failed;
  const lexer = new Lexer(operation.text);
  for (; lexer.kind !== Token.end; lexer.next()) {
    if (lexer.kind !== Token.value) continue;
    const name = operation.text.slice(lexer.start + 1, lexer.nameEnd);
    const index = Math.max(lexer.index, 0);
    const value =
      inner || state.closed
        ? state.names.find(name, index)
        : state.names.use(name, index, from + lexer.start, from + lexer.end);
    if (value !== undefined && !operation.operands.includes(value)) operation.operands.push(value);
  }
}

/** The type behind the last ` : `, `to` or `->` of an opaque operation, when it is a plain one. */
function trailingType(state: State, end: number): Type | undefined {
  const line = state.text.slice(Math.max(0, end - 256), end);
  const match = /(?:: |-> |to )([a-z]\w*|![\w.]+)$/.exec(line);
  if (match === null) return undefined;
  const word = match[1] ?? '';
  if (word.startsWith('!')) return word.includes('.') ? { kind: 'opaque', text: word } : undefined;
  return namedType(word);
}

/**
 * Leaves an operation that could not be read. Regions are kept; the rest becomes text. The lexer goes to the next operation.
 */
export function recover(state: State, operation: Draft, nameStart: number): void {
  const lexer = state.lexer;
  const at = Math.max(state.failedAt, nameStart);
  const structured = operation.regions.length > 0;
  let end = state.closed ? -1 : skipOperation(state.text, structured ? at : nameStart, at);
  if (end < 0 && !state.closed) {
    const line = state.text.indexOf('\n', at);
    end = line < 0 ? state.text.length : line;
  }
  if (!structured && operation.name !== '') {
    const from = nameEnd(state, nameStart);
    if (end >= from) keepText(state, operation, from, end);
    else operation.name = '';
  }
  if (state.closed || end >= state.text.length) {
    lexer.stop();
    lexer.previousEnd = state.text.length;
    state.failed = state.closed;
    return;
  }
  state.failed = false;
  // A bracket without a partner, at the place of the error, must not stop us here for ever.
  const next = end > nameStart || state.text[end] === '}' ? end : end + 1;
  lexer.moveTo(next);
  lexer.previousEnd = end;
}

/** Where the name of an operation ends, quoted or not. */
function nameEnd(state: State, nameStart: number): number {
  const match = /"[^"\n]*"|[\w.$]*/y;
  match.lastIndex = nameStart;
  return nameStart + (match.exec(state.text)?.[0].length ?? 0);
}

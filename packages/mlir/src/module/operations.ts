/**
 * Reads operations.
 *
 *     %r = arith.addi %a, %b : i32                                     custom: by its syntax
 *     %r = "arith.addi"(%a, %b) <{...}> ({...}) {...} : (i32, i32) -> i32       generic
 *     %r = somebody.else %a { ... } : i32                              opaque: kept word for word
 *
 * An operation that cannot be read is reported, kept as opaque text, and its results are defined with
 * an unknown type, so that one mistake does not make a second one out of every use.
 */
import { messages } from '@ldscope/core';
import { findOperation } from '../dialects/index.ts';
import { AttributeMap } from '../ir/attribute-map.ts';
import type { Operation, Region, Successor } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import { parseGeneric } from './generic.ts';
import { Token } from '../text/lexer.ts';
import { parseLocation } from '../text/pieces.ts';
import { parseOpaque, recover } from '../text/recovery.ts';
import type { Draft, State } from '../text/state.ts';
import type { TypeBuffer } from '../text/type-buffer.ts';

/** Names that are written without their dialect. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['module', 'builtin.module'],
  ['unrealized_conversion_cast', 'builtin.unrealized_conversion_cast'],
  ['return', 'func.return'],
  ['call', 'func.call'],
  ['call_indirect', 'func.call_indirect'],
  ['constant', 'func.constant'],
]);

/** Most operations have neither: they share the empty lists. */
const noRegions: readonly Region[] = [];
const noSuccessors: readonly Successor[] = [];

/** The most results that `%a:n` may stand for. */
const largestGroup = 65_536;

/** Names of results before `=`: `%a, %b:2` is two names for three results. */
interface ResultNames {
  readonly name: string;
  count: number;
  /** The text behind the first name. */
  readonly more: { readonly name: string; readonly count: number }[] | undefined;
  total: number;
  readonly start: number;
  readonly end: number;
}

export function parseOperation(state: State, into: Operation[]): void {
  const lexer = state.lexer;
  const start = lexer.start;
  const named = lexer.kind === Token.value ? parseResultNames(state) : undefined;
  const nameStart = lexer.start;
  const span = { start, end: start };
  const operation: Draft = {
    name: '',
    operands: [],
    results: [],
    attributes: new AttributeMap(),
    regions: noRegions,
    successors: noSuccessors,
    syntax: 'custom',
    text: undefined,
    location: undefined,
    properties: undefined,
    span,
  };
  const types = state.takeBuffer();
  let known = true;
  if (!state.failed) {
    const total = named === undefined ? 0 : named.total;
    if (lexer.kind === Token.string) parseGeneric(state, operation, types);
    else if (lexer.kind === Token.word) known = parseCustom(state, operation, types, total);
    else state.fail(named === undefined ? 'an operation' : 'the name of an operation');
  }
  if (known && !state.failed) {
    if (lexer.kind === Token.word) operation.location = parseLocation(state);
    if (named !== undefined && named.total !== types.length) {
      const message = messages.syntax.resultCount(operation.name, types.length, named.total);
      state.report(message, named.start, named.end);
    }
  }
  if (state.failed) recover(state, operation, nameStart);
  span.end = Math.max(lexer.previousEnd, start);
  if (operation.name !== '') into.push(operation);
  if (named !== undefined) defineResults(state, operation, types, named);
  else if (types.length > 0) {
    operation.results = state.names.defineResults('', types.toArray(), operation, 0, 0);
  }
  state.giveBuffer();
}

function parseResultNames(state: State): ResultNames {
  const lexer = state.lexer;
  const { start, end } = lexer;
  const name = state.text.slice(start + 1, lexer.nameEnd);
  const count = parseCount(state);
  if (!state.failed && state.lexer.kind === Token.equal) {
    lexer.next();
    return { name, count, more: undefined, total: count, start, end };
  }
  const names: ResultNames = { name, count, more: [], total: count, start, end };
  while (state.eat(Token.comma)) {
    if (state.lexer.kind !== Token.value) {
      state.fail('the name of a result');
      return names;
    }
    const following = state.text.slice(lexer.start + 1, lexer.nameEnd);
    const size = parseCount(state);
    names.more?.push({ name: following, count: size });
    names.total += size;
  }
  state.expect(Token.equal, "'='");
  return names;
}

/** Reads the `:2` behind the name that the lexer is at. */
function parseCount(state: State): number {
  const lexer = state.lexer;
  lexer.next();
  if (lexer.kind !== Token.colon) return 1;
  lexer.next();
  const count = state.lexer.kind === Token.integer ? Number(lexer.slice()) : 0;
  if (count < 1 || count > largestGroup) {
    state.fail('a number of results');
    return 1;
  }
  lexer.next();
  return count;
}

/** Defines what is named; a type that is missing is unknown, one too many is dropped. */
function defineResults(
  state: State,
  operation: Draft,
  types: TypeBuffer,
  { name, count, more, total, start, end }: ResultNames,
): void {
  while (types.length < total) types.push(unknownType);
  if (total === 1) {
    const type = types.at(0) ?? unknownType;
    operation.results = state.names.defineResult(name, type, operation, start, end);
    return;
  }
  let values = state.names.defineResults(name, types.slice(0, count), operation, start, end);
  let at = count;
  for (const following of more ?? []) {
    const part = types.slice(at, at + following.count);
    const group = state.names.defineResults(following.name, part, operation, start, end);
    values = [...values, ...group];
    at += following.count;
  }
  operation.results = values;
}

/** False when the operation is not known; it is then complete, as text. */
function parseCustom(state: State, operation: Draft, types: TypeBuffer, named: number): boolean {
  const lexer = state.lexer;
  const word = lexer.slice();
  const known = findOperation(word) ?? findOperation(shortNames.get(word) ?? '');
  if (known !== undefined) {
    operation.name = known.name;
    const { start } = lexer;
    const reported = state.diagnostics.length;
    lexer.next();
    known.syntax.parse(state, operation, types);
    if (
      state.failed &&
      known.syntax.changesWithVersions === true &&
      state.retreat(start, reported)
    ) {
      types.length = 0;
      operation.regions = noRegions;
      parseOpaque(state, operation, types, named);
      return false;
    }
    // A copy has no spare room, unlike a list that grew.
    if (operation.operands.length > 3) operation.operands = operation.operands.slice();
    return true;
  }
  if (!word.includes('.')) {
    state.fail('an operation');
    return true;
  }
  operation.name = word;
  parseOpaque(state, operation, types, named);
  return false;
}

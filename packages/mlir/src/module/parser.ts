/**
 * Reads a file of MLIR.
 *
 *     parseModule('func.func @f() { return }').module.operations[0].name   // 'func.func'
 *
 * Never throws on a text: what is wrong becomes a diagnostic, what is right is kept.
 */
import { messages } from '@ldscope/core';
import type { Diagnostic } from '@ldscope/core';
import { findSyntax } from '../dialects/index.ts';
import type { Module, Operation } from '../ir/ir.ts';
import { parseAttribute } from '../text/attributes.ts';
import { skipOperation } from '../text/balanced.ts';
import { Token } from '../text/lexer.ts';
import { parseOperation } from './operations.ts';
import { regionRule } from '../text/regions.ts';
import { State } from '../text/state.ts';
import { parseType } from '../text/types.ts';

const grammar = {
  type: parseType,
  attribute: parseAttribute,
  region: regionRule(parseOperation),
  defaults: (name: string) => findSyntax(name)?.defaults ?? [],
};

export interface ParseResult {
  readonly module: Module;
  /** In order of the text; empty when the whole file was understood. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads MLIR as text, custom or generic. Never throws on an input: what is wrong is in `diagnostics`, what was right is in
 * `module`.
 */
export function parseModule(text: string): ParseResult {
  const state = new State(text, grammar);
  const operations: Operation[] = [];
  let resources: string | undefined;
  // Other control characters are met by the lexer, unless they are in text that is kept as it is.
  const strange = text.indexOf('\u0000');
  if (strange >= 0) {
    state.report(messages.syntax.notText(), strange, strange + 1);
    state.close();
  }
  const lexer = state.lexer;
  while (lexer.kind !== Token.end) {
    if (lexer.kind === Token.attribute || lexer.kind === Token.type) parseAlias(state);
    else if (lexer.kind === Token.resources) resources = parseResources(state);
    else parseTopLevel(state, operations);
  }
  if (!state.closed) state.names.finish();
  if (operations.length === 0 && state.diagnostics.length === 0) {
    state.report(messages.syntax.empty(), 0, 0);
  }
  const { attributeAliases, typeAliases } = state;
  const diagnostics = state.diagnostics.toSorted(
    (a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0),
  );
  return { module: { operations, attributeAliases, typeAliases, resources }, diagnostics };
}

/** Reads an operation outside all regions, where a closing bracket is one too many. */
function parseTopLevel(state: State, operations: Operation[]): void {
  const lexer = state.lexer;
  if (lexer.kind === Token.rightBrace) {
    state.report(messages.syntax.expected('an operation', "'}'"), lexer.start, lexer.end);
    lexer.next();
    return;
  }
  const start = lexer.start;
  parseOperation(state, operations);
  if (lexer.kind !== Token.end && lexer.start === start) lexer.next();
}

/** Reads `#name = attribute` or `!name = type`. */
function parseAlias(state: State): void {
  const lexer = state.lexer;
  const { start, end, kind } = lexer;
  const name = state.text.slice(start + 1, end);
  const sort = kind === Token.attribute ? state.attributeAliases : state.typeAliases;
  lexer.next();
  if (state.expect(Token.equal, "'='")) {
    if (sort.has(name)) {
      state.report(messages.syntax.redefinedAlias(state.text.slice(start, end)), start, end);
    }
    // The word `type` before the type is an older spelling.
    if (kind === Token.type && state.atWord('type')) lexer.next();
    if (kind === Token.attribute) {
      const attribute = parseAttribute(state);
      if (!state.failed) state.attributeAliases.set(name, attribute);
    } else {
      const type = parseType(state);
      if (!state.failed) state.typeAliases.set(name, type);
    }
  }
  if (!state.failed || state.closed) return;
  const after = skipOperation(state.text, start, state.failedAt);
  const line = state.text.indexOf('\n', state.failedAt);
  state.failed = false;
  lexer.moveTo(after >= 0 ? after : line < 0 ? state.text.length : line);
}

/** Takes the `{-# ... #-}` section. */
function parseResources(state: State): string | undefined {
  const lexer = state.lexer;
  const start = lexer.start;
  const close = state.text.indexOf('#-}', start);
  if (close < 0) {
    state.failUnclosed('{-#', '#-}', start);
    return undefined;
  }
  lexer.moveTo(close + 3);
  return state.text.slice(start, close + 3);
}

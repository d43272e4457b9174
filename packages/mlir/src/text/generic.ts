/**
 * Reads the generic form of an operation, which every operation has.
 *
 *     "cf.cond_br"(%c, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
 */
import { messages } from '@ldscope/core';
import { findSyntax } from '../dialects/index.ts';
import { isolatedOperations } from '../ir/traits.ts';
import { unknownType } from '../ir/types.ts';
import { parseDictionary, parseEntries } from './attributes.ts';
import { Token } from './lexer.ts';
import { applyType, parseList, parseOperands, parseString } from './pieces.ts';
import { parseSuccessor } from './regions.ts';
import { addRegion } from './state.ts';
import type { Draft, State } from './state.ts';
import type { TypeBuffer } from './type-buffer.ts';
import { parseResultTypes, parseTypeList } from './types.ts';

export function parseGeneric(state: State, operation: Draft, types: TypeBuffer): void {
  const lexer = state.lexer;
  operation.name = parseString(state);
  operation.syntax = 'generic';
  if (!state.expect(Token.leftParen, "'('")) return;
  parseOperands(state, operation.operands);
  state.expect(Token.rightParen, "')'");
  if (state.eat(Token.leftBracket)) {
    parseList(state, Token.rightBracket, "']'", () => parseSuccessor(state, operation));
  }
  if (state.eat(Token.less)) {
    parseProperties(state, operation);
    state.expect(Token.greater, "'>'");
  }
  if (lexer.kind === Token.leftParen) {
    lexer.next();
    const isolated = isolatedOperations.has(operation.name);
    parseList(state, Token.rightParen, "')'", () =>
      addRegion(operation, state.grammar.region(state, { isolated })),
    );
  }
  if (lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  state.expect(Token.colon, "':'");
  if (state.failed) return;
  const at = lexer.start;
  const inputs = parseTypeList(state);
  state.expect(Token.arrow, "'->'");
  if (state.failed) return;
  types.pushAll(parseResultTypes(state));
  const { operands } = operation;
  if (inputs.length !== operands.length) {
    const message = messages.syntax.operandCount(operation.name, operands.length, inputs.length);
    state.report(message, at, lexer.previousEnd);
    return;
  }
  for (const [i, value] of operands.entries())
    applyType(state, value, inputs[i] ?? unknownType, at);
  if (operation.successors.length > 0) distribute(operation);
}

/** Moves the operands of a branch that belong to its successors there. */
function distribute(operation: Draft): void {
  const branch = findSyntax(operation.name)?.successors;
  const { operands, successors, attributes } = operation;
  if (branch === undefined || successors.some((successor) => successor.operands.length > 0)) return;
  const sizes = attributes.get('operandSegmentSizes');
  const given = sizes?.kind === 'dense_array' ? sizes.values.map(Number).slice(1) : [];
  const counts = branch.segments ? given : [operands.length - branch.before];
  const total = counts.reduce((sum, count) => sum + count, branch.before);
  if (counts.length !== successors.length || total !== operands.length) return;
  const values = operands.splice(branch.before);
  let at = 0;
  for (const [i, { operands: list }] of successors.entries()) {
    const count = counts[i] ?? 0;
    list.push(...values.slice(at, at + count));
    at += count;
  }
  if (branch.segments) attributes.delete('operandSegmentSizes');
}

/** Reads `{a = 1}` of `<{a = 1}>`; the names are remembered, so that they are printed there again. */
function parseProperties(state: State, operation: Draft): void {
  if (!state.expect(Token.leftBrace, "'{'")) return;
  parseEntries(state, operation.attributes);
  operation.properties = new Set(operation.attributes.keys());
  state.expect(Token.rightBrace, "'}'");
}

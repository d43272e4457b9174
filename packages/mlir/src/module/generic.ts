/**
 * Reads the generic form of an operation, which every operation has.
 *
 *     "cf.cond_br"(%c, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
 */
import { messages } from '@ldscope/core';
import { findSyntax } from '../dialects/index.ts';
import { isIsolated } from '../rows/facts.ts';
import { unknownType } from '../ir/types.ts';
import { parseDictionary, parseEntries } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperands, parseString } from '../text/pieces.ts';
import { parseSuccessor } from '../text/regions.ts';
import { addRegion } from '../text/state.ts';
import type { Draft, State } from '../text/state.ts';
import type { TypeBuffer } from '../text/type-buffer.ts';
import { parseResultTypes, parseTypeList } from '../text/types.ts';

export function parseGeneric(state: State, operation: Draft, types: TypeBuffer): void {
  const lexer = state.lexer;
  operation.name = parseString(state);
  operation.syntax = 'generic';
  if (!state.expect(Token.leftParen, "'('")) return;
  parseOperands(state, operation.operands);
  state.expect(Token.rightParen, "')'");
  if (lexer.kind === Token.leftBracket) {
    parseList(state, '[]', () => parseSuccessor(state, operation));
  }
  if (state.eat(Token.less)) {
    parseProperties(state, operation);
    state.expect(Token.greater, "'>'");
  }
  if (lexer.kind === Token.leftParen) {
    const isolated = isIsolated(operation);
    parseList(state, '()', () => addRegion(operation, state.grammar.region(state, { isolated })));
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
  // Attributes that custom syntax leaves out are not kept, so that both forms are the same object.
  if (operation.regions.length > 0 && findSyntax(operation.name)?.impliedRegion === true) {
    operation.regions = [];
    operation.attributes.delete('linalg.memoized_indexing_maps');
  }
  const { successors } = operation;
  if (successors.length === 0 || successors.some((each) => each.operands.length > 0)) return;
  findSyntax(operation.name)?.successors?.split(operation);
}

/** Reads `{a = 1}` of `<{a = 1}>`; the names are remembered, so that they are printed there again. */
function parseProperties(state: State, operation: Draft): void {
  if (!state.expect(Token.leftBrace, "'{'")) return;
  parseEntries(state, operation.attributes);
  operation.properties = new Set(operation.attributes.keys());
  state.expect(Token.rightBrace, "'}'");
}

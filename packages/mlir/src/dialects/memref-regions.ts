/**
 * Operations of `memref` whose syntax the format language cannot express.
 *
 *     %r = memref.alloca_scope -> (f32) { ... memref.alloca_scope.return %x : f32 }
 *     %r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> { ^bb0(%old: f32): ... }
 *     memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
 */

import type { Operation, Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { elementType } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseOperands, parseSignedInteger } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { Draft, State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseResultTypes, parseType } from '../text/types.ts';
import { printResults } from './loops.ts';

const i32 = builtinType('i32');

export const allocaScope: OperationSyntax = {
  parse: (state, operation, results) => {
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (state.failed) return;
    const terminator = 'memref.alloca_scope.return';
    addRegion(operation, state.grammar.region(state, results.length === 0 ? { terminator } : {}));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { results, regions, attributes } = operation;
    const [body] = regions;
    if (body === undefined) return false;
    writer.write(`${printResults(results)} `);
    const terminator = 'memref.alloca_scope.return';
    writer.region(operation, body, results.length === 0 ? { terminator } : {});
    writer.dictionary(attributes, () => false);
    return true;
  },
};

/** Reads `[%i, %j]`. */
function parseIndices(state: State, into: Value[]): void {
  if (state.expect(Token.leftBracket, "'['")) parseOperands(state, into);
  state.expect(Token.rightBracket, "']'");
}

export const genericAtomic: OperationSyntax = {
  parse: (state, operation, results) => {
    const memref = parseOperand(state);
    operation.operands.push(memref);
    parseIndices(state, operation.operands);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    if (state.failed) return;
    const type = parseType(state);
    applyType(state, memref, type, at);
    results.push(elementType(type));
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, {}));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const [memref, ...indices] = operation.operands;
    const [body] = operation.regions;
    if (memref === undefined || body === undefined) return false;
    writer.write(
      ` ${writer.value(memref)}[${writer.values(indices)}] : ${printType(memref.type)} `,
    );
    writer.region(operation, body);
    writer.dictionary(operation.attributes, () => false);
    return true;
  },
};

/** Reads `read, locality<3>, data`. */
export function parsePrefetchKind(state: State, { attributes }: Draft): void {
  const writes = state.eatWord('write');
  if (!writes) state.expectWord('read');
  attributes.set('isWrite', { kind: 'bool', value: writes });
  state.expect(Token.comma, "','");
  state.expectWord('locality');
  state.expect(Token.less, "'<'");
  const value = parseSignedInteger(state);
  attributes.set('localityHint', { kind: 'integer', value, type: i32 });
  state.expect(Token.greater, "'>'");
  state.expect(Token.comma, "','");
  const data = state.eatWord('data');
  if (!data) state.expectWord('instr');
  attributes.set('isDataCache', { kind: 'bool', value: data });
}

/** `read, locality<3>, data`. */
export function printPrefetchKind({ attributes }: Operation): string | undefined {
  const write = attributes.get('isWrite');
  const locality = attributes.get('localityHint');
  const data = attributes.get('isDataCache');
  if (write?.kind !== 'bool' || locality?.kind !== 'integer' || data?.kind !== 'bool')
    return undefined;
  return `${write.value ? 'write' : 'read'}, locality<${locality.value}>, ${data.value ? 'data' : 'instr'}`;
}

export const prefetchAttributes: readonly string[] = ['isWrite', 'localityHint', 'isDataCache'];

export const prefetch: OperationSyntax = {
  parse: (state, operation) => {
    const memref = parseOperand(state);
    operation.operands.push(memref);
    parseIndices(state, operation.operands);
    state.expect(Token.comma, "','");
    parsePrefetchKind(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    if (!state.failed) applyType(state, memref, parseType(state), at);
  },
  print: (writer, operation) => {
    const [memref, ...indices] = operation.operands;
    const kind = printPrefetchKind(operation);
    if (memref === undefined || kind === undefined) return false;
    writer.write(` ${writer.value(memref)}[${writer.values(indices)}], ${kind}`);
    writer.dictionary(operation.attributes, (name) => prefetchAttributes.includes(name));
    writer.write(` : ${printType(memref.type)}`);
    return true;
  },
  properties: prefetchAttributes,
};

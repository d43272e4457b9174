/**
 * `gpu.warp_execute_on_lane_0(%lane)[32] args(%x : vector<4xf32>) -> (vector<1xf32>) { ... gpu.yield ... }`: what
 * one lane does for all. Without results the terminator goes without saying.
 */
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseOperands, parseSignedInteger } from '../text/pieces.ts';
import { addRegion } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseResultTypes, parseType } from '../text/types.ts';
import { printResults } from './loops.ts';

const index = builtinType('index');
const i64 = builtinType('i64');
const terminator = 'gpu.yield';

export const warpExecute: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    state.expect(Token.leftParen, "'('");
    const at = state.lexer.start;
    const lane = parseOperand(state);
    applyType(state, lane, index, at);
    operands.push(lane);
    state.expect(Token.rightParen, "')'");
    state.expect(Token.leftBracket, "'['");
    const value = parseSignedInteger(state);
    attributes.set('warp_size', { kind: 'integer', value, type: i64 });
    state.expect(Token.rightBracket, "']'");
    if (state.eatWord('args')) {
      state.expect(Token.leftParen, "'('");
      parseOperands(state, operands);
      state.expect(Token.colon, "':'");
      for (const [i, operand] of operands.entries()) {
        if (i === 0) continue;
        if (i > 1) state.expect(Token.comma, "','");
        const place = state.lexer.start;
        if (!state.failed) applyType(state, operand, parseType(state), place);
      }
      state.expect(Token.rightParen, "')'");
    }
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (state.failed) return;
    const options = results.length === 0 ? { terminator } : {};
    addRegion(operation, state.grammar.region(state, options));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, results, regions } = operation;
    const [lane, ...rest] = operands;
    const [body] = regions;
    const size = attributes.get('warp_size');
    if (lane === undefined || body === undefined || size?.kind !== 'integer') return false;
    writer.write(`(${writer.value(lane)})[${size.value}]`);
    if (rest.length > 0) writer.write(` args(${writer.values(rest)} : ${writer.types(rest)})`);
    writer.write(`${printResults(results)} `);
    writer.region(operation, body, results.length === 0 ? { terminator } : {});
    writer.dictionary(attributes, (name) => name === 'warp_size');
    return true;
  },
  properties: ['warp_size'],
};

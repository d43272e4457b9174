/**
 * `arith.select`: the type of the condition is written only when it is not `i1`.
 *
 *     arith.select %c, %a, %b : f32
 *     arith.select %m, %a, %b : vector<4xi1>, vector<4xf32>
 */
import { resolveType } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';

const i1 = builtinType('i1');

export const select: OperationSyntax = {
  parse: (state, operation, results) => {
    const condition = parseOperand(state);
    state.expect(Token.comma, "','");
    const left = parseOperand(state);
    state.expect(Token.comma, "','");
    const right = parseOperand(state);
    operation.operands.push(condition, left, right);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    const first = parseType(state);
    const masked = state.eat(Token.comma);
    const mask = masked ? first : i1;
    const type = masked ? parseType(state) : first;
    if (state.failed) return;
    applyType(state, condition, mask, at);
    applyType(state, left, type, at);
    applyType(state, right, type, at);
    results.push(type);
  },
  print: (writer, { operands, attributes, results }) => {
    const [condition] = operands;
    const result = results[0];
    if (operands.length !== 3 || condition === undefined || result === undefined) return false;
    writer.write(` ${writer.values(operands)}`);
    writer.dictionary(attributes, () => false);
    const mask = resolveType(condition.type);
    writer.write(mask.kind === 'integer' ? ' : ' : ` : ${printType(condition.type)}, `);
    writer.write(printType(result.type));
    return true;
  },
};

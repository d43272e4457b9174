/**
 * `vector.mask %m, %passthru { vector.transfer_read ... } : vector<4xi1> -> vector<4xf32>`: one operation that
 * works only where the mask is set. Its terminator, `vector.yield` of the results of the operation, is not written.
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import { unknownType } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { parseResultTypes, parseType } from '../text/types.ts';

export const mask: OperationSyntax = {
  parse: (state, operation, results) => {
    const condition = parseOperand(state);
    const passthru = state.eat(Token.comma) ? parseOperand(state) : undefined;
    operation.operands = passthru === undefined ? [condition] : [condition, passthru];
    if (state.failed) return;
    const region = state.grammar.region(state, { block: true });
    operation.regions = [region];
    const body = region.blocks[0]?.operations;
    const last = body?.at(-1);
    if (body !== undefined && last?.name !== 'vector.yield') {
      const at = state.lexer.previousEnd;
      body.push({
        name: 'vector.yield',
        operands: last === undefined ? [] : [...last.results],
        results: [],
        attributes: new AttributeMap(),
        regions: [],
        successors: [],
        syntax: 'custom',
        text: undefined,
        location: undefined,
        properties: undefined,
        span: { start: at, end: at },
      });
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    if (state.failed) return;
    applyType(state, condition, parseType(state), at);
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (passthru !== undefined) applyType(state, passthru, results.at(0) ?? unknownType, at);
  },
  print: (writer, operation) => {
    const { operands, results, regions, attributes } = operation;
    const [condition] = operands;
    const body = regions[0];
    const operations = body?.blocks[0]?.operations ?? [];
    const [only, end] = operations;
    if (condition === undefined || body === undefined || body.blocks.length !== 1) return false;
    if (operations.length > 2 || end?.name !== 'vector.yield') {
      if (operations.length !== 1 || only?.name !== 'vector.yield' || only.operands.length > 0)
        return false;
    }
    const yielded = end?.operands ?? [];
    if (yielded.some((value, i) => value !== only?.results[i])) return false;
    if (only !== undefined && end !== undefined && yielded.length !== only.results.length)
      return false;
    writer.write(` ${writer.values(operands)} { `);
    if (only !== undefined && end !== undefined) writer.operation(operation, only);
    writer.write(' }');
    writer.dictionary(attributes, () => false);
    writer.write(` : ${printType(condition.type)}`);
    if (results.length > 0) writer.write(` -> ${writer.types(results)}`);
    return true;
  },
};

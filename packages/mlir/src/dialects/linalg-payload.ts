/**
 * `linalg.map` and `linalg.reduce`: a body that is one operation may be written as its name.
 *
 *     linalg.map { arith.addf } ins(%a, %b : ...) outs(%c : ...)
 *     linalg.reduce ins(%a : ...) outs(%b : ...) dimensions = [1] (%x: f32, %sum: f32) { ... }
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import { createBlock, createBlockArgument, createOperation } from '../ir/build.ts';
import type { Block, Operation, Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { commonCodecs } from '../text/codecs.ts';
import { elementType } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { parseList } from '../text/pieces.ts';
import { printAttribute } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { parseParameter } from './functions.ts';
import { parseParts, printParts } from './linalg-parts.ts';

/** An operation that stands for a region: its name and attributes. */
interface Payload {
  readonly name: string;
  readonly attributes: AttributeMap;
}

/** Reads `{ arith.addf {fastmath = ...} }`. */
function parsePayload(state: State): Payload | undefined {
  if (!state.eat(Token.leftBrace)) return undefined;
  const name = state.lexer.kind === Token.word ? state.lexer.slice() : '';
  if (name === '') state.fail('the name of an operation');
  else state.lexer.next();
  const attributes = new AttributeMap(state.grammar.defaults(name));
  if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  state.expect(Token.rightBrace, "'}'");
  return { name, attributes };
}

/** The body that a payload stands for: the operation on the arguments, and `linalg.yield` of its result. */
function makeBody(
  { name, attributes }: Payload,
  operands: readonly Value[],
  reduces: boolean,
): Block {
  const list = operands.map(({ type }) => createBlockArgument('', elementType(type)));
  const [last] = list.slice(-1);
  const inputs = list.slice(0, -1);
  const used = reduces && last !== undefined ? [last, ...inputs] : inputs;
  const type = last?.type ?? elementType({ kind: 'index' });
  const payload = createOperation(name, { operands: used, results: [['', type]], attributes });
  const end = createOperation('linalg.yield', { operands: payload.results });
  return createBlock(undefined, list, [payload, end]);
}

/** The operation that stands for a body, when one does. */
function payloadOf(
  { arguments: list, operations }: Block,
  reduces: boolean,
): Operation | undefined {
  const [payload, end] = operations;
  if (payload === undefined || operations.length !== 2 || end?.name !== 'linalg.yield')
    return undefined;
  if (end.operands.length !== 1 || end.operands[0] !== payload.results[0]) return undefined;
  const inputs = list.slice(0, -1);
  const wanted = reduces ? [...list.slice(-1), ...inputs] : inputs;
  if (payload.operands.length === 0 || payload.operands.length !== wanted.length) return undefined;
  if (payload.syntax !== 'custom' || payload.regions.length > 0) return undefined;
  return payload.operands.every((value, i) => value === wanted[i]) ? payload : undefined;
}

const noFlags = '#arith.fastmath<none>';

/** `linalg.map` and `linalg.reduce`: a payload in front, or a region behind that declares its arguments. */
export function bodied(reduces: boolean): OperationSyntax {
  const spelled = reduces ? ['dimensions'] : [];
  const list = commonCodecs.get('i64s');
  return {
    parse: (state, operation, results) => {
      const payload = parsePayload(state);
      const [inputs] = parseParts(state, operation);
      for (const { type } of operation.operands.slice(inputs)) {
        if (resolveType(type).kind === 'tensor') results.push(type);
      }
      for (const name of spelled) {
        state.expectWord(name);
        state.expect(Token.equal, "'='");
        if (list !== undefined) operation.attributes.set(name, list.parse(state));
      }
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
      if (state.failed) return;
      if (payload !== undefined) {
        addRegion(operation, { blocks: [makeBody(payload, operation.operands, reduces)] });
        return;
      }
      const entry: Value[] = [];
      if (state.expect(Token.leftParen, "'('")) {
        parseList(state, Token.rightParen, "')'", () => parseParameter(state, entry, []));
      }
      if (!state.failed) addRegion(operation, state.grammar.region(state, { entry }));
    },
    print: (writer, operation) => {
      const { operands, results, regions, attributes } = operation;
      const [body] = regions;
      const block = body?.blocks[0];
      const outputs = reduces ? operands.length / 2 : 1;
      if (body === undefined || block === undefined || !Number.isInteger(outputs)) return false;
      if (body.blocks.length !== 1 || results.length > outputs) return false;
      const payload = payloadOf(block, reduces);
      if (payload !== undefined) {
        writer.write(` { ${payload.name}`);
        writer.dictionary(
          payload.attributes,
          (_, attribute) => printAttribute(attribute) === noFlags,
        );
        writer.write(' }');
      }
      printParts(writer, operands.slice(0, -outputs), operands.slice(-outputs));
      for (const name of spelled) {
        const attribute = attributes.get(name);
        const text = attribute === undefined ? undefined : list?.print(attribute);
        if (text === undefined) return false;
        writer.write(` ${name} = ${text}`);
      }
      writer.dictionary(attributes, (name) => spelled.includes(name));
      if (payload !== undefined) return true;
      writer.indented(() => {
        writer.line();
        writer.write(`(${block.arguments.map((value) => writer.argument(value)).join(', ')}) `);
        writer.region(operation, body, { hideArguments: true });
      });
      return true;
    },
    properties: spelled,
  };
}

/**
 * `linalg.map` and `linalg.reduce`: a body that is one operation may be written as its name.
 *
 *     linalg.map { arith.addf } ins(%a, %b : ...) outs(%c : ...)
 *     linalg.reduce ins(%a : ...) outs(%b : ...) dimensions = [1] (%x: f32, %sum: f32) { ... }
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import { createBlock, createBlockArgument, createOperation } from '../ir/build.ts';
import type { Block, Operation, Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { declaration } from '../text/directive-lists.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { parseOperandList, parseTypesOf } from '../text/pieces.ts';
import { printAttribute } from '../text/print-types.ts';
import { elementType } from '../text/result-rules.ts';
import type { State } from '../text/state.ts';

/** The body that a payload stands for: the operation on the arguments, and `linalg.yield` of its result. */
function makeBody(
  { name, attributes }: Operation,
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

/** `{ arith.addf {fastmath = ...} }`: read as a body without arguments, which `Body` replaces by the real one. */
const payload: Directive = (_, sort = '') => ({
  parse: ({ state, operation }) => {
    if (!state.eat(Token.leftBrace)) return;
    const name = state.lexer.kind === Token.word ? state.lexer.slice() : '';
    if (name === '') state.fail('the name of an operation');
    else state.lexer.next();
    const attributes = new AttributeMap(state.grammar.defaults(name));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    state.expect(Token.rightBrace, "'}'");
    const only = createOperation(name, { attributes });
    operation.regions = [{ blocks: [createBlock(undefined, [], [only])] }];
  },
  print: ({ writer, operation }) => {
    const [block, ...more] = operation.regions[0]?.blocks ?? [];
    if (block === undefined || more.length > 0) return undefined;
    const own = payloadOf(block, sort === 'reduce');
    if (own === undefined) return '';
    writer.write(` { ${own.name}`);
    writer.dictionary(own.attributes, (__, attribute) => printAttribute(attribute) === noFlags);
    writer.write(' }');
    return '';
  },
});

/** Reads `ins(%a, %b : type, type)` for a keyword. */
function parsePart(state: State, keyword: string): Value[] {
  if (!state.eatWord(keyword) || !state.expect(Token.leftParen, "'('")) return [];
  const values = parseOperandList(state);
  if (values.length > 0 && state.expect(Token.colon, "':'")) parseTypesOf(state, values);
  state.expect(Token.rightParen, "')'");
  return values;
}

/** `ins(%a : type) outs(%b : type)`: the operands have no sizes of their groups. */
const bodyParts: Directive = (line, operands = '', sort = '') => {
  const group = line.group(operands);
  return {
    parse: ({ state, groups }) => {
      groups[group] = [...parsePart(state, 'ins'), ...parsePart(state, 'outs')];
    },
    print: ({ writer, operation, groups }) => {
      const values = groups[group] ?? [];
      const outputs = sort === 'reduce' ? values.length / 2 : 1;
      if (!Number.isInteger(outputs) || operation.results.length > outputs) return undefined;
      const lists = [values.slice(0, -outputs), values.slice(-outputs)];
      const texts = lists.map((list, i) => {
        const text = `${writer.values(list)} : ${writer.types(list)}`;
        return list.length === 0 ? '' : `${i === 0 ? 'ins' : 'outs'}(${text})`;
      });
      return texts.filter((text) => text !== '').join(' ');
    },
  };
};

/** `(%x: f32, %sum: f32) { ... }` on a line of its own, unless a payload stands for it. */
const body: Directive = (line, operands = '', sort = '') => {
  const group = line.group(operands);
  const reduces = sort === 'reduce';
  const entry = declaration(line, '&arguments*:type');
  const index = line.argument('arguments') ?? 0;
  line.region();
  return {
    parse: (reading) => {
      const { state, operation } = reading;
      const stand = operation.regions[0]?.blocks[0]?.operations[0];
      if (stand !== undefined) {
        const block = makeBody(stand, operandsOf(reading, group), reduces);
        operation.regions = [{ blocks: [block] }];
        return;
      }
      state.expect(Token.leftParen, "'('");
      entry.parse(reading);
      state.expect(Token.rightParen, "')'");
      if (state.failed) return;
      const own = reading.arguments[index] ?? [];
      operation.regions = [state.grammar.region(state, { entry: own })];
    },
    print: (printing) => {
      const { writer, operation } = printing;
      const [region] = operation.regions;
      const block = region?.blocks[0];
      if (region === undefined || block === undefined) return undefined;
      if (payloadOf(block, reduces) !== undefined) return '';
      writer.indented(() => {
        writer.line();
        writer.write(`(${entry.print(printing)}) `);
        writer.region(operation, region, { hideArguments: true });
      });
      return '';
    },
  };
};

export const payloadDirectives = {
  Payload: payload,
  Parts: bodyParts,
  Body: body,
} satisfies Readonly<Record<string, Directive>>;

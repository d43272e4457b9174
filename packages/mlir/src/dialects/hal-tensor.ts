/**
 * `hal.tensor.import` and `hal.tensor.export`: tensors of a program as buffers of a device and back.
 *
 *     hal.tensor.import wait(%fence) => %view "name" : !hal.buffer_view -> tensor<?x4xf32>{%n}
 *     hal.tensor.export %t : tensor<4xf32> as tensor<4xi32> -> !hal.buffer_view
 *
 * The type before `as` says what the buffer holds (`target_encoding`, `source_encoding`), the one behind
 * it what the program sees; without `as` they are the same.
 */
import type { Operation, Value } from '../ir/ir.ts';
import type { Type } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseOperands, parseString } from '../text/pieces.ts';
import { printAttribute, printType, quote } from '../text/print-types.ts';
import type { Draft, State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { segmentsOf, setSegments } from './segments.ts';

/** Reads `on(#affinity)`. */
function parseAffinity(state: State, { attributes }: Draft): void {
  if (!state.eatWord('on')) return;
  state.expect(Token.leftParen, "'('");
  attributes.set('affinity', state.grammar.attribute(state));
  state.expect(Token.rightParen, "')'");
}

/** Reads `encoding as type{%sizes}`. */
function parseSized(state: State, operation: Draft, name: string, sizes: Value[]): Type {
  const encoding = parseType(state);
  operation.attributes.set(name, { kind: 'type', type: encoding });
  const type = state.eatWord('as') ? parseType(state) : encoding;
  if (state.eat(Token.leftBrace)) {
    parseOperands(state, sizes);
    state.expect(Token.rightBrace, "'}'");
  }
  return type;
}

function parseName(state: State, { attributes }: Draft): void {
  if (state.lexer.kind !== Token.string) return;
  attributes.set('name', { kind: 'string', value: parseString(state) });
}

/** What stands before the value; ` on(#affinity)`. */
function affinityText({ attributes }: Operation): string {
  const affinity = attributes.get('affinity');
  return affinity === undefined ? '' : ` on(${printAttribute(affinity)})`;
}

function nameText({ attributes }: Operation): string {
  const name = attributes.get('name');
  return name?.kind === 'string' ? ` ${quote(name.value)}` : '';
}

function sizedText(
  writer: Writer,
  { attributes }: Operation,
  name: string,
  type: Type,
  sizes: readonly Value[],
): string {
  const encoding = attributes.get(name);
  const written = printType(type);
  const other = encoding?.kind === 'type' ? printType(encoding.type) : written;
  const list = sizes.length === 0 ? '' : `{${writer.values(sizes)}}`;
  return `${other === written ? '' : `${other} as `}${written}${list}`;
}

export const tensorImport: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    parseAffinity(state, operation);
    const fence: Value[] = [];
    if (state.eatWord('wait')) {
      state.expect(Token.leftParen, "'('");
      fence.push(parseOperand(state));
      state.expect(Token.rightParen, "')'");
      state.expect(Token.equal, "'=>'");
      state.expect(Token.greater, "'=>'");
    }
    if (state.eatWord('consume')) attributes.set('consume', { kind: 'unit' });
    const source = parseOperand(state);
    const offset: Value[] = [];
    if (state.eatWord('offset')) {
      state.expect(Token.leftParen, "'('");
      offset.push(parseOperand(state));
      state.expect(Token.rightParen, "')'");
    }
    parseName(state, operation);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    const type = parseType(state);
    if (!state.failed) applyType(state, source, type, at);
    state.expect(Token.arrow, "'->'");
    if (state.failed) return;
    const sizes: Value[] = [];
    results.push(parseSized(state, operation, 'target_encoding', sizes));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    setSegments(operation, [[source], sizes, fence, offset]);
  },
  print: (writer, operation) => {
    const { attributes, results } = operation;
    const [[source] = [], sizes = [], [wait] = [], [offset] = []] = segmentsOf(operation) ?? [];
    const target = results[0];
    if (source === undefined || target === undefined) return false;
    writer.write(affinityText(operation));
    if (wait !== undefined) writer.write(` wait(${writer.value(wait)}) =>`);
    if (attributes.has('consume')) writer.write(' consume');
    writer.write(` ${writer.value(source)}`);
    if (offset !== undefined) writer.write(` offset(${writer.value(offset)})`);
    const sized = sizedText(writer, operation, 'target_encoding', target.type, sizes);
    writer.write(`${nameText(operation)} : ${printType(source.type)} -> ${sized}`);
    writer.dictionary(attributes, (name) => tensorImport.properties?.includes(name) === true);
    return true;
  },
  properties: ['target_encoding', 'consume', 'name', 'affinity', 'operandSegmentSizes'],
};

export const tensorExport: OperationSyntax = {
  parse: (state, operation, results) => {
    parseAffinity(state, operation);
    const source = parseOperand(state);
    parseName(state, operation);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    const sizes: Value[] = [];
    const type = parseSized(state, operation, 'source_encoding', sizes);
    if (!state.failed) applyType(state, source, type, at);
    operation.operands = [source, ...sizes];
    state.expect(Token.arrow, "'->'");
    if (state.failed) return;
    results.push(parseType(state));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, results } = operation;
    const [source, ...sizes] = operands;
    const target = results[0];
    if (source === undefined || target === undefined) return false;
    const sized = sizedText(writer, operation, 'source_encoding', source.type, sizes);
    writer.write(`${affinityText(operation)} ${writer.value(source)}${nameText(operation)}`);
    writer.write(` : ${sized} -> ${printType(target.type)}`);
    writer.dictionary(attributes, (name) => tensorExport.properties?.includes(name) === true);
    return true;
  },
  properties: ['source_encoding', 'name', 'affinity'],
};

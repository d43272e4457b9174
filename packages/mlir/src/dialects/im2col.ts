/**
 * `iree_linalg_ext.im2col`: the matrix of a convolution. Its many lists mix numbers and values; the list of
 * output sizes has a list for each dimension of the output.
 *
 *     iree_linalg_ext.im2col strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3] offsets = [%i, 0]
 *       output_sizes = [[2], [%h, 32]] batch_pos = [0] m_pos = [1] k_pos = [2] input_k_perm = [0] output_perm = [0, 1]
 *       ins(%in : tensor<2x34x16xf16>) outs(%out : tensor<2x32x9xf16>) -> tensor<2x32x9xf16>
 */
import { dynamicSize, resolveAttribute } from '../ir/types.ts';
import type { Attribute, Type } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import {
  applyType,
  narrow,
  parseList,
  parseOperand,
  parseSignedInteger,
  parseTypes,
} from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { segmentsOf, setSegments } from './segments.ts';

const i64 = builtinType('i64');

/** Lists in the order of the text: with values of their own, with a list for each dimension, or of numbers. */
const lists = [
  { name: 'strides', kind: 'numbers' },
  { name: 'dilations', kind: 'numbers' },
  { name: 'kernel_size', kind: 'values' },
  { name: 'offsets', kind: 'values' },
  { name: 'output_sizes', kind: 'nested' },
  { name: 'batch_pos', kind: 'numbers' },
  { name: 'm_pos', kind: 'numbers' },
  { name: 'k_pos', kind: 'numbers' },
  { name: 'input_k_perm', kind: 'numbers' },
  { name: 'output_perm', kind: 'numbers' },
  { name: 'input_pad_low', kind: 'values' },
  { name: 'input_pad_high', kind: 'values' },
  { name: 'output_pad_low', kind: 'values' },
  { name: 'output_pad_high', kind: 'values' },
] as const;

const attributeOf = ({ name, kind }: (typeof lists)[number]): string =>
  kind === 'numbers' ? name : `static_${name}`;

/** Reads `[%x, 4]`. */
function parseMixed(state: State, dynamic: Value[]): Attribute {
  const values: (number | bigint)[] = [];
  if (state.expect(Token.leftBracket, "'['")) {
    parseList(state, Token.rightBracket, "']'", () => {
      if (state.lexer.kind !== Token.value) values.push(narrow(parseSignedInteger(state)));
      else {
        dynamic.push(parseOperand(state));
        values.push(dynamicSize);
      }
    });
  }
  return { kind: 'dense_array', element: i64, values };
}

function parseNested(state: State, dynamic: Value[]): Attribute {
  const elements: Attribute[] = [];
  if (state.expect(Token.leftBracket, "'['")) {
    parseList(state, Token.rightBracket, "']'", () => elements.push(parseMixed(state, dynamic)));
  }
  return { kind: 'array', elements };
}

/** Prints a list, taking its values from the front of `dynamic`; `undefined` when they do not fit. */
function printMixed(writer: Writer, list: Attribute, dynamic: Value[]): string | undefined {
  const plain = resolveAttribute(list);
  if (plain.kind === 'array') {
    const inner = plain.elements.map((element) => printMixed(writer, element, dynamic));
    return inner.includes(undefined) ? undefined : `[${inner.join(', ')}]`;
  }
  if (plain.kind !== 'dense_array') return undefined;
  const texts = plain.values.map((value) => {
    if (value !== dynamicSize) return String(value);
    const operand = dynamic.shift();
    return operand === undefined ? undefined : writer.value(operand);
  });
  return texts.includes(undefined) ? undefined : `[${texts.join(', ')}]`;
}

/** Reads `(%x : type)`. */
function parseTyped(state: State): Value[] {
  if (!state.expect(Token.leftParen, "'('")) return [];
  const value = parseOperand(state);
  state.expect(Token.colon, "':'");
  const at = state.lexer.start;
  const type = parseType(state);
  if (!state.failed) applyType(state, value, type, at);
  state.expect(Token.rightParen, "')'");
  return [value];
}

const valueLists = lists.filter(({ kind }) => kind !== 'numbers');

export const im2col: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    const groups: Value[][] = [];
    for (const list of lists) {
      const dynamic: Value[] = [];
      let value: Attribute = { kind: 'dense_array', element: i64, values: [] };
      const optional = list.name.includes('_pad_');
      if (!optional || state.atWord(list.name)) {
        state.expectWord(list.name);
        state.expect(Token.equal, "'='");
        value = list.kind === 'nested' ? parseNested(state, dynamic) : parseMixed(state, dynamic);
      }
      attributes.set(attributeOf(list), value);
      if (list.kind !== 'numbers') groups.push(dynamic);
      else if (dynamic.length > 0) state.fail('numbers');
    }
    const padding = state.eatWord('pad_value') ? parseTyped(state) : [];
    state.expectWord('ins');
    const input = parseTyped(state);
    state.expectWord('outs');
    const output = parseTyped(state);
    setSegments(operation, [input, output, ...groups, padding]);
    if (!state.eat(Token.arrow)) return;
    const types: Type[] = [];
    parseTypes(state, types);
    results.pushAll(types);
  },
  print: (writer, operation) => {
    const { attributes, results } = operation;
    const groups = segmentsOf(operation);
    if (groups?.length !== valueLists.length + 3) return false;
    const [[input] = [], [output] = []] = groups;
    const [padding] = groups.at(-1) ?? [];
    if (input === undefined || output === undefined) return false;
    writer.dictionary(attributes, (name) => im2col.properties?.includes(name) === true);
    for (const list of lists) {
      const value = attributes.get(attributeOf(list));
      const group = valueLists.findIndex(({ name }) => name === list.name);
      const dynamic = group < 0 ? [] : (groups[group + 2] ?? []).slice();
      const text = value === undefined ? undefined : printMixed(writer, value, dynamic);
      if (text === undefined || dynamic.length > 0) return false;
      if (text !== '[]' || !list.name.includes('_pad_')) writer.write(` ${list.name} = ${text}`);
    }
    const typed = (value: Value): string => `(${writer.value(value)} : ${printType(value.type)})`;
    if (padding !== undefined) writer.write(` pad_value${typed(padding)}`);
    writer.write(` ins${typed(input)} outs${typed(output)}`);
    if (results.length > 0) writer.write(` -> ${writer.types(results)}`);
    return true;
  },
  properties: [...lists.map((list) => attributeOf(list)), 'operandSegmentSizes'],
};

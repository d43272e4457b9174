/**
 * `vector.transfer_read` and `vector.transfer_write`: a vector from or to a memref, with a map from
 * the memref's dimensions to the vector's.
 *
 *     %v = vector.transfer_read %m[%i, %j], %pad, %mask {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
 *
 * Left out, the map is the identity of the innermost dimensions and nothing is in bounds.
 */
import type { AffineMap } from '../ir/affine.ts';
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType, unknownType } from '../ir/types.ts';
import type { AttributeMap } from '../ir/attribute-map.ts';
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseOperands } from '../text/pieces.ts';
import { printAffineMap } from '../text/print-affine.ts';
import { printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';

const i32 = builtinType('i32');

/** `(d0, d1, d2) -> (d1, d2)` for a memref of rank 3 and a vector of rank 2. */
function innermost(source: Type, vector: Type): AffineMap {
  const base = resolveType(source);
  const target = resolveType(vector);
  const element = 'element' in base ? resolveType(base.element) : base;
  const inner = element.kind === 'vector' ? element.shape.length : 0;
  const dimensions = 'shape' in base ? (base.shape?.length ?? 0) : 0;
  const rank = Math.max(0, ('shape' in target ? (target.shape?.length ?? 0) : 0) - inner);
  const results = Array.from({ length: rank }, (_, i) => {
    return { kind: 'dimension', index: dimensions - rank + i } as const;
  });
  return { dimensions, symbols: 0, results };
}

/** Reads the indices, the extra operands, the dictionary and `: type, type`. */
function parseRest(
  state: State,
  attributes: AttributeMap,
): { base: Value; indices: Value[]; extra: Value[]; types: [Type, Type]; at: number } {
  const base = parseOperand(state);
  const indices: Value[] = [];
  if (state.expect(Token.leftBracket, "'['")) parseOperands(state, indices);
  state.expect(Token.rightBracket, "']'");
  const extra: Value[] = [];
  while (state.eat(Token.comma)) extra.push(parseOperand(state));
  if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  state.expect(Token.colon, "':'");
  const at = state.lexer.start;
  const first = state.failed ? unknownType : parseType(state);
  state.expect(Token.comma, "','");
  const second = state.failed ? unknownType : parseType(state);
  return { base, indices, extra, types: [first, second], at };
}

function setUsual(attributes: AttributeMap, shaped: Type, vector: Type): void {
  const map = innermost(shaped, vector);
  if (!attributes.has('permutation_map')) {
    attributes.set('permutation_map', { kind: 'affine_map', map });
  }
  if (attributes.has('in_bounds')) return;
  const rank = rankOf(attributes.get('permutation_map')) ?? map.results.length;
  const elements = Array.from({ length: rank }, (): Attribute => ({ kind: 'bool', value: false }));
  attributes.set('in_bounds', { kind: 'array', elements });
}

function rankOf(attribute: Attribute | undefined): number | undefined {
  const map = attribute === undefined ? undefined : resolveAttribute(attribute);
  return map?.kind === 'affine_map' ? map.map.results.length : undefined;
}

function setSegments(attributes: AttributeMap, values: number[]): void {
  attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
}

/** Writes the dictionary without what the absence of an attribute says. */
function printDictionary(
  writer: Writer,
  attributes: AttributeMap,
  shaped: Type,
  vector: Type,
): void {
  writer.dictionary(attributes, (name, attribute) => {
    if (name === 'operandSegmentSizes') return true;
    const plain = resolveAttribute(attribute);
    if (name === 'permutation_map' && plain.kind === 'affine_map') {
      return printAffineMap(plain.map) === printAffineMap(innermost(shaped, vector));
    }
    if (name !== 'in_bounds' || plain.kind !== 'array') return false;
    return plain.elements.every((element) => element.kind === 'bool' && !element.value);
  });
}

function segments(attributes: AttributeMap): readonly number[] | undefined {
  const sizes = attributes.get('operandSegmentSizes');
  return sizes?.kind === 'dense_array' ? sizes.values.map(Number) : undefined;
}

const properties = ['permutation_map', 'in_bounds', 'operandSegmentSizes'];

export const transferRead: OperationSyntax = {
  parse: (state, { operands, attributes }, results) => {
    const { base, indices, extra, types, at } = parseRest(state, attributes);
    if (state.failed) return;
    if (extra.length === 0 || extra.length > 2) {
      state.fail('a padding value and at most one mask');
      return;
    }
    operands.push(base, ...indices, ...extra);
    applyType(state, base, types[0], at);
    setUsual(attributes, types[0], types[1]);
    setSegments(attributes, [1, indices.length, 1, extra.length - 1]);
    results.push(types[1]);
  },
  print: (writer, { operands, attributes, results }) => {
    const [base] = operands;
    const result = results[0];
    const sizes = segments(attributes);
    if (base === undefined || result === undefined || sizes === undefined) return false;
    const count = sizes[1] ?? 0;
    if (operands.length !== count + 2 + (sizes[3] ?? 0)) return false;
    const indices = writer.values(operands.slice(1, 1 + count));
    writer.write(` ${writer.value(base)}[${indices}], ${writer.values(operands.slice(1 + count))}`);
    printDictionary(writer, attributes, base.type, result.type);
    writer.write(` : ${printType(base.type)}, ${printType(result.type)}`);
    return true;
  },
  properties,
};

export const transferWrite: OperationSyntax = {
  parse: (state, { operands, attributes }, results) => {
    const value = parseOperand(state);
    state.expect(Token.comma, "','");
    const { base, indices, extra, types, at } = parseRest(state, attributes);
    if (state.failed) return;
    if (extra.length > 1) {
      state.fail('at most one mask');
      return;
    }
    operands.push(value, base, ...indices, ...extra);
    applyType(state, value, types[0], at);
    applyType(state, base, types[1], at);
    setUsual(attributes, types[1], types[0]);
    setSegments(attributes, [1, 1, indices.length, extra.length]);
    if (resolveType(types[1]).kind === 'tensor') results.push(types[1]);
  },
  print: (writer, { operands, attributes }) => {
    const [value, base] = operands;
    const sizes = segments(attributes);
    if (value === undefined || base === undefined || sizes === undefined) return false;
    const count = sizes[2] ?? 0;
    if (operands.length !== count + 2 + (sizes[3] ?? 0)) return false;
    const indices = writer.values(operands.slice(2, 2 + count));
    writer.write(` ${writer.value(value)}, ${writer.value(base)}[${indices}]`);
    for (const mask of operands.slice(2 + count)) writer.write(`, ${writer.value(mask)}`);
    printDictionary(writer, attributes, base.type, value.type);
    writer.write(` : ${printType(value.type)}, ${printType(base.type)}`);
    return true;
  },
  properties,
};

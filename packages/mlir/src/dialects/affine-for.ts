/**
 * `affine.for %i = 0 to %n step 2 iter_args(%x = %init) -> (f32) { ... }`.
 *
 * A bound is a number, a value (the map `()[s0] -> (s0)`), or a map with operands, behind `max` or
 * `min` when it has several results. `lowerBoundMap` and `upperBoundMap` say all of these.
 */
import { addRegion } from '../text/state.ts';
import type { AffineMap } from '../ir/affine.ts';
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseAttribute, parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseSignedInteger, parseSize } from '../text/pieces.ts';
import { printAttribute } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseResultTypes } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { parseMapOperands, printMapOperands } from './map-operands.ts';
import { applyInitTypes, parseBinding, parseInits, printInits, printResults } from './loops.ts';

const index = builtinType('index');
const i32 = builtinType('i32');

const symbolMap: AffineMap = { dimensions: 0, symbols: 1, results: [{ kind: 'symbol', index: 0 }] };

function parseBound(state: State, keyword: 'max' | 'min', operands: Value[]): Attribute {
  const several = state.eatWord(keyword);
  if (!several && state.lexer.kind === Token.value) {
    const at = state.lexer.start;
    const value = parseOperand(state);
    applyType(state, value, index, at);
    operands.push(value);
    return { kind: 'affine_map', map: symbolMap };
  }
  if (!several && (state.lexer.kind === Token.integer || state.lexer.kind === Token.minus)) {
    const value = parseSize(state);
    const map = { dimensions: 0, symbols: 0, results: [{ kind: 'constant', value } as const] };
    return { kind: 'affine_map', map };
  }
  const map = parseAttribute(state);
  if (!state.failed) parseMapOperands(state, operands);
  return map;
}

function printBound(
  writer: Writer,
  attribute: Attribute,
  operands: readonly Value[],
  keyword: string,
): string | undefined {
  const plain = resolveAttribute(attribute);
  if (plain.kind !== 'affine_map') return undefined;
  const { dimensions, symbols, results } = plain.map;
  const only = results.length === 1 ? results[0] : undefined;
  const [first] = operands;
  if (only?.kind === 'constant' && operands.length === 0 && attribute.kind !== 'alias') {
    return String(only.value);
  }
  if (only?.kind === 'symbol' && dimensions === 0 && symbols === 1 && first !== undefined) {
    return writer.value(first);
  }
  const text = `${printAttribute(attribute)}${printMapOperands(writer, operands, dimensions)}`;
  return results.length > 1 ? `${keyword} ${text}` : text;
}

export const affineFor: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    const variable = parseBinding(state, index);
    state.expect(Token.equal, "'='");
    attributes.set('lowerBoundMap', parseBound(state, 'max', operands));
    const low = operands.length;
    state.expectWord('to');
    attributes.set('upperBoundMap', parseBound(state, 'min', operands));
    const high = operands.length - low;
    const step = state.eatWord('step') ? parseSignedInteger(state) : 1n;
    attributes.set('step', { kind: 'integer', value: step, type: index });
    const carried: Value[] = [];
    const inits: Value[] = [];
    if (state.eatWord('iter_args')) {
      parseInits(state, carried, inits);
      const at = state.lexer.start;
      if (state.expect(Token.arrow, "'->'")) results.pushAll(parseResultTypes(state));
      applyInitTypes(state, carried, inits, results.toArray(), at);
    }
    operands.push(...inits);
    const values = [low, high, inits.length];
    attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
    if (state.failed) return;
    const entry = [variable, ...carried];
    const implicit = results.length === 0 ? { terminator: 'affine.yield' } : {};
    addRegion(operation, state.grammar.region(state, { entry, ...implicit }));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, results, regions } = operation;
    const lowMap = attributes.get('lowerBoundMap');
    const highMap = attributes.get('upperBoundMap');
    const step = attributes.get('step');
    const sizes = attributes.get('operandSegmentSizes');
    const body = regions[0];
    const [variable, ...carried] = body?.blocks[0]?.arguments ?? [];
    if (lowMap === undefined || highMap === undefined || step?.kind !== 'integer') return false;
    if (sizes?.kind !== 'dense_array' || body === undefined || variable === undefined) return false;
    const [low = 0, high = 0] = sizes.values.map(Number);
    const inits = operands.slice(low + high);
    const from = printBound(writer, lowMap, operands.slice(0, low), 'max');
    const to = printBound(writer, highMap, operands.slice(low, low + high), 'min');
    if (from === undefined || to === undefined || inits.length !== carried.length) return false;
    writer.write(` ${writer.value(variable)} = ${from} to ${to}`);
    if (step.value !== 1n) writer.write(` step ${step.value}`);
    if (inits.length > 0) {
      writer.write(` iter_args(${printInits(writer, carried, inits)})${printResults(results)}`);
    }
    writer.write(' ');
    const implicit = results.length === 0 ? { terminator: 'affine.yield' } : {};
    writer.region(operation, body, { hideArguments: true, ...implicit });
    writer.dictionary(attributes, (name) => affineFor.properties?.includes(name) === true);
    return true;
  },
  properties: ['lowerBoundMap', 'upperBoundMap', 'step', 'operandSegmentSizes'],
};

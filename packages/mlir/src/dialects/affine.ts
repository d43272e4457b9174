/** `affine`: loops, conditions and accesses whose indices are affine maps. */
import { parseAffineAccess } from '../text/affine.ts';
import { addRegion } from '../text/state.ts';
import type { Type } from '../ir/types.ts';
import { parseAttribute, parseDictionary } from '../text/attributes.ts';
import { elementType } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand } from '../text/pieces.ts';
import { printAttribute, printType } from '../text/print-types.ts';
import type { Codec, DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseResultTypes, parseType } from '../text/types.ts';
import { printAffineAccess } from './affine-access.ts';
import { prefetch } from './affine-prefetch.ts';
import { affineFor } from './affine-for.ts';
import { parallel } from './affine-parallel.ts';
import { dimensionsOf, parseMapOperands, printMapOperands } from './map-operands.ts';
import { printResults } from './loops.ts';

const index = builtinType('index');

/** `affine.apply #map(%d)[%s]`, `affine.min`, `affine.max`. */
const apply: OperationSyntax = {
  parse: (state, { operands, attributes }, results) => {
    const at = state.lexer.start;
    attributes.set('map', parseAttribute(state));
    parseMapOperands(state, operands);
    for (const value of operands) applyType(state, value, index, at);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    results.push(index);
  },
  print: (writer, { operands, attributes }) => {
    const map = attributes.get('map');
    const dimensions = dimensionsOf(map);
    if (map === undefined || dimensions === undefined) return false;
    writer.write(` ${printAttribute(map)}${printMapOperands(writer, operands, dimensions)}`);
    writer.dictionary(attributes, (name) => name === 'map');
    return true;
  },
  properties: ['map'],
};

/** `affine.if #set(%i)[%n] -> f32 { ... } else { ... }`. */
const condition: OperationSyntax = {
  parse: (state, operation, results) => {
    operation.attributes.set('condition', parseAttribute(state));
    parseMapOperands(state, operation.operands);
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (state.failed) return;
    const options = results.length === 0 ? { terminator: 'affine.yield' } : {};
    addRegion(operation, state.grammar.region(state, options));
    if (state.eatWord('else')) addRegion(operation, state.grammar.region(state, options));
    else addRegion(operation, { blocks: [] });
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { attributes, operands, results } = operation;
    const set = attributes.get('condition');
    const dimensions = dimensionsOf(set);
    const [yes, no] = operation.regions;
    if (set === undefined || dimensions === undefined || yes === undefined) return false;
    writer.write(` ${printAttribute(set)}${printMapOperands(writer, operands, dimensions)}`);
    const only = results.length === 1 ? results[0] : undefined;
    writer.write(only === undefined ? printResults(results) : ` -> ${printType(only.type)}`);
    writer.write(' ');
    const options = results.length === 0 ? { terminator: 'affine.yield' } : {};
    writer.region(operation, yes, options);
    if (no !== undefined && no.blocks.length > 0) {
      writer.write(' else ');
      writer.region(operation, no, options);
    }
    writer.dictionary(attributes, (name) => name === 'condition');
    return true;
  },
  properties: ['condition'],
};

/** `affine.load %m[%i + 1] : memref<...>`; the vector form names the vector too. */
function loadSyntax(vector: boolean): OperationSyntax {
  return {
    parse: (state, { operands, attributes }, results) => {
      const base = parseOperand(state);
      const { map, operands: indices } = parseAffineAccess(state);
      attributes.set('map', { kind: 'affine_map', map });
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
      state.expect(Token.colon, "':'");
      const at = state.lexer.start;
      const type = parseType(state);
      if (vector) state.expect(Token.comma, "','");
      operands.push(base, ...indices);
      const result: Type = vector && !state.failed ? parseType(state) : elementType(type);
      if (state.failed) return;
      applyType(state, base, type, at);
      results.push(result);
    },
    print: (writer, operation) => {
      const [base, ...indices] = operation.operands;
      const access = printAffineAccess(writer, operation.attributes.get('map'), indices);
      const result = operation.results[0];
      if (base === undefined || access === undefined || result === undefined) return false;
      writer.write(` ${writer.value(base)}${access}`);
      writer.dictionary(operation.attributes, (name) => name === 'map');
      writer.write(` : ${printType(base.type)}`);
      if (vector) writer.write(`, ${printType(result.type)}`);
      return true;
    },
    properties: ['map'],
  };
}

/** `affine.store %v, %m[%i + 1] : memref<...>`; the vector form names the vector too. */
function storeSyntax(vector: boolean): OperationSyntax {
  return {
    parse: (state, { operands, attributes }) => {
      const value = parseOperand(state);
      state.expect(Token.comma, "','");
      const base = parseOperand(state);
      const { map, operands: indices } = parseAffineAccess(state);
      attributes.set('map', { kind: 'affine_map', map });
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
      state.expect(Token.colon, "':'");
      operands.push(value, base, ...indices);
      if (state.failed) return;
      const at = state.lexer.start;
      applyType(state, base, parseType(state), at);
      if (vector && state.expect(Token.comma, "','")) applyType(state, value, parseType(state), at);
    },
    print: (writer, operation) => {
      const [value, base, ...indices] = operation.operands;
      const access = printAffineAccess(writer, operation.attributes.get('map'), indices);
      if (value === undefined || base === undefined || access === undefined) return false;
      writer.write(` ${writer.value(value)}, ${writer.value(base)}${access}`);
      writer.dictionary(operation.attributes, (name) => name === 'map');
      writer.write(` : ${printType(base.type)}`);
      if (vector) writer.write(`, ${printType(value.type)}`);
      return true;
    },
    properties: ['map'],
  };
}

/** A flag that upstream keeps as `false` where it is not set. */
const disjoint: Codec = {
  parse: (state) => (state.eatWord('false') ? { kind: 'bool', value: false } : { kind: 'unit' }),
  print: (attribute) => (attribute.kind === 'unit' ? '' : undefined),
  starts: () => true,
};

export const affine: DialectSyntax = {
  name: 'affine',
  codecs: { disjoint },
  operations: {
    apply,
    min: apply,
    max: apply,
    if: condition,
    for: affineFor,
    load: loadSyntax(false),
    store: storeSyntax(false),
    parallel,
    prefetch,
    vector_load: loadSyntax(true),
    vector_store: storeSyntax(true),
    yield: 'dict { %operands* : types(operands) }?',
    delinearize_index:
      '%linear_index into indices-paren(%dynamic_basis,$static_basis) dict : types(result)',
    linearize_index:
      '{ disjoint $disjoint:disjoint=false }? _ [ %multi_index* ] by indices-paren(%dynamic_basis,$static_basis) dict : type(result) ; segments',
  },
};

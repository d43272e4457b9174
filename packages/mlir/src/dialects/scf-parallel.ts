/**
 * Loops of `scf` whose iterations are independent.
 *
 *     scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%e, %f) init (%x) -> f32 { ... scf.reduce(%y : f32) { ... } }
 *     scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) { ... scf.forall.in_parallel { ... } } {mapping = [...]}
 *     scf.forall (%i, %j) = (0, %a) to (64, %b) step (4, 4) { ... }
 */
import type { Attribute, Type } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperands } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseResultTypes, parseType } from '../text/types.ts';
import { applyInitTypes, parseBinding, parseInits, printInits, printResults } from './loops.ts';
import { parseMixedIndices, printMixedIndices, staticIndices } from './mixed-indices.ts';

const index = builtinType('index');
const i32 = builtinType('i32');

/** Reads `(%i, %j)`: the variables of a loop. */
export function parseVariables(state: State): Value[] {
  const variables: Value[] = [];
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => variables.push(parseBinding(state, index)));
  }
  return variables;
}

/** Reads `(%a, %b)` of one type. */
function parseValues(state: State, type: Type | undefined): Value[] {
  const values: Value[] = [];
  const at = state.lexer.start;
  state.expect(Token.leftParen, "'('");
  parseOperands(state, values);
  state.expect(Token.rightParen, "')'");
  if (type !== undefined) for (const value of values) applyType(state, value, type, at);
  return values;
}

const segments = (values: number[]): Attribute => ({ kind: 'dense_array', element: i32, values });

/** ` -> (f32, i32)`, without parentheses for one. */
export function printArrow(results: readonly Value[]): string {
  const [only] = results;
  return only !== undefined && results.length === 1
    ? ` -> ${printType(only.type)}`
    : printResults(results);
}

export const parallel: OperationSyntax = {
  parse: (state, operation, results) => {
    const variables = parseVariables(state);
    state.expect(Token.equal, "'='");
    const low = parseValues(state, index);
    state.expectWord('to');
    const high = parseValues(state, index);
    state.expectWord('step');
    const step = parseValues(state, index);
    const inits = state.eatWord('init') ? parseValues(state, undefined) : [];
    const at = state.lexer.start;
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    applyInitTypes(state, [], inits, results.toArray(), at);
    operation.operands = [...low, ...high, ...step, ...inits];
    const sizes = [low.length, high.length, step.length, inits.length];
    operation.attributes.set('operandSegmentSizes', segments(sizes));
    if (state.failed) return;
    const options = { entry: variables, terminator: 'scf.reduce' };
    addRegion(operation, state.grammar.region(state, options));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, results, regions } = operation;
    const sizes = attributes.get('operandSegmentSizes');
    const body = regions[0];
    const variables = body?.blocks[0]?.arguments;
    if (sizes?.kind !== 'dense_array' || body === undefined || variables === undefined)
      return false;
    let at = 0;
    const [low = [], high = [], step = [], inits = []] = sizes.values.map((size) =>
      operands.slice(at, (at += Number(size))),
    );
    if (at !== operands.length || variables.length !== low.length) return false;
    const list = (values: readonly Value[]): string => `(${writer.values(values)})`;
    writer.write(` ${list(variables)} = ${list(low)} to ${list(high)} step ${list(step)}`);
    if (inits.length > 0) writer.write(` init ${list(inits)}`);
    writer.write(`${printArrow(results)} `);
    writer.region(operation, body, { hideArguments: true });
    writer.dictionary(attributes, (name) => name === 'operandSegmentSizes');
    return true;
  },
  properties: ['operandSegmentSizes'],
};

const bounds = ['staticLowerBound', 'staticUpperBound', 'staticStep', 'operandSegmentSizes'];

export const forall: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    const variables = parseVariables(state);
    const low: Value[] = [];
    const high: Value[] = [];
    const step: Value[] = [];
    const at = state.lexer.start;
    if (state.eatWord('in')) {
      attributes.set('staticLowerBound', staticIndices(variables.map(() => 0)));
      attributes.set('staticUpperBound', parseMixedIndices(state, high));
      attributes.set('staticStep', staticIndices(variables.map(() => 1)));
    } else {
      state.expect(Token.equal, "'='");
      attributes.set('staticLowerBound', parseMixedIndices(state, low));
      state.expectWord('to');
      attributes.set('staticUpperBound', parseMixedIndices(state, high));
      state.expectWord('step');
      attributes.set('staticStep', parseMixedIndices(state, step));
    }
    for (const value of [...low, ...high, ...step]) applyType(state, value, index, at);
    const outs: Value[] = [];
    const inits: Value[] = [];
    if (state.eatWord('shared_outs')) {
      parseInits(state, outs, inits);
      const place = state.lexer.start;
      if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
      applyInitTypes(state, outs, inits, results.toArray(), place);
    }
    operation.operands = [...low, ...high, ...step, ...inits];
    const sizes = [low.length, high.length, step.length, inits.length];
    attributes.set('operandSegmentSizes', segments(sizes));
    if (state.failed) return;
    const entry = [...variables, ...outs];
    const terminator = 'scf.forall.in_parallel';
    addRegion(operation, state.grammar.region(state, { entry, terminator }));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, results, regions } = operation;
    const sizes = attributes.get('operandSegmentSizes');
    const body = regions[0];
    const entry = body?.blocks[0]?.arguments;
    if (sizes?.kind !== 'dense_array' || body === undefined || entry === undefined) return false;
    let at = 0;
    const [low = [], high = [], step = [], inits = []] = sizes.values.map((size) =>
      operands.slice(at, (at += Number(size))),
    );
    const first = attributes.get('staticLowerBound');
    const stride = attributes.get('staticStep');
    const from = printMixedIndices(writer, first, low);
    const to = printMixedIndices(writer, attributes.get('staticUpperBound'), high);
    const by = printMixedIndices(writer, stride, step);
    if (from === undefined || to === undefined || by === undefined) return false;
    const count = entry.length - inits.length;
    const all = (attribute: Attribute | undefined, number: number): boolean =>
      attribute?.kind === 'dense_array' && attribute.values.every((value) => value === number);
    const normal = all(first, 0) && all(stride, 1);
    writer.write(` (${writer.values(entry.slice(0, count))})`);
    writer.write(normal ? ` in ${to}` : ` = ${from} to ${to} step ${by}`);
    if (inits.length > 0) {
      writer.write(` shared_outs(${printInits(writer, entry.slice(count), inits)})`);
      writer.write(printResults(results));
    }
    writer.write(' ');
    const terminator = 'scf.forall.in_parallel';
    writer.region(operation, body, {
      hideArguments: true,
      ...(results.length === 0 && { terminator }),
    });
    const hidden = new Set(bounds);
    writer.dictionary(attributes, (name) => hidden.has(name));
    return true;
  },
  properties: [...bounds, 'mapping'],
};

/** `scf.reduce(%a, %b : f32, i32) { ^bb0(...): ... }, { ... }`: a region for each operand. */
export const reduce: OperationSyntax = {
  parse: (state, operation) => {
    if (state.eat(Token.leftParen)) {
      parseOperands(state, operation.operands);
      state.expect(Token.colon, "':'");
      for (const [i, value] of operation.operands.entries()) {
        if (i > 0) state.expect(Token.comma, "','");
        const at = state.lexer.start;
        if (!state.failed) applyType(state, value, parseType(state), at);
      }
      state.expect(Token.rightParen, "')'");
    }
    for (let i = 0; i < operation.operands.length && !state.failed; i++) {
      if (i > 0) state.expect(Token.comma, "','");
      addRegion(operation, state.grammar.region(state, {}));
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { operands, regions, attributes } = operation;
    if (operands.length !== regions.length) return false;
    if (operands.length > 0)
      writer.write(`(${writer.values(operands)} : ${writer.types(operands)})`);
    for (const [i, region] of regions.entries()) {
      writer.write(i > 0 ? ', ' : ' ');
      writer.region(operation, region);
    }
    writer.dictionary(attributes, () => false);
    return true;
  },
};

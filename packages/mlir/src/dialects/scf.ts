/** `scf` and `cf`: loops, conditions, branches. */
import { addRegion } from '../text/state.ts';
import type { Value } from '../ir/ir.ts';
import { resolveType, unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand } from '../text/pieces.ts';
import { printFunctionType, printType } from '../text/print-types.ts';
import { parseSuccessor } from '../text/regions.ts';
import type { State } from '../text/state.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseFunctionType, parseResultTypes, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';

const index = builtinType('index');
const i1 = builtinType('i1');
const i32 = builtinType('i32');

/** A value that an operation declares for its region, before its type is known. */
export function parseBinding(state: State, type: Type): Value {
  const { kind, start, nameEnd } = state.lexer;
  if (kind !== Token.value) {
    state.fail('a value');
    return { name: '', index: 0, group: 1, type, definition: undefined };
  }
  const name = state.text.slice(start + 1, nameEnd);
  state.lexer.next();
  return { name, index: 0, group: 1, type, definition: undefined };
}

/** Reads `(%x = %init, ...)`: arguments of the region and what they start with. */
export function parseInits(state: State, bindings: Value[], inits: Value[]): void {
  if (!state.expect(Token.leftParen, "'('")) return;
  parseList(state, Token.rightParen, "')'", () => {
    bindings.push(parseBinding(state, unknownType));
    state.expect(Token.equal, "'='");
    inits.push(parseOperand(state));
  });
}

/** Gives region arguments and initial values the types that are written for them. */
export function applyInitTypes(
  state: State,
  bindings: readonly Value[],
  inits: readonly Value[],
  types: readonly Type[],
  at: number,
): void {
  if (types.length !== inits.length && !state.failed) state.fail(`${inits.length} types`);
  for (const [i, type] of types.entries()) {
    const binding = bindings[i];
    const init = inits[i];
    if (binding !== undefined) binding.type = type;
    if (init !== undefined) applyType(state, init, type, at);
  }
}

export function printInits(
  writer: Writer,
  bindings: readonly Value[],
  inits: readonly Value[],
): string {
  return bindings
    .map((binding, i) => {
      const init = inits[i];
      return `${writer.value(binding)} = ${init === undefined ? '?' : writer.value(init)}`;
    })
    .join(', ');
}

/** ` -> (f32, i32)`. */
export function printResults(results: readonly Value[]): string {
  return results.length === 0
    ? ''
    : ` -> (${results.map(({ type }) => printType(type)).join(', ')})`;
}

/** `scf.for unsigned %i = %lo to %hi step %s iter_args(%x = %init) -> (f32) : i32 { ... }`. */
const forLoop: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    if (state.eatWord('unsigned')) attributes.set('unsignedCmp', { kind: 'unit' });
    const variable = parseBinding(state, index);
    state.expect(Token.equal, "'='");
    operands.push(parseOperand(state));
    state.expectWord('to');
    operands.push(parseOperand(state));
    state.expectWord('step');
    operands.push(parseOperand(state));
    const bounds = operands.slice();
    const carried: Value[] = [];
    const inits: Value[] = [];
    if (state.eatWord('iter_args')) {
      parseInits(state, carried, inits);
      const at = state.lexer.start;
      if (state.expect(Token.arrow, "'->'")) results.pushAll(parseResultTypes(state));
      applyInitTypes(state, carried, inits, results.toArray(), at);
    }
    operands.push(...inits);
    const at = state.lexer.start;
    variable.type = state.eat(Token.colon) ? parseType(state) : index;
    if (state.failed) return;
    for (const bound of bounds) applyType(state, bound, variable.type, at);
    const entry = [variable, ...carried];
    const implicit = results.length === 0 ? { terminator: 'scf.yield' } : {};
    addRegion(operation, state.grammar.region(state, { entry, ...implicit }));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { operands, results, attributes } = operation;
    const body = operation.regions[0];
    const [low, high, step, ...inits] = operands;
    const [variable, ...carried] = body?.blocks[0]?.arguments ?? [];
    if (low === undefined || high === undefined || step === undefined) return false;
    if (body === undefined || variable === undefined) return false;
    if (carried.length !== inits.length || results.length !== inits.length) return false;
    const sign = attributes.has('unsignedCmp') ? ' unsigned' : '';
    const range = `${writer.value(low)} to ${writer.value(high)} step ${writer.value(step)}`;
    writer.write(`${sign} ${writer.value(variable)} = ${range}`);
    if (inits.length > 0) {
      writer.write(` iter_args(${printInits(writer, carried, inits)})${printResults(results)}`);
    }
    if (resolveType(variable.type).kind !== 'index') writer.write(` : ${printType(variable.type)}`);
    writer.write(' ');
    const implicit = results.length === 0 ? { terminator: 'scf.yield' } : {};
    writer.region(operation, body, { hideArguments: true, ...implicit });
    writer.dictionary(attributes, (name) => name === 'unsignedCmp');
    return true;
  },
  properties: ['unsignedCmp'],
};

/** `scf.if %c -> (f32) { ... } else { ... }`. */
const condition: OperationSyntax = {
  parse: (state, operation, results) => {
    const at = state.lexer.start;
    const value = parseOperand(state);
    applyType(state, value, i1, at);
    operation.operands.push(value);
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (state.failed) return;
    const options = results.length === 0 ? { terminator: 'scf.yield' } : {};
    addRegion(operation, state.grammar.region(state, options));
    if (state.eatWord('else')) addRegion(operation, state.grammar.region(state, options));
    else addRegion(operation, { blocks: [] });
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { operands, results, regions, attributes } = operation;
    const value = operands[0];
    const [yes, no] = regions;
    if (value === undefined || yes === undefined || operands.length !== 1) return false;
    writer.write(` ${writer.value(value)}${printResults(results)} `);
    const options = results.length === 0 ? { terminator: 'scf.yield' } : {};
    writer.region(operation, yes, options);
    if (no !== undefined && no.blocks.length > 0) {
      writer.write(' else ');
      writer.region(operation, no, options);
    }
    writer.dictionary(attributes, () => false);
    return true;
  },
};

/** `scf.while (%x = %init) : (f32) -> i32 { ... scf.condition } do { ^bb0(%y: i32): ... scf.yield }`. */
const whileLoop: OperationSyntax = {
  parse: (state, operation, results) => {
    const entry: Value[] = [];
    if (state.lexer.kind === Token.leftParen) parseInits(state, entry, operation.operands);
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    const type = parseFunctionType(state);
    if (type.kind !== 'function' || state.failed) return;
    applyInitTypes(state, entry, operation.operands, type.inputs, at);
    results.pushAll(type.results);
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, { entry }));
    if (!state.expectWord('do')) return;
    addRegion(operation, state.grammar.region(state, {}));
    if (state.eatWord('attributes')) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { operands, results, regions, attributes } = operation;
    const [before, after] = regions;
    const entry = before?.blocks[0]?.arguments ?? [];
    if (before === undefined || after === undefined || entry.length !== operands.length)
      return false;
    const inputs = operands.map(({ type }) => type);
    const inits = operands.length === 0 ? '' : ` (${printInits(writer, entry, operands)})`;
    const outputs = results.map(({ type }) => type);
    writer.write(`${inits} : ${printFunctionType(inputs, outputs)} `);
    writer.region(operation, before, { hideArguments: true });
    writer.write(' do ');
    writer.region(operation, after);
    writer.dictionary(attributes, () => false, ' attributes ');
    return true;
  },
};

export const scf: DialectSyntax = {
  name: 'scf',
  operations: {
    'for': forLoop,
    'if': condition,
    'while': whileLoop,
    'condition': '( %condition ) dict { %args* : types(args) }?',
    'yield': 'dict { %results* : types(results) }?',
    'reduce.return': '%result dict : type(result)',
  },
};

const printTarget = (writer: Writer, block: string, operands: readonly Value[]): string =>
  operands.length === 0
    ? `^${block}`
    : `^${block}(${writer.values(operands)} : ${writer.types(operands)})`;

/** `cf.br ^bb1(%x : i32)`. */
const branch: OperationSyntax = {
  parse: (state, operation) => {
    parseSuccessor(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, { successors, operands, attributes }) => {
    const [target] = successors;
    if (target === undefined || successors.length !== 1 || operands.length > 0) return false;
    writer.write(` ${printTarget(writer, target.block, target.operands)}`);
    writer.dictionary(attributes, () => false);
    return true;
  },
  successors: { before: 0, segments: false },
};

/** `cf.cond_br %c, ^bb1(%x : i32), ^bb2`. */
const conditionalBranch: OperationSyntax = {
  parse: (state, operation) => {
    const at = state.lexer.start;
    const value = parseOperand(state);
    applyType(state, value, i1, at);
    operation.operands.push(value);
    if (state.eatWord('weights')) {
      const values: number[] = [];
      state.expect(Token.leftParen, "'('");
      state.expect(Token.leftBracket, "'['");
      parseList(state, Token.rightBracket, "']'", () => {
        values.push(Number(state.lexer.slice()));
        state.expect(Token.integer, 'an integer');
      });
      state.expect(Token.rightParen, "')'");
      operation.attributes.set('branch_weights', { kind: 'dense_array', element: i32, values });
    }
    state.expect(Token.comma, "','");
    parseSuccessor(state, operation);
    state.expect(Token.comma, "','");
    parseSuccessor(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, { successors, operands, attributes }) => {
    const [yes, no] = successors;
    const value = operands[0];
    if (yes === undefined || no === undefined || value === undefined || operands.length !== 1)
      return false;
    const weights = attributes.get('branch_weights');
    const likely =
      weights?.kind === 'dense_array' ? ` weights([${weights.values.join(', ')}])` : '';
    const targets = [yes, no].map(({ block, operands: list }) => printTarget(writer, block, list));
    writer.write(` ${writer.value(value)}${likely}, ${targets.join(', ')}`);
    writer.dictionary(attributes, (name) => name === 'branch_weights');
    return true;
  },
  properties: ['branch_weights', 'operandSegmentSizes'],
  successors: { before: 1, segments: true },
};

export const cf: DialectSyntax = {
  name: 'cf',
  operations: {
    br: branch,
    cond_br: conditionalBranch,
    assert: '%arg , $msg:string dict',
  },
};

/** `scf`: loops and conditions. */
import { addRegion } from '../text/state.ts';
import type { Region, Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, narrow, parseOperand, parseSignedInteger } from '../text/pieces.ts';
import { printFunctionType, printType } from '../text/print-types.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseFunctionType, parseResultTypes, parseType } from '../text/types.ts';
import { applyInitTypes, parseBinding, parseInits, printInits, printResults } from './loops.ts';
import { staticIndices } from './mixed-indices.ts';
import { forall, parallel, printArrow, reduce } from './scf-parallel.ts';

const index = builtinType('index');
const i1 = builtinType('i1');

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

/** `scf.execute_region -> (f32) no_inline { ... }`. */
const executeRegion: OperationSyntax = {
  parse: (state, operation, results) => {
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (state.eatWord('no_inline')) operation.attributes.set('no_inline', { kind: 'unit' });
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, {}));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { results, regions, attributes } = operation;
    const [body] = regions;
    if (body === undefined) return false;
    writer.write(`${printArrow(results)}${attributes.has('no_inline') ? ' no_inline' : ''} `);
    writer.region(operation, body);
    writer.dictionary(attributes, (name) => name === 'no_inline');
    return true;
  },
  properties: ['no_inline'],
};

/** `scf.index_switch %i -> f32 case 2 { ... } default { ... }`: the default is the first region. */
const indexSwitch: OperationSyntax = {
  parse: (state, operation, results) => {
    const at = state.lexer.start;
    const value = parseOperand(state);
    applyType(state, value, index, at);
    operation.operands.push(value);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    if (state.eat(Token.arrow)) {
      do results.push(parseType(state));
      while (state.eat(Token.comma));
    }
    const implicit = results.length === 0 ? { terminator: 'scf.yield' } : {};
    const values: (number | bigint)[] = [];
    const regions: Region[] = [];
    while (state.eatWord('case')) {
      values.push(narrow(parseSignedInteger(state)));
      if (state.failed) return;
      regions.push(state.grammar.region(state, implicit));
    }
    state.expectWord('default');
    operation.attributes.set('cases', staticIndices(values));
    if (state.failed) return;
    operation.regions = [state.grammar.region(state, implicit), ...regions];
  },
  print: (writer, operation) => {
    const { operands, results, regions, attributes } = operation;
    const [value] = operands;
    const [otherwise, ...own] = regions;
    const cases = attributes.get('cases');
    if (cases?.kind !== 'dense_array' || value === undefined || otherwise === undefined)
      return false;
    if (cases.values.length !== own.length) return false;
    writer.write(` ${writer.value(value)}`);
    writer.dictionary(attributes, (name) => name === 'cases');
    if (results.length > 0) writer.write(` -> ${writer.types(results)}`);
    for (const [i, region] of own.entries()) {
      writer.line();
      writer.write(`case ${cases.values[i]} `);
      writer.region(operation, region);
    }
    writer.line();
    writer.write('default ');
    writer.region(operation, otherwise, results.length === 0 ? { terminator: 'scf.yield' } : {});
    return true;
  },
  properties: ['cases'],
};

export const scf: DialectSyntax = {
  name: 'scf',
  operations: {
    'for': forLoop,
    'if': condition,
    'while': whileLoop,
    'execute_region': executeRegion,
    'index_switch': indexSwitch,
    forall,
    'forall.in_parallel': 'region(block) dict',
    parallel,
    reduce,
    'condition': '( %condition ) dict { %args* : types(args) }?',
    'yield': 'dict { %results* : types(results) }?',
    'reduce.return': '%value dict : type(value)',
  },
};

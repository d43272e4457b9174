/**
 * What executables of `hal` and `stream` share: exports, which say how many workgroups to start, and
 * functions without a name.
 *
 *     hal.executable.export public @f ordinal(0) layout(#layout) count(%d: !hal.device) -> (index, index, index) {...}
 *     stream.executable.export public @f workgroups(%w: index) -> (index, index, index) {...}
 *     hal.executable.constant.block(%d: !hal.device) -> i32 as "key" {...}
 */
import type { Attribute, Type } from '../ir/types.ts';
import type { Operation, Region, Value } from '../ir/ir.ts';
import { isolatedOperations } from '../ir/traits.ts';
import { parseDictionary, parseSymbol } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { parseList, parseString, parseSymbolName } from '../text/pieces.ts';
import { printAttribute, printSymbol, printType, quote } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { Draft, State } from '../text/state.ts';
import type { Codec, OperationSyntax } from '../text/syntax.ts';
import { parseResultTypes } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { parseParameter, parseVisibility } from './functions.ts';

/** The visibility of a symbol, a bare word. */
export const visibilityCodec: Codec = {
  parse: (state) => {
    const value = state.lexer.slice();
    state.lexer.next();
    return { kind: 'string', value };
  },
  print: (attribute) => (attribute.kind === 'string' ? attribute.value : undefined),
  starts: (state) => state.atWord('public') || state.atWord('private') || state.atWord('nested'),
};

/** `hal.interface.workgroup.id[0] upper_bound 8 : index`. */
export const workgroup =
  '[ $dimension:index ] { upper_bound $upper_bound:index }? dict : type(result)';

interface Parameters {
  readonly entry: readonly Value[];
  readonly results: readonly Type[];
}

/** Reads `(%a: i32, ...) -> (index, index)`. */
function parseParameters(state: State): Parameters {
  const entry: Value[] = [];
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => parseParameter(state, entry, []));
  }
  if (!state.eat(Token.arrow)) return { entry, results: [] };
  return { entry, results: state.failed ? [] : parseResultTypes(state) };
}

function parseBody(state: State, operation: Draft, entry: readonly Value[], isolated = true): void {
  if (!state.failed) addRegion(operation, state.grammar.region(state, { entry, isolated }));
}

/** Writes `(%a: i32) -> (index, index)`; the results as they are given. */
function printParameters(writer: Writer, entry: readonly Value[], results: string): void {
  const parameters = entry.map((value) => writer.argument(value)).join(', ');
  writer.write(`(${parameters})${results === '' ? '' : ` -> ${results}`}`);
}

function listTypes(types: readonly Type[]): string {
  const texts = types.map((type) => printType(type));
  return texts.length === 1 ? (texts[0] ?? '') : texts.length === 0 ? '' : `(${texts.join(', ')})`;
}

/** Reads a region behind a keyword, `count(%d: !hal.device) -> (index, index, index) {...}`, or an empty one. */
export function parseClause(
  state: State,
  operation: Draft,
  keyword: string,
  isolated = true,
): void {
  if (!state.eatWord(keyword)) addRegion(operation, { blocks: [] });
  else parseBody(state, operation, parseParameters(state).entry, isolated);
}

export function printClause(
  writer: Writer,
  operation: Operation,
  region: Region | undefined,
  keyword: string,
  results: string,
): void {
  const entry = region?.blocks[0];
  if (region === undefined || entry === undefined) return;
  writer.write(` ${keyword}`);
  const print = (): void => {
    printParameters(writer, entry.arguments, results);
    writer.write(' ');
    writer.region(operation, region, { hideArguments: true });
  };
  // Names of an isolated region begin anew in it.
  if (isolatedOperations.has(operation.name)) writer.inside(region, print);
  else print();
}

const exported = [
  'sym_name',
  'sym_visibility',
  'function_ref',
  'ordinal',
  'layout',
  'condition_fallback',
];

/** Reads `("name")` behind `@function as`. */
function parseAlias(state: State, { attributes }: Draft): void {
  state.expect(Token.leftParen, "'('");
  attributes.set('sym_name', { kind: 'string', value: parseString(state) });
  state.expect(Token.rightParen, "')'");
}

/** The syntax of an export whose number of workgroups stands behind `keyword`. */
export function exportSyntax(keyword: 'count' | 'workgroups'): OperationSyntax {
  const conditional = keyword === 'count';
  return {
    parse: (state, operation) => {
      const { attributes } = operation;
      parseVisibility(state, operation);
      const symbol = parseSymbol(state);
      const name = symbol.kind === 'symbol' ? (symbol.path[0] ?? '') : '';
      attributes.set('sym_name', { kind: 'string', value: name });
      if (!conditional) {
        attributes.set('function_ref', symbol);
        if (state.eatWord('as')) parseAlias(state, operation);
      }
      for (const clause of ['ordinal', 'layout']) {
        if (!state.eatWord(clause)) continue;
        state.expect(Token.leftParen, "'('");
        const value = state.grammar.attribute(state);
        attributes.set(clause, clause === 'ordinal' ? asIndex(value) : value);
        state.expect(Token.rightParen, "')'");
      }
      const condition: Draft = { ...operation, regions: [] };
      if (conditional) parseClause(state, condition, 'condition');
      if (conditional && state.eatWord('fallback')) {
        state.expect(Token.leftParen, "'('");
        const path = [parseSymbolName(state)];
        attributes.set('condition_fallback', { kind: 'symbol', path });
        state.expect(Token.rightParen, "')'");
      }
      parseClause(state, operation, keyword);
      for (const region of condition.regions) addRegion(operation, region);
      if (state.eatWord('attributes')) parseDictionary(state, attributes);
    },
    print: (writer, operation) => {
      const { attributes, regions } = operation;
      const name = attributes.get('sym_name');
      const shown = attributes.get('sym_visibility');
      if (name?.kind !== 'string') return false;
      if (shown?.kind === 'string') writer.write(` ${shown.value}`);
      const target = conditional ? undefined : attributes.get('function_ref');
      const called = target?.kind === 'symbol' ? target.path[0] : undefined;
      writer.write(` ${printSymbol(called ?? name.value)}`);
      if (called !== undefined && called !== name.value) writer.write(` as(${quote(name.value)})`);
      for (const clause of ['ordinal', 'layout']) {
        const value = attributes.get(clause);
        if (value === undefined) continue;
        const text = value.kind === 'integer' ? String(value.value) : printAttribute(value);
        writer.write(` ${clause}(${text})`);
      }
      printClause(writer, operation, regions[1], 'condition', 'i1');
      const fallback = attributes.get('condition_fallback');
      if (fallback !== undefined) writer.write(` fallback(${printAttribute(fallback)})`);
      printClause(writer, operation, regions[0], keyword, '(index, index, index)');
      writer.dictionary(attributes, (key) => exported.includes(key), ' attributes ');
      return true;
    },
    properties: [...exported, 'workgroup_size', 'subgroup_size', 'workgroup_local_memory'],
  };
}

/** An ordinal is an `index` whether its type is written or not. */
function asIndex(attribute: Attribute): Attribute {
  return attribute.kind === 'integer' ? { ...attribute, type: { kind: 'index' } } : attribute;
}

/** The signature of a function without a name; with `keyed` its results have keys: `-> i32 as "key"`. */
function functionWithoutName(keyed: boolean): OperationSyntax {
  return {
    parse: (state, operation) => {
      const { attributes } = operation;
      const { entry, results } = parseParameters(state);
      const inputs = entry.map(({ type }) => type);
      attributes.set('function_type', {
        kind: 'type',
        type: { kind: 'function', inputs, results: [...results] },
      });
      if (keyed) {
        state.expectWord('as');
        const elements: Attribute[] = [];
        const key = (): void => {
          elements.push({ kind: 'string', value: parseString(state) });
        };
        if (state.eat(Token.leftParen)) parseList(state, Token.rightParen, "')'", key);
        else if (!state.failed) key();
        attributes.set('keys', { kind: 'array', elements });
      }
      if (state.eatWord('attributes')) parseDictionary(state, attributes);
      parseBody(state, operation, entry);
    },
    print: (writer, operation) => {
      const { attributes, regions } = operation;
      const type = attributes.get('function_type');
      const keys = attributes.get('keys');
      const entry = regions[0]?.blocks[0];
      if (type?.kind !== 'type' || type.type.kind !== 'function') return false;
      if (regions[0] === undefined || entry === undefined) return false;
      if (keyed !== (keys?.kind === 'array')) return false;
      const texts =
        keys?.kind === 'array'
          ? keys.elements.map((key) => (key.kind === 'string' ? quote(key.value) : ''))
          : [];
      const { results } = type.type;
      return writer.inside(regions[0], () => {
        printParameters(writer, entry.arguments, listTypes(results));
        if (keyed) writer.write(` as ${texts.length === 1 ? texts[0] : `(${texts.join(', ')})`}`);
        writer.dictionary(attributes, (name) => unnamed.includes(name), ' attributes ');
        writer.write(' ');
        writer.region(operation, regions[0] ?? { blocks: [] }, { hideArguments: true });
        return true;
      });
    },
    properties: unnamed,
  };
}

const unnamed = ['function_type', 'keys'];

export const unnamedFunction: OperationSyntax = functionWithoutName(false);
export const constantBlock: OperationSyntax = functionWithoutName(true);

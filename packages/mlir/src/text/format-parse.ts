/** Runs the elements of a format over the text: the reading half of the format language. */
import { messages } from '@ldscope/core';
import {
  dynamicIndex,
  dynamicSize,
  resolveAttribute,
  resolveType,
  unknownType,
} from '../ir/types.ts';
import { addRegion } from './state.ts';
import type { Attribute, Type } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseDictionary, smallInteger } from './attributes.ts';
import type { Element, Format, ResultRule } from './format.ts';
import { isDigit, Token } from './lexer.ts';
import {
  applyType,
  exact,
  narrow,
  parseOperand,
  parseOperandList,
  parseSignedInteger,
} from './pieces.ts';
import type { Draft, State } from './state.ts';
import type { TypeBuffer } from './type-buffer.ts';
import { builtinType, parseHeadless, parseResultTypes, parseType, parseTypeList } from './types.ts';

/** What a format has read so far. */
interface Run {
  readonly state: State;
  readonly format: Format;
  readonly operation: Draft;
  readonly results: TypeBuffer;
  /** Operands by group; unused when the format is fixed, groups are then the operands themselves. */
  readonly groups: (readonly Value[])[];
  /** The last result is a token. */
  makesToken: boolean;
}

export function parseFormat(
  state: State,
  format: Format,
  operation: Draft,
  results: TypeBuffer,
): void {
  const groups = format.fixed ? noGroups : format.groups.map(() => none);
  const run: Run = { state, format, operation, results, groups, makesToken: false };
  parseElements(run, format.elements);
  if (!format.fixed) {
    operation.operands = joinGroups(format.order, groups);
    if (format.segments) operation.attributes.set('operandSegmentSizes', segmentSizes(run));
  }
  if (state.failed) return;
  for (const [name, attribute] of format.defaults) {
    if (!operation.attributes.has(name)) operation.attributes.set(name, attribute);
  }
  for (const rule of format.results) addResults(run, rule);
  if (run.makesToken) results.push(asyncToken);
}

const none: readonly Value[] = [];
const noGroups: (readonly Value[])[] = [];

const i32 = builtinType('i32');
const i1 = builtinType('i1');
const i64 = builtinType('i64');
/** What `async` operations make. */
const asyncToken = builtinType('!gpu.async.token');

function segmentSizes({ format, groups }: Run): Attribute {
  const values = format.order.map((index) => groups[index]?.length ?? 0);
  return { kind: 'dense_array', element: i32, values };
}

function joinGroups(order: readonly number[], groups: readonly (readonly Value[])[]): Value[] {
  let all: Value[] = [];
  for (const index of order) {
    const group = groups[index] ?? none;
    if (group.length > 0) all = all.concat(group);
  }
  return all;
}

function operandsOf({ format, operation, groups }: Run, group: number): readonly Value[] {
  if (!format.fixed) return groups[group] ?? [];
  const value = operation.operands[group];
  return value === undefined ? [] : [value];
}

/** Lists of one to three are made at their size: a list that grows has room to spare, in every operation. */
function addOperand(operation: Draft, value: Value): void {
  const { operands } = operation;
  const [first, second] = operands;
  if (first === undefined) operation.operands = [value];
  else if (second === undefined) operation.operands = [first, value];
  else if (operands.length === 2) operation.operands = [first, second, value];
  else operands.push(value);
}

function parseElements(run: Run, elements: readonly Element[]): void {
  for (const element of elements) {
    parseElement(run, element);
    if (run.state.failed) return;
  }
}

function parseElement(run: Run, element: Element): void {
  const { state, operation } = run;
  switch (element.kind) {
    case 'literal':
      if (element.token === Token.word) state.expectWord(element.text);
      else if (state.lexer.kind === element.token) state.lexer.next();
      else state.fail(`'${element.text}'`);
      return;
    case 'operands': {
      if (run.format.fixed) addOperand(operation, parseOperand(state));
      else if (element.arity === 'many') run.groups[element.group] = parseOperandList(state);
      else if (element.arity === 'one' || state.lexer.kind === Token.value) {
        run.groups[element.group] = [parseOperand(state)];
      }
      return;
    }
    case 'attribute':
      operation.attributes.set(element.name, element.codec.parse(state));
      return;
    case 'operand-types':
      parseOperandTypes(run, element);
      return;
    case 'result-types':
      if (!element.list) run.results.push(parseTypeOf(state, element.head));
      else {
        do run.results.push(parseTypeOf(state, element.head));
        while (state.eat(Token.comma));
      }
      return;
    case 'function': {
      const at = state.lexer.start;
      const types = parseTypeList(state);
      applyTypes(run, element.groups, types, at);
      state.expect(Token.arrow, "'->'");
      if (!state.failed) run.results.pushAll(parseResultTypes(state));
      return;
    }
    case 'dictionary':
      if (element.keyword && !state.eatWord('attributes')) return;
      if (element.keyword || state.lexer.kind === Token.leftBrace) {
        parseDictionary(state, operation.attributes);
      } else if (state.lexer.kind === Token.attribute) parseDictionaryAlias(state, operation);
      return;
    case 'region':
      addRegion(operation, state.grammar.region(state, element.options));
      return;
    case 'indices':
      parseIndices(run, element);
      return;
    case 'sizes':
      parseSizes(run, element.names);
      return;
    case 'tied':
      parseTied(run, element.group, element.sizes);
      return;
    case 'tokens':
      run.makesToken = state.eatWord('async');
      if (state.eat(Token.leftBracket)) {
        run.groups[element.group] = parseOperandList(state);
        state.expect(Token.rightBracket, "']'");
      }
      return;
    case 'choice': {
      const found = element.clauses.find(({ body }) => begins(state, body[0]));
      if (found !== undefined) parseElements(run, found.body);
      return;
    }
    case 'optional':
      if (begins(state, element.body[0])) parseElements(run, element.body);
      return;
    case 'clauses':
      for (;;) {
        const clause = element.clauses.find(({ body }) => begins(state, body[0]));
        if (clause === undefined || state.failed) return;
        parseElements(run, clause.body);
      }
  }
}

/** Reads `#traits` in the place of `{...}`, when that is what the alias stands for. */
function parseDictionaryAlias(state: State, { attributes }: Draft): void {
  const { lexer } = state;
  const alias = state.attributeAliases.get(state.text.slice(lexer.start + 1, lexer.end));
  const dictionary = alias === undefined ? undefined : resolveAttribute(alias);
  if (dictionary?.kind !== 'dictionary') return;
  lexer.next();
  for (const [name, attribute] of dictionary.entries) attributes.set(name, attribute);
}

/** True when the word can be the first of an optional group. */
function begins(state: State, first: Element | undefined): boolean {
  const kind = state.lexer.kind;
  switch (first?.kind) {
    case 'literal':
      return first.token === Token.word ? state.atWord(first.text) : kind === first.token;
    case 'operands':
      return kind === Token.value;
    case 'attribute':
      return first.codec.starts(state);
    case 'region':
    case 'dictionary':
      return kind === Token.leftBrace;
    case 'sizes':
      return kind === Token.integer;
    case 'tokens':
      return kind === Token.leftBracket || state.atWord('async');
    case 'indices':
      return kind === (first.open === '[' ? Token.leftBracket : Token.leftParen);
    default:
      return false;
  }
}

/** Reads a type whose name is left out when the format says so. */
const parseTypeOf = (state: State, head: string | undefined): Type =>
  head === undefined ? parseType(state) : parseHeadless(state, head);

function parseOperandTypes(
  run: Run,
  { groups, list, head }: Extract<Element, { kind: 'operand-types' }>,
): void {
  const { state } = run;
  const at = state.lexer.start;
  if (!list) {
    const type = parseTypeOf(state, head);
    if (state.failed) return;
    for (const group of groups) {
      if (!run.format.fixed) {
        for (const value of run.groups[group] ?? none) applyType(state, value, type, at);
        continue;
      }
      const value = run.operation.operands[group];
      if (value !== undefined) applyType(state, value, type, at);
    }
    return;
  }
  const values = groups.flatMap((group) => operandsOf(run, group));
  if (values.length === 0) return;
  let count = 0;
  do {
    const type = parseTypeOf(state, head);
    const value = values[count++];
    if (value !== undefined && !state.failed) applyType(state, value, type, at);
  } while (state.eat(Token.comma));
  checkCount(state, values.length, count, at);
}

function applyTypes(run: Run, groups: readonly number[], types: readonly Type[], at: number): void {
  const { state } = run;
  if (state.failed) return;
  const values = groups.flatMap((group) => operandsOf(run, group));
  if (!checkCount(state, values.length, types.length, at)) return;
  for (const [i, value] of values.entries()) applyType(state, value, types[i] ?? unknownType, at);
}

function checkCount(state: State, wanted: number, found: number, at: number): boolean {
  if (wanted === found || state.failed) return wanted === found;
  const message = messages.syntax.operandCount('the list of types', wanted, found);
  state.report(message, at, state.lexer.previousEnd);
  return false;
}

/** Reads `[%x, 4, -1]`. */
function parseIndices(run: Run, element: Extract<Element, { kind: 'indices' }>): void {
  const { state } = run;
  const { group, name, open, width } = element;
  const dynamic = width === 32 ? dynamicIndex : dynamicSize;
  const into: Value[] = [];
  const values: (number | bigint)[] = [];
  const closer = open === '[' ? Token.rightBracket : Token.rightParen;
  state.expect(open === '[' ? Token.leftBracket : Token.leftParen, `'${open}'`);
  if (!state.eat(closer)) {
    do {
      if (state.lexer.kind === Token.value) {
        into.push(parseOperand(state));
        values.push(dynamic);
      } else values.push(narrow(parseSignedInteger(state)));
    } while (state.eat(Token.comma));
    state.expect(closer, open === '[' ? "']'" : "')'");
  }
  run.groups[group] = into;
  const type = width === 32 ? i32 : i64;
  run.operation.attributes.set(name, { kind: 'dense_array', element: type, values });
}

/** Reads `%a as type{%x}`, or the type alone: the type of operand `a` and of the result. */
function parseTied(run: Run, group: number, sizes: number): void {
  const { state } = run;
  // The name says nothing: the operation knows which operand it is.
  if (state.eat(Token.value)) state.expectWord('as');
  const at = state.lexer.start;
  const type = parseType(state);
  if (state.failed) return;
  for (const value of operandsOf(run, group)) applyType(state, value, type, at);
  run.results.push(type);
  if (!state.eat(Token.leftBrace)) return;
  run.groups[sizes] = parseOperandList(state);
  state.expect(Token.rightBrace, "'}'");
}

/** Reads `16x16x32`: digits and `x` without blanks, which no word of the lexer is. */
function parseSizes({ state, operation }: Run, names: readonly string[]): void {
  const { text, lexer } = state;
  let at = lexer.start;
  for (const [i, name] of names.entries()) {
    if (i > 0 && text.charCodeAt(at) === 0x78) at++;
    const from = at;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === from) {
      state.fail(`${names.length} sizes with 'x' between them`);
      return;
    }
    operation.attributes.set(
      name,
      smallInteger(exact(state, Number(text.slice(from, at)), from), i32),
    );
  }
  lexer.moveTo(at);
  lexer.previousEnd = at;
}

function addResults(run: Run, rule: ResultRule): void {
  const { results, operation } = run;
  switch (rule.kind) {
    case 'again':
      results.push(results.at(results.length - 1) ?? unknownType);
      return;
    case 'pointee':
      results.push(pointee(operandsOf(run, rule.group)[0]?.type ?? unknownType));
      return;
    case 'shuffle': {
      const type = resolveType(operandsOf(run, rule.group)[0]?.type ?? unknownType);
      const mask = operation.attributes.get('mask');
      if (type.kind !== 'vector' || mask?.kind !== 'dense_array') results.push(unknownType);
      else results.push({ ...type, shape: [mask.values.length, ...type.shape.slice(1)] });
      return;
    }
    case 'fixed':
      results.push(builtinType(rule.name));
      return;
    case 'typeof':
      results.push(typeOfAttribute(operation.attributes.get(rule.attribute)));
      return;
    case 'same':
      results.push(operandsOf(run, rule.group)[0]?.type ?? unknownType);
      return;
    case 'each':
      for (const { type } of operandsOf(run, rule.group)) results.push(type);
      return;
    case 'bool':
      results.push(inShapeOf(operandsOf(run, rule.group)[0]?.type ?? unknownType, i1));
      return;
    case 'element':
      results.push(elementType(operandsOf(run, rule.group)[0]?.type ?? unknownType));
      return;
    case 'elements': {
      const type = resolveType(operandsOf(run, rule.group)[0]?.type ?? unknownType);
      if (type.kind !== 'vector') return;
      const count = type.shape.reduce((product, size) => product * size, 1);
      for (let i = 0; i < Math.min(count, 65_536); i++) results.push(type.element);
    }
  }
}

/** The type that a constant with this value has. */
function typeOfAttribute(attribute: Attribute | undefined): Type {
  switch (attribute?.kind) {
    case 'bool':
      return i1;
    case 'integer':
    case 'float':
    case 'dense':
      return attribute.type;
    case 'alias':
      return typeOfAttribute(attribute.attribute);
    case 'string':
      return attribute.type ?? unknownType;
    case 'opaque': {
      const colon = attribute.text.lastIndexOf(' : ');
      return colon < 0 ? unknownType : { kind: 'opaque', text: attribute.text.slice(colon + 3) };
    }
    default:
      return unknownType;
  }
}

/** `element` in the shape of a vector or tensor; `element` itself for a scalar. */
function inShapeOf(type: Type, element: Type): Type {
  const base = resolveType(type);
  if (base.kind === 'vector' || base.kind === 'tensor') return { ...base, element };
  return base.kind === 'opaque' && type === unknownType ? unknownType : element;
}

/** What `!tt.ptr<f16>`, or a tensor of such pointers, points to. */
function pointee(type: Type): Type {
  const base = resolveType(type);
  if (base.kind === 'tensor') return { ...base, element: pointee(base.element) };
  if (base.kind !== 'opaque') return unknownType;
  const inner = /^!tt\.ptr<([^,]*)(?:, \d+)?>$/.exec(base.text)?.[1];
  return inner === undefined ? unknownType : builtinType(inner);
}

export function elementType(type: Type): Type {
  const base = resolveType(type);
  return 'element' in base ? base.element : unknownType;
}

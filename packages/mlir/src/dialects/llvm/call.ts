/**
 * Calls of the `llvm` dialect.
 *
 *     %r = llvm.call tail @f(%a) : (i32 {llvm.noundef}) -> i32
 *     %r = llvm.call %p(%a) vararg(!llvm.func<i32 (ptr, ...)>) ["tag"(%b : i32)] : !llvm.ptr, (i32) -> i32
 *     %r = llvm.call_intrinsic "llvm.amdgcn.name"(%a) : (i32) -> i32
 *     %r = llvm.invoke @f(%a) to ^bb1(%b : i32) unwind ^bb2 : (i32) -> i32
 *
 * Operands are those of the call (the pointer in front), then those of the bundles. Attributes of arguments
 * are written behind their types.
 */
import type { Attribute, Type } from '../../ir/types.ts';
import { resolveAttribute, unknownType } from '../../ir/types.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { parseDictionary, parseSymbol } from '../../text/attributes.ts';
import { Token } from '../../text/lexer.ts';
import {
  applyType,
  parseList,
  parseOperand,
  parseOperands,
  parseString,
} from '../../text/pieces.ts';
import { printAttribute, printType, quote } from '../../text/print-types.ts';
import { parseSuccessor } from '../../text/regions.ts';
import type { Draft, State } from '../../text/state.ts';
import type { OperationSyntax } from '../../text/syntax.ts';
import type { TypeBuffer } from '../../text/type-buffer.ts';
import { builtinType, parseType } from '../../text/types.ts';
import type { Writer } from '../../text/writer.ts';
import { argumentAttributes, setAttributeLists } from '../functions.ts';
import type { Attributes } from '../functions.ts';
import { printTarget, segmentedBranch } from '../branches.ts';
import { callingConvention, parseWord, tailCall } from './words.ts';

const i32 = builtinType('i32');

/** Reads `["tag"(%a, %b : i32, i64), "other"()]`; answers the operands of all bundles. */
export function parseBundles(state: State, { attributes }: Draft): Value[] {
  const operands: Value[] = [];
  const sizes: number[] = [];
  const tags: Attribute[] = [];
  if (state.eat(Token.leftBracket)) {
    parseList(state, Token.rightBracket, "']'", () => {
      tags.push({ kind: 'string', value: parseString(state) });
      state.expect(Token.leftParen, "'('");
      const own: Value[] = [];
      if (state.lexer.kind === Token.value) {
        parseOperands(state, own);
        state.expect(Token.colon, "':'");
        let index = 0;
        do {
          const at = state.lexer.start;
          const type = parseType(state);
          const value = own[index++];
          if (value !== undefined && !state.failed) applyType(state, value, type, at);
        } while (state.eat(Token.comma));
        if (index !== own.length) state.fail(`${own.length} types`);
      }
      state.expect(Token.rightParen, "')'");
      sizes.push(own.length);
      operands.push(...own);
    });
  }
  attributes.set('op_bundle_sizes', { kind: 'dense_array', element: i32, values: sizes });
  if (tags.length > 0) attributes.set('op_bundle_tags', { kind: 'array', elements: tags });
  return operands;
}

/** ` ["tag"(%a : i32)]`; `undefined` when sizes, tags and operands do not agree. */
export function printBundles(
  writer: Writer,
  { attributes }: Operation,
  operands: readonly Value[],
): string | undefined {
  const sizes = attributes.get('op_bundle_sizes');
  const tags = attributes.get('op_bundle_tags');
  const counts = sizes?.kind === 'dense_array' ? sizes.values.map(Number) : [];
  if (counts.length === 0) return operands.length === 0 ? '' : undefined;
  if (tags?.kind !== 'array' || tags.elements.length !== counts.length) return undefined;
  let at = 0;
  const texts: string[] = [];
  for (const [i, count] of counts.entries()) {
    const tag = tags.elements[i];
    const own = operands.slice(at, (at += count));
    if (tag?.kind !== 'string') return undefined;
    const list = own.length === 0 ? '' : `${writer.values(own)} : ${writer.types(own)}`;
    texts.push(`${quote(tag.value)}(${list})`);
  }
  return at === operands.length ? ` [${texts.join(', ')}]` : undefined;
}

/** Reads `(i32 {a}, f32) -> (i64 {b})`: types of arguments and results with their attributes. */
function parseCallType(
  state: State,
  operation: Draft,
  values: readonly Value[],
  results: TypeBuffer,
): void {
  const inputs: Attributes[] = [];
  const outputs: Attributes[] = [];
  const one = (lists: Attributes[]): Type => {
    const type = parseType(state);
    const own: Attributes = new Map();
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, own);
    lists.push(own);
    return type;
  };
  const at = state.lexer.start;
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => {
      const type = one(inputs);
      const value = values[inputs.length - 1];
      if (value !== undefined && !state.failed) applyType(state, value, type, at);
    });
  }
  if (!state.failed && inputs.length !== values.length) state.fail(`${values.length} types`);
  state.expect(Token.arrow, "'->'");
  if (state.failed) return;
  if (state.eat(Token.leftParen)) {
    parseList(state, Token.rightParen, "')'", () => results.push(one(outputs)));
  } else results.push(one(outputs));
  setAttributeLists(operation, 'arg_attrs', inputs);
  setAttributeLists(operation, 'res_attrs', outputs);
}

/** `(i32 {a}, f32) -> i64`. */
function printCallType(operation: Operation, values: readonly Value[]): string {
  const { results } = operation;
  const inputs = values.map(
    ({ type }, i) => printType(type) + argumentAttributes(operation, 'arg_attrs', i),
  );
  const outputs = results.map(
    ({ type }, i) => printType(type) + argumentAttributes(operation, 'res_attrs', i),
  );
  const bare = outputs.length === 1 && !(outputs[0] ?? '').endsWith('}');
  return `(${inputs.join(', ')}) -> ${bare ? outputs[0] : `(${outputs.join(', ')})`}`;
}

/** Reads `(%a, %b)`. */
function parseArguments(state: State): Value[] {
  const values: Value[] = [];
  if (state.expect(Token.leftParen, "'('")) parseOperands(state, values);
  state.expect(Token.rightParen, "')'");
  return values;
}

/** Reads `@f` or `%p`; the pointer is the answer. */
function parseCallee(state: State, { attributes }: Draft): Value | undefined {
  if (state.lexer.kind === Token.value) return parseOperand(state);
  attributes.set('callee', parseSymbol(state));
  return undefined;
}

/** Reads `vararg(!llvm.func<...>)`. */
function parseVariadic(state: State, { attributes }: Draft): void {
  if (!state.eatWord('vararg')) return;
  state.expect(Token.leftParen, "'('");
  if (state.failed) return;
  attributes.set('var_callee_type', { kind: 'type', type: parseType(state) });
  state.expect(Token.rightParen, "')'");
}

function printVariadic({ attributes }: Operation): string {
  const type = attributes.get('var_callee_type');
  return type?.kind === 'type' ? ` vararg(${printType(type.type)})` : '';
}

/** Reads `: !llvm.ptr, (i32) -> i32`; the type of the pointer is only there in an indirect call. */
function parseTypes(
  state: State,
  operation: Draft,
  pointer: Value | undefined,
  values: readonly Value[],
  results: TypeBuffer,
): void {
  state.expect(Token.colon, "':'");
  if (pointer !== undefined) {
    const at = state.lexer.start;
    const type = state.failed ? unknownType : parseType(state);
    applyType(state, pointer, type, at);
    state.expect(Token.comma, "','");
  }
  if (!state.failed) parseCallType(state, operation, values, results);
}

function setSegments({ attributes }: Draft, values: number[]): void {
  attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
}

/** The sizes of the groups of operands, when there are as many. */
function segmentsOf({ attributes }: Operation, count: number): readonly number[] | undefined {
  const sizes = attributes.get('operandSegmentSizes');
  if (sizes?.kind !== 'dense_array' || sizes.values.length !== count) return undefined;
  return sizes.values.map(Number);
}

const noFlags: Attribute = { kind: 'opaque', text: '#llvm.fastmath<none>' };

const isUsualFlag = (name: string, attribute: Attribute): boolean => {
  const plain = resolveAttribute(attribute);
  return name === 'fastmathFlags' && plain.kind === 'opaque' && plain.text === noFlags.text;
};

const lists = ['arg_attrs', 'res_attrs'];
const bundles = ['operandSegmentSizes', 'op_bundle_sizes', 'op_bundle_tags'];
const spelled = ['callee', 'var_callee_type', 'CConv', 'TailCallKind', ...lists, ...bundles];

export const call: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    attributes.set('CConv', parseWord(state, callingConvention));
    attributes.set('TailCallKind', parseWord(state, tailCall));
    const pointer = parseCallee(state, operation);
    const values = parseArguments(state);
    parseVariadic(state, operation);
    const extra = parseBundles(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    if (!attributes.has('fastmathFlags')) attributes.set('fastmathFlags', noFlags);
    parseTypes(state, operation, pointer, values, results);
    const own = pointer === undefined ? values : [pointer, ...values];
    operation.operands = [...own, ...extra];
    setSegments(operation, [own.length, extra.length]);
  },
  print: (writer, operation) => {
    const { attributes, operands } = operation;
    const sizes = segmentsOf(operation, 2);
    if (sizes === undefined) return false;
    const own = operands.slice(0, sizes[0]);
    const callee = attributes.get('callee');
    const pointer = callee === undefined ? own[0] : undefined;
    const values = pointer === undefined ? own : own.slice(1);
    const extra = printBundles(writer, operation, operands.slice(own.length));
    const words = [
      callingConvention.print(attributes.get('CConv')),
      tailCall.print(attributes.get('TailCallKind')),
    ];
    if (extra === undefined || (callee === undefined && pointer === undefined)) return false;
    for (const word of words) {
      if (word === undefined) return false;
      if (word !== 'ccc' && word !== 'none') writer.write(` ${word}`);
    }
    const name = callee === undefined ? writer.values(own.slice(0, 1)) : printAttribute(callee);
    writer.write(` ${name}(${writer.values(values)})${printVariadic(operation)}${extra}`);
    writer.dictionary(
      attributes,
      (key, attribute) => spelled.includes(key) || isUsualFlag(key, attribute),
    );
    const indirect = pointer === undefined ? '' : `${printType(pointer.type)}, `;
    writer.write(` : ${indirect}${printCallType(operation, values)}`);
    return true;
  },
  properties: [
    ...spelled,
    'fastmathFlags',
    'memory_effects',
    'convergent',
    'no_unwind',
    'will_return',
    'no_inline',
    'always_inline',
    'inline_hint',
    'access_groups',
    'alias_scopes',
    'noalias_scopes',
    'tbaa',
  ],
};

export const callIntrinsic: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    attributes.set('intrin', { kind: 'string', value: parseString(state) });
    const values = parseArguments(state);
    const extra = parseBundles(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    if (!attributes.has('fastmathFlags')) attributes.set('fastmathFlags', noFlags);
    parseTypes(state, operation, undefined, values, results);
    operation.operands = [...values, ...extra];
    setSegments(operation, [values.length, extra.length]);
  },
  print: (writer, operation) => {
    const { attributes, operands } = operation;
    const sizes = segmentsOf(operation, 2);
    const name = attributes.get('intrin');
    if (sizes === undefined || name?.kind !== 'string') return false;
    const values = operands.slice(0, sizes[0]);
    const extra = printBundles(writer, operation, operands.slice(values.length));
    if (extra === undefined) return false;
    writer.write(` ${quote(name.value)}(${writer.values(values)})${extra}`);
    writer.dictionary(
      attributes,
      (key, attribute) =>
        key === 'intrin' ||
        lists.includes(key) ||
        bundles.includes(key) ||
        isUsualFlag(key, attribute),
    );
    writer.write(` : ${printCallType(operation, values)}`);
    return true;
  },
  properties: ['intrin', 'fastmathFlags', ...lists, ...bundles],
};

/** The values of the two blocks are their own; those of the call are in front of them, its bundles behind. */
export const invoke: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    attributes.set('CConv', parseWord(state, callingConvention));
    const pointer = parseCallee(state, operation);
    const values = parseArguments(state);
    state.expectWord('to');
    parseSuccessor(state, operation);
    state.expectWord('unwind');
    parseSuccessor(state, operation);
    parseVariadic(state, operation);
    const extra = parseBundles(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    parseTypes(state, operation, pointer, values, results);
    const own = pointer === undefined ? values : [pointer, ...values];
    operation.operands = [...own, ...extra];
    setSegments(operation, [own.length, extra.length]);
  },
  print: (writer, operation) => {
    const { attributes, operands, successors } = operation;
    const [normal, unwind] = successors;
    const own = operands.slice(0, segmentsOf(operation, 2)?.[0]);
    const callee = attributes.get('callee');
    const pointer = callee === undefined ? own[0] : undefined;
    const values = pointer === undefined ? own : own.slice(1);
    const extra = printBundles(writer, operation, operands.slice(own.length));
    const convention = callingConvention.print(attributes.get('CConv'));
    if (normal === undefined || unwind === undefined || extra === undefined) return false;
    if (convention === undefined || (callee === undefined && pointer === undefined)) return false;
    if (convention !== 'ccc') writer.write(` ${convention}`);
    const name = callee === undefined ? writer.values(own.slice(0, 1)) : printAttribute(callee);
    writer.write(` ${name}(${writer.values(values)}) to ${printTarget(writer, normal)}`);
    writer.write(` unwind ${printTarget(writer, unwind)}${printVariadic(operation)}${extra}`);
    writer.dictionary(attributes, (key) => spelled.includes(key));
    const indirect = pointer === undefined ? '' : `${printType(pointer.type)}, `;
    writer.write(` : ${indirect}${printCallType(operation, values)}`);
    return true;
  },
  properties: ['callee', 'var_callee_type', 'CConv', 'branch_weights', ...lists, ...bundles],
  successors: segmentedBranch(1),
};

/**
 * Reads types.
 *
 *     i32   vector<4x[8]xf16>   memref<?x64xf16, strided<[64, 1], offset: ?>, 3>   !hal.buffer_view
 *     tensor<128x64xi32, #blocked>   (f32, index) -> f32   tuple<i1, f32>
 *
 * A kernel repeats few types many times, so a type is looked up by its exact text first and read only
 * once.
 */
import { messages } from '@ldscope/core';
import type { Attribute, Dimension, MemRefLayout, OpaqueType, Type } from '../ir/types.ts';
import { resolveAttribute, unknownType } from '../ir/types.ts';
import { skipAngles } from './balanced.ts';
import { isDigit, Token } from './lexer.ts';
import { atLlvmType, parseLlvmType } from './llvm-types.ts';
import { exact, parseList, parseTypes } from './pieces.ts';
import { floatWidths } from './floats.ts';
import { State } from './state.ts';

const builtin = new Map<string, Type>([
  ['index', { kind: 'index' }],
  ['none', { kind: 'opaque', text: 'none' }],
]);
for (const [name, width] of floatWidths) builtin.set(name, { kind: 'float', name, width });
for (const width of [1, 8, 16, 32, 64]) {
  builtin.set(`i${width}`, { kind: 'integer', width, signedness: 'signless' });
}

/** The type that a word names: `index`, `f32`, `i7`, `ui8`. */
export function namedType(word: string): Type | undefined {
  const known = builtin.get(word);
  if (known !== undefined) return known;
  const sign = word[0];
  const digits = sign === 'i' ? 1 : word[1] === 'i' && (sign === 's' || sign === 'u') ? 2 : 0;
  if (digits === 0 || word.length === digits || word.length > digits + 8) return undefined;
  for (let i = digits; i < word.length; i++) if (!isDigit(word.charCodeAt(i))) return undefined;
  const signedness = sign === 's' ? 'signed' : sign === 'u' ? 'unsigned' : 'signless';
  return { kind: 'integer', width: Number(word.slice(digits)), signedness };
}

/** A built-in type by its name, for tables. */
export function builtinType(name: string): Type {
  return namedType(name) ?? { kind: 'opaque', text: name };
}

type Shaped = (state: State) => Type;

const shaped = new Map<string, Shaped>([
  ['vector', parseVector],
  ['memref', parseMemRef],
  ['tensor', parseTensor],
  ['tuple', parseTuple],
  ['complex', parseOpaque],
]);

/** Longer types are read in full each time. */
const longestCached = 2048;

export function parseType(state: State): Type {
  const lexer = state.lexer;
  if (lexer.kind === Token.word || lexer.kind === Token.type) {
    if (state.text.charCodeAt(lexer.end) !== 0x3c) return parseShort(state);
    const start = lexer.start;
    const end = skipAngles(state.text, lexer.end, lexer.end + longestCached);
    if (end < 0) return parseLong(state);
    const text = state.text.slice(start, end);
    const known = state.typeCache.get(text);
    if (known !== undefined) {
      lexer.moveTo(end);
      lexer.previousEnd = end;
      return known;
    }
    const problems = state.diagnostics.length;
    const type = parseLong(state);
    if (state.diagnostics.length === problems && lexer.previousEnd === end) {
      state.typeCache.set(text, type);
    }
    return type;
  }
  if (lexer.kind === Token.leftParen) return parseFunctionType(state);
  if (lexer.kind === Token.question) {
    // Our own spelling of a type that is not known.
    lexer.next();
    return unknownType;
  }
  state.fail('a type');
  return unknownType;
}

/** A type without angle brackets. */
function parseShort(state: State): Type {
  const lexer = state.lexer;
  if (lexer.kind === Token.type) {
    const name = state.text.slice(lexer.start + 1, lexer.end);
    const alias = state.typeAliases.get(name);
    if (alias === undefined && name.includes('.')) {
      const known = state.typeCache.get(lexer.slice());
      if (known === undefined) {
        const type = parseOpaque(state);
        state.typeCache.set(type.text, type);
        return type;
      }
      lexer.next();
      return known;
    }
    if (alias === undefined) {
      state.report(messages.syntax.undefinedAlias(`!${name}`), lexer.start, lexer.end);
    }
    lexer.next();
    return { kind: 'alias', name, type: alias ?? unknownType };
  }
  const word = lexer.slice();
  let type = builtin.get(word) ?? state.typeCache.get(word);
  if (type === undefined) {
    type = namedType(word);
    if (type === undefined && shaped.has(word)) return parseLong(state);
    if (type === undefined) {
      state.fail('a type');
      return unknownType;
    }
    state.typeCache.set(word, type);
  }
  lexer.next();
  return type;
}

/** Reads a type whose name may be left out: `<3>` for `!llvm.ptr<3>`. */
export function parseHeadless(state: State, head: string): Type {
  const { lexer } = state;
  if (lexer.kind !== Token.less) return parseType(state);
  const body = state.balanced(lexer.start, lexer.start);
  if (body === undefined) return unknownType;
  const text = head + body;
  const known = state.typeCache.get(text);
  if (known !== undefined) return known;
  const inner = new State(text, state.grammar);
  for (const [name, alias] of state.typeAliases) inner.typeAliases.set(name, alias);
  for (const [name, alias] of state.attributeAliases) inner.attributeAliases.set(name, alias);
  const type = parseType(inner);
  if (inner.diagnostics.length > 0) {
    state.fail(`the rest of ${head}<...>`);
    return unknownType;
  }
  state.typeCache.set(text, type);
  return type;
}

/** A type with angle brackets. */
function parseLong(state: State): Type {
  if (state.lexer.kind === Token.type) return nested(state, parseOpaque);
  const word = state.lexer.slice();
  const rule = shaped.get(word);
  if (rule !== undefined) return nested(state, rule);
  state.fail('a type');
  return unknownType;
}

function nested(state: State, rule: Shaped): Type {
  const type = state.enter() ? rule(state) : unknownType;
  state.leave();
  return type;
}

/** A dialect type, `complex<...>`: kept as text. */
function parseOpaque(state: State): OpaqueType {
  if (atLlvmType(state)) return parseLlvmType(state);
  const lexer = state.lexer;
  const start = lexer.start;
  if (state.touches('<')) {
    const text = state.balanced(start, lexer.end);
    return text === undefined ? unknownType : { kind: 'opaque', text };
  }
  const text = lexer.slice();
  lexer.next();
  return { kind: 'opaque', text };
}

/**
 * Reads the dimensions of a shape from the text, up to the element type: `4x?x[8]x`. A dimension is
 * only one when an `x` follows, so `i32` and `!t` end the list.
 */
function parseShape(state: State, scalable?: boolean[]): Dimension[] {
  const { text, lexer } = state;
  const dimensions: Dimension[] = [];
  let at = lexer.start;
  for (;;) {
    const bracket = scalable !== undefined && text.charCodeAt(at) === 0x5b;
    let end = bracket ? at + 1 : at;
    let value: Dimension = 0;
    if (text.charCodeAt(end) === 0x3f) {
      value = undefined;
      end++;
    } else {
      const digits = end;
      let number = 0;
      while (isDigit(text.charCodeAt(end))) {
        number = number * 10 + (text.charCodeAt(end) - 0x30);
        end++;
      }
      if (end === digits) break;
      value = exact(state, number, digits);
    }
    if (bracket) {
      if (text.charCodeAt(end) !== 0x5d) break;
      end++;
    }
    end = skipSpaces(text, end);
    if (text.charCodeAt(end) !== 0x78) break;
    dimensions.push(value);
    scalable?.push(bracket);
    at = skipSpaces(text, end + 1);
  }
  if (at !== lexer.start) lexer.moveTo(at);
  return dimensions;
}

/** Where the spaces at an offset end: `2 x f32` is `2xf32`. */
function skipSpaces(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

/** Enters `name<`. */
function open(state: State): void {
  state.lexer.next();
  state.expect(Token.less, "'<'");
}

function close(state: State): void {
  state.expect(Token.greater, "'>'");
}

function parseVector(state: State): Type {
  open(state);
  const scalable: boolean[] = [];
  const dimensions = parseShape(state, scalable);
  if (dimensions.includes(undefined)) state.fail('a size, vectors have no dynamic ones');
  const shape = dimensions.map((dimension) => dimension ?? 0);
  const element = parseType(state);
  close(state);
  if (!scalable.includes(true)) return { kind: 'vector', shape, element };
  return { kind: 'vector', shape, scalable, element };
}

/** `*x` of an unranked type, or a shape. */
function parseRankedOrNot(state: State): readonly Dimension[] | undefined {
  const { text, lexer } = state;
  if (lexer.kind !== Token.star) return parseShape(state);
  const end = skipSpaces(text, lexer.end);
  if (text.charCodeAt(end) === 0x78) lexer.moveTo(end + 1);
  else state.fail("'*x'");
  return undefined;
}

function parseMemRef(state: State): Type {
  open(state);
  const shape = parseRankedOrNot(state);
  const element = parseType(state);
  let layout: MemRefLayout | undefined;
  let memorySpace: Attribute | undefined;
  while (state.eat(Token.comma)) {
    const attribute = state.grammar.attribute(state);
    const found =
      layout === undefined && memorySpace === undefined ? asLayout(attribute) : undefined;
    if (found !== undefined) layout = found;
    else memorySpace = attribute;
  }
  close(state);
  return {
    kind: 'memref',
    shape,
    element,
    ...(layout !== undefined && { layout }),
    ...(memorySpace !== undefined && { memorySpace }),
  };
}

/** The layout that an attribute describes; `undefined` when it is a memory space. */
function asLayout(attribute: Attribute): MemRefLayout | undefined {
  const resolved = resolveAttribute(attribute);
  const alias = attribute.kind === 'alias' ? { alias: attribute.name } : {};
  if (resolved.kind === 'affine_map') return { kind: 'affine', map: resolved.map, ...alias };
  if (resolved.kind === 'strided') {
    return { kind: 'strided', strides: resolved.strides, offset: resolved.offset, ...alias };
  }
  if (resolved.kind === 'opaque' && resolved.text.includes('layout')) {
    return { kind: 'attribute', attribute };
  }
  return undefined;
}

function parseTensor(state: State): Type {
  open(state);
  const shape = parseRankedOrNot(state);
  const element = parseType(state);
  const encoding = state.eat(Token.comma) ? state.grammar.attribute(state) : undefined;
  close(state);
  return { kind: 'tensor', shape, element, ...(encoding !== undefined && { encoding }) };
}

function parseTuple(state: State): Type {
  open(state);
  const elements = state.lexer.kind === Token.greater ? [] : parseTypes(state);
  close(state);
  return { kind: 'tuple', elements };
}

/** Reads `(f32, index)`. */
export function parseTypeList(state: State): Type[] {
  return parseList(state, '()', parseType);
}

/** Reads what follows the arrow of a function type: `f32`, `(f32, i1)` or `()`. */
export function parseResultTypes(state: State): Type[] {
  if (state.lexer.kind === Token.leftParen) return parseTypeList(state);
  return [parseType(state)];
}

function parseFunctionType(state: State): Type {
  return nested(state, () => {
    const inputs = parseTypeList(state);
    state.expect(Token.arrow, "'->'");
    return { kind: 'function', inputs, results: parseResultTypes(state) };
  });
}

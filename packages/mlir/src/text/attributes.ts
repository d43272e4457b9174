/**
 * Reads attributes.
 *
 *     4 : i32   1.5   "text"   @root::@leaf   [1, 2]   {a = 1, b}   i32   #map   #gpu<dim x>
 *     affine_map<(d0) -> (d0)>   dense<0.0> : vector<4xf32>   array<i64: 1, 2>   strided<[1]>
 *
 * A dialect attribute is kept as text. A number without a type is an `i64` or `f64`, a number of type
 * `i1` is a bool: so what custom and generic syntax say is equal.
 */
import { messages } from '@ldscope/core';
import type { Attribute, Dimension, Type } from '../ir/types.ts';
import { resolveType } from '../ir/types.ts';
import { parseAffineMapBody, parseAffineSetBody } from './affine.ts';
import { parseDense } from './dense.ts';
import { floatFromBits } from './floats.ts';
import { Token } from './lexer.ts';
import {
  narrow,
  parseList,
  parseSignedInteger,
  wholeNumber,
  parseSize,
  parseString,
  parseSymbolName,
} from './pieces.ts';
import { printType } from './print-types.ts';
import type { State } from './state.ts';
import { builtinType, parseType } from './types.ts';

const unit: Attribute = { kind: 'unit' };
const yes: Attribute = { kind: 'bool', value: true };
const no: Attribute = { kind: 'bool', value: false };
const i64 = builtinType('i64');
const f64 = builtinType('f64');

export function parseAttribute(state: State): Attribute {
  const attribute = state.enter() ? parseAny(state) : unit;
  state.leave();
  return attribute;
}

function parseAny(state: State): Attribute {
  const lexer = state.lexer;
  switch (lexer.kind) {
    case Token.integer:
    case Token.float:
    case Token.minus:
      return parseNumber(state);
    case Token.string: {
      const value = parseString(state);
      if (!state.eat(Token.colon)) return { kind: 'string', value };
      return { kind: 'string', value, type: parseType(state) };
    }
    case Token.symbol:
      return parseSymbol(state);
    case Token.leftBracket:
      return { kind: 'array', elements: parseList(state, '[]', parseAttribute) };
    case Token.leftBrace: {
      const entries = new Map<string, Attribute>();
      parseDictionary(state, entries);
      return { kind: 'dictionary', entries };
    }
    case Token.attribute:
      return parseSharp(state);
    case Token.type:
    case Token.leftParen:
      return { kind: 'type', type: parseType(state) };
    case Token.word:
      return parseWord(state);
    default:
      state.fail('an attribute');
      return unit;
  }
}

/** Reads `@root::@leaf`. */
export function parseSymbol(state: State): Attribute {
  const path = [parseSymbolName(state)];
  while (state.eat(Token.doubleColon)) path.push(parseSymbolName(state));
  return { kind: 'symbol', path };
}

function parseNumber(state: State): Attribute {
  const lexer = state.lexer;
  const negative = state.eat(Token.minus);
  const literal = lexer.slice();
  const floating = lexer.kind === Token.float;
  if (!floating && lexer.kind !== Token.integer) {
    state.fail('a number');
    return unit;
  }
  lexer.next();
  const written = state.eat(Token.colon) ? parseType(state) : undefined;
  return makeNumber(negative ? `-${literal}` : literal, written ?? (floating ? f64 : i64));
}

/** The attribute of a number literal of a type; a float type makes hexadecimal digits a bit pattern. */
function makeNumber(literal: string, type: Type): Attribute {
  const base = resolveType(type);
  const hexadecimal = literal.includes('0x');
  if (base.kind === 'float' || (!hexadecimal && /[.eE]/.test(literal))) {
    const bits = hexadecimal && base.kind === 'float';
    const value = bits ? floatFromBits(base.name, parseBig(literal)) : Number(literal);
    return { kind: 'float', value, text: literal, type };
  }
  const value = parseBig(literal);
  if (base.kind === 'integer' && base.width === 1 && base.signedness === 'signless') {
    return value === 0n ? no : yes;
  }
  return { kind: 'integer', value, type };
}

/** Integer attributes that kernels repeat, by type and value. */
const smallIntegers = new WeakMap<Type, Attribute[]>();

/** The attribute of an integer; the same object for the same small number of the same type. */
export function smallInteger(value: number, type: Type): Attribute {
  if (value < 0 || value > 255) return { kind: 'integer', value: BigInt(value), type };
  let known = smallIntegers.get(type);
  if (known === undefined) {
    known = [];
    smallIntegers.set(type, known);
  }
  known[value] ??= { kind: 'integer', value: BigInt(value), type };
  return known[value];
}

function parseBig(literal: string): bigint {
  return literal.startsWith('-') ? -wholeNumber(literal.slice(1)) : wholeNumber(literal);
}

function parseSharp(state: State): Attribute {
  const lexer = state.lexer;
  const start = lexer.start;
  const name = state.text.slice(start + 1, lexer.end);
  if (state.touches('<')) {
    const text = state.balanced(start, lexer.end);
    return text === undefined ? unit : typed(state, text);
  }
  const attribute = state.attributeAliases.get(name);
  if (attribute === undefined && name.includes('.')) {
    lexer.next();
    return typed(state, `#${name}`);
  }
  if (attribute === undefined) {
    state.report(messages.syntax.undefinedAlias(`#${name}`), start, lexer.end);
  }
  lexer.next();
  return { kind: 'alias', name, attribute: attribute ?? { kind: 'opaque', text: `#${name}` } };
}

/** A dialect's attribute, which may have a type as a number has. */
function typed(state: State, text: string): Attribute {
  if (!state.eat(Token.colon)) return { kind: 'opaque', text };
  return { kind: 'opaque', text: `${text} : ${printType(parseType(state))}` };
}

function parseWord(state: State): Attribute {
  const lexer = state.lexer;
  const word = lexer.slice();
  switch (word) {
    case 'true':
      lexer.next();
      return yes;
    case 'false':
      lexer.next();
      return no;
    case 'unit':
      lexer.next();
      return unit;
    case 'affine_map':
      return inAngles(state, () => ({ kind: 'affine_map', map: parseAffineMapBody(state) }));
    case 'affine_set':
      return inAngles(state, () => ({ kind: 'affine_set', set: parseAffineSetBody(state) }));
    case 'array':
      return inAngles(state, parseDenseArray);
    case 'strided':
      return inAngles(state, parseStrided);
    case 'dense':
      return parseDense(state);
    case 'loc':
    case 'sparse':
    case 'dense_resource':
    case 'distinct':
      return parseText(state, word);
    default:
      return { kind: 'type', type: parseType(state) };
  }
}

function inAngles(state: State, body: (state: State) => Attribute): Attribute {
  state.lexer.next();
  state.expect(Token.less, "'<'");
  const attribute = body(state);
  state.expect(Token.greater, "'>'");
  return attribute;
}

/** `loc(...)`, `dense_resource<...> : type` and others without structure here: kept as text. */
function parseText(state: State, word: string): Attribute {
  const lexer = state.lexer;
  const start = lexer.start;
  let end = lexer.end;
  // `distinct[0]<...>` has two brackets.
  while ('<[('.includes(state.text[end] ?? ' ')) {
    if (state.balanced(start, end) === undefined) return unit;
    end = lexer.previousEnd;
    if (word !== 'distinct') break;
  }
  if (end === lexer.end) lexer.next();
  if ((word === 'sparse' || word === 'dense_resource') && state.eat(Token.colon)) {
    parseType(state);
    end = lexer.previousEnd;
  }
  return { kind: 'opaque', text: state.text.slice(start, end) };
}

function parseDenseArray(state: State): Attribute {
  const element = parseType(state);
  const base = resolveType(element);
  const values: (number | bigint | boolean)[] = [];
  if (state.eat(Token.colon)) {
    do {
      if (state.eatWord('true')) values.push(true);
      else if (state.eatWord('false')) values.push(false);
      else if (base.kind === 'float') values.push(parseFloatValue(state, base.name));
      else values.push(narrow(parseSignedInteger(state)));
    } while (state.eat(Token.comma));
  }
  return { kind: 'dense_array', element, values };
}

/** Reads a number as a float: decimal, or the bits of one. */
function parseFloatValue(state: State, format: string): number {
  const negative = state.eat(Token.minus);
  const lexer = state.lexer;
  let value = 0;
  if (lexer.kind === Token.float) value = Number(lexer.slice());
  else if (lexer.kind === Token.integer) {
    const literal = lexer.slice();
    value = literal.startsWith('0x') ? floatFromBits(format, BigInt(literal)) : Number(literal);
  } else state.fail('a number');
  lexer.next();
  return negative ? -value : value;
}

/** A size or `?`. */
function parseDimension(state: State): Dimension {
  return state.eat(Token.question) ? undefined : parseSize(state);
}

function parseStrided(state: State): Attribute {
  const strides = parseList(state, '[]', parseDimension);
  let offset: Dimension = 0;
  if (state.eat(Token.comma)) {
    state.expectWord('offset');
    state.expect(Token.colon, "':'");
    offset = parseDimension(state);
  }
  return { kind: 'strided', strides, offset };
}

/** Where a dictionary is read into: a map, or the attributes of an operation. */
export interface AttributeSink {
  set(name: string, attribute: Attribute): unknown;
}

/** Reads `{a = 1, "b c" = 2, d}` into a map. */
export function parseDictionary(state: State, into: AttributeSink): void {
  const lexer = state.lexer;
  const opening = lexer.start;
  if (!state.expect(Token.leftBrace, "'{'")) return;
  parseEntries(state, into);
  if (lexer.kind === Token.end && !state.failed) state.failUnclosed('{', '}', opening);
  else state.expect(Token.rightBrace, "'}'");
}

/** Reads `a = 1, b` up to the closing brace. */
export function parseEntries(state: State, into: AttributeSink): void {
  const lexer = state.lexer;
  if (lexer.kind === Token.rightBrace) return;
  do {
    let name = '';
    if (lexer.kind === Token.string) name = parseString(state);
    else if (lexer.kind === Token.word) {
      name = lexer.slice();
      lexer.next();
    } else {
      state.fail('the name of an attribute');
      return;
    }
    into.set(name, state.eat(Token.equal) ? parseAttribute(state) : unit);
  } while (state.eat(Token.comma));
}

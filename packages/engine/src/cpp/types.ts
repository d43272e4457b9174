/**
 * Types of what is declared, through aliases, templates of classes and `std::array`: lengths with their places, and the element.
 *
 *     using Row = float[32];      __shared__ Row t[8];                       [8][32] of float
 *     template <class T, int N> struct Line { T v[N]; };   Line<float, 32> l;   a record, in which T is float and N is 32
 */
import { type CType, integerOfWords } from '@ldscope/core';
import type { Block } from './blocks.ts';
import { type Given, nothingGiven, valueOf } from './constants.ts';
import type { Declared } from './declarations.ts';
import { elementTypeOf } from './element-types.ts';
import type { Program } from './program.ts';
import {
  argumentsIn,
  closingAngle,
  isEmpty,
  nextAt,
  plainText,
  type Range,
  textOf,
  wordAt,
} from './range.ts';

/** What parameters of templates stand for. */
export interface Context {
  readonly given: Given;
  readonly types: ReadonlyMap<string, { readonly range: Range; readonly context: Context }>;
  /** Where the arguments are written. */
  readonly places: ReadonlyMap<string, Range>;
}

export const noContext: Context = { given: nothingGiven, types: new Map(), places: new Map() };

/** A class with the arguments of its template. */
export interface RecordType {
  readonly body: Block;
  readonly context: Context;
}

export interface Dimension {
  readonly text: string;
  readonly value: number | undefined;
  /** Where it is written: a bound, or an argument of `std::array`. */
  readonly range: Range;
  /** Where the argument is written that a bound of a class stands for. */
  readonly argument?: Range | undefined;
}

export interface Shape {
  /** Outermost first. */
  readonly dimensions: readonly Dimension[];
  /** The type of an element as written. */
  readonly element: string;
  readonly record?: RecordType | undefined;
  /** Of an element; `undefined` where it is not known. */
  readonly type?: CType | undefined;
}

const MOST_DEPTH = 12;

/** The shape of a variable, a field, or a parameter: bounds of pointers to arrays are those of what they point to. */
export function shapeOf(
  program: Program,
  declared: Declared,
  context = noContext,
  depth = 0,
): Shape | undefined {
  if (depth > MOST_DEPTH) return undefined;
  const { bounds, type, record, pointers, isInner, kept } = declared;
  const own = bounds.map((range) => dimensionOf(program, range, context));
  const class_ = record === undefined ? undefined : program.classAt(type.unit, record);
  const isPointer = pointers > 0 && !isInner;
  if (isPointer) return { dimensions: own, element: `${plainText(type)} *` };
  if (class_ !== undefined)
    return { dimensions: own, element: class_.name, record: { body: class_.body, context } };
  if (kept.some((word) => /(?:ext_)?vector_(?:type|size)/.test(word))) return undefined;
  const inner = typeShape(program, type, context, depth + 1);
  return inner && { ...inner, dimensions: [...own, ...inner.dimensions] };
}

function dimensionOf(program: Program, range: Range, { given, places }: Context): Dimension {
  const argument =
    range.to - range.from === 1 ? places.get(wordAt(range.unit, range.from)) : undefined;
  return { text: textOf(range), value: valueOf(program, range, given), range, argument };
}

/** The last name of a type, with its template arguments. */
function lastName({
  unit,
  from,
  to,
}: Range): { at: number; owner: string | undefined; list?: Range } | undefined {
  let found: { at: number; owner: string | undefined; list?: Range } | undefined;
  let owner: string | undefined;
  for (let at = from; at < to; at = nextAt(unit, at, to)) {
    if (
      unit.tokens[at]?.kind !== 'name' ||
      /^(?:typename|const|volatile|struct|class|union)$/.test(wordAt(unit, at))
    )
      continue;
    const close = wordAt(unit, at + 1) === '<' ? closingAngle(unit, at + 1, to) : undefined;
    found = { at, owner, ...(close !== undefined && { list: { unit, from: at + 2, to: close } }) };
    owner = wordAt(unit, at);
    if (close !== undefined) at = close;
  }
  return found;
}

function typeShape(
  program: Program,
  range: Range,
  context: Context,
  depth: number,
): Shape | undefined {
  if (depth > MOST_DEPTH) return undefined;
  const { unit } = range;
  const name = lastName(range);
  if (name === undefined) return undefined;
  const { at, owner, list } = name;
  const word = wordAt(unit, at);
  const bound = owner === undefined && list === undefined ? context.types.get(word) : undefined;
  if (bound !== undefined) return typeShape(program, bound.range, bound.context, depth + 1);
  const block = program.blockAt(unit, at);
  const entity =
    owner === undefined
      ? block && program.meaningOf(word, block, unit, at)
      : (program.memberOf(owner, word) ?? program.globals(word)[0]);
  if (entity?.kind === 'alias') {
    const found = shapeOf(program, entity, context, depth + 1);
    if (found !== undefined) return found;
    // A vector by an attribute is an element.
    return { dimensions: [], element: word, type: vectorType(entity) };
  }
  if (entity?.kind === 'class') {
    const inner =
      list === undefined ? context : bindings(program, entity.body, argumentsIn(list), context);
    return {
      dimensions: [],
      element: textOf(range),
      record: { body: entity.body, context: inner },
    };
  }
  const [of, length] = word === 'array' && list !== undefined ? argumentsIn(list) : [];
  if (of !== undefined && length !== undefined) {
    const inner = typeShape(program, of, context, depth + 1);
    const own = dimensionOf(program, length, context);
    return inner && { ...inner, dimensions: [own, ...inner.dimensions] };
  }
  const element = plainText(range).replaceAll(' :: ', '::');
  return { dimensions: [], element, type: elementTypeOf(element) };
}

/** `typedef float f4 __attribute__((ext_vector_type(4)))` */
function vectorType({ type, kept }: Declared): CType | undefined {
  const element = elementTypeOf(plainText(type)) ?? integerOfWords(plainText(type).split(' '));
  const [, kind = '', number = ''] =
    kept
      .map((word) => /(ext_vector_type|vector_size)(?:__)?\s*\(\s*(\d+)\s*\)/.exec(word))
      .find(Boolean) ?? [];
  if (element === undefined || number === '') return undefined;
  const bytes = kind === 'vector_size' ? Number(number) : element.bytes * Number(number);
  const rounded = 2 ** Math.ceil(Math.log2(bytes));
  return {
    kind: 'array',
    of: element,
    count: rounded / element.bytes,
    bytes: rounded,
    alignment: rounded,
  };
}

/** What the parameters of a class stand for. */
function bindings(program: Program, body: Block, list: readonly Range[], outer: Context): Context {
  const given = new Map<string, number>();
  const types = new Map<string, { range: Range; context: Context }>();
  const places = new Map<string, Range>();
  for (const { name, index, depth, isType } of program.templatesOf(body)) {
    const range = list[index];
    if (range === undefined || depth > 0 || isEmpty(range)) continue;
    places.set(name, range);
    const value = isType ? undefined : valueOf(program, range, outer.given);
    if (isType) types.set(name, { range, context: outer });
    else if (value !== undefined) given.set(name, value);
  }
  return { given, types, places };
}

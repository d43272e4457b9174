/**
 * CuTe layouts as text: what CUTLASS and CuTe DSL print, and what people write.
 *
 *     (4,8):(8,1)                            shape:stride, the first mode runs fastest
 *     ((_2,_4),(3,5)):((_1,_8),(2,64))       _N is a static integer; here it is the same as N
 *     Sw<3,3,3> o 0 o (8,64):(64,1)          swizzle, offset, layout; also Swizzle<3,3,3> and S<3,3,3>
 *     Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
 *                                            a swizzle of bytes; of elements it is Sw<3,3,3> o 0
 *     tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64))
 *                                            what CuTe's algebra gives; template arguments come first: upcast<2>(...)
 *
 * Printing gives the first and the third form; `parseCute(printCute(layout))` is the layout.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { andThen, failure, success, type Result } from '../../base/result.ts';
import type { Span } from '../../base/span.ts';
import { applyCall, callNames, type Operand } from './calls.ts';
import { fromTileLayout, toTileLayout, upcastSwizzle } from './convert.ts';
import { compactColMajor, compactRowMajor, type IntTuple, isInt } from './int-tuple.ts';
import {
  type CuteLayout,
  type Layout,
  modes,
  size,
  sizeFault,
  strided,
  unchecked,
} from './layout.ts';
import { makeSwizzle, type Swizzle } from './swizzle.ts';
import { type Cursor, parseText } from '../../layout/text/cursor.ts';
import type { Tile, TileLayout } from '../../layout/tile/tile-layout.ts';
import type { Notation } from '../notation.ts';

export const cuteNotation: Notation = {
  name: 'cute',
  title: 'CuTe layouts',
  example: 'Sw<3,3,3> o 0 o (64,64):(64,1)',
  expresses: {
    'row-pad': 'yes',
    'interval-pad': 'yes',
    'xor': 'yes',
    'rows-per-phase': 'yes',
    'xor-any': 'a swizzle XORs consecutive bits of the offset with consecutive others',
    'rotate': 'strides and swizzles do not wrap around',
    'linear': 'yes',
    'reshaped': 'a swizzle moves units within rows',
  },
  claims: (text) => {
    const [, name = ''] = /^\s*(?:cute\s*(?:\.|::)\s*)?(\w{1,40})\s*[<(]/.exec(text) ?? [];
    return SWIZZLE_NAMES.has(name) || nearestName(name, callNames) !== undefined;
  },
  parse: (text, { tile }) => andThen(parseCute(text), (layout) => tileLayoutOf(layout, tile)),
  print: (layout) => andThen(fromTileLayout(layout), (said) => success(printCute(said))),
};

/** As a layout of a tile: rows are mode 0 where sizes leave the choice. */
function tileLayoutOf(layout: CuteLayout, tile: Tile): Result<TileLayout> {
  const sizes = modes(strided(layout)).map((mode) => size(mode));
  const is = (...wanted: number[]): boolean =>
    wanted.length === sizes.length && wanted.every((extent, i) => extent === sizes[i]);
  if (is(tile.rows, tile.columns)) return toTileLayout(layout, tile.elementBytes, 0);
  if (is(tile.columns, tile.rows)) return toTileLayout(layout, tile.elementBytes, 1);
  const found = sizes.slice(0, 8).join(' x ');
  return failure(diagnose(messages.cute.tile(found, `${tile.rows} x ${tile.columns}`)));
}

export interface CutePrintOptions {
  /** Print integers as static ones: `_4`. */
  readonly static?: boolean;
}

/** `(4,8):(8,1)`, or `Sw<3,3,3> o 0 o (8,64):(64,1)`. */
export function printCute(layout: CuteLayout, options: CutePrintOptions = {}): string {
  const mark = options.static === true ? '_' : '';
  if (layout.kind === 'layout') {
    return `${printTuple(layout.shape, mark)}:${printTuple(layout.stride, mark)}`;
  }
  const { bits, base, shift } = layout.swizzle;
  const inner = printCute(layout.layout, options);
  return `Sw<${bits},${base},${shift}> o ${mark}${layout.offset} o ${inner}`;
}

function printTuple(tuple: IntTuple, mark: string): string {
  if (isInt(tuple)) return `${mark}${tuple}`;
  return `(${tuple.map((item) => printTuple(item, mark)).join(',')})`;
}

/** A layout from its text. Fails with what is wrong and where; never throws. */
export function parseCute(text: string): Result<CuteLayout> {
  const basis = basisFault(text);
  return basis === undefined ? parseText(text, { comments: false }, readLayout) : failure(basis);
}

const DEEPEST = 64;
const SWIZZLE_NAMES: ReadonlySet<string> = new Set(['Swizzle', 'Sw', 'S']);

/** A tuple with the places of its parts. */
interface Node {
  readonly value: number | readonly Node[];
  readonly span: Span;
}

/** `1@0`, a basis vector. */
function basisFault(text: string): Diagnostic | undefined {
  const at = text.indexOf('@');
  return at < 0 ? undefined : diagnose(messages.cute.basis(), { start: at, end: at + 1 });
}

/** layout := call | [swizzle 'o' [offset 'o']] strided */
function readLayout(cursor: Cursor): CuteLayout | undefined {
  if (SWIZZLE_NAMES.has(cursor.peek().text)) return readSwizzled(cursor, readSwizzle(cursor));
  return atCall(cursor) ? readCall(cursor) : readStrided(cursor, readTuple(cursor));
}

/** True before `name(`, `name<` and `cute.name`; `_` and `_4` are names to the reader of words. */
function atCall(cursor: Cursor): boolean {
  const { kind, text } = cursor.peek();
  if (kind !== 'name' || text.startsWith('_')) return false;
  return text === 'cute' || ['(', '<'].includes(cursor.peek(1).text);
}

/** call := ['cute' ('.' | '::')] name ['<' integers '>'] '(' operands ')' */
function readCall(cursor: Cursor): CuteLayout | undefined {
  if (cursor.eat('cute') && !cursor.eat('.') && cursor.expect('::') === undefined) return undefined;
  const name = cursor.name('a layout, or an operation on layouts');
  if (name === undefined) return undefined;
  const operand = (): Operand | undefined => cursor.deeper(DEEPEST, () => readOperand(cursor));
  const template = cursor.eat('<') ? cursor.list('>', operand) : [];
  if (template === undefined || cursor.expect('(') === undefined) return undefined;
  const operands = cursor.list(')', operand);
  if (operands === undefined) return undefined;
  const span = { start: name.start, end: cursor.lastEnd };
  return kept(cursor, applyCall(name.text, [...template, ...operands]), span);
}

/** operand := layout | swizzle | integer | '_' | '(' operands ')' | '<' operands '>' */
function readOperand(cursor: Cursor): Operand | undefined {
  const start = cursor.peek();
  if (SWIZZLE_NAMES.has(start.text)) {
    const swizzle = readSwizzle(cursor);
    if (swizzle === undefined) return undefined;
    if (!cursor.at('o')) return { kind: 'swizzle', swizzle: swizzle.value };
    return layoutOperand(readSwizzled(cursor, swizzle));
  }
  if (atCall(cursor)) return layoutOperand(readCall(cursor));
  if (start.text === '_' && !['-', '('].includes(cursor.peek(1).text)) {
    cursor.take();
    return { kind: 'keep' };
  }
  if (isShape(cursor)) {
    const tuple = readTuple(cursor);
    if (tuple === undefined) return undefined;
    return cursor.at(':') ? layoutOperand(readStrided(cursor, tuple)) : operandOf(tuple);
  }
  const close = cursor.eat('<') ? '>' : cursor.eat('(') ? ')' : undefined;
  if (close === undefined) return cursor.expected('a layout, a tuple or an integer');
  const items = cursor.list(close, () => cursor.deeper(DEEPEST, () => readOperand(cursor)));
  return items && { kind: 'list', items };
}

/** True before an integer, and before a tuple of nothing but integers. */
function isShape(cursor: Cursor): boolean {
  if (cursor.peek().text !== '(') return cursor.peek().text !== '<';
  let depth = 0;
  for (let ahead = 0; ; ahead++) {
    const { kind, text } = cursor.peek(ahead);
    if (text === '(') depth++;
    else if (text === ')') depth--;
    else if (kind !== 'number' && !/^(,|-|_\d*)$/.test(text)) return false;
    else if (text === '_' && cursor.peek(ahead + 1).text !== '-') return false;
    if (depth === 0) return true;
  }
}

function layoutOperand(layout: CuteLayout | undefined): Operand | undefined {
  return layout && { kind: 'layout', layout };
}

function operandOf({ value }: Node): Operand {
  return typeof value === 'number'
    ? { kind: 'integer', value }
    : { kind: 'list', items: value.map((item) => operandOf(item)) };
}

/** The rest of a composition after its swizzle. */
function readSwizzled(
  cursor: Cursor,
  swizzle: { value: Swizzle; span: Span } | undefined,
): CuteLayout | undefined {
  if (swizzle === undefined || cursor.expect('o') === undefined) return undefined;
  if (cursor.at('smem_ptr')) {
    const elements = readPointer(cursor, swizzle);
    const inner = elements && cursor.expect('o') && readStrided(cursor, readTuple(cursor));
    return inner && elements && composed(elements, 0, inner);
  }
  const first = readTuple(cursor);
  const offset = typeof first?.value === 'number' && cursor.eat('o') ? first.value : undefined;
  const inner = readStrided(cursor, offset === undefined ? first : readTuple(cursor));
  return inner && composed(swizzle.value, offset ?? 0, inner);
}

function composed(swizzle: Swizzle, offset: number, layout: Layout): CuteLayout {
  return { kind: 'composed', swizzle, offset, layout };
}

/** ':' and the strides of a shape that is read. */
function readStrided(cursor: Cursor, shapeNode: Node | undefined): Layout | undefined {
  if (shapeNode === undefined) return undefined;
  const shape = shapeOf(cursor, shapeNode);
  if (shape === undefined) return undefined;
  if (cursor.peek().kind === 'end') {
    const strides = [compactColMajor(shape), compactRowMajor(shape)];
    const said = strides.map((stride) => printCute(unchecked(shape, stride)));
    return cursor.fail(messages.cute.noStride([...new Set(said)]), cursor.peek());
  }
  const strideNode = cursor.expect(':') && readTuple(cursor);
  if (strideNode === undefined || !isCongruent(cursor, shapeNode, strideNode)) return undefined;
  const layout = unchecked(shape, tupleOf(strideNode));
  const fault = sizeFault(layout);
  const span = { start: shapeNode.span.start, end: strideNode.span.end };
  return fault === undefined ? layout : cursor.fail(fault, span);
}

/** tuple := integer | '(' tuple {',' tuple} [','] ')' */
function readTuple(cursor: Cursor): Node | undefined {
  const opener = cursor.peek();
  if (!cursor.eat('(')) return readInteger(cursor);
  const items: Node[] = [];
  do {
    const item = cursor.deeper(DEEPEST, () => readTuple(cursor));
    if (item === undefined) return undefined;
    items.push(item);
  } while (cursor.eat(',') && !cursor.at(')'));
  if (cursor.peek().kind === 'end') return cursor.fail(messages.syntax.unclosed('(', ')'), opener);
  if (!cursor.eat(')')) return cursor.expected("',' or ')'");
  return { value: items, span: { start: opener.start, end: cursor.lastEnd } };
}

/** integer := digits | '_' digits | ['_'] '-' digits */
function readInteger(cursor: Cursor): Node | undefined {
  const { start, text } = cursor.peek();
  const wanted = 'an integer or a tuple';
  if (text === '?') return cursor.fail(messages.cute.dynamic(), cursor.peek());
  let value: number;
  if (/^_\d+$/.test(text)) {
    value = Number(cursor.take().text.slice(1));
  } else {
    cursor.eat('_');
    const sign = cursor.eat('-') ? -1 : 1;
    const word = cursor.number(wanted);
    if (word === undefined) return undefined;
    value = word.value === 0 ? 0 : sign * word.value;
  }
  const span = { start, end: cursor.lastEnd };
  if (Number.isSafeInteger(value)) return { value, span };
  return cursor.fail(messages.syntax.tooLarge(text.slice(0, 24)), span);
}

/** swizzle := name '<' integer ',' integer [',' integer] '>'; without the third, S is B. */
function readSwizzle(cursor: Cursor): { value: Swizzle; span: Span } | undefined {
  const { start } = cursor.take();
  if (cursor.expect('<') === undefined) return undefined;
  const numbers: number[] = [];
  do {
    const node = readInteger(cursor);
    if (typeof node?.value !== 'number') return undefined;
    numbers.push(node.value);
  } while (numbers.length < 3 && cursor.eat(','));
  const [bits, base, shift] = numbers;
  if (bits === undefined || base === undefined) return cursor.expected("',' and M");
  if (cursor.expect('>') === undefined) return undefined;
  const span = { start, end: cursor.lastEnd };
  const value = kept(cursor, makeSwizzle(bits, base, shift), span);
  return value && { value, span };
}

/** pointer := 'smem_ptr' '[' digits 'b' ']' '(' 'unset' ')': the swizzle of bytes becomes one of elements. */
function readPointer(cursor: Cursor, swizzle: { value: Swizzle; span: Span }): Swizzle | undefined {
  cursor.take();
  const bits = cursor.expect('[') && cursor.number('the bits of an element');
  if (bits === undefined) return undefined;
  if (['b', ']', '(', 'unset', ')'].some((word) => cursor.expect(word) === undefined)) {
    return undefined;
  }
  if (bits.value < 8 || !Number.isInteger(Math.log2(bits.value))) {
    return cursor.fail(messages.cute.pointerBits(bits.value), bits);
  }
  return kept(cursor, upcastSwizzle(swizzle.value, bits.value / 8), swizzle.span);
}

/** The value of a result; its faults and notes get a place. */
function kept<T>(cursor: Cursor, result: Result<T>, span: Span): T | undefined {
  if (result.ok) {
    for (const message of result.diagnostics) cursor.note(diagnose(message, span));
    return result.value;
  }
  for (const message of result.diagnostics) cursor.fail(message, span);
  return undefined;
}

function shapeOf(cursor: Cursor, { value, span }: Node): IntTuple | undefined {
  if (typeof value === 'number') {
    return value > 0 ? value : cursor.fail(messages.cute.extent(String(value)), span);
  }
  const items: IntTuple[] = [];
  for (const part of value) {
    const item = shapeOf(cursor, part);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function tupleOf({ value }: Node): IntTuple {
  return typeof value === 'number' ? value : value.map((item) => tupleOf(item));
}

/** Places the first stride that has no counterpart. */
function isCongruent(cursor: Cursor, shape: Node, stride: Node): boolean {
  const [extents, strides] = [shape.value, stride.value];
  const alike =
    typeof extents === 'number' || typeof strides === 'number'
      ? typeof extents === typeof strides
      : extents.length === strides.length;
  if (!alike) cursor.fail(messages.cute.incongruent(), stride.span);
  if (!alike || typeof extents === 'number' || typeof strides === 'number') return alike;
  return extents.every((item, i) => {
    const other = strides[i];
    return other !== undefined && isCongruent(cursor, item, other);
  });
}

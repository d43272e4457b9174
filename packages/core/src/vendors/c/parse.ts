/** Layouts in C, read: arrays, functions of row and column, subscripts and lone formulas (see `notation.ts`). */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Span } from '../../base/span.ts';
import { evaluateFormulas } from '../../layout/index/evaluate.ts';
import type { Formula, FormulaProgram } from '../../layout/index/formula.ts';
import { formula, program } from '../../layout/index/parse-formula.ts';
import { type Cursor, parseText } from '../../layout/text/cursor.ts';
import { recognizeLayout } from '../../layout/tile/recognize.ts';
import { paddedLayout, type Tile, type TileLayout } from '../../layout/tile/tile-layout.ts';

/** The types that C has for sizes of elements; the first of a size is printed. */
export const elementTypes: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    1: 'uint8_t char int8_t',
    2: 'half __half _Float16 bf16_t half_t __nv_bfloat16 __hip_bfloat16 hip_bfloat16 uint16_t int16_t short',
    4: 'float int unsigned uint32_t int32_t',
    8: 'double int64_t uint64_t float2',
    16: 'float4 uint4 int4',
  }).flatMap(([bytes, names]) => names.split(' ').map((name) => [name, Number(bytes)])),
);

interface Declaration {
  readonly name: string;
  readonly lengths: readonly number[];
  readonly span: Span;
}

/** What the text says: an array, formulas for its subscripts, or both. */
interface CLayout {
  readonly array?: Declaration;
  /** Its result is the element (one formula) or the last subscript. */
  readonly index?: FormulaProgram;
  /** The first of two subscripts. */
  readonly rowIndex?: Formula;
  readonly span: Span;
}

const INPUTS = ['row', 'col'] as const;

/** Reads a layout in C for a tile. */
export function parseC(text: string, tile: Tile): Result<TileLayout> {
  const read = parseText(text, { comments: true }, (cursor) => layoutAt(cursor, tile));
  if (!read.ok) return read;
  const { array, index, rowIndex, span } = read.value;
  if (index === undefined) return success(paddedLayout(tile, pitchIn(array, tile)));
  const count = tile.rows * tile.columns;
  const inputs = new Map([
    ['row', Uint32Array.from({ length: count }, (_, i) => Math.floor(i / tile.columns))],
    ['col', Uint32Array.from({ length: count }, (_, i) => i % tile.columns)],
  ]);
  const values = evaluateFormulas(index, inputs, count);
  if (!values.ok) return values;
  const { result } = values.value;
  if (result === undefined) return failure(diagnose(messages.expression.noResult(), span));
  let offsets = Float64Array.from(result, (element) => element * tile.elementBytes);
  if (rowIndex !== undefined) {
    const rows = evaluateFormulas({ ...index, result: rowIndex }, inputs, count);
    if (!rows.ok) return rows;
    const pitch = pitchIn(array, tile);
    const list = rows.value.result ?? new Uint32Array(count);
    offsets = offsets.map((offset, i) => offset + (list[i] ?? 0) * pitch);
  }
  const outside = outsideOf(array, offsets, tile);
  const layout = outside === undefined ? recognizeLayout(tile, offsets) : failure(outside);
  if (layout.ok) return layout;
  return failure(...layout.diagnostics.map((diagnostic) => ({ ...diagnostic, span })));
}

/** The first element of the tile that the array has no room for. */
function outsideOf(
  array: Declaration | undefined,
  offsets: Float64Array,
  { columns, elementBytes }: Tile,
): Diagnostic | undefined {
  if (array === undefined) return undefined;
  const length = array.lengths.reduce((a, b) => a * b, 1);
  const at = offsets.findIndex((offset) => offset >= length * elementBytes);
  if (at < 0) return undefined;
  const element = `[${Math.floor(at / columns)}][${at % columns}]`;
  const place = `element ${(offsets[at] ?? 0) / elementBytes}`;
  return diagnose(messages.notation.outside(element, place, `${array.name}, which has ${length}`));
}

/** Bytes of a row of the array; those of the tile where there is no array of two subscripts. */
function pitchIn(array: Declaration | undefined, { columns, elementBytes }: Tile): number {
  return (array?.lengths[1] ?? columns) * elementBytes;
}

function layoutAt(cursor: Cursor, tile: Tile): CLayout | undefined {
  const { start } = cursor.peek();
  let array: Declaration | undefined;
  if (declares(cursor, '[', '=')) {
    array = declaration(cursor, tile);
    if (array === undefined) return undefined;
  }
  const span = (): Span => ({ start, end: cursor.lastEnd });
  if (cursor.peek().kind === 'end') {
    if (array === undefined) return cursor.expected('an array, a function or a formula');
    if (array.lengths.length === 2) return { array, span: span() };
    const what = 'an array with one subscript does not say where rows are';
    const hint = 'give rows and pitch, or a formula in row and col';
    return cursor.fail(messages.notation.parameter(what, hint), span());
  }
  const from = cursor.peek().start;
  if (declares(cursor, '(')) {
    const index = functionAt(cursor);
    return index && withArray({ index, span: { start: from, end: cursor.lastEnd } }, array);
  }
  if (cursor.peek().kind === 'name' && cursor.peek(1).text === '[') {
    return subscripted(cursor, array);
  }
  const index = program(cursor, INPUTS, undefined);
  return index && withArray({ index, span: { start: from, end: cursor.lastEnd } }, array);
}

const withArray = (layout: CLayout, array: Declaration | undefined): CLayout =>
  array === undefined ? layout : { ...layout, array };

/** Words in front of an array or a function. */
const specifiers: ReadonlySet<string> = new Set([
  '__shared__',
  '__device__',
  '__host__',
  '__forceinline__',
  'static',
  'inline',
  'constexpr',
  'const',
  'extern',
  'volatile',
]);

/** True at a type and a name with a bracket behind it; `beyond` is what three words further on is not. */
function declares(cursor: Cursor, bracket: '[' | '(', beyond?: string): boolean {
  let ahead = 0;
  while (specifiers.has(cursor.peek(ahead).text)) ahead++;
  return (
    cursor.peek(ahead).kind === 'name' &&
    cursor.peek(ahead + 1).kind === 'name' &&
    cursor.peek(ahead + 2).text === bracket &&
    cursor.peek(ahead + 5).text !== beyond
  );
}

/** `__shared__ half tile[64][68];` */
function declaration(cursor: Cursor, tile: Tile): Declaration | undefined {
  const { start } = cursor.peek();
  while (specifiers.has(cursor.peek().text)) cursor.take();
  const type = cursor.take();
  const bytes = elementTypes[type.text];
  if (bytes !== undefined && bytes !== tile.elementBytes) {
    const what = `${type.text} has ${bytes} bytes, an element of the tile has ${tile.elementBytes}`;
    return cursor.fail(messages.notation.tile(what), type);
  }
  const name = cursor.take().text;
  const lengths: number[] = [];
  while (cursor.at('[') && lengths.length < 2) {
    cursor.take();
    const length = cursor.number('a length');
    if (length === undefined || cursor.expect(']') === undefined) return undefined;
    lengths.push(length.value);
  }
  const span = { start, end: cursor.lastEnd };
  if (!cursor.eat(';') && cursor.peek().kind !== 'end') return cursor.expected("';'");
  const [rows = 0, pitch] = lengths;
  if (pitch !== undefined && (rows !== tile.rows || pitch < tile.columns)) {
    const what = `the array is ${rows} x ${pitch}, which has no room for a tile of ${tile.rows} x ${tile.columns}`;
    return cursor.fail(messages.notation.tile(what), span);
  }
  return { name, lengths, span };
}

/** `unsigned offset(unsigned row, unsigned col) { ... }`: its parameters are row and column, whatever their names. */
function functionAt(cursor: Cursor): FormulaProgram | undefined {
  while (specifiers.has(cursor.peek().text)) cursor.take();
  cursor.take();
  cursor.take();
  if (cursor.expect('(') === undefined) return undefined;
  const parameters = cursor.list(')', () => {
    cursor.eat('const');
    const type = cursor.name('a type');
    return type && cursor.name('a parameter');
  });
  if (parameters === undefined) return undefined;
  const [first, second] = parameters;
  if (first?.text !== 'row' || second?.text !== 'col' || parameters.length !== 2) {
    const what = `the function has the parameters ${parameters.map(({ text }) => text).join(', ')}`;
    const hint = 'name them row and col, in this order';
    const place = first ?? cursor.peek();
    return cursor.fail(messages.notation.parameter(what, hint), place);
  }
  if (cursor.expect('{') === undefined) return undefined;
  const body = program(cursor, INPUTS, '}');
  if (body === undefined || cursor.expect('}') === undefined) return undefined;
  cursor.eat(';');
  return body;
}

/** `tile[row][col ^ ...]` or `tile[row * 64 + col]`. */
function subscripted(cursor: Cursor, array: Declaration | undefined): CLayout | undefined {
  const name = cursor.take();
  if (array !== undefined && array.name !== name.text) {
    return cursor.fail(messages.expression.unknownName(name.text, [array.name]), name);
  }
  const scope = { names: new Set<string>(INPUTS), tables: new Set<string>() };
  const subscripts: Formula[] = [];
  while (cursor.eat('[') && subscripts.length < 2) {
    const subscript = formula(cursor, scope);
    if (subscript === undefined || cursor.expect(']') === undefined) return undefined;
    subscripts.push(subscript);
  }
  cursor.eat(';');
  const [first, second] = subscripts;
  const span = { start: name.start, end: cursor.lastEnd };
  if (first === undefined) return cursor.expected('a formula');
  if (second === undefined) {
    return withArray({ index: { definitions: [], result: first }, span }, array);
  }
  if (array !== undefined && array.lengths.length !== 2) {
    const what = `${name.text} has one subscript where it is declared, and two here`;
    return cursor.fail(messages.notation.parameter(what, 'declare rows and pitch'), span);
  }
  return withArray({ index: { definitions: [], result: second }, rowIndex: first, span }, array);
}

/**
 * CK Tile's C++ of descriptors and encodings, as kernels write it, read into data.
 *
 *     constexpr auto desc = transform_tensor_descriptor(
 *         make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<KPerBlock>{})),
 *         make_tuple(make_merge_transform(make_tuple(number<64>{}, number<KPerBlock>{}))),
 *         make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
 *
 * Both spellings are read: `number<>`, `sequence<>` of CK Tile and `Number<>`, `Sequence<>`, `I0` of CK before it. Names
 * are constants: defined in the text (`constexpr index_t KPerBlock = 32;`, `using Lengths = sequence<8, 64>;`) or given.
 * Anything else that C++ can compute is not read.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Span } from '../../base/span.ts';
import { type DescriptorSpec, makeDescriptor } from '../ck-tile/descriptor.ts';
import { encodingFaults, type TileDistributionEncoding } from '../ck-tile/encoding.ts';
import { constantValue } from '../expression/evaluate.ts';
import type { Formula } from '../expression/formula.ts';
import { formula } from '../expression/parse-formula.ts';
import { type Cursor, parseText } from '../text/cursor.ts';
import { Arguments, functions, kindNames, type Value } from './ck-tile-calls.ts';

/** Values of names that the text uses and does not define. */
export type Constants = Readonly<Record<string, number>>;

type Environment = Map<string, Value>;

/** The last descriptor of a text. Lengths that do not fit come with diagnostics, as from `makeDescriptor`. */
export function parseDescriptor(text: string, constants: Constants = {}): Result<DescriptorSpec> {
  const value = parseLast(text, constants, 'descriptor');
  if (!value.ok) return value;
  if (value.value.kind !== 'descriptor') return failure(wrongKind('descriptor', value.value));
  const { spec, span } = value.value;
  return success(spec, [...value.diagnostics, ...placed(makeDescriptor(spec).diagnostics, span)]);
}

/** The last `tile_distribution_encoding` of a text; one that does not cover its tile comes with diagnostics. */
export function parseEncoding(
  text: string,
  constants: Constants = {},
): Result<TileDistributionEncoding> {
  const value = parseLast(text, constants, 'encoding');
  if (!value.ok) return value;
  if (value.value.kind !== 'encoding') return failure(wrongKind('encoding', value.value));
  const { encoding, span } = value.value;
  return success(encoding, [...value.diagnostics, ...placed(encodingFaults(encoding), span)]);
}

const wrongKind = (wanted: Value['kind'], found: Value): Diagnostic =>
  diagnose(messages.syntax.expected(kindNames[wanted], kindNames[found.kind]), found.span);

const placed = (diagnostics: readonly Diagnostic[], span: Span): Diagnostic[] =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, span }));

function parseLast(text: string, constants: Constants, wanted: Value['kind']): Result<Value> {
  const environment: Environment = new Map();
  const nowhere = { start: 0, end: 0 };
  for (let i = 0; i < 10; i++)
    environment.set(`I${i}`, { kind: 'number', value: i, span: nowhere });
  for (const [name, value] of Object.entries(constants)) {
    environment.set(name, { kind: 'number', value, span: nowhere });
  }
  return parseText(text, { comments: true }, (cursor) => statements(cursor, environment, wanted));
}

/** The value of the last statement that has the wanted kind; without one, of the last statement. */
function statements(
  cursor: Cursor,
  environment: Environment,
  wanted: Value['kind'],
): Value | undefined {
  let last: Value | undefined;
  while (cursor.peek().kind !== 'end') {
    if (cursor.eat(';')) continue;
    const name = definedName(cursor);
    if (cursor.fault !== undefined) return undefined;
    const value = valueAt(cursor, environment);
    if (value === undefined) return undefined;
    if (name !== undefined) environment.set(name, value);
    if (value.kind === wanted || last?.kind !== wanted) last = value;
    if (cursor.peek().kind !== 'end' && cursor.expect(';') === undefined) return undefined;
  }
  return last ?? cursor.expected(kindNames[wanted]);
}

const qualifiers: ReadonlySet<string> = new Set([
  'static',
  'constexpr',
  'const',
  'auto',
  'index_t',
  'int',
  'unsigned',
  'return',
]);

/** `constexpr auto name =`, `using name =`: the name, behind its `=`. */
function definedName(cursor: Cursor): string | undefined {
  if (cursor.eat('using')) {
    const name = cursor.name('a name');
    return name !== undefined && cursor.expect('=') !== undefined ? name.text : undefined;
  }
  skipScope(cursor);
  while (qualifiers.has(cursor.peek().text)) {
    cursor.take();
    skipScope(cursor);
  }
  if (cursor.peek().kind !== 'name') return undefined;
  const next = cursor.peek(1).text;
  if (next === '=') {
    const name = cursor.take().text;
    cursor.take();
    return name;
  }
  return undefined;
}

/** `ck_tile::` */
function skipScope(cursor: Cursor): void {
  while (cursor.peek().kind === 'name' && cursor.peek(1).text === '::') {
    cursor.take();
    cursor.take();
  }
}

/** Levels of calls and templates. */
const DEEPEST = 60;

function valueAt(cursor: Cursor, environment: Environment): Value | undefined {
  return cursor.deeper(DEEPEST, () => anyValue(cursor, environment));
}

function anyValue(cursor: Cursor, environment: Environment): Value | undefined {
  skipScope(cursor);
  const word = cursor.peek();
  const { start } = word;
  const span = (): Span => ({ start, end: cursor.lastEnd });
  if (word.kind === 'name') {
    const known = environment.get(word.text);
    if (known !== undefined && known.kind !== 'number') {
      cursor.take();
      return braces(cursor) === undefined ? undefined : { ...known, span: span() };
    }
    if (sequenceNames.has(word.text) || tupleNames.has(word.text)) {
      return listAt(cursor, environment);
    }
    if (word.text === 'true' || word.text === 'false' || boolNames.has(word.text)) {
      return flagAt(cursor);
    }
    if (word.text === 'tile_distribution_encoding') return encodingAt(cursor, environment);
    if (cursor.peek(1).text === '(' && known === undefined) return callAt(cursor, environment);
  }
  const number = numberAt(cursor, environment, false);
  return number === undefined ? undefined : { kind: 'number', value: number, span: span() };
}

/** `{}` behind a type, which may be left out: `sequence<1>` is read like `sequence<1>{}`. */
function braces(cursor: Cursor): true | undefined {
  return cursor.eat('{') ? cursor.expect('}') : true;
}

const sequenceNames: ReadonlySet<string> = new Set(['sequence', 'Sequence']);
const tupleNames: ReadonlySet<string> = new Set(['tuple', 'Tuple', 'make_tuple']);
const numberNames: ReadonlySet<string> = new Set(['number', 'Number', 'constant', 'LongNumber']);
const boolNames: ReadonlySet<string> = new Set(['bool_constant']);

/** `sequence<0, 1>{}`, `tuple<...>{}`, `make_tuple(...)`. */
function listAt(cursor: Cursor, environment: Environment): Value | undefined {
  const { start, text } = cursor.take();
  const [open, close] = text === 'make_tuple' ? ['(', ')'] : ['<', '>'];
  if (cursor.expect(open) === undefined) return undefined;
  const items = cursor.list(close, (): Value | undefined => {
    if (!sequenceNames.has(text)) return valueAt(cursor, environment);
    const from = cursor.peek().start;
    const value = numberAt(cursor, environment, true);
    if (value === undefined) return undefined;
    return { kind: 'number', value, span: { start: from, end: cursor.lastEnd } };
  });
  const closed = items && (text === 'make_tuple' ? true : braces(cursor));
  if (items === undefined || closed === undefined) return undefined;
  return { kind: 'tuple', items, span: { start, end: cursor.lastEnd } };
}

function flagAt(cursor: Cursor): Value | undefined {
  const { start, text } = cursor.take();
  let flag = text;
  if (boolNames.has(text)) {
    if (cursor.expect('<') === undefined) return undefined;
    flag = cursor.take().text;
    if (flag !== 'true' && flag !== 'false') return cursor.expected('true or false');
    if (cursor.expect('>') === undefined || braces(cursor) === undefined) return undefined;
  }
  return { kind: 'flag', value: flag === 'true', span: { start, end: cursor.lastEnd } };
}

/** A number, computed from constants: `number<KPerBlock / KPack>{} * I2`. With `closing`, `>` ends it. */
function numberAt(cursor: Cursor, environment: Environment, closing: boolean): number | undefined {
  const { start } = cursor.peek();
  const numbers = new Map<string, number>();
  for (const [name, value] of environment) {
    if (value.kind === 'number') numbers.set(name, value.value);
  }
  const names = new Set(numbers.keys());
  const special = (at: Cursor): Formula | 'none' | undefined => {
    skipScope(at);
    const word = at.peek();
    // `K{}` makes a value of a type that is a number.
    if (names.has(word.text) && at.peek(1).text === '{') {
      at.take();
      const value = numbers.get(word.text) ?? 0;
      return braces(at) && { kind: 'number', value, span: { start: word.start, end: at.lastEnd } };
    }
    if (!numberNames.has(word.text) && word.text !== 'integral_constant') return 'none';
    return numberType(at, environment);
  };
  const parsed = formula(cursor, { names, tables: new Set(), special }, closing);
  if (parsed === undefined) return undefined;
  const value = constantValue(parsed, numbers);
  if (value.ok) return value.value;
  const [fault] = value.diagnostics;
  const span = { start, end: cursor.lastEnd };
  return cursor.fail(fault ?? messages.syntax.expected('a number', 'none'), fault?.span ?? span);
}

/** `number<8>{}`, `integral_constant<index_t, 8>{}`. */
function numberType(cursor: Cursor, environment: Environment): Formula | undefined {
  const { start, text } = cursor.take();
  if (cursor.expect('<') === undefined) return undefined;
  if (text === 'integral_constant') {
    skipScope(cursor);
    if (cursor.name('a type') === undefined || cursor.expect(',') === undefined) return undefined;
  }
  const value = cursor.deeper(DEEPEST, () => numberAt(cursor, environment, true));
  if (value === undefined || cursor.expect('>') === undefined || braces(cursor) === undefined) {
    return undefined;
  }
  return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
}

function callAt(cursor: Cursor, environment: Environment): Value | undefined {
  const { start, end, text } = cursor.take();
  const call = functions.get(text);
  if (call === undefined) {
    const message = messages.notation.unknownName('function of CK Tile', text, [
      ...functions.keys(),
    ]);
    return cursor.fail(message, { start, end });
  }
  if (cursor.expect('(') === undefined) return undefined;
  const values = cursor.list(')', () => valueAt(cursor, environment));
  if (values === undefined) return undefined;
  const span = { start, end: cursor.lastEnd };
  return call(new Arguments(cursor, text, values, span), cursor);
}

/** `tile_distribution_encoding<Rs, Hs, PsMajor, PsMinor, YsMajor, YsMinor>{}`. */
function encodingAt(cursor: Cursor, environment: Environment): Value | undefined {
  const { start, text } = cursor.take();
  if (cursor.expect('<') === undefined) return undefined;
  const values = cursor.list('>', () => valueAt(cursor, environment));
  if (values === undefined || braces(cursor) === undefined) return undefined;
  const args = new Arguments(cursor, text, values, { start, end: cursor.lastEnd });
  if (args.between(6, 6) === undefined) return undefined;
  const [rs, hs, psMajor] = [args.numbers(0), args.lists(1), args.lists(2)];
  const [psMinor, ysMajor, ysMinor] = [args.lists(3), args.numbers(4), args.numbers(5)];
  if (rs === undefined || hs === undefined || psMajor === undefined) return undefined;
  if (psMinor === undefined || ysMajor === undefined || ysMinor === undefined) return undefined;
  const encoding = { rs, hs, psMajor, psMinor, ysMajor, ysMinor };
  return { kind: 'encoding', encoding, span: args.span };
}

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
    if (isDeclaration(cursor)) {
      const { text, start, end } = cursor.peek();
      return cursor.fail(messages.notation.cppDeclaration(text), { start, end });
    }
    const name = definedName(cursor);
    if (cursor.fault !== undefined) return undefined;
    const value = valueAt(cursor, environment);
    if (value === undefined) return undefined;
    if (name !== undefined) environment.set(name, value);
    if (value.kind === wanted || last?.kind !== wanted) last = value;
    // `a = 1, b = 2;`
    while (cursor.eat(',')) {
      if (name === undefined) return cursor.expected("';'");
      const next = cursor.name('a name');
      if (next === undefined || cursor.expect('=') === undefined) return undefined;
      const more = valueAt(cursor, environment);
      if (more === undefined) return undefined;
      environment.set(next.text, more);
    }
    if (cursor.peek().kind !== 'end' && cursor.expect(';') === undefined) return undefined;
  }
  return last ?? cursor.expected(kindNames[wanted]);
}

const declarations: ReadonlySet<string> = new Set([
  'struct',
  'class',
  'template',
  'namespace',
  'enum',
  'if',
  'for',
  'while',
  'switch',
]);

/** `struct X {`, `static constexpr auto MakeX() {`: what has statements inside. */
function isDeclaration(cursor: Cursor): boolean {
  if (declarations.has(cursor.peek().text)) return true;
  let at = 0;
  let isQualified = false;
  while (qualifiers.has(cursor.peek(at).text) && cursor.peek(at).text !== 'return') {
    at++;
    isQualified = true;
  }
  return isQualified && cursor.peek(at).kind === 'name' && cursor.peek(at + 1).text === '(';
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

/** The namespaces of CK: what is qualified otherwise is another name. */
const libraries: ReadonlySet<string> = new Set(['ck_tile', 'ck', 'std', 'math']);

/** `ck_tile::` */
function skipScope(cursor: Cursor): void {
  while (libraries.has(cursor.peek().text) && cursor.peek(1).text === '::') {
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
    const isNumber = numberFunctions.has(word.text);
    if (cursor.peek(1).text === '(' && known === undefined && !isNumber) {
      return callAt(cursor, environment);
    }
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
    if (numberNames.has(word.text) || word.text === 'integral_constant') {
      return numberType(at, environment);
    }
    if (word.kind !== 'name') return 'none';
    const called = at.peek(1).text === '(';
    if (called && (word.text === 'max' || word.text === 'min')) return extreme(at, environment);
    if (word.text === 'sizeof') return sizeOf(at);
    if (called || at.peek(1).text === '::') return at.fail(...unknownCall(at));
    return 'none';
  };
  const parsed = formula(cursor, { names, tables: new Set(), special }, closing);
  if (parsed === undefined) return undefined;
  const value = constantValue(parsed, numbers);
  if (value.ok) return value.value;
  const [fault] = value.diagnostics;
  const span = { start, end: cursor.lastEnd };
  return cursor.fail(fault ?? messages.syntax.expected('a number', 'none'), fault?.span ?? span);
}

/** Functions that give numbers. */
const numberFunctions: ReadonlySet<string> = new Set(['max', 'min', 'sizeof', 'get_n_lds_banks']);

/** `max(1, a / b)` */
function extreme(cursor: Cursor, environment: Environment): Formula | undefined {
  const { start, text } = cursor.take();
  cursor.take();
  const values = cursor.list(')', () =>
    cursor.deeper(DEEPEST, () => numberAt(cursor, environment, false)),
  );
  if (values === undefined) return undefined;
  if (values.length === 0) return cursor.expected('a number');
  const value = text === 'max' ? Math.max(...values) : Math.min(...values);
  return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
}

const typeBytes: ReadonlyMap<string, number> = new Map([
  ...['double', 'fp64_t', 'int64_t', 'uint64_t'].map((name) => [name, 8] as const),
  ...['float', 'fp32_t', 'int32_t', 'uint32_t', 'index_t', 'int'].map((name) => [name, 4] as const),
  ...['half_t', 'fp16_t', '_Float16', 'bf16_t', 'bhalf_t'].map((name) => [name, 2] as const),
  ...['int16_t', 'uint16_t'].map((name) => [name, 2] as const),
  ...['fp8_t', 'bf8_t', 'int8_t', 'uint8_t', 'char'].map((name) => [name, 1] as const),
]);

/** `sizeof(half_t)`: of types that have one size everywhere. */
function sizeOf(cursor: Cursor): Formula | undefined {
  const { start } = cursor.take();
  if (cursor.expect('(') === undefined) return undefined;
  skipScope(cursor);
  const type = cursor.name('a type');
  if (type === undefined) return undefined;
  const value = cursor.at(')') ? typeBytes.get(type.text) : undefined;
  if (value === undefined) {
    return cursor.fail(messages.notation.cppSizeOf(type.text, [...typeBytes.keys()]), type);
  }
  cursor.take();
  return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
}

/** A function that is not evaluated, or a name of another scope: `get_n_lds_banks()`, `Problem::kM`. */
function unknownCall(cursor: Cursor): [ReturnType<typeof messages.notation.cppName>, Span] {
  const { start } = cursor.peek();
  let ahead = 0;
  while (cursor.peek(ahead).kind === 'name' && cursor.peek(ahead + 1).text === '::') ahead += 2;
  const words = Array.from({ length: ahead + 1 }, (_, i) => cursor.peek(i).text).join('');
  const isCall = cursor.peek(ahead + 1).text === '(';
  const span = { start, end: cursor.peek(ahead).end };
  return [messages.notation.cppName(`${words}${isCall ? '()' : ''}`), span];
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

/**
 * Values in CK Tile's C++: calls, lists, types that are values, and numbers that are computed from constants.
 *
 *     make_tuple(number<kK / kKPack * MLdsLayer>{}, sequence<0, 1>{})
 *     max(1, get_n_lds_banks() * 4 / kK / sizeof(DataType))
 *
 * Numbers are those of `expression`: whole, not below zero, of 32 bits. Overflow and division by zero are faults.
 */
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import { constantValue } from '../../../layout/index/evaluate.ts';
import type { Formula } from '../../../layout/index/formula.ts';
import { formula } from '../../../layout/index/parse-formula.ts';
import type { Cursor } from '../../../layout/text/cursor.ts';
import type { Word } from '../../../layout/text/words.ts';
import { Arguments, functions, type Value } from './calls.ts';
import { type Entry, type Scope, typeBytes } from './scope.ts';

/** The namespaces of CK: what is qualified otherwise is another name. */
const libraries: ReadonlySet<string> = new Set(['ck_tile', 'ck', 'std', 'math']);

/** `ck_tile::` */
export function skipLibrary(cursor: Cursor): void {
  while (libraries.has(cursor.peek().text) && cursor.peek(1).text === '::') {
    cursor.take();
    cursor.take();
  }
}

/** Levels of calls and templates. */
const DEEPEST = 60;

export function valueAt(cursor: Cursor, scope: Scope): Value | undefined {
  return cursor.deeper(DEEPEST, () => anyValue(cursor, scope));
}

function anyValue(cursor: Cursor, scope: Scope): Value | undefined {
  skipLibrary(cursor);
  const word = cursor.peek();
  const { start } = word;
  const span = (): Span => ({ start, end: cursor.lastEnd });
  if (word.kind === 'name') {
    if (word.text === 'decltype') return decltypeAt(cursor, scope);
    if (sequenceNames.has(word.text) || tupleNames.has(word.text)) return listAt(cursor, scope);
    if (boolNames.has(word.text)) return flagAt(cursor);
    const isFlag = word.text === 'true' || word.text === 'false';
    if (isFlag && !/^[=&|?!]/.test(cursor.peek(1).text)) return flagAt(cursor);
    if (word.text === 'tile_distribution_encoding') return encodingAt(cursor, scope);
    const path = pathAt(cursor);
    const entry = scope.find(path);
    if (entry?.kind === 'function') {
      if (!('value' in entry.result) || entry.result.value.kind !== 'number') {
        return calledAt(cursor, path, entry);
      }
    } else if (entry !== undefined && entry.kind !== 'number' && 'span' in entry) {
      if (entry.kind !== 'flag') {
        takePath(cursor, path);
        return braces(cursor) === undefined ? undefined : { ...entry, span: span() };
      }
    }
    const isCall = cursor.peek(1).text === '(' && entry === undefined;
    if (isCall && !numberFunctions.has(word.text)) return callAt(cursor, scope);
  }
  const number = numberAt(cursor, scope, false);
  return number === undefined ? undefined : { kind: 'number', value: number, span: span() };
}

/** `Problem::kM`: the names at the cursor, which stays. */
export function pathAt(cursor: Cursor): string[] {
  const path = [cursor.peek().text];
  while (cursor.peek(2 * path.length - 1).text === '::') {
    path.push(cursor.peek(2 * path.length).text);
  }
  return path;
}

function takePath(cursor: Cursor, path: readonly string[]): void {
  for (let i = 1; i < 2 * path.length; i++) cursor.take();
}

/** `{}` behind a type, which may be left out: `sequence<1>` is read like `sequence<1>{}`. */
function braces(cursor: Cursor): true | undefined {
  return cursor.eat('{') ? cursor.expect('}') : true;
}

const sequenceNames: ReadonlySet<string> = new Set(['sequence', 'Sequence']);
const tupleNames: ReadonlySet<string> = new Set(['tuple', 'Tuple', 'make_tuple']);
const numberNames: ReadonlySet<string> = new Set(['number', 'Number', 'constant', 'LongNumber']);
const boolNames: ReadonlySet<string> = new Set(['bool_constant']);

/** True where a type is a value: `sequence<1>`, `number<8>`. */
export const isValueType = (name: string): boolean =>
  sequenceNames.has(name) ||
  tupleNames.has(name) ||
  numberNames.has(name) ||
  boolNames.has(name) ||
  name === 'integral_constant' ||
  name === 'tile_distribution_encoding';

/** `decltype(value)`, which is read like the value. */
function decltypeAt(cursor: Cursor, scope: Scope): Value | undefined {
  cursor.take();
  if (cursor.expect('(') === undefined) return undefined;
  const value = valueAt(cursor, scope);
  return value !== undefined && cursor.expect(')') && braces(cursor) ? value : undefined;
}

/** `sequence<0, 1>{}`, `tuple<...>{}`, `make_tuple(...)`. */
function listAt(cursor: Cursor, scope: Scope): Value | undefined {
  const { start, text } = cursor.take();
  const [open, close] = text === 'make_tuple' ? ['(', ')'] : ['<', '>'];
  if (cursor.expect(open) === undefined) return undefined;
  const items = cursor.list(close, (): Value | undefined => {
    if (!sequenceNames.has(text)) return valueAt(cursor, scope);
    const from = cursor.peek().start;
    const value = numberAt(cursor, scope, true);
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
export function numberAt(cursor: Cursor, scope: Scope, closing: boolean): number | undefined {
  const { start } = cursor.peek();
  const parsed = formula(
    cursor,
    { names: NONE, tables: NONE, special: (at) => numberWord(at, scope) },
    closing,
  );
  if (parsed === undefined) return undefined;
  const value = constantValue(parsed, new Map());
  if (value.ok) return value.value;
  const [fault] = value.diagnostics;
  const span = { start, end: cursor.lastEnd };
  return cursor.fail(fault ?? messages.syntax.expected('a number', 'none'), fault?.span ?? span);
}

const NONE: ReadonlySet<string> = new Set();

/** Functions that give numbers. */
const numberFunctions: ReadonlySet<string> = new Set(['max', 'min', 'sizeof', 'get_n_lds_banks']);

/** A number that begins with a name. */
function numberWord(cursor: Cursor, scope: Scope): Formula | 'none' | undefined {
  skipLibrary(cursor);
  const word = cursor.peek();
  if (word.kind !== 'name') return 'none';
  const { start, text } = word;
  if (numberNames.has(text) || text === 'integral_constant') return numberType(cursor, scope);
  if (text === 'sizeof') return sizeOf(cursor, scope);
  const path = pathAt(cursor);
  const entry = scope.find(path);
  const number = (value: number): Formula => {
    return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
  };
  if (entry?.kind === 'number' || entry?.kind === 'flag') {
    takePath(cursor, path);
    // `K{}` makes a value of a type that is a number.
    return braces(cursor) && number(Number(entry.value));
  }
  if (entry?.kind === 'function') {
    const called = calledAt(cursor, path, entry);
    if (called === undefined) return undefined;
    if (called.kind === 'number') return number(called.value);
    return cursor.fail(messages.notation.cppName(path.join('::')), called.span);
  }
  if (entry === undefined && (text === 'true' || text === 'false')) {
    cursor.take();
    return number(text === 'true' ? 1 : 0);
  }
  const isCall = cursor.peek(1).text === '(';
  if (isCall && (text === 'max' || text === 'min')) return extreme(cursor, scope);
  if (isCall && text === 'get_n_lds_banks') return banksOf(cursor, scope);
  if (entry?.kind === 'type' || entry?.kind === 'struct') {
    return cursor.fail(messages.notation.cppType(path.join('::')), word);
  }
  return cursor.fail(...unknownName(cursor, path));
}

/** `max(1, a / b)` */
function extreme(cursor: Cursor, scope: Scope): Formula | undefined {
  const { start, text } = cursor.take();
  cursor.take();
  const values = cursor.list(')', () =>
    cursor.deeper(DEEPEST, () => numberAt(cursor, scope, false)),
  );
  if (values === undefined) return undefined;
  if (values.length === 0) return cursor.expected('a number');
  const value = text === 'max' ? Math.max(...values) : Math.min(...values);
  return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
}

/** `get_n_lds_banks()`: 32, or 64 from gfx950 on. */
function banksOf(cursor: Cursor, { context }: Scope): Formula | undefined {
  const word = cursor.take();
  if (cursor.expect('(') === undefined || cursor.expect(')') === undefined) return undefined;
  const { ldsBanks: value } = context;
  const span = { start: word.start, end: cursor.lastEnd };
  return value === undefined
    ? cursor.fail(messages.notation.cppBanks(), word)
    : { kind: 'number', value, span };
}

/** `sizeof(half_t)`: of types that have one size everywhere, of the element, of types that the text defines. */
function sizeOf(cursor: Cursor, scope: Scope): Formula | undefined {
  const { start } = cursor.take();
  if (cursor.expect('(') === undefined) return undefined;
  const type = typeAt(cursor, scope);
  if (type === undefined || cursor.expect(')') === undefined) return undefined;
  const { entry, name, span } = type;
  const value = entry?.kind === 'type' ? entry.bytes : undefined;
  if (value === undefined) {
    return cursor.fail(messages.notation.cppSizeOf(name, [...typeBytes.keys()]), span);
  }
  return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
}

interface NamedType {
  readonly name: string;
  readonly span: Span;
  readonly entry: Entry | undefined;
}

/** `half_t`, `typename Problem::ADataType`, `remove_cvref_t<DataType>`. */
export function typeAt(cursor: Cursor, scope: Scope): NamedType | undefined {
  return cursor.deeper(DEEPEST, () => {
    cursor.eat('typename');
    cursor.eat('const');
    skipLibrary(cursor);
    if (cursor.at('remove_cvref_t') || cursor.at('remove_cv_t')) {
      cursor.take();
      const of = cursor.expect('<') && typeAt(cursor, scope);
      return of !== undefined && cursor.expect('>') ? of : undefined;
    }
    if (cursor.peek().kind !== 'name') return cursor.expected('a type');
    const path = pathAt(cursor);
    const { start } = cursor.peek();
    takePath(cursor, path);
    const span = { start, end: cursor.lastEnd };
    return { name: path.join('::'), span, entry: scope.find(path) };
  });
}

/** A function that is not known, or a name of another scope: `get_pack()`, `Problem::kM`. */
function unknownName(
  cursor: Cursor,
  path: readonly string[],
): [ReturnType<typeof messages.notation.cppName>, Span] {
  const last = cursor.peek(2 * path.length - 2);
  const isCall = cursor.peek(2 * path.length - 1).text === '(';
  const span = { start: cursor.peek().start, end: last.end };
  return [messages.notation.cppName(`${path.join('::')}${isCall ? '()' : ''}`), span];
}

/** `number<8>{}`, `integral_constant<index_t, 8>{}`. */
function numberType(cursor: Cursor, scope: Scope): Formula | undefined {
  const { start, text } = cursor.take();
  if (cursor.expect('<') === undefined) return undefined;
  if (text === 'integral_constant') {
    skipLibrary(cursor);
    if (cursor.name('a type') === undefined || cursor.expect(',') === undefined) return undefined;
  }
  const value = cursor.deeper(DEEPEST, () => numberAt(cursor, scope, true));
  if (value === undefined || cursor.expect('>') === undefined || braces(cursor) === undefined) {
    return undefined;
  }
  return { kind: 'number', value, span: { start, end: cursor.lastEnd } };
}

/** `MakeLdsDescriptor<Problem>()`: what the body returned when it was read. */
function calledAt(
  cursor: Cursor,
  path: readonly string[],
  { template, result }: Extract<Entry, { kind: 'function' }>,
): Value | undefined {
  const { start, end } = cursor.peek();
  takePath(cursor, path);
  if (cursor.eat('<')) {
    const given: string[] = [];
    while (!cursor.at('>') && cursor.peek().kind !== 'end') given.push(cursor.take().text);
    if (cursor.expect('>') === undefined) return undefined;
    if (given.join('') !== template.join(',')) {
      const name = path.join('::');
      const message = messages.notation.cppTemplate(name, given.join(''), template.join(', '));
      return cursor.fail(message, { start, end });
    }
  }
  if ('fault' in result) return cursor.fail(result.fault, result.fault.span ?? { start, end });
  if (cursor.expect('(') === undefined || cursor.expect(')') === undefined) return undefined;
  return { ...result.value, span: { start, end: cursor.lastEnd } };
}

/** A function of CK Tile. */
function callAt(cursor: Cursor, scope: Scope): Value | undefined {
  const { start, end, text }: Word = cursor.take();
  const call = functions.get(text);
  if (call === undefined) {
    const message = messages.notation.unknownName('CK Tile function', text, [...functions.keys()]);
    return cursor.fail(message, { start, end });
  }
  if (cursor.expect('(') === undefined) return undefined;
  const values = cursor.list(')', () => valueAt(cursor, scope));
  if (values === undefined) return undefined;
  const span = { start, end: cursor.lastEnd };
  return call(new Arguments(cursor, text, values, span), cursor);
}

/** `tile_distribution_encoding<Rs, Hs, PsMajor, PsMinor, YsMajor, YsMinor>{}`. */
function encodingAt(cursor: Cursor, scope: Scope): Value | undefined {
  const { start, text } = cursor.take();
  if (cursor.expect('<') === undefined) return undefined;
  const values = cursor.list('>', () => valueAt(cursor, scope));
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

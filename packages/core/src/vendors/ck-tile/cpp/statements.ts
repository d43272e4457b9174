/**
 * The statements of a piece of CK Tile's C++, executed one after the other.
 *
 *     constexpr index_t kM = 64, kK = 32;
 *     using DataType = half_t;
 *     struct Policy {
 *       static constexpr auto MakeLdsDescriptor() { return make_naive_tensor_descriptor_packed(...); }
 *     };
 *
 * Functions have no parameters, so a body has one value: it is read where it is defined, and a fault in it counts only
 * where it is called. A text means the last value of the wanted kind among its statements, else that of its one function
 * that returns such a value.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { Cursor } from '../../../layout/text/cursor.ts';
import { kindNames, type Value } from './calls.ts';
import type { Entry, Scope } from './scope.ts';
import { isValueType, numberAt, pathAt, skipLibrary, typeAt, valueAt } from './values.ts';

/** What has been found in a text so far. */
interface Found {
  readonly wanted: Value['kind'];
  /** The last value of the wanted kind; without one, the last value. */
  last: Value | undefined;
  /** Functions that return a value of the wanted kind. */
  readonly makers: { readonly name: string; readonly value: Value }[];
  /** Why a function that may be meant is not read. */
  fault: Diagnostic | undefined;
}

/** Where a statement is read: in which block of which text, and what comes of it. */
interface Block {
  readonly cursor: Cursor;
  /** The names of the block. */
  readonly scope: Scope;
  readonly found: Found;
  /** The body of the function around it, with what it returns. */
  readonly body: { returned?: Value } | undefined;
}

/** The value of a text; see above. */
export function textValue(cursor: Cursor, scope: Scope, wanted: Value['kind']): Value | undefined {
  const found: Found = { wanted, last: undefined, makers: [], fault: undefined };
  if (!statements({ cursor, scope, found, body: undefined })) return undefined;
  if (found.last?.kind === wanted) return found.last;
  const [maker, other] = found.makers;
  if (maker !== undefined && other !== undefined) {
    const names = found.makers.map(({ name }) => name);
    return cursor.fail(messages.notation.cppWhich(names, kindNames[wanted]), maker.value.span);
  }
  if (maker !== undefined) return maker.value;
  if (found.fault !== undefined) {
    return cursor.fail(found.fault, found.fault.span ?? cursor.peek());
  }
  return found.last ?? cursor.expected(kindNames[wanted]);
}

/** Levels of structs and branches. */
const DEEPEST = 40;

/** True when all was read up to `}`, which is not taken, or to the end of the text. */
function statements(block: Block): boolean {
  const { cursor, body } = block;
  while (cursor.peek().kind !== 'end' && !cursor.at('}')) {
    if (cursor.eat(';')) continue;
    const isRead = cursor.deeper(DEEPEST, () => (statement(block) ? true : undefined));
    if (isRead !== true || cursor.fault !== undefined) return false;
    if (body?.returned !== undefined) return skipTo(cursor, '}');
  }
  return cursor.fault === undefined;
}

const unread: ReadonlySet<string> = new Set([
  'enum',
  'for',
  'while',
  'do',
  'switch',
  'goto',
  'try',
  'union',
  'else',
]);

function statement(block: Block): boolean {
  const { cursor } = block;
  const word = cursor.peek();
  const refuse = (): false => {
    cursor.fail(messages.notation.cppDeclaration(word.text), word);
    return false;
  };
  if (unread.has(word.text)) return refuse();
  const second = cursor.peek(1).text;
  switch (word.text) {
    case 'template':
      return templateOf(block);
    case 'struct':
    case 'class':
      return struct(block) ?? refuse();
    case 'namespace':
      return namespace(block);
    case 'public':
    case 'private':
    case 'protected':
      cursor.take();
      return cursor.expect(':') === true;
    case 'static_assert':
      cursor.take();
      return cursor.expect('(') === true && skipTo(cursor, ')') && cursor.eat(')');
    case 'if':
      return second === 'constexpr' ? branch(block) : refuse();
    case 'using':
      return second === 'namespace' ? skipTo(cursor, ';') : alias(block);
    case 'return':
      return returned(block);
    default:
      return isFunction(cursor) ? functionOf(block, []) : definition(block);
  }
}

/** Words in front of a name that is defined, and types of constants. */
const qualifiers: ReadonlySet<string> = new Set(
  'static constexpr const inline auto bool int unsigned long size_t index_t long_index_t int32_t uint32_t int64_t uint64_t CK_TILE_HOST CK_TILE_DEVICE CK_TILE_HOST_DEVICE __host__ __device__ __host __device'.split(
    ' ',
  ),
);

/** Words up to the name of what is defined. */
function qualifierCount(cursor: Cursor): number {
  let at = 0;
  for (;;) {
    if (qualifiers.has(cursor.peek(at).text)) at++;
    else if (cursor.peek(at).text === 'std' && cursor.peek(at + 1).text === '::') at += 2;
    else if (cursor.peek(at).text === 'ck_tile' && cursor.peek(at + 1).text === '::') at += 2;
    else return at;
  }
}

/** `static constexpr auto MakeX(`: a function, and no call. */
function isFunction(cursor: Cursor): boolean {
  const at = qualifierCount(cursor);
  return (
    qualifiers.has(cursor.peek().text) &&
    cursor.peek(at).kind === 'name' &&
    cursor.peek(at + 1).text === '('
  );
}

/** `template <typename Problem, index_t kM>` before a function or a struct: its names. */
function templateOf(block: Block): boolean {
  const { cursor } = block;
  cursor.take();
  if (cursor.expect('<') === undefined) return false;
  const names: string[] = [];
  let name: string | undefined;
  for (let depth = 1; depth > 0;) {
    const { kind, text } = cursor.take();
    if (kind === 'end') return cursor.expect('>') === true;
    if (text === '<') depth++;
    if (text === '>') depth--;
    const isEnd = depth === 0 || (depth === 1 && (text === ',' || text === '='));
    if (isEnd && name !== undefined) names.push(name);
    // Behind `=` is a default, up to the next comma.
    if (text === '=' && depth === 1) skipDefault(cursor);
    name = kind === 'name' && depth === 1 && !isEnd ? text : undefined;
  }
  const word = cursor.peek();
  if (word.text === 'struct' || word.text === 'class') {
    return struct(block) ?? false;
  }
  if (isFunction(cursor)) return functionOf(block, names);
  cursor.fail(messages.notation.cppDeclaration('template'), word);
  return false;
}

/** Goes on to the comma or `>` behind the default of a template parameter. */
function skipDefault(cursor: Cursor): void {
  let depth = 0;
  for (;;) {
    const { kind, text } = cursor.peek();
    if (kind === 'end' || (depth === 0 && (text === ',' || text === '>'))) return;
    if (text === '<') depth++;
    if (text === '>') depth--;
    cursor.take();
  }
}

/** `struct Problem { ... };`; `undefined` for one with bases. */
function struct({ cursor, scope, found }: Block): boolean | undefined {
  cursor.take();
  const name = cursor.name('a name');
  if (name === undefined) return false;
  cursor.eat('final');
  if (cursor.at(';')) return true;
  if (cursor.at(':')) return undefined;
  if (cursor.expect('{') === undefined) return false;
  const inside = scope.inner();
  scope.define(name.text, { kind: 'struct', scope: inside });
  return (
    statements({ cursor, scope: inside, found, body: undefined }) && cursor.expect('}') === true
  );
}

/** `namespace ck_tile {`: its names are those around it. */
function namespace(block: Block): boolean {
  const { cursor } = block;
  cursor.take();
  while (cursor.peek().kind === 'name' || cursor.at('::')) cursor.take();
  if (cursor.expect('{') === undefined) return false;
  return statements(block) && cursor.expect('}') === true;
}

/** `static constexpr auto MakeX() { ... }`: its value is what the body returns. */
function functionOf({ cursor, scope, found }: Block, template: readonly string[]): boolean {
  const count = qualifierCount(cursor);
  const isAuto = Array.from({ length: count }, () => cursor.take().text).includes('auto');
  const name = cursor.take();
  cursor.take();
  const hasParameters = !cursor.at(')') && !(cursor.at('void') && cursor.peek(1).text === ')');
  if (!skipTo(cursor, ')') || cursor.expect(')') === undefined) return false;
  // `const noexcept -> index_t`
  while (!cursor.at('{') && !cursor.at(';') && cursor.peek().kind !== 'end') cursor.take();
  if (cursor.at(';')) return true;
  if (cursor.expect('{') === undefined) return false;
  const inside: Found = { ...found, last: undefined, makers: [] };
  const result = hasParameters
    ? { fault: diagnose(messages.notation.cppParameters(name.text), name) }
    : cursor.attempt(() => {
        const body: { returned?: Value } = {};
        const block = { cursor, scope: scope.inner(), found: inside, body };
        if (!statements(block)) return undefined;
        return body.returned ?? cursor.expected("'return'");
      });
  const entry: Entry = { kind: 'function', template, result };
  scope.define(name.text, entry);
  if ('value' in result && result.value.kind === found.wanted) {
    found.makers.push({ name: name.text, value: result.value });
  }
  // What returns `auto` may be the descriptor; of those the last one.
  if ('fault' in result && (isAuto || found.fault === undefined)) found.fault = result.fault;
  return skipTo(cursor, '}') && cursor.expect('}') === true;
}

/** `if constexpr (NBanks == 64) { ... } else { ... }`: the branch that is taken. */
function branch(block: Block): boolean {
  const { cursor, scope } = block;
  cursor.take();
  cursor.take();
  if (cursor.expect('(') === undefined) return false;
  const condition = numberAt(cursor, scope, false);
  if (condition === undefined || cursor.expect(')') === undefined) return false;
  if (!arm(block, condition !== 0)) return false;
  if (!cursor.eat('else')) return true;
  if (condition === 0 && cursor.at('if') && cursor.peek(1).text === 'constexpr') {
    return branch(block);
  }
  if (cursor.at('if')) {
    // The rest of a chain whose first condition holds.
    if (!skipTo(cursor, '{')) return false;
    return skipChain(cursor);
  }
  return arm(block, condition === 0);
}

function skipChain(cursor: Cursor): boolean {
  for (;;) {
    if (cursor.expect('{') === undefined || !skipTo(cursor, '}')) return false;
    if (cursor.expect('}') === undefined) return false;
    if (!cursor.eat('else')) return true;
    if (cursor.at('if') && !skipTo(cursor, '{')) return false;
  }
}

function arm(block: Block, isTaken: boolean): boolean {
  const { cursor, scope } = block;
  if (cursor.expect('{') === undefined) return false;
  const isRead = isTaken ? statements({ ...block, scope: scope.inner() }) : skipTo(cursor, '}');
  return isRead && cursor.expect('}') === true;
}

/** `using Lengths = sequence<8, 64>;`, `using DataType = half_t;`, `using X = decltype(...);` */
function alias({ cursor, scope, found }: Block): boolean {
  cursor.take();
  const name = cursor.name('a name');
  if (name === undefined || cursor.expect('=') === undefined) return false;
  skipLibrary(cursor);
  const { text } = cursor.peek();
  const known = scope.find(pathAt(cursor));
  const isValue = known !== undefined && 'span' in known;
  if (isValueType(text) || text === 'decltype' || isValue) {
    const value = valueAt(cursor, scope);
    if (value === undefined) return false;
    scope.define(name.text, value);
    keep(found, value);
    return cursor.at('}') || cursor.peek().kind === 'end' || cursor.expect(';') === true;
  }
  const type = typeAt(cursor, scope);
  if (type === undefined) return false;
  const { entry = { kind: 'type', name: type.name } as const } = type;
  const bytes = entry.kind === 'type' ? entry.bytes : undefined;
  if (scope.isOtherElement(name.text, bytes)) {
    const { elementBytes = 0 } = scope.context;
    cursor.fail(messages.notation.cppElement(name.text, bytes ?? 0, elementBytes), name);
    return false;
  }
  // `using X = Foo<A>;` is a type of which nothing is known.
  const isWhole = cursor.at(';') || cursor.at('}') || cursor.peek().kind === 'end';
  scope.define(name.text, isWhole ? entry : { kind: 'type', name: type.name });
  return skipTo(cursor, ';');
}

function returned({ cursor, scope, found, body }: Block): boolean {
  cursor.take();
  const value = valueAt(cursor, scope);
  if (value === undefined) return false;
  if (body === undefined) keep(found, value);
  else body.returned = value;
  return cursor.at('}') || cursor.peek().kind === 'end' || cursor.expect(';') === true;
}

/** `constexpr index_t a = 1, b = 2;`, `constexpr auto desc = ...;`, or a value alone. */
function definition({ cursor, scope, found }: Block): boolean {
  const count = qualifierCount(cursor);
  const isNamed = cursor.peek(count).kind === 'name' && cursor.peek(count + 1).text === '=';
  for (let left = count; left > 0; left--) cursor.take();
  for (let isFirst = true; isFirst || cursor.eat(','); isFirst = false) {
    const name = isNamed ? cursor.name('a name') : undefined;
    if (isNamed && (name === undefined || cursor.expect('=') === undefined)) return false;
    if (!isNamed && !isFirst) return cursor.expect(';') === true;
    const value = valueAt(cursor, scope);
    if (value === undefined) return false;
    if (name !== undefined) scope.define(name.text, value);
    keep(found, value);
  }
  return cursor.at('}') || cursor.peek().kind === 'end' || cursor.expect(';') === true;
}

function keep(found: Found, value: Value): void {
  if (value.kind === found.wanted || found.last?.kind !== found.wanted) found.last = value;
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
]);

/** Goes on to a sign outside of any parentheses, which is not taken. */
function skipTo(cursor: Cursor, sign: string): boolean {
  const open: string[] = [];
  for (;;) {
    const { kind, text } = cursor.peek();
    if (open.length === 0 && text === sign && kind !== 'end') return true;
    if (kind === 'end') return cursor.expect(open.at(-1) ?? sign) === true;
    const close = pairs.get(text);
    if (close !== undefined) open.push(close);
    else if (text === open.at(-1)) open.pop();
    cursor.take();
  }
}

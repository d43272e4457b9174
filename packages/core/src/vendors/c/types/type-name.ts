/**
 * The type at the beginning of a declaration, without what its names add to it.
 *
 *     const unsigned int      std::array<float, 4>      struct Shape      const ADataType   (a pointer's, of any name)
 */
import { messages } from '../../../base/messages.ts';
import { nearestName } from '../../../base/nearest-name.ts';
import type { Span } from '../../../base/span.ts';
import type { Cursor } from '../../../layout/text/cursor.ts';
import { arrayOf, type CType, MOST_TYPE_BYTES, pointer } from './c-type.ts';
import { constantAt } from './constant.ts';
import { integerOfWords, isTypeWord } from './scalar-types.ts';
import type { TypeScope } from './scope.ts';

/** `type` is absent for a name that is not known: a pointer may still point to it. */
export interface TypeName {
  readonly type: CType | undefined;
  readonly name: string;
  readonly span: Span;
}

const QUALIFIERS = new Set([
  ...'const volatile restrict __restrict __restrict__'.split(' '),
  ...'typename struct class mutable'.split(' '),
]);

/** Words that change nothing in memory. */
function skipQualifiers(cursor: Cursor): void {
  while (QUALIFIERS.has(cursor.peek().text)) cursor.take();
}

const ARRAYS = new Set(['std::array', 'array', 'ck::Array', 'Array', 'ck_tile::array']);

/** Levels of arguments of templates. */
const MOST_LEVELS = 16;

/** The name of a type. */
export function typeNameAt(cursor: Cursor, scope: TypeScope): TypeName | undefined {
  skipQualifiers(cursor);
  const { start } = cursor.peek();
  const words: string[] = [];
  while (isTypeWord(cursor.peek().text)) {
    words.push(cursor.take().text);
    skipQualifiers(cursor);
  }
  if (words.length > 0) {
    const span = { start, end: cursor.lastEnd };
    const name = words.join(' ');
    if (!cursor.at('double')) return { type: integerOfWords(words), name, span };
    cursor.take();
    return { type: undefined, name: `${name} double`, span };
  }
  const first = cursor.name('a type');
  if (first === undefined) return undefined;
  const path = [first.text];
  while (cursor.eat('::')) {
    const next = cursor.name('a name');
    if (next === undefined) return undefined;
    path.push(next.text);
  }
  const name = path.join('::');
  const span = { start, end: cursor.lastEnd };
  let type = scope.type(path);
  if (type === undefined && cursor.at('<')) {
    const isArray = ARRAYS.has(name);
    if (isArray) {
      type = arrayAt(cursor, scope);
      if (type === undefined) return undefined;
    } else if (!skipArguments(cursor)) return undefined;
  }
  skipQualifiers(cursor);
  return { type, name, span };
}

/** A whole type without a name: of `using`, `sizeof` and arguments of templates. */
export function typeAt(cursor: Cursor, scope: TypeScope): CType | undefined {
  const named = typeNameAt(cursor, scope);
  return named === undefined ? undefined : pointersAt(cursor, scope, named);
}

/** The type behind the `*` of a declaration. */
export function pointersAt(
  cursor: Cursor,
  scope: TypeScope,
  { type, name, span }: TypeName,
): CType | undefined {
  let isPointer = false;
  while (cursor.eat('*')) {
    isPointer = true;
    skipQualifiers(cursor);
  }
  if (cursor.at('&') || cursor.at('&&')) {
    const hint = 'declare it as a pointer: it takes the same 8 bytes';
    return cursor.fail(messages.cType.notRead('references are not read', hint), cursor.peek());
  }
  if (isPointer) return pointer;
  if (type !== undefined) return type;
  const { known } = scope;
  return cursor.fail(messages.cType.unknown(name, nearestName(name, known), known), span);
}

/** The bytes of a type, for `sizeof`. */
export const sizeAt = (cursor: Cursor, scope: TypeScope): number | undefined =>
  typeAt(cursor, scope)?.bytes;

/** `<T, N>` of an array. */
function arrayAt(cursor: Cursor, scope: TypeScope): CType | undefined {
  cursor.take();
  const of = cursor.deeper(MOST_LEVELS, () => typeAt(cursor, scope));
  if (of === undefined || cursor.expect(',') === undefined) return undefined;
  const length = lengthAt(cursor, scope);
  const array = length && lengthened(cursor, of, length);
  return array !== undefined && cursor.expect('>') ? array : undefined;
}

/** The array that lengths behind a name make of a type: `[2][3]` are two arrays of three. */
export function lengthsAt(cursor: Cursor, scope: TypeScope, of: CType): CType | undefined {
  const lengths: Length[] = [];
  while (cursor.eat('[')) {
    const length = lengthAt(cursor, scope);
    if (length === undefined || cursor.expect(']') === undefined) return undefined;
    lengths.push(length);
  }
  return lengths.reduceRight<CType | undefined>(
    (type, length) => type && lengthened(cursor, type, length),
    of,
  );
}

interface Length {
  readonly count: number;
  readonly place: Span;
}

function lengthAt(cursor: Cursor, scope: TypeScope): Length | undefined {
  const place = cursor.peek();
  const count = constantAt(cursor, scope, sizeAt);
  return count === undefined ? undefined : { count, place };
}

function lengthened(cursor: Cursor, of: CType, { count, place }: Length): CType | undefined {
  if (count < 1) return cursor.fail(messages.cType.count(count), place);
  if (count * of.bytes > MOST_TYPE_BYTES)
    return cursor.fail(messages.cType.tooLarge(MOST_TYPE_BYTES), place);
  return arrayOf(of, count);
}

/** Arguments of a template that only a pointer points to. */
function skipArguments(cursor: Cursor): boolean {
  let level = 0;
  do {
    const { kind, text } = cursor.take();
    if (kind === 'end' || text === ';' || text === '{') {
      cursor.expected("'>'");
      return false;
    }
    if (text === '<') level++;
    if (text === '>') level--;
  } while (level > 0);
  return true;
}

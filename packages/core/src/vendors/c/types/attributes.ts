/**
 * The attributes of a declaration that move it in memory.
 *
 *     alignas(16) float x;      struct __attribute__((packed)) S { ... };      int n __attribute__((aligned(8)));
 *
 * `alignas` must not be less than the type's own alignment, `aligned` then has no effect: C++ and GNU differ there.
 */
import { greatestOf } from '../../../base/numbers.ts';
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import type { Cursor } from '../../../layout/text/cursor.ts';

/** More than any target aligns an object to. */
const MOST_ALIGNMENT = 4096;

export interface Attributes {
  readonly isPacked: boolean;
  /** The largest that is requested. */
  readonly alignment: number | undefined;
  /** Alignments of `alignas`, with their places. */
  readonly strict: readonly (Span & { readonly value: number })[];
}

export const noAttributes: Attributes = { isPacked: false, alignment: undefined, strict: [] };

/** Attributes of both lists. */
export function joined(a: Attributes, b: Attributes): Attributes {
  const alignments = [a.alignment, b.alignment].filter((value) => value !== undefined);
  return {
    isPacked: a.isPacked || b.isPacked,
    alignment: alignments.length === 0 ? undefined : greatestOf(alignments),
    strict: [...a.strict, ...b.strict],
  };
}

/** All attributes here; none is fine. `numberAt` reads an alignment, which may be that of a type. */
export function attributesAt(
  cursor: Cursor,
  numberAt: () => number | undefined,
): Attributes | undefined {
  let all = noAttributes;
  for (;;) {
    const word = cursor.peek();
    if (word.text === 'alignas' || word.text === '_Alignas') {
      cursor.take();
      const value = alignmentAt(cursor, numberAt);
      if (value === undefined) return undefined;
      const strict = [{ value, start: word.start, end: cursor.lastEnd }];
      all = joined(all, { isPacked: false, alignment: value, strict });
    } else if (word.text === '__attribute__') {
      cursor.take();
      const found = gnuAttributes(cursor, numberAt);
      if (found === undefined) return undefined;
      all = joined(all, found);
    } else if (word.text === '[' && cursor.peek(1).text === '[') {
      return cursor.fail(
        messages.cType.notRead('attributes in [[ ]] are not read', 'leave them out'),
        word,
      );
    } else return all;
  }
}

function gnuAttributes(cursor: Cursor, numberAt: () => number | undefined): Attributes | undefined {
  if (cursor.expect('(') === undefined || cursor.expect('(') === undefined) return undefined;
  let all = noAttributes;
  while (!cursor.eat(')')) {
    const word = cursor.name('packed or aligned');
    if (word === undefined) return undefined;
    const name = word.text.replace(/^__(\w+)__$/, '$1');
    if (name === 'packed') all = joined(all, { ...noAttributes, isPacked: true });
    else if (name === 'aligned' && cursor.at('(')) {
      const alignment = alignmentAt(cursor, numberAt);
      if (alignment === undefined) return undefined;
      all = joined(all, { ...noAttributes, alignment });
    } else {
      const hint = 'read are packed and aligned(N)';
      return cursor.fail(messages.cType.notRead(`the attribute ${name} is not read`, hint), word);
    }
    if (!cursor.eat(',') && !cursor.at(')')) return cursor.expected("',' or ')'");
  }
  return cursor.expect(')') === undefined ? undefined : all;
}

function alignmentAt(cursor: Cursor, numberAt: () => number | undefined): number | undefined {
  if (cursor.expect('(') === undefined) return undefined;
  const word = cursor.peek();
  const value = numberAt();
  if (value === undefined || cursor.expect(')') === undefined) return undefined;
  const isSound = value >= 1 && value <= MOST_ALIGNMENT && Number.isInteger(Math.log2(value));
  return isSound ? value : cursor.fail(messages.cType.alignment(value, 1), word);
}

/** False, with a fault, where an `alignas` asks for less than the type has. */
export function isAlignable(cursor: Cursor, { strict }: Attributes, natural: number): boolean {
  const wrong = strict.find(({ value }) => value < natural);
  if (wrong !== undefined) cursor.fail(messages.cType.alignment(wrong.value, natural), wrong);
  return wrong === undefined;
}

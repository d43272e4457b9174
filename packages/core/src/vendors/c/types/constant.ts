/**
 * Whole numbers that a compiler computes: lengths of arrays, alignments.
 *
 *     2 * kM + 1      (kM - 1) / 4      sizeof(int)
 */
import { messages } from '../../../base/messages.ts';
import type { Cursor } from '../../../layout/text/cursor.ts';
import type { TypeScope } from './scope.ts';

/** Levels of parentheses. */
const MOST_LEVELS = 32;

/** What a cursor reads as a type, for `sizeof`. */
export type SizeReader = (cursor: Cursor, scope: TypeScope) => number | undefined;

/** The value of an expression of `+ - * / %`, parentheses, constants and `sizeof`. */
export function constantAt(
  cursor: Cursor,
  scope: TypeScope,
  sizeAt: SizeReader,
): number | undefined {
  const begin = cursor.peek();
  const value = sum(cursor, scope, sizeAt);
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value))
    return cursor.fail(messages.cType.constant('not a whole number'), begin);
  return value;
}

function sum(cursor: Cursor, scope: TypeScope, sizeAt: SizeReader): number | undefined {
  let value = product(cursor, scope, sizeAt);
  while (value !== undefined && (cursor.at('+') || cursor.at('-'))) {
    const sign = cursor.take().text === '+' ? 1 : -1;
    const other = product(cursor, scope, sizeAt);
    value = other === undefined ? undefined : value + sign * other;
  }
  return value;
}

function product(cursor: Cursor, scope: TypeScope, sizeAt: SizeReader): number | undefined {
  let value = primary(cursor, scope, sizeAt);
  while (value !== undefined && (cursor.at('*') || cursor.at('/') || cursor.at('%'))) {
    const sign = cursor.take();
    const other = primary(cursor, scope, sizeAt);
    if (other === undefined) return undefined;
    if (sign.text === '*') value *= other;
    else if (other === 0) return cursor.fail(messages.cType.constant('a division by zero'), sign);
    else value = sign.text === '/' ? Math.trunc(value / other) : value % other;
  }
  return value;
}

function primary(cursor: Cursor, scope: TypeScope, sizeAt: SizeReader): number | undefined {
  if (cursor.eat('(')) {
    const value = cursor.deeper(MOST_LEVELS, () => sum(cursor, scope, sizeAt));
    return value !== undefined && cursor.expect(')') ? value : undefined;
  }
  if (cursor.at('sizeof')) {
    cursor.take();
    if (cursor.expect('(') === undefined) return undefined;
    const size = cursor.deeper(MOST_LEVELS, () => sizeAt(cursor, scope));
    return size !== undefined && cursor.expect(')') ? size : undefined;
  }
  if (cursor.peek().kind === 'number') return cursor.number('a whole number')?.value;
  const word = cursor.name('a whole number or a constant');
  if (word === undefined) return undefined;
  const path = [word.text];
  while (cursor.eat('::')) {
    const next = cursor.name('a name');
    if (next === undefined) return undefined;
    path.push(next.text);
  }
  const value = scope.constant(path);
  return value ?? cursor.fail(messages.cType.unknownConstant(path.join('::')), word);
}

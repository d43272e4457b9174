/**
 * Whole numbers that a compiler computes: lengths of arrays, alignments.
 *
 *     2 * kM + 1      (kM - 1) / 4      sizeof(int)
 */
import { messages } from '../../../base/messages.ts';
import { doubles } from '../../../base/operators.ts';
import {
  binaryAt,
  type BinaryGrammar,
  cBindings,
  type COperator,
} from '../../../base/precedence.ts';
import type { Cursor } from '../../../layout/text/cursor.ts';
import type { Word } from '../../../layout/text/words.ts';
import type { TypeScope } from './scope.ts';

/** Levels of parentheses. */
const MOST_LEVELS = 32;

/** What a cursor reads as a type, for `sizeof`. */
export type SizeReader = (cursor: Cursor, scope: TypeScope) => number | undefined;

interface Place {
  readonly cursor: Cursor;
  readonly scope: TypeScope;
  readonly sizeAt: SizeReader;
  /** The operator that was taken last. */
  sign?: Word;
}

const SUM = cBindings.get('+')?.level;

const operators: BinaryGrammar<Place, number, COperator> = {
  bindings: cBindings,
  operandAt: primary,
  signAt: ({ cursor }) => cursor.peek().text,
  take: (place) => {
    place.sign = place.cursor.take();
    return true;
  },
  combine: ({ cursor, sign = cursor.peek() }, operator, left, right) => {
    const divides = operator === '/' || operator === '%';
    if (divides && right === 0)
      return cursor.fail(messages.cType.constant('a division by zero'), sign);
    return doubles[operator](left, right);
  },
};

/** The value of an expression of `+ - * / %`, parentheses, constants and `sizeof`. */
export function constantAt(
  cursor: Cursor,
  scope: TypeScope,
  sizeAt: SizeReader,
): number | undefined {
  const begin = cursor.peek();
  const value = binaryAt(operators, { cursor, scope, sizeAt }, SUM);
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value))
    return cursor.fail(messages.cType.constant('not a whole number'), begin);
  return value;
}

function primary({ cursor, scope, sizeAt }: Place): number | undefined {
  if (cursor.eat('(')) {
    const value = cursor.deeper(MOST_LEVELS, () =>
      binaryAt(operators, { cursor, scope, sizeAt }, SUM),
    );
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

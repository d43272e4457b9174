/** A place among the words of C++, with what its parser remembers. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Result } from '../../../base/result.ts';
import { Cursor, parseWith } from '../../../layout/text/cursor.ts';
import type { Word } from '../../../layout/text/words.ts';
import type { Expression } from './syntax.ts';

export class CppCursor extends Cursor {
  /** Places where `<` was tried and does not begin a list of template arguments, with the reason. */
  readonly comparisons = new Map<number, Diagnostic>();
  /** Reads a lambda: an expression that holds statements. */
  readonly lambda: (cursor: CppCursor) => Expression | undefined;

  constructor(words: readonly Word[], lambda: (cursor: CppCursor) => Expression | undefined) {
    super(words);
    this.lambda = lambda;
  }
}

/** What `parse` makes of a text of C++. */
export function parseCpp<T>(
  text: string,
  lambda: (cursor: CppCursor) => Expression | undefined,
  parse: (cursor: CppCursor) => T | undefined,
): Result<T> {
  return parseWith(text, { comments: true }, (words) => new CppCursor(words, lambda), parse);
}

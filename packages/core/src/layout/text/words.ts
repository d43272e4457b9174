/**
 * The words of a short text: layout notations, formulas, pieces of C++.
 *
 *     #iree_codegen.xor_shuffle<128, 4>      # name . name < 128 , 4 >
 *     pitch=136B                             name = 136 name
 *
 * Signs are single characters except for `::`, `&&`, `||`, `==` and `!=`: whether `>>` shifts or closes two lists is known
 * to the parser alone (`Cursor.operator`).
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import type { Span } from '../../base/span.ts';
import { scanSpace, scanWord } from './scan-word.ts';

export interface Word extends Span {
  readonly kind: 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
  /** The value of a number; 0 for other words. */
  readonly value: number;
  /** True when a line begins with it. */
  readonly first: boolean;
}

export interface WordOptions {
  /** True where `//` and block comments are skipped; false where `//` is a mistake for `/`. */
  readonly comments: boolean;
}

/** Longer texts are not a layout. */
const LONGEST = 2 ** 20;

/** The words of a text with an `end` behind them, or the first character outside of all words. */
export function wordsOf(text: string, { comments }: WordOptions): readonly Word[] | Diagnostic {
  if (text.length > LONGEST) {
    return diagnose(messages.notation.tooLong(LONGEST), { start: LONGEST, end: text.length });
  }
  const words: Word[] = [];
  let at = 0;
  let first = true;
  for (;;) {
    const space = scanSpace(text, at, comments);
    if (space !== undefined) {
      first ||= space.includes('\n');
      at += space.length;
      continue;
    }
    if (at === text.length) break;
    const start = at;
    const found = scanWord(text, at);
    if (found === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      const span = { start, end: start + character.length };
      return diagnose(messages.syntax.unknownCharacter(character), span);
    }
    at = found.end;
    const number = found.kind === 'number';
    if (number && /^0\d/.test(found.text)) {
      return diagnose(messages.expression.leadingZero(found.text), { start, end: at });
    }
    const value = number ? Number(found.text) : 0;
    words.push({ kind: found.kind, text: found.text, value, first, start, end: at });
    first = false;
  }
  words.push({ kind: 'end', text: '', value: 0, first: true, start: at, end: at });
  return words;
}

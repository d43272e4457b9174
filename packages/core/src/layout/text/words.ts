/**
 * The words of a short text: layout notations, formulas, pieces of C++.
 *
 *     #iree_codegen.xor_shuffle<128, 4>      # name . name < 128 , 4 >
 *     pitch=136B                             name = 136 name
 *
 * Signs are single characters but for `::`, `&&`, `||`, `==` and `!=`: whether `>>` shifts or closes two lists is known
 * to the parser alone (`Cursor.eatPair`).
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import type { Span } from '../../base/span.ts';

export interface Word extends Span {
  readonly kind: 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
  /** Of a number; 0 for other words. */
  readonly value: number;
  /** True when a line begins with it. */
  readonly first: boolean;
}

export interface WordOptions {
  /** True where `//` and block comments are skipped; false where `//` is a mistake for `/`. */
  readonly comments: boolean;
}

/** Longer texts are no layout. */
const LONGEST = 2 ** 20;

const SPACE = /\s+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /0[xX][\dA-Fa-f]+|0[bB][01]+|\d+/y;
const SUFFIX = /(?:[uU][lL]{0,2}|[lL]{1,2}[uU]?)(?!\w)/y;
const SIGN = /::|&&|\|\||==|!=|[-+*/%&|^~!<>=?:;,.(){}[\]#]/y;

/** The words of a text with an `end` behind them, or the first character that is none. */
export function wordsOf(text: string, { comments }: WordOptions): readonly Word[] | Diagnostic {
  if (text.length > LONGEST) {
    return diagnose(messages.notation.tooLong(LONGEST), { start: LONGEST, end: text.length });
  }
  const words: Word[] = [];
  let at = 0;
  let first = true;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    const space = match(SPACE) ?? (comments ? match(COMMENT) : undefined);
    if (space !== undefined) {
      first ||= space.includes('\n');
      at += space.length;
      continue;
    }
    if (at === text.length) break;
    const start = at;
    const name = match(NAME);
    const number = name === undefined ? match(NUMBER) : undefined;
    const found = name ?? number ?? match(SIGN);
    if (found === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      const span = { start, end: start + character.length };
      return diagnose(messages.syntax.unknownCharacter(character), span);
    }
    at += found.length;
    if (number !== undefined) at += match(SUFFIX)?.length ?? 0;
    const kind = name !== undefined ? 'name' : number !== undefined ? 'number' : 'sign';
    if (number !== undefined && /^0\d/.test(number)) {
      return diagnose(messages.expression.leadingZero(number), { start, end: at });
    }
    const value = number === undefined ? 0 : Number(number);
    words.push({ kind, text: found, value, first, start, end: at });
    first = false;
  }
  words.push({ kind: 'end', text: '', value: 0, first: true, start: at, end: at });
  return words;
}

/**
 * One word of a short text, without a judgement of it: what an editor colours and what `words.ts` reads.
 *
 *     scanWord('pitch=136B', 6)      { kind: 'number', text: '136', end: 9 }
 */
export interface ScannedWord {
  readonly kind: 'name' | 'number' | 'sign';
  /** The word, of a number without its suffix. */
  readonly text: string;
  /** Where it ends, the suffix of a number included. */
  readonly end: number;
}

const SPACE = /\s+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const COMMENTS = new RegExp(COMMENT.source, 'g');
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /0[xX][\dA-Fa-f]+|0[bB][01]+|\d+/y;
const SUFFIX = /(?:[uU][lL]{0,2}|[lL]{1,2}[uU]?)(?!\w)/y;
const SIGN = /::|&&|\|\||==|!=|[-+*/%&|^~!<>=?:;,.(){}[\]#]/y;

/** A blank for each comment. */
export const withoutComments = (text: string): string => text.replaceAll(COMMENTS, ' ');

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The white space at an offset, or the comment where comments are included. */
export function scanSpace(text: string, at: number, comments: boolean): string | undefined {
  return matchAt(SPACE, text, at) ?? (comments ? matchAt(COMMENT, text, at) : undefined);
}

/** The word that begins at an offset; `undefined` where none does. */
export function scanWord(text: string, at: number): ScannedWord | undefined {
  const name = matchAt(NAME, text, at);
  if (name !== undefined) return { kind: 'name', text: name, end: at + name.length };
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) {
    const end = at + number.length;
    return {
      kind: 'number',
      text: number,
      end: end + (matchAt(SUFFIX, text, end)?.length ?? 0),
    };
  }
  const sign = matchAt(SIGN, text, at);
  return sign === undefined ? undefined : { kind: 'sign', text: sign, end: at + sign.length };
}

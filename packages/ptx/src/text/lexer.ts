/**
 * Words of PTX: names with their dots, numbers, strings, punctuation. A word is a kind and a range of the text; its text is
 * cut out when somebody asks.
 *
 *     @%p1 ld.shared::cta.f32 %f1, [%r2+4];      @ · %p1 · ld.shared::cta.f32 · %f1 · , · [ · %r2 · + · 4 · ] · ;
 *
 * LIMITATIONS. Preprocessor lines (`#line`) are left out.
 */

export type Kind = 'name' | 'number' | 'string' | 'end' | 'other' | (typeof punctuation)[number];

const punctuation = [
  ',',
  ';',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  ':',
  '+',
  '-',
  '!',
  '@',
  '|',
  '<',
  '>',
  '=',
  '*',
  '/',
  '~',
] as const;

const PUNCTUATION: ReadonlySet<string> = new Set(punctuation);

/**
 * White space and comments; then a name (also `%tid.x`, `ld.shared::cta.b32`), a number, a string, or one character. Directives
 * end at their next dot: `.reg.v2.u32` is three words.
 */
const SKIP = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|^#[^\n]*)*/my;
const WORD =
  /(\.[A-Za-z_$%][\w$%]*(?:::[\w$]+)*|[A-Za-z_$%][\w$%.]*(?:::[\w$.]+)*)|(0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+U?)|("(?:[^"\\\n]|\\.)*")|([^])/y;

export class Lexer {
  readonly text: string;
  /** Of the current word. */
  kind: Kind = 'end';
  start = 0;
  end = 0;
  /** Where the word before ended. */
  previousEnd = 0;

  constructor(text: string) {
    this.text = text;
    this.next();
  }

  /** The text of the current word. */
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  /** True for a current word of a kind. */
  is(kind: Kind): boolean {
    return this.kind === kind;
  }

  next(): void {
    this.previousEnd = this.end;
    SKIP.lastIndex = this.end;
    SKIP.test(this.text);
    this.start = SKIP.lastIndex;
    if (this.start >= this.text.length) {
      this.kind = 'end';
      this.end = this.start;
      return;
    }
    WORD.lastIndex = this.start;
    const match = WORD.exec(this.text);
    this.end = WORD.lastIndex;
    if (match === null) {
      // The last alternative takes any character: only the end has none.
      this.kind = 'end';
      return;
    }
    const [, name, number, string, other = ''] = match;
    if (name !== undefined) this.kind = 'name';
    else if (number !== undefined) this.kind = 'number';
    else if (string !== undefined) this.kind = 'string';
    else this.kind = isPunctuation(other) ? other : 'other';
  }

  /** Continues at an offset. */
  seek(offset: number): void {
    this.end = offset;
    this.next();
  }
}

function isPunctuation(text: string): text is (typeof punctuation)[number] {
  return PUNCTUATION.has(text);
}

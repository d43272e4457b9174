/**
 * The words of MLIR text, one at a time, without an object per word.
 *
 *     %46#1 = "a.b"() : () -> f32      value(46, 1)  equal  string  lparen  rparen  colon  ...
 *
 * `next()` moves to a word and sets `kind`, `start` and `end`; callers slice the characters that they need. A shape
 * (`4x?xf16`) is not a word: the type parser reads it from the text itself and continues with `moveTo`. Unknown characters
 * and unclosed strings have the kind `error`; the lexer says nothing about them itself.
 */
export const Token = {
  end: 0,
  error: 1,
  /** `func.func`, `to`, `f32`. */
  word: 2,
  /** `%name`, with `#index` behind it if there is one. */
  value: 3,
  /** `^bb0`. */
  block: 4,
  /** `@name` or `@"quoted name"`. */
  symbol: 5,
  /** `#alias` or the head of `#dialect.attribute<...>`. */
  attribute: 6,
  /** `!alias` or the head of `!dialect.type<...>`. */
  type: 7,
  string: 8,
  integer: 9,
  float: 10,
  arrow: 11,
  comma: 12,
  colon: 13,
  doubleColon: 14,
  equal: 15,
  leftParen: 16,
  rightParen: 17,
  leftBrace: 18,
  rightBrace: 19,
  leftBracket: 20,
  rightBracket: 21,
  less: 22,
  greater: 23,
  plus: 24,
  minus: 25,
  star: 26,
  question: 27,
  slash: 28,
  bar: 29,
  ellipsis: 30,
  /** `{-#`. */
  resources: 31,
} as const;

export type TokenKind = (typeof Token)[keyof typeof Token];

const LETTER = 1;
const DIGIT = 2;
const SPACE = 4;
/** In a word: `.`, `$`, `_`. */
const JOINT = 8;
const HEXADECIMAL = 16;

const classes = new Uint8Array(128);
for (let code = 0; code < 26; code++) {
  classes[0x41 + code] = LETTER | (code < 6 ? HEXADECIMAL : 0);
  classes[0x61 + code] = LETTER | (code < 6 ? HEXADECIMAL : 0);
}
for (let code = 0; code < 10; code++) classes[0x30 + code] = DIGIT | HEXADECIMAL;
for (const code of [0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]) classes[code] = SPACE;
for (const code of [0x2e, 0x24, 0x5f]) classes[code] = JOINT;

const classOf = (code: number): number => (code < 128 ? (classes[code] ?? 0) : 0);

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Kinds of the characters that are a word of their own whatever follows. */
const single = new Uint8Array(128);
const singles: Readonly<Record<string, TokenKind>> = {
  ',': Token.comma,
  '=': Token.equal,
  '(': Token.leftParen,
  ')': Token.rightParen,
  '}': Token.rightBrace,
  '[': Token.leftBracket,
  ']': Token.rightBracket,
  '<': Token.less,
  '>': Token.greater,
  '+': Token.plus,
  '*': Token.star,
  '?': Token.question,
  '|': Token.bar,
};
for (const [character, kind] of Object.entries(singles)) single[character.charCodeAt(0)] = kind;

/** The kind of a piece of punctuation as a grammar writes it, `undefined` for a word. */
export function punctuationKind(text: string): TokenKind | undefined {
  if (text === '->') return Token.arrow;
  if (text === ':') return Token.colon;
  if (text === '::') return Token.doubleColon;
  if (text === '{') return Token.leftBrace;
  if (text === '-') return Token.minus;
  return singles[text];
}

export class Lexer {
  readonly text: string;
  kind: TokenKind = Token.end;
  /** The word is `text.slice(start, end)`. */
  start = 0;
  end = 0;
  /** Where the word before this one ended. */
  previousEnd = 0;
  /** Of a value: where its name ends, before a `#index`. */
  nameEnd = 0;
  /** Of a value: the number behind `#`; -1 when there is none. */
  index = -1;

  constructor(text: string) {
    this.text = text;
    this.next();
    this.previousEnd = 0;
  }

  /** Continues with the word at or after an offset. */
  moveTo(offset: number): void {
    this.end = offset;
    this.next();
  }

  /** Makes every further word the end of the text; the place stays. */
  stop(): void {
    this.kind = Token.end;
    this.end = this.text.length;
  }

  /** The characters of the word. */
  slice(): string {
    return this.text.slice(this.start, this.end);
  }

  next(): void {
    const text = this.text;
    const length = text.length;
    let at = this.end;
    this.previousEnd = at;
    let code = 0;
    for (;;) {
      if (at >= length) {
        this.kind = Token.end;
        this.start = length;
        this.end = length;
        return;
      }
      code = text.charCodeAt(at);
      if ((classOf(code) & SPACE) !== 0) at++;
      else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
        const line = text.indexOf('\n', at);
        at = line < 0 ? length : line;
      } else break;
    }
    this.start = at;
    if (code === 0x25) {
      this.#value(at + 1);
      return;
    }
    const kind = classOf(code);
    if ((kind & LETTER) !== 0 || code === 0x5f) {
      at++;
      while ((classOf(text.charCodeAt(at)) & (LETTER | DIGIT | JOINT)) !== 0) at++;
      this.kind = Token.word;
      this.end = at;
      return;
    }
    if ((kind & DIGIT) !== 0) {
      this.#number(at);
      return;
    }
    const known = code < 128 ? (single[code] ?? 0) : 0;
    if (known !== 0) {
      this.kind = known as TokenKind;
      this.end = at + 1;
      return;
    }
    this.#other(at, code);
  }

  #set(kind: TokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  /** The end of `[A-Za-z$._-][A-Za-z0-9$._-]*` or `[0-9]+` at an offset; the offset when there is none. */
  #suffix(start: number): number {
    const text = this.text;
    let at = start;
    if (isDigit(text.charCodeAt(at))) {
      while (isDigit(text.charCodeAt(at))) at++;
      return at;
    }
    for (;;) {
      const code = text.charCodeAt(at);
      if ((classOf(code) & (LETTER | DIGIT | JOINT)) === 0) {
        // A dash belongs to a name, an arrow behind it does not.
        if (code !== 0x2d || text.charCodeAt(at + 1) === 0x3e) return at;
      }
      at++;
    }
  }

  #value(start: number): void {
    const text = this.text;
    let end = this.#suffix(start);
    this.nameEnd = end;
    this.index = -1;
    if (text.charCodeAt(end) === 0x23 && isDigit(text.charCodeAt(end + 1))) {
      let index = 0;
      end++;
      while (isDigit(text.charCodeAt(end))) {
        index = index * 10 + text.charCodeAt(end) - 0x30;
        end++;
      }
      this.index = index;
    }
    this.#set(this.nameEnd === start ? Token.error : Token.value, Math.max(end, start));
  }

  #number(start: number): void {
    const text = this.text;
    let at = start;
    if (text.charCodeAt(at) === 0x30 && text.charCodeAt(at + 1) === 0x78) {
      at += 2;
      const digits = at;
      while ((classOf(text.charCodeAt(at)) & HEXADECIMAL) !== 0) at++;
      // `0x` without a digit is the zero of a shape.
      this.#set(Token.integer, at === digits ? start + 1 : at);
      return;
    }
    while (isDigit(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== 0x2e) {
      this.#set(Token.integer, at);
      return;
    }
    at++;
    while (isDigit(text.charCodeAt(at))) at++;
    const exponent = text.charCodeAt(at);
    if (exponent === 0x65 || exponent === 0x45) {
      const sign = text.charCodeAt(at + 1);
      const digits = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
      if (isDigit(text.charCodeAt(digits))) {
        at = digits;
        while (isDigit(text.charCodeAt(at))) at++;
      }
    }
    this.#set(Token.float, at);
  }

  /** The end of the string that opens at an offset, or -1. */
  #string(start: number): number {
    const text = this.text;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x22) return at + 1;
      if (code === 0x5c && text.charCodeAt(at + 1) !== 0x0a) at += 2;
      else if (code === 0x0a || Number.isNaN(code)) return -1;
      else at++;
      if (at > text.length) return -1;
    }
  }

  #other(at: number, code: number): void {
    const text = this.text;
    const following = text.charCodeAt(at + 1);
    switch (code) {
      case 0x22: {
        const end = this.#string(at);
        this.#set(end < 0 ? Token.error : Token.string, end < 0 ? at + 1 : end);
        return;
      }
      case 0x3a:
        if (following === 0x3a) this.#set(Token.doubleColon, at + 2);
        else this.#set(Token.colon, at + 1);
        return;
      case 0x2d:
        if (following === 0x3e) this.#set(Token.arrow, at + 2);
        else this.#set(Token.minus, at + 1);
        return;
      case 0x7b:
        if (following === 0x2d && text.charCodeAt(at + 2) === 0x23)
          this.#set(Token.resources, at + 3);
        else this.#set(Token.leftBrace, at + 1);
        return;
      case 0x2f:
        this.#set(Token.slash, at + 1);
        return;
      case 0x2e: {
        const dots = text.startsWith('...', at);
        this.#set(dots ? Token.ellipsis : Token.error, at + (dots ? 3 : 1));
        return;
      }
      case 0x40: {
        const quoted = following === 0x22;
        const end = quoted ? this.#string(at + 1) : this.#suffix(at + 1);
        this.#set(end <= at + 1 ? Token.error : Token.symbol, Math.max(end, at + 1));
        return;
      }
      case 0x23:
      case 0x21:
      case 0x5e: {
        const end = this.#suffix(at + 1);
        const kind = code === 0x23 ? Token.attribute : code === 0x21 ? Token.type : Token.block;
        this.#set(end === at + 1 ? Token.error : kind, end);
        return;
      }
      default:
        this.#set(Token.error, at + 1);
    }
  }
}

/**
 * The words of assembly text, one at a time, without an object per word.
 *
 *     v_add_u32_e32 v1, s[sgprA+1], -0x10 ; why     word word comma word leftBracket word plus integer ...
 *
 * `next()` moves to a word and sets `kind`, `start` and `end`; callers slice the characters that they need. A line end is a
 * word of its own, since it ends a statement; comments (`;`, `//` and block comments) are space. Unknown characters and
 * unclosed strings have the kind `error`.
 */
export const Token = {
  end: 0,
  newline: 1,
  error: 2,
  /** `v_mov_b32`, `.text`, `vgprValu`. */
  word: 3,
  integer: 4,
  float: 5,
  string: 6,
  /** `1b` or `1f`: the nearest label `1:` before or behind. */
  localLabel: 7,
  comma: 8,
  colon: 9,
  leftBracket: 10,
  rightBracket: 11,
  leftParen: 12,
  rightParen: 13,
  plus: 14,
  minus: 15,
  star: 16,
  slash: 17,
  percent: 18,
  ampersand: 19,
  bar: 20,
  caret: 21,
  tilde: 22,
  exclamation: 23,
  less: 24,
  greater: 25,
  equal: 26,
  shiftLeft: 27,
  shiftRight: 28,
  lessEqual: 29,
  greaterEqual: 30,
  equalEqual: 31,
  notEqual: 32,
  andAnd: 33,
  orOr: 34,
  at: 35,
  backslash: 36,
  hash: 37,
} as const;

export type TokenKind = (typeof Token)[keyof typeof Token];

const LETTER = 1;
const DIGIT = 2;
const SPACE = 4;
const HEXADECIMAL = 8;

const classes = new Uint8Array(128);
for (let code = 0; code < 26; code++) {
  classes[0x41 + code] = LETTER | (code < 6 ? HEXADECIMAL : 0);
  classes[0x61 + code] = LETTER | (code < 6 ? HEXADECIMAL : 0);
}
for (let code = 0; code < 10; code++) classes[0x30 + code] = DIGIT | HEXADECIMAL;
for (const code of [0x20, 0x09, 0x0b, 0x0c, 0x0d]) classes[code] = SPACE;
for (const code of [0x2e, 0x24, 0x5f]) classes[code] = LETTER;

const classOf = (code: number): number => (code < 128 ? (classes[code] ?? 0) : 0);

/** True for a character that a name may have. */
export const isNameCharacter = (code: number): boolean => (classOf(code) & (LETTER | DIGIT)) !== 0;

/** True for a blank inside a line. */
export const isBlank = (code: number): boolean => (classOf(code) & SPACE) !== 0;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const punctuation: Readonly<Record<string, TokenKind>> = {
  ',': Token.comma,
  ':': Token.colon,
  '[': Token.leftBracket,
  ']': Token.rightBracket,
  '(': Token.leftParen,
  ')': Token.rightParen,
  '+': Token.plus,
  '-': Token.minus,
  '*': Token.star,
  '/': Token.slash,
  '%': Token.percent,
  '&': Token.ampersand,
  '|': Token.bar,
  '^': Token.caret,
  '~': Token.tilde,
  '!': Token.exclamation,
  '<': Token.less,
  '>': Token.greater,
  '=': Token.equal,
  '@': Token.at,
  '\\': Token.backslash,
  '#': Token.hash,
};
const single = new Uint8Array(128);
for (const [character, kind] of Object.entries(punctuation)) single[character.charCodeAt(0)] = kind;

/** Operators of two characters, by both. */
const pairs: Readonly<Record<string, TokenKind>> = {
  '<<': Token.shiftLeft,
  '>>': Token.shiftRight,
  '<=': Token.lessEqual,
  '>=': Token.greaterEqual,
  '==': Token.equalEqual,
  '!=': Token.notEqual,
  '<>': Token.notEqual,
  '&&': Token.andAnd,
  '||': Token.orOr,
};
/** Characters that may begin one of them. */
const pairStart = new Uint8Array(128);
for (const pair of Object.keys(pairs)) pairStart[pair.charCodeAt(0)] = 1;

/** The word that a sign is. */
export const kindOfSign = (sign: string): TokenKind | undefined => pairs[sign] ?? punctuation[sign];

export class Lexer {
  readonly text: string;
  kind: TokenKind = Token.error;
  /** The word is `text.slice(start, end)`. */
  start = 0;
  end = 0;
  /** Where the word before this one ended. */
  previousEnd = 0;
  /** Line ends before the word. */
  line = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    this.end = at;
    this.next();
    this.previousEnd = at;
  }

  /** Moves to the word at or after an offset; `line` is the number of line ends before it. */
  moveTo(offset: number, line: number): void {
    this.kind = Token.error;
    this.end = offset;
    this.line = line;
    this.next();
  }

  /** The characters of the word. */
  slice(): string {
    return this.text.slice(this.start, this.end);
  }

  /** True at the end of a line or of the text. */
  atLineEnd(): boolean {
    return this.kind <= Token.newline;
  }

  /** Moves to the end of the line; the rest of it is not looked at. */
  skipLine(): void {
    if (this.atLineEnd()) return;
    this.previousEnd = this.end;
    const at = lineEnd(this.text, this.start);
    this.start = at;
    if (at < this.text.length) this.#set(Token.newline, at + 1);
    else this.#set(Token.end, at);
  }

  next(): void {
    const text = this.text;
    const length = text.length;
    let at = this.end;
    this.previousEnd = at;
    if (this.kind === Token.newline) this.line++;
    let code = 0;
    for (;;) {
      if (at >= length) {
        this.start = length;
        this.#set(Token.end, length);
        return;
      }
      code = text.charCodeAt(at);
      if ((classOf(code) & SPACE) !== 0) at++;
      else if (code === 0x3b) at = lineEnd(text, at);
      else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) at = lineEnd(text, at);
      else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2a) at = this.#blockComment(at);
      else break;
    }
    this.start = at;
    const kind = classOf(code);
    if ((kind & LETTER) !== 0) {
      if (code === 0x2e && isDigit(text.charCodeAt(at + 1)) && !isSizedData(text, at)) {
        this.#number(at);
        return;
      }
      at++;
      while ((classOf(text.charCodeAt(at)) & (LETTER | DIGIT)) !== 0) at++;
      this.#set(Token.word, at);
      return;
    }
    if ((kind & DIGIT) !== 0) {
      this.#number(at);
      return;
    }
    if (code === 0x0a) {
      this.#set(Token.newline, at + 1);
      return;
    }
    if (code === 0x22) {
      const end = stringEnd(text, at);
      this.#set(end < 0 ? Token.error : Token.string, end < 0 ? at + 1 : end);
      return;
    }
    if (code < 128 && pairStart[code] === 1) {
      const pair = pairs[text.slice(at, at + 2)];
      if (pair !== undefined) {
        this.#set(pair, at + 2);
        return;
      }
    }
    const known = code < 128 ? (single[code] ?? 0) : 0;
    this.#set(known === 0 ? Token.error : (known as TokenKind), at + 1);
  }

  #set(kind: TokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  /** The end of a block comment; one that is not closed ends with the text. */
  #blockComment(start: number): number {
    const found = this.text.indexOf('*/', start + 2);
    const end = found < 0 ? this.text.length : found + 2;
    for (
      let at = this.text.indexOf('\n', start);
      at >= 0 && at < end;
      at = this.text.indexOf('\n', at + 1)
    )
      this.line++;
    return end;
  }

  #number(start: number): void {
    const text = this.text;
    let at = start;
    const second = text.charCodeAt(at + 1) | 0x20;
    if (text.charCodeAt(at) === 0x30 && second === 0x78) {
      at += 2;
      while ((classOf(text.charCodeAt(at)) & HEXADECIMAL) !== 0) at++;
      this.#integer(at);
      return;
    }
    if (text.charCodeAt(at) === 0x30 && second === 0x62 && isBit(text.charCodeAt(at + 2))) {
      at += 2;
      while (isBit(text.charCodeAt(at))) at++;
      this.#integer(at);
      return;
    }
    while (isDigit(text.charCodeAt(at))) at++;
    let float = false;
    if (text.charCodeAt(at) === 0x2e) {
      float = true;
      at++;
      while (isDigit(text.charCodeAt(at))) at++;
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1);
      const digits = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
      if (isDigit(text.charCodeAt(digits))) {
        float = true;
        at = digits;
        while (isDigit(text.charCodeAt(at))) at++;
      }
    }
    if (float) {
      this.#set(Token.float, at);
      return;
    }
    const code = text.charCodeAt(at) | 0x20;
    if ((code === 0x62 || code === 0x66) && !isNameCharacter(text.charCodeAt(at + 1))) {
      this.#set(Token.localLabel, at + 1);
      return;
    }
    this.#integer(at);
  }

  /** An integer may end in `U`, `L`, `ULL`; any other letter behind it is an error. */
  #integer(digitsEnd: number): void {
    let at = digitsEnd;
    for (let code = this.text.charCodeAt(at) | 0x20; code === 0x75 || code === 0x6c;) {
      at++;
      code = this.text.charCodeAt(at) | 0x20;
    }
    if (!isNameCharacter(this.text.charCodeAt(at))) {
      this.#set(Token.integer, at);
      return;
    }
    while (isNameCharacter(this.text.charCodeAt(at))) at++;
    this.#set(Token.error, at);
  }
}

const isBit = (code: number): boolean => code === 0x30 || code === 0x31;

/** Where the line of an offset ends: at its line end or at the end of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The end of the string that opens at an offset, or -1. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    let code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) code = text.charCodeAt(++at);
    if (code === 0x0a || Number.isNaN(code)) return -1;
  }
}

/** `.2byte`, `.4byte` and `.8byte` are directives, other words that begin so are numbers. */
function isSizedData(text: string, at: number): boolean {
  return text.startsWith('byte', at + 2) && /[248]/.test(text.charAt(at + 1));
}

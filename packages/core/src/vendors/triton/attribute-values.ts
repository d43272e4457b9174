/**
 * The syntax inside Triton's attributes: numbers, flags, lists, dictionaries, attributes.
 *
 *     #ttg.name<{key = [1, 2], other = #alias}>     #ttg.name<[64:+8] {...}>     #ttg.name<{...}, key = 16>
 */
import { diagnose, type Diagnostic } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Span } from '../../base/span.ts';

export interface Entry {
  readonly name: string;
  readonly value: Value;
  readonly span: Span;
}

export type Value =
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  | { readonly kind: 'flag'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'list'; readonly elements: readonly Value[]; readonly span: Span }
  | { readonly kind: 'dictionary'; readonly entries: readonly Entry[]; readonly span: Span }
  | {
      readonly kind: 'attribute';
      /** Without `#`. */
      readonly name: string;
      /** Absent: an alias. */
      readonly body: Body | undefined;
      readonly span: Span;
    };

interface Body {
  readonly intervals:
    | readonly { readonly interval: number; readonly padding: number }[]
    | undefined;
  readonly entries: readonly Entry[];
  /** After the dictionary. */
  readonly extra: readonly Entry[];
}

/** No layout nests deeper: a slice of a slice of an operand of a product. */
const DEEPEST = 32;

const TOKEN = /\s+|-?\d+|#?[A-Za-z_$][\w$.-]*|[<>{}[\]=,:+]|"[^"\n]*"/y;

interface Token {
  readonly text: string;
  readonly span: Span;
}

/** Thrown inside this file only, to leave the recursion at the first error. */
class Stop {
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic) {
    this.diagnostic = diagnostic;
  }
}

/** Reads a text that is one value. */
export function readValue(text: string): Result<Value> {
  try {
    const reader = new Reader(tokens(text), text.length);
    const value = reader.value(0);
    reader.end();
    return success(value);
  } catch (stop) {
    if (stop instanceof Stop) return failure(stop.diagnostic);
    throw stop;
  }
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [piece] = TOKEN.exec(text) ?? [];
    const span = { start: at, end: at + (piece ?? ' ').length };
    if (piece === undefined)
      throw new Stop(diagnose(messages.syntax.unknownCharacter(text.charAt(at)), span));
    if (piece.trim() !== '') found.push({ text: piece, span });
    at += piece.length;
  }
  return found;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #at = 0;

  constructor(list: readonly Token[], length: number) {
    this.#tokens = list;
    this.#length = length;
  }

  value(depth: number): Value {
    const { text, span } = this.#next('a value');
    if (depth > DEEPEST) throw new Stop(diagnose(messages.syntax.tooDeep(DEEPEST), span));
    if (/^-?\d+$/.test(text)) return this.#number(text, span);
    if (text === 'true' || text === 'false') return { kind: 'flag', value: text === 'true', span };
    if (text === '[') {
      const elements: Value[] = [];
      const end = this.#list(']', () => elements.push(this.value(depth + 1)));
      return { kind: 'list', elements, span: { start: span.start, end } };
    }
    if (text === '{') {
      const entries: Entry[] = [];
      const end = this.#list('}', () => entries.push(this.#entry(depth + 1)));
      return { kind: 'dictionary', entries, span: { start: span.start, end } };
    }
    if (text.startsWith('#')) return this.#attribute(text.slice(1), span, depth);
    throw this.#unexpected('a value', { text, span });
  }

  end(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw this.#unexpected('the end', token);
  }

  #number(text: string, span: Span): Value {
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw new Stop(diagnose(messages.syntax.tooLarge(text), span));
    // A type that follows says nothing more.
    if (this.#peek() === ':' && /^[A-Za-z]/.test(this.#tokens[this.#at + 1]?.text ?? ''))
      this.#at += 2;
    return { kind: 'number', value, span };
  }

  #attribute(name: string, span: Span, depth: number): Value {
    if (this.#peek() !== '<') return { kind: 'attribute', name, body: undefined, span };
    this.#at++;
    let intervals: { interval: number; padding: number }[] | undefined;
    if (this.#peek() === '[') {
      this.#at++;
      const list: { interval: number; padding: number }[] = [];
      this.#list(']', () => list.push(this.#interval()));
      intervals = list;
    }
    this.#expect('{');
    const entries: Entry[] = [];
    this.#list('}', () => entries.push(this.#entry(depth + 1)));
    const extra: Entry[] = [];
    while (this.#peek() === ',') {
      this.#at++;
      extra.push(this.#entry(depth + 1));
    }
    const end = this.#expect('>').span.end;
    const body: Body = { intervals, entries, extra };
    return { kind: 'attribute', name, body, span: { start: span.start, end } };
  }

  /** `64:+8`. */
  #interval(): { interval: number; padding: number } {
    const whole = (): number => {
      const token = this.#next('a whole number');
      const value = Number(token.text);
      if (!/^\d+$/.test(token.text) || !Number.isSafeInteger(value))
        throw this.#unexpected('a whole number', token);
      return value;
    };
    const interval = whole();
    this.#expect(':');
    this.#expect('+');
    return { interval, padding: whole() };
  }

  #entry(depth: number): Entry {
    const name = this.#next('a name');
    if (!/^[A-Za-z_]/.test(name.text)) throw this.#unexpected('a name', name);
    this.#expect('=');
    const value = this.value(depth);
    return { name: name.text, value, span: { start: name.span.start, end: value.span.end } };
  }

  /** A list with commas, up to its closing bracket; returns where that ends. */
  #list(close: string, read: () => unknown): number {
    if (this.#peek() === close) return this.#next(close).span.end;
    for (;;) {
      read();
      const token = this.#next(`',' or '${close}'`);
      if (token.text === close) return token.span.end;
      if (token.text !== ',') throw this.#unexpected(`',' or '${close}'`, token);
    }
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]?.text;
  }

  #next(wanted: string): Token {
    const token = this.#tokens[this.#at++];
    if (token === undefined) {
      const span = { start: Math.max(0, this.#length - 1), end: this.#length };
      throw new Stop(diagnose(messages.syntax.expected(wanted, 'the end'), span));
    }
    return token;
  }

  #expect(text: string): Token {
    const token = this.#next(`'${text}'`);
    if (token.text !== text) throw this.#unexpected(`'${text}'`, token);
    return token;
  }

  #unexpected(wanted: string, { text, span }: Token): Stop {
    return new Stop(diagnose(messages.syntax.expected(wanted, `'${text}'`), span));
  }
}

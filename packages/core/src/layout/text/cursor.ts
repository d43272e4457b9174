import { type Diagnostic, diagnose, type Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Span } from '../../base/span.ts';
import { type Word, wordsOf, type WordOptions } from './words.ts';

/** Operators that are two words. */
const PAIRS: readonly string[] = ['<<', '>>', '<=', '>='];

/**
 * A place among the words of a short text, for parsers by recursive descent.
 *
 * Methods give `undefined` where the text does not match and keep the first fault; parsers pass the
 * `undefined` on. Layouts are short: one fault, well placed, is what a writer needs.
 */
export class Cursor {
  readonly #words: readonly Word[];
  readonly #end: Word;
  #at = 0;
  #depth = 0;
  #fault: Diagnostic | undefined;
  readonly #notes: Diagnostic[] = [];

  constructor(words: readonly Word[]) {
    this.#words = words;
    const { start = 0, end = 0 } = words.at(-1) ?? {};
    this.#end = { kind: 'end', text: '', value: 0, first: true, start, end };
  }

  /** The word here, or the one `ahead` words further on. */
  peek(ahead = 0): Word {
    return this.#words[this.#at + ahead] ?? this.#end;
  }

  take(): Word {
    const word = this.peek();
    if (word.kind !== 'end') this.#at++;
    return word;
  }

  /** Words that were taken. */
  get taken(): number {
    return this.#at;
  }

  /** Where the last word that was taken ends. */
  get lastEnd(): number {
    return this.#words[this.#at - 1]?.end ?? 0;
  }

  /** True at this sign or name. */
  at(text: string): boolean {
    const word = this.peek();
    return word.kind !== 'end' && word.text === text;
  }

  eat(text: string): boolean {
    if (!this.at(text)) return false;
    this.#at++;
    return true;
  }

  /** True at two signs without a space between them: `<<`. */
  atPair(pair: string): boolean {
    const [a, b] = [this.peek(), this.peek(1)];
    return a.text === pair[0] && b.text === pair[1] && a.end === b.start;
  }

  /** The operator of C at the place, or any other sign; none where `closing` says that `>` ends a list. */
  operator(closing = false): string | undefined {
    const { kind, text } = this.peek();
    if (kind !== 'sign' || (closing && text === '>')) return undefined;
    return PAIRS.find((pair) => this.atPair(pair)) ?? text;
  }

  /** Takes an operator, and gives its first word. */
  takeOperator(operator: string): Word {
    const word = this.take();
    if (PAIRS.includes(operator)) this.take();
    return word;
  }

  expect(text: string): true | undefined {
    return this.eat(text) ? true : this.expected(`'${text}'`);
  }

  name(wanted: string): Word | undefined {
    return this.peek().kind === 'name' ? this.take() : this.expected(wanted);
  }

  /** A number that is written out and that a double holds exactly. */
  number(wanted: string): Word | undefined {
    if (this.peek().kind !== 'number') return this.expected(wanted);
    const word = this.take();
    if (word.value > Number.MAX_SAFE_INTEGER)
      return this.fail(messages.expression.literal(word.text), word);
    return word;
  }

  expected(wanted: string): undefined {
    const word = this.peek();
    const found = word.kind === 'end' ? 'the end' : `'${word.text.slice(0, 24)}'`;
    return this.fail(messages.syntax.expected(wanted, found), word);
  }

  /** Keeps a fault, unless there is one already. */
  fail(message: Message, span: Span): undefined {
    this.#fault ??= diagnose(message, { start: span.start, end: Math.max(span.start, span.end) });
    return undefined;
  }

  note(diagnostic: Diagnostic): void {
    this.#notes.push(diagnostic);
  }

  /** What `parse` gives one level deeper; a fault beyond `limit` levels. */
  deeper<T>(limit: number, parse: () => T | undefined): T | undefined {
    if (this.#depth >= limit) return this.fail(messages.syntax.tooDeep(limit), this.peek());
    this.#depth++;
    const value = parse();
    this.#depth--;
    return value;
  }

  /**
   * What `parse` gives, or the fault that stopped it, which is not kept: the place is then where it was. Notes stay.
   */
  attempt<T>(parse: () => T | undefined): { readonly value: T } | { readonly fault: Diagnostic } {
    const [before, at, depth] = [this.#fault, this.#at, this.#depth];
    this.#fault = undefined;
    const value = parse();
    const fault = this.#fault;
    this.#fault = before;
    if (value !== undefined && fault === undefined) return { value };
    this.#at = at;
    this.#depth = depth;
    return { fault: fault ?? diagnose(messages.syntax.expected('a layout', 'something else')) };
  }

  /** `item` again and again with commas between, until `close`, which is taken. */
  list<T>(close: string, item: () => T | undefined): T[] | undefined {
    const items: T[] = [];
    if (this.eat(close)) return items;
    for (;;) {
      const value = item();
      if (value === undefined) return undefined;
      items.push(value);
      if (this.eat(close)) return items;
      if (!this.eat(',')) return this.expected(`',' or '${close}'`);
    }
  }

  get fault(): Diagnostic | undefined {
    return this.#fault;
  }

  get notes(): readonly Diagnostic[] {
    return this.#notes;
  }
}

/** What `parse` makes of the whole text. It gives `undefined` exactly where it leaves a fault. */
export function parseText<T>(
  text: string,
  options: WordOptions,
  parse: (cursor: Cursor) => T | undefined,
): Result<T> {
  return parseWith(text, options, (words) => new Cursor(words), parse);
}

/** The same by a cursor of one's own, for parsers that keep more than a place. */
export function parseWith<T, C extends Cursor>(
  text: string,
  options: WordOptions,
  make: (words: readonly Word[]) => C,
  parse: (cursor: C) => T | undefined,
): Result<T> {
  const words = wordsOf(text, options);
  if ('code' in words) return failure(words);
  const cursor = make(words);
  const value = parse(cursor);
  if (value !== undefined && cursor.fault === undefined && cursor.peek().kind !== 'end') {
    cursor.expected('the end');
  }
  if (value === undefined || cursor.fault !== undefined) {
    const fault = cursor.fault ?? diagnose(messages.syntax.expected('a layout', 'something else'));
    return failure(...cursor.notes, fault);
  }
  return success(value, cursor.notes);
}

/**
 * Common parts of readers of words: reports with places, expectations, skipping, and the directives that are allowed
 * everywhere.
 */
import { diagnose, type Diagnostic, type Message, messages, type Span } from '@ldscope/core';
import { type Kind, Lexer } from './lexer.ts';
import { SourceLines } from './source-lines.ts';

/** The most problems of a text that are reported; a file with more is not PTX. */
const MOST_PROBLEMS = 100;

export class Reader {
  readonly lexer: Lexer;
  readonly lines: SourceLines;
  readonly diagnostics: Diagnostic[] = [];

  constructor(text: string) {
    this.lexer = new Lexer(text);
    this.lines = new SourceLines(text);
  }

  /** True when enough problems are reported. */
  get isFull(): boolean {
    return this.diagnostics.length >= MOST_PROBLEMS;
  }

  /** Reports a message at the current word, or at a span. */
  report(message: Message, span: Span = { start: this.lexer.start, end: this.lexer.end }): void {
    if (this.isFull) return;
    this.diagnostics.push(diagnose(message, span));
    if (this.isFull) this.diagnostics.push(diagnose(messages.syntax.tooMany(MOST_PROBLEMS), span));
  }

  /** Reports the present word in place of the expected one. */
  expected(wanted: string): false {
    const { lexer } = this;
    const found = lexer.is('end') ? 'the end of the file' : `'${lexer.word}'`;
    this.report(messages.syntax.expected(wanted, found));
    return false;
  }

  /** Takes a word of a kind; false after a report. */
  expect(kind: ';' | ']' | '>'): boolean {
    if (!this.lexer.is(kind)) return this.expected(`'${kind}'`);
    this.lexer.next();
    return true;
  }

  /** Words up to one of some kinds, or the end. */
  skipTo(...kinds: readonly Kind[]): void {
    const { lexer } = this;
    while (!lexer.is('end') && !kinds.includes(lexer.kind)) lexer.next();
  }

  /** A body with all that is between its braces. */
  skipBraces(): void {
    const { lexer } = this;
    let depth = 0;
    do {
      if (lexer.is('{')) depth++;
      if (lexer.is('}')) depth--;
      lexer.next();
    } while (depth > 0 && !lexer.is('end'));
  }

  /** `(...)`, with brackets in it. */
  skipBrackets(): void {
    const { lexer } = this;
    let depth = 0;
    do {
      if (lexer.is('(')) depth++;
      if (lexer.is(')')) depth--;
      lexer.next();
    } while (depth > 0 && !lexer.is('end'));
  }

  /** Directives of source lines, and those that do not affect execution; false for another directive. */
  aside(word: string): boolean {
    const { lexer, lines } = this;
    switch (word) {
      case '.file':
        lexer.next();
        lines.file(lexer);
        return true;
      case '.loc':
        lexer.next();
        lines.loc(lexer);
        return true;
      case '.pragma':
        this.skipTo(';');
        if (lexer.is(';')) lexer.next();
        return true;
      case '.section':
        lexer.next();
        lexer.next();
        this.skipBraces();
        return true;
      default:
        return false;
    }
  }
}

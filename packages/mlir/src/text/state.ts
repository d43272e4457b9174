/**
 * The state that all parts of the parser share: the lexer, the diagnostics, the names in scope.
 *
 * An error does not unwind by exception. `fail` reports it once and makes the lexer answer "end of text"; every rule then
 * finds nothing more to read and returns what it has. The operation list looks at `failed`, moves the lexer behind the
 * broken operation and goes on:
 *
 *     %0 = arith.addi %a %b : i32     <- expected ',': reported, kept as text
 *     %1 = arith.muli %a, %b : i32    <- parsed
 */
import { diagnose, messages } from '@ldscope/core';
import type { Diagnostic, Message } from '@ldscope/core';
import type { Attribute, Type } from '../ir/types.ts';
import type { Block, Operation, Region, Value } from '../ir/ir.ts';
import { skipBrackets, tooDeep } from './balanced.ts';
import { Lexer, Token } from './lexer.ts';
import type { TokenKind } from './lexer.ts';
import { diagnosticLimit, nestingLimit } from './limits.ts';
import { Names } from './names.ts';
import { TypeBuffer } from './type-buffer.ts';

export interface RegionOptions {
  /** Block arguments that the operation's syntax declares outside the braces (loop variables, parameters). */
  readonly entry?: readonly Value[];
  /** Values from outside cannot be used inside. */
  readonly isolated?: boolean;
  /** There is a block even when the braces are empty. */
  readonly block?: boolean;
  /** Names a terminator that may be left out at the end of the last block; inserted when it is. */
  readonly terminator?: string;
}

/** The rules that call each other in a circle; `parser.ts` ties them together. */
export interface Grammar {
  readonly type: (state: State) => Type;
  readonly attribute: (state: State) => Attribute;
  readonly region: (state: State, options: RegionOptions) => Region;
  /** The attributes that an operation has when its custom syntax says nothing of them. */
  readonly defaults: (name: string) => Iterable<readonly [string, Attribute]>;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An operation while it is being read. */
export type Draft = Mutable<Operation>;
export type DraftBlock = Mutable<Block>;

export function addRegion(operation: Draft, region: Region): void {
  operation.regions = [...operation.regions, region];
}

export class State {
  readonly text: string;
  readonly lexer: Lexer;
  readonly grammar: Grammar;
  readonly names: Names;
  readonly diagnostics: Diagnostic[] = [];
  readonly attributeAliases = new Map<string, Attribute>();
  readonly typeAliases = new Map<string, Type>();
  /** Types by their exact text, valid for the aliases of this file. */
  readonly typeCache = new Map<string, Type>();
  /** The current operation cannot be read on; its end is not known yet. */
  failed = false;
  /** Where it failed. */
  failedAt = 0;
  /** Nothing of the file is read any more. */
  closed = false;
  /** The text ended inside something, and that was said: nothing else about its end is. */
  #unfinished = false;
  #depth = 0;
  /** One list of result types for each operation that is being read, outermost first. */
  readonly #buffers: TypeBuffer[] = [];
  #buffersTaken = 0;

  constructor(text: string, grammar: Grammar) {
    this.text = text;
    this.lexer = new Lexer(text);
    this.grammar = grammar;
    this.names = new Names((message, start, end) => this.report(message, start, end));
  }

  /** Adds a diagnostic; the rule goes on. */
  report(message: Message, start: number, end: number): void {
    if (this.closed) return;
    const size = this.text.length;
    const span = { start: Math.min(start, size), end: Math.min(Math.max(start, end), size) };
    this.diagnostics.push(diagnose(message, span));
    if (this.diagnostics.length >= diagnosticLimit) {
      this.diagnostics.push(diagnose(messages.syntax.tooMany(diagnosticLimit), span));
      this.close();
    }
  }

  /** Adds a diagnostic and gives the current operation up. */
  failWith(message: Message, start = this.lexer.start, end = this.lexer.end): void {
    if (this.failed) return;
    if (!this.#unfinished) this.report(message, start, end);
    this.failed = true;
    this.failedAt = this.lexer.start;
    this.lexer.stop();
  }

  /** Gives the current operation up because the word is not what the grammar requires. */
  fail(wanted: string): void {
    if (this.failed) return;
    const lexer = this.lexer;
    if (lexer.kind !== Token.error) {
      this.failWith(messages.syntax.expected(wanted, this.found()));
      return;
    }
    const code = this.text.charCodeAt(lexer.start);
    if (isControl(code)) {
      this.failWith(messages.syntax.notText());
      this.close();
    } else if (code === 0x22 || (code === 0x40 && this.text[lexer.start + 1] === '"')) {
      this.failWith(messages.syntax.unclosedString());
    } else {
      const character = String.fromCodePoint(this.text.codePointAt(lexer.start) ?? code);
      this.failWith(messages.syntax.unknownCharacter(character));
    }
  }

  /**
   * Goes back to the word at `start`, as if nothing behind it had been read, and forgets what was reported of it since
   * there were `reported` diagnostics. False when reading has ended for good.
   */
  retreat(start: number, reported: number): boolean {
    if (this.closed || this.#unfinished) return false;
    this.diagnostics.length = reported;
    this.failed = false;
    this.lexer.moveTo(start);
    return true;
  }

  /** Reports a bracket without its partner. At the end of the text nothing else is reported after it. */
  failUnclosed(opener: string, closer: string, at: number): void {
    this.failWith(messages.syntax.unclosed(opener, closer), at, at + opener.length);
    if (this.failedAt >= this.text.length) this.#unfinished = true;
  }

  /** Ends the reading of the file. */
  close(): void {
    this.closed = true;
    this.lexer.stop();
  }

  /** The present word, for a message. */
  found(): string {
    const lexer = this.lexer;
    if (lexer.kind === Token.end) return 'the end of the file';
    const text = lexer.slice();
    return `'${text.length > 40 ? `${text.slice(0, 37)}...` : text}'`;
  }

  /** Enters one level of nesting; false when the text nests too deep. Call `leave` in both cases. */
  enter(): boolean {
    this.#depth++;
    if (this.#depth <= nestingLimit) return true;
    this.failTooDeep();
    return false;
  }

  leave(): void {
    this.#depth--;
  }

  failTooDeep(): void {
    this.failWith(messages.syntax.tooDeep(nestingLimit));
    this.close();
  }

  /** An empty list for the types of an operation's results; give it back when they are defined. */
  takeBuffer(): TypeBuffer {
    let buffer = this.#buffers[this.#buffersTaken++];
    if (buffer === undefined) {
      buffer = new TypeBuffer();
      this.#buffers.push(buffer);
    }
    buffer.length = 0;
    return buffer;
  }

  giveBuffer(): void {
    this.#buffersTaken--;
  }

  eat(kind: TokenKind): boolean {
    if (this.lexer.kind !== kind) return false;
    this.lexer.next();
    return true;
  }

  expect(kind: TokenKind, wanted: string): boolean {
    if (this.lexer.kind === kind) {
      this.lexer.next();
      return true;
    }
    this.fail(wanted);
    return false;
  }

  atWord(word: string): boolean {
    const lexer = this.lexer;
    return (
      lexer.kind === Token.word &&
      lexer.end - lexer.start === word.length &&
      this.text.startsWith(word, lexer.start)
    );
  }

  eatWord(word: string): boolean {
    if (!this.atWord(word)) return false;
    this.lexer.next();
    return true;
  }

  expectWord(word: string): boolean {
    if (this.eatWord(word)) return true;
    this.fail(`'${word}'`);
    return false;
  }

  /** True when the character directly behind the word is `character`. */
  touches(character: string): boolean {
    return this.text.startsWith(character, this.lexer.end);
  }

  /**
   * Takes the bracket at the word and everything to its partner, as text. `undefined`, and a
   * diagnostic, when it has no partner.
   */
  balanced(start: number, bracket: number): string | undefined {
    const end = skipBrackets(this.text, bracket);
    if (end >= 0) {
      this.lexer.moveTo(end);
      this.lexer.previousEnd = end;
      return this.text.slice(start, end);
    }
    if (end === tooDeep) this.failTooDeep();
    else
      this.failUnclosed(this.text[bracket] ?? '', closers[this.text[bracket] ?? ''] ?? '', bracket);
    return undefined;
  }
}

/** True for a character that no source file has: a control character, or the mark of a broken byte. */
function isControl(code: number): boolean {
  return (code < 0x20 && (code < 0x09 || code > 0x0d)) || code === 0x7f || code === 0xfffd;
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

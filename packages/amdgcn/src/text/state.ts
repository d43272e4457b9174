/**
 * The state that all parts of the assembler share: the text that is being read, the diagnostics, symbols and sections.
 *
 * An error does not unwind by exception. `fail` reports it once and moves the lexer to the end of the line; every rule then
 * finds nothing more to read and returns its partial result. The next line is read as if nothing had happened:
 *
 *     v_add_f32 v0, v1 v2        <- expected the end of the line: reported, kept as malformed
 *     v_mul_f32 v0, v0, v1       <- read
 *
 * A frame is one text: the file, or what a macro or a repetition makes. Words of a made text have no place of their own in
 * the file; they take that of the line in the macro's body.
 */
import { diagnose, messages } from '@ldscope/core';
import type { Diagnostic, Message, Span } from '@ldscope/core';
import type { Decoder } from '../decode/decoder.ts';
import type { Mnemonic, PendingOperand } from './draft.ts';
import type { Expression } from './expression.ts';
import { Lexer, Token } from './lexer.ts';
import type { TokenKind } from './lexer.ts';
import { dataLimit, diagnosticLimit } from './limits.ts';
import type { Macro } from './macro.ts';
import type { Instruction, KernelMetadata, LdsObject, Operand } from './program.ts';
import { Section, sectionKind } from './sections.ts';
import { Symbols } from './symbols.ts';
import type { Place } from './sections.ts';

/** State of one `.if`: whether its lines are read, and whether one of its branches was. */
interface Condition {
  readonly outer: boolean;
  active: boolean;
  taken: boolean;
  readonly span: Span;
}

export interface Frame {
  readonly lexer: Lexer;
  /** Of a made text: begin and end in the file, for each line. */
  readonly origins: Int32Array | undefined;
  /** The statement of the file that all this comes from. */
  readonly expansion: Span | undefined;
  readonly depth: number;
  readonly conditions: Condition[];
  /** `.exitm` was read. */
  left: boolean;
}

/** `.amdhsa_kernel`, values as they are written. */
export interface PendingDescriptor {
  readonly name: string;
  readonly span: Span;
  readonly values: Map<string, { readonly expression: Expression; readonly span: Span }>;
}

export class Assembly {
  readonly text: string;
  readonly file: string;
  frame: Frame;
  lexer: Lexer;
  readonly diagnostics: Diagnostic[] = [];
  readonly symbols = new Symbols();
  readonly sections = new Map<string, Section>();
  section: Section;
  previousSection: Section;
  readonly sectionStack: (readonly [Section, Section])[] = [];
  readonly macros = new Map<string, Macro>();
  readonly pendingOperands: PendingOperand[] = [];
  readonly descriptors: PendingDescriptor[] = [];
  readonly metadata: KernelMetadata[] = [];
  readonly ldsObjects: LdsObject[] = [];
  /** Symbols that `.globl` and `.type` speak of. */
  readonly globals = new Set<string>();
  readonly functions = new Set<string>();
  readonly externals = new Set<string>();
  readonly files = new Map<number, string>();
  /** The kernel descriptor that is being read. */
  descriptor: PendingDescriptor | undefined;
  source: Instruction['source'];
  target: string | undefined;
  /** Brackets and operators that are open around the expression that is read. */
  nesting = 0;
  /** The current statement was given up. */
  failed = false;
  /** Nothing of the file is read any more. */
  closed = false;
  /** Lines and characters that macros made so far, and how many were expanded. */
  expandedLines = 0;
  expandedText = 0;
  expansions = 0;
  /** The decoder of words of code, its chip, and the end of the words that are data. */
  readonly encoded: {
    chip: string | undefined;
    decoder: Decoder | undefined;
    dataEnd: number;
  } = { chip: undefined, decoder: undefined, dataEnd: 0 };
  /** Bytes of data in all sections. */
  dataBytes = 0;
  /** Registers and special names by how they are written. */
  readonly operandCache = new Map<string, Operand>();
  /** Mnemonics by how they are written, without the suffix that names an encoding. */
  readonly mnemonicCache = new Map<string, Mnemonic>();
  #heres = 0;
  readonly #said = new Set<string>();

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
    this.lexer = new Lexer(text);
    this.frame = {
      lexer: this.lexer,
      origins: undefined,
      expansion: undefined,
      depth: 0,
      conditions: [],
      left: false,
    };
    this.section = this.findSection('.text', 'ax');
    this.previousSection = this.section;
  }

  findSection(name: string, flags?: string): Section {
    let section = this.sections.get(name);
    if (section === undefined) {
      section = new Section(name, sectionKind(name, flags));
      this.sections.set(name, section);
    }
    return section;
  }

  /** The place in the file of a range of the current text. */
  span(start: number, end: number): Span {
    const size = this.text.length;
    const origins = this.frame.origins;
    if (origins === undefined)
      return { start: Math.min(start, size), end: Math.min(Math.max(start, end), size) };
    const last = origins.length - 2;
    const line = Math.max(0, Math.min(2 * this.lexer.line, last));
    return { start: origins[line] ?? 0, end: origins[line + 1] ?? 0 };
  }

  /** Adds a diagnostic; the rule goes on. */
  report(message: Message, start = this.lexer.start, end = this.lexer.end): void {
    this.reportAt(message, this.span(start, end));
  }

  reportAt(message: Message, span: Span): void {
    if (this.closed) return;
    // A line that is repeated a thousand times is wrong once.
    const key = `${span.start} ${message.code} ${message.message}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.diagnostics.push(diagnose(message, span));
    if (this.diagnostics.length >= diagnosticLimit) {
      this.diagnostics.push(diagnose(messages.syntax.tooMany(diagnosticLimit), span));
      this.close();
    }
  }

  /** Adds a diagnostic and gives the current statement up. */
  failWith(message: Message, start = this.lexer.start, end = this.lexer.end): undefined {
    if (this.failed) return undefined;
    this.report(message, start, end);
    this.failed = true;
    this.lexer.skipLine();
    return undefined;
  }

  /** Gives the current statement up because the word is not what the grammar requires. */
  fail(wanted: string): undefined {
    if (this.failed) return undefined;
    const lexer = this.lexer;
    if (lexer.kind !== Token.error) {
      return this.failWith(messages.syntax.expected(wanted, this.found()));
    }
    const code = lexer.text.charCodeAt(lexer.start);
    if (isControl(code)) {
      this.failWith(messages.syntax.notText());
      this.close();
      return undefined;
    }
    if (code === 0x22) return this.failWith(messages.syntax.unclosedString());
    if (lexer.end - lexer.start > 1)
      return this.failWith(messages.syntax.expected(wanted, this.found()));
    const character = String.fromCodePoint(lexer.text.codePointAt(lexer.start) ?? code);
    return this.failWith(messages.syntax.unknownCharacter(character));
  }

  /** Ends the reading of the file. */
  close(): void {
    this.closed = true;
  }

  /** The present word, for a message. */
  found(): string {
    const lexer = this.lexer;
    if (lexer.kind === Token.end) return 'the end of the text';
    if (lexer.kind === Token.newline) return 'the end of the line';
    const text = lexer.slice();
    return `'${text.length > 40 ? `${text.slice(0, 37)}...` : text}'`;
  }

  at(kind: TokenKind): boolean {
    return this.lexer.kind === kind;
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

  /** Why an expression is not a number here. */
  whyNoNumber(expression: Expression): Message {
    const value = this.symbols.evaluate(expression);
    if (!('kind' in value)) return messages.amdgcn.notAbsolute();
    switch (value.kind) {
      case 'undefined':
        return messages.amdgcn.undefinedSymbol(value.name);
      case 'division':
        return messages.amdgcn.divisionByZero();
      case 'circular':
        return messages.amdgcn.circular();
      case 'function':
        return messages.amdgcn.unknownFunction(value.name);
      case 'relative':
        return messages.amdgcn.notAbsolute();
    }
  }

  /** The name at the word, quoted or not; the lexer goes on. */
  name(wanted: string): string | undefined {
    const lexer = this.lexer;
    if (lexer.kind !== Token.word && lexer.kind !== Token.string) return this.fail(wanted);
    const name = lexer.kind === Token.word ? lexer.slice() : lexer.slice().slice(1, -1);
    lexer.next();
    return name;
  }

  /** The position of the next statement in the section. */
  place(): Place {
    const section = this.section;
    return section.kind === 'code' && !section.afterData
      ? { section, area: 'code', position: section.instructions.length }
      : { section, area: 'data', position: section.length };
  }

  /** Counts bytes of data; false when the file has too many, which ends it. */
  takeData(bytes: number): boolean {
    this.dataBytes += bytes;
    if (this.dataBytes <= dataLimit) return true;
    this.report(messages.amdgcn.dataSize(dataLimit));
    this.close();
    return false;
  }

  /** A symbol for the place here (`.`). */
  here(): string {
    const name = `.Lhere${this.#heres++}`;
    this.symbols.table.set(name, { kind: 'place', place: this.place() });
    return name;
  }
}

/** True for a character that no source file has: a control character, or the mark of a broken byte. */
function isControl(code: number): boolean {
  return (code < 0x20 && (code < 0x09 || code > 0x0d)) || code === 0x7f || code === 0xfffd;
}

/**
 * Reads a PTX module.
 *
 *     text -> words -> directives and instructions, names resolved by scope -> Module
 *
 * A statement that cannot be read is reported and left out; the next begins behind its `;`. DWARF sections are skipped,
 * since `.loc` says the same.
 *
 * LIMITATIONS. Vector registers (`.reg .v4 .f32 %v`, `%v.x`), `.alias` and texture variables are not read.
 * Source: PTX ISA 9.0, sections 4, 5 and 11.
 */
import { diagnose, type Diagnostic, type Message, messages, type SourceLine } from '@ldscope/core';
import { parseOperand, type LabelUse } from './operands.ts';
import { Lexer } from './lexer.ts';
import { numberOf } from './numbers.ts';
import type {
  Guard,
  Instruction,
  Module,
  PtxFunction,
  Register,
  Space,
  Type,
  Variable,
} from './program.ts';
import { Scope } from './scope.ts';
import { SourceLines } from './source-lines.ts';
import { bytesOf, typeOf } from './types.ts';

export interface ParsedModule {
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a module; what was right is there also when something else was wrong. */
export function parsePtx(text: string): ParsedModule {
  const parser = new Parser(text);
  const module = parser.module();
  return { module, diagnostics: parser.diagnostics };
}

const SPACES: ReadonlyMap<string, Space> = new Map([
  ['.global', 'global'],
  ['.const', 'const'],
  ['.shared', 'shared'],
  ['.local', 'local'],
  ['.param', 'param'],
]);

/** Problems of a text that are told; a file with more is no PTX. */
const MOST_PROBLEMS = 100;
/** More than any memory has. */
const MOST_BYTES = 2 ** 32;

/** What stands before a definition and changes nothing of what it executes. */
const LINKAGE: ReadonlySet<string> = new Set(['.visible', '.extern', '.weak', '.common']);

class Parser {
  readonly diagnostics: Diagnostic[] = [];
  readonly #lexer: Lexer;
  readonly #lines: SourceLines;
  readonly #variables: Variable[] = [];
  readonly #functions: PtxFunction[] = [];
  #version: string | undefined;
  #target: string | undefined;
  #addressBits: 32 | 64 = 64;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
    this.#lines = new SourceLines(text);
  }

  module(): Module {
    const lexer = this.#lexer;
    while (!lexer.is('end') && this.diagnostics.length < MOST_PROBLEMS) {
      const at = lexer.start;
      if (!this.#moduleStatement()) this.#skipStatement();
      if (lexer.start === at) lexer.next();
    }
    return {
      version: this.#version,
      target: this.#target,
      addressBits: this.#addressBits,
      variables: this.#variables,
      functions: this.#functions,
    };
  }

  /** One directive of module scope; false after a report. */
  #moduleStatement(): boolean {
    const lexer = this.#lexer;
    let isExtern = false;
    while (LINKAGE.has(lexer.word)) {
      isExtern ||= lexer.word === '.extern';
      lexer.next();
    }
    const word = lexer.word;
    switch (word) {
      case '.version':
        lexer.next();
        this.#version = lexer.word;
        lexer.next();
        return true;
      case '.target':
        return this.#targets();
      case '.address_size':
        lexer.next();
        this.#addressBits = lexer.word === '32' ? 32 : 64;
        lexer.next();
        return true;
      case '.file':
      case '.loc':
      case '.section':
      case '.pragma':
        return this.#common(word);
      case '.entry':
      case '.func':
        return this.#function(word === '.entry');
      case ';':
        lexer.next();
        return true;
      default:
        break;
    }
    const space = SPACES.get(word);
    if (space === undefined) return this.#expected('a directive of a module');
    const variables = this.#declaration(space, isExtern);
    if (variables === undefined) return false;
    this.#variables.push(...variables);
    return this.#expect(';');
  }

  #targets(): boolean {
    const lexer = this.#lexer;
    do {
      lexer.next();
      if (lexer.word.startsWith('sm_') || lexer.word.startsWith('compute_'))
        this.#target ??= lexer.word.replace('compute_', 'sm_');
      lexer.next();
    } while (lexer.is(','));
    return true;
  }

  /** Directives that stand everywhere: lines of the source, and what says nothing about execution. */
  #common(word: string): boolean {
    const lexer = this.#lexer;
    lexer.next();
    if (word === '.pragma') {
      this.#skipTo(';');
      return true;
    }
    if (word === '.section') {
      lexer.next();
      return this.#skipBraces();
    }
    return word === '.file' ? this.#lines.file(lexer) : this.#lines.loc(lexer);
  }

  #function(isEntry: boolean): boolean {
    const lexer = this.#lexer;
    const start = lexer.start;
    lexer.next();
    const registers: Register[] = [];
    const scope = new Scope(registers);
    const results: Variable[] = [];
    if (lexer.is('(') && !this.#parameters(results)) return false;
    const name = lexer.word;
    if (!lexer.is('name')) return this.#expected('the name of a function');
    const span = { start, end: lexer.end };
    lexer.next();
    const parameters: Variable[] = [];
    if (lexer.is('(') && !this.#parameters(parameters)) return false;
    for (const variable of [...results, ...parameters]) scope.addVariable(variable.name, variable);
    let requiredBlock: [number, number, number] | undefined;
    let mostThreads: number | undefined;
    while (lexer.is('name') && lexer.word.startsWith('.')) {
      const directive = lexer.word;
      if (directive === '.pragma' || directive === '.loc') {
        this.#common(directive);
        if (lexer.is(';')) lexer.next();
        continue;
      }
      lexer.next();
      const sizes = this.#numbers();
      const [x = 1, y = 1, z = 1] = sizes;
      if (directive === '.reqntid') requiredBlock = [x, y, z];
      else if (directive === '.maxntid') mostThreads = x * y * z;
    }
    const shell = { name, isEntry, parameters, results, requiredBlock, mostThreads, span };
    if (lexer.is(';')) {
      lexer.next();
      const nothing = {
        registers,
        variables: [],
        instructions: [],
        labels: new Map(),
        tables: new Map(),
      };
      this.#functions.push({ ...shell, ...nothing, hasBody: false });
      return true;
    }
    if (!lexer.is('{')) return this.#expected("'{'");
    const body = new Body(lexer, scope, registers, this.#lines, this);
    body.read();
    this.#functions.push({ ...shell, registers, ...body, hasBody: true });
    return true;
  }

  /** `(.param .u64 a, .param .align 8 .b8 s[16])`. */
  #parameters(into: Variable[]): boolean {
    const lexer = this.#lexer;
    lexer.next();
    while (!lexer.is(')')) {
      const space = SPACES.get(lexer.word);
      if (lexer.word !== '.reg' && space === undefined) return this.#expected("'.param'");
      const variables = this.#declaration('param', false);
      if (variables === undefined) return false;
      into.push(...variables);
      if (lexer.is(',')) lexer.next();
    }
    lexer.next();
    return true;
  }

  /** Small numbers with commas between them. */
  #numbers(): number[] {
    const lexer = this.#lexer;
    const numbers: number[] = [];
    while (lexer.is('number')) {
      numbers.push(Number(numberOf(lexer.word)));
      lexer.next();
      if (!lexer.is(',')) break;
      lexer.next();
    }
    return numbers;
  }

  /** Variables behind their space: `.align 4 .b8 tile[4096], other`; the word is then what follows. */
  #declaration(space: Space, isExtern: boolean): Variable[] | undefined {
    const lexer = this.#lexer;
    let type: Type | undefined;
    let lanes = 1;
    let alignment: number | undefined;
    for (lexer.next(); lexer.is('name') && lexer.word.startsWith('.');) {
      const word = lexer.word.slice(1);
      lexer.next();
      if (word === 'align') {
        alignment = Number(numberOf(lexer.word));
        lexer.next();
      } else if (/^v[248]$/.test(word)) lanes = Number(word.slice(1));
      else type = typeOf(word) ?? type;
    }
    if (type === undefined) {
      this.report(messages.ptx.unknownType(lexer.word));
      return undefined;
    }
    const result: Variable[] = [];
    for (;;) {
      const name = lexer.word;
      if (!lexer.is('name')) {
        this.#expected('the name of a variable');
        return undefined;
      }
      const span = { start: lexer.start, end: lexer.end };
      lexer.next();
      let count = lanes;
      while (lexer.is('[')) {
        lexer.next();
        if (lexer.is('number')) {
          count *= Number(numberOf(lexer.word));
          lexer.next();
        } else count = 0;
        if (!this.#expect(']')) return undefined;
      }
      const bytes = count * bytesOf(type);
      if (!(bytes < MOST_BYTES) || !isPower(alignment ?? 1)) {
        this.report(messages.ptx.unknownType(`${name} with ${bytes} bytes`), span);
        return undefined;
      }
      const base = {
        name,
        space,
        type,
        bytes,
        alignment: alignment ?? lanes * bytesOf(type),
        isExtern,
      };
      if (!lexer.is('=')) result.push({ ...base, content: undefined, references: [] });
      else {
        lexer.next();
        const initial = this.#initial(type, bytes);
        if (initial === undefined) return undefined;
        result.push({ ...base, bytes: Math.max(bytes, initial.content.length), ...initial });
      }
      if (!lexer.is(',') || space === 'param') return result;
      lexer.next();
    }
  }

  /** The content of a variable: numbers, and addresses of others. */
  #initial(
    type: Type,
    bytes: number,
  ): (Pick<Variable, 'references'> & { content: Uint8Array }) | undefined {
    const lexer = this.#lexer;
    const size = bytesOf(type);
    const references: { at: number; name: string; offset: number }[] = [];
    const content: number[] = [];
    let depth = 0;
    do {
      if (lexer.is('{')) depth++;
      else if (lexer.is('}')) depth--;
      else if (lexer.is('number') || lexer.is('-')) {
        const negative = lexer.is('-');
        if (negative) lexer.next();
        const value = numberOf(lexer.word, type);
        let rest = BigInt.asUintN(64, negative ? -value : value);
        for (let i = 0; i < size; i++, rest >>= 8n) content.push(Number(rest & 0xffn));
      } else if (lexer.is('name')) {
        if (lexer.word === 'generic') lexer.next();
        const inner = lexer.is('(');
        if (inner) lexer.next();
        const name = lexer.word;
        lexer.next();
        if (inner && lexer.is(')')) lexer.next();
        let offset = 0;
        if (lexer.is('+')) {
          lexer.next();
          offset = Number(numberOf(lexer.word));
          lexer.next();
        }
        references.push({ at: content.length, name, offset });
        for (let i = 0; i < size; i++) content.push(0);
        if (depth === 0) return { content: Uint8Array.from(content), references };
        continue;
      } else if (!lexer.is(',')) {
        this.#expected('a value');
        return undefined;
      }
      lexer.next();
    } while (depth > 0 && content.length <= MOST_BYTES);
    const whole = new Uint8Array(Math.max(bytes, content.length));
    whole.set(content);
    return { content: whole, references };
  }

  report(message: Message, span = { start: this.#lexer.start, end: this.#lexer.end }): void {
    if (this.diagnostics.length === MOST_PROBLEMS) return;
    this.diagnostics.push(diagnose(message, span));
    if (this.diagnostics.length === MOST_PROBLEMS) {
      this.diagnostics.push(diagnose(messages.syntax.tooMany(MOST_PROBLEMS), span));
    }
  }

  /** Declarations in a function. */
  declare(space: Space): Variable[] | undefined {
    return this.#declaration(space, false);
  }

  /** `.loc`, `.file`, `.pragma` and sections in a function. */
  aside(word: string): boolean {
    return this.#common(word);
  }

  get isFull(): boolean {
    return this.diagnostics.length >= MOST_PROBLEMS;
  }

  /** Reports what stands here instead of what is wanted. */
  #expected(wanted: string): false {
    const lexer = this.#lexer;
    const found = lexer.is('end') ? 'the end of the file' : `'${lexer.word}'`;
    this.report(messages.syntax.expected(wanted, found));
    return false;
  }

  #expect(kind: ';' | ']'): boolean {
    if (!this.#lexer.is(kind)) return this.#expected(`'${kind}'`);
    this.#lexer.next();
    return true;
  }

  #skipTo(kind: ';'): void {
    const lexer = this.#lexer;
    while (!lexer.is('end') && !lexer.is(kind)) lexer.next();
    if (lexer.is(kind)) lexer.next();
  }

  #skipBraces(): boolean {
    const lexer = this.#lexer;
    let depth = 0;
    do {
      if (lexer.is('{')) depth++;
      if (lexer.is('}')) depth--;
      lexer.next();
    } while (depth > 0 && !lexer.is('end'));
    return true;
  }

  /** To the end of a statement that could not be read, with its body. */
  #skipStatement(): void {
    const lexer = this.#lexer;
    while (!lexer.is('end') && !lexer.is(';') && !lexer.is('{')) lexer.next();
    if (lexer.is('{')) this.#skipBraces();
    else lexer.next();
  }
}

/** What the body of a function is read with. */
interface Surroundings {
  report(message: Message, span?: { start: number; end: number }): void;
  declare(space: Space): Variable[] | undefined;
  aside(word: string): boolean;
  readonly isFull: boolean;
}

/** The statements between the braces of a function. */
class Body {
  readonly variables: Variable[] = [];
  readonly instructions: Instruction[] = [];
  readonly labels = new Map<string, number>();
  readonly tables = new Map<string, readonly string[]>();
  readonly #lexer: Lexer;
  readonly #around: Surroundings;
  readonly #lines: SourceLines;
  readonly #registers: Register[];
  readonly #uses: LabelUse[] = [];
  #scope: Scope;
  #scopes = 0;

  constructor(
    lexer: Lexer,
    scope: Scope,
    registers: Register[],
    lines: SourceLines,
    around: Surroundings,
  ) {
    this.#lexer = lexer;
    this.#scope = scope;
    this.#registers = registers;
    this.#lines = lines;
    this.#around = around;
  }

  read(): void {
    const lexer = this.#lexer;
    lexer.next();
    for (;;) {
      if (lexer.is('end')) {
        this.#around.report(messages.syntax.unclosed('{', '}'));
        break;
      }
      if (this.#around.isFull) break;
      if (lexer.is('}')) {
        lexer.next();
        const { outer } = this.#scope;
        if (outer === undefined) break;
        this.#scope = outer;
      } else if (lexer.is('{')) {
        lexer.next();
        this.#scope = new Scope(this.#registers, this.#scope, ++this.#scopes);
      } else if (!this.#statement()) this.#skip();
    }
    // Labels may stand behind the branches to them.
    for (const { use, scope } of this.#uses) {
      const label = scope.label(use.name);
      if (label !== undefined) use.name = label;
    }
  }

  #statement(): boolean {
    const lexer = this.#lexer;
    const { word, start } = lexer;
    if (lexer.is(';')) {
      lexer.next();
      return true;
    }
    if (lexer.is('@')) return this.#guarded(start);
    if (!lexer.is('name')) return this.#expected('an instruction');
    if (!word.startsWith('.')) {
      lexer.next();
      return lexer.is(':') ? this.#label(word, start) : this.#instruction(word, start, undefined);
    }
    if (word === '.reg') return this.#registerDeclaration();
    if (word === '.loc' || word === '.file' || word === '.pragma' || word === '.section')
      return this.#around.aside(word);
    const space = SPACES.get(word);
    if (space === undefined) return this.#expected('an instruction');
    const variables = this.#around.declare(space);
    if (variables === undefined) return false;
    for (const variable of variables) {
      const known = { ...variable, name: this.#scope.unique(variable.name) };
      this.#scope.addVariable(variable.name, known);
      this.variables.push(known);
    }
    return this.#end();
  }

  /** A label, or a table that a label names. */
  #label(name: string, start: number): boolean {
    const lexer = this.#lexer;
    const span = { start, end: lexer.previousEnd };
    lexer.next();
    const { word } = lexer;
    if (word === '.branchtargets' || word === '.calltargets') {
      const targets: string[] = [];
      do {
        lexer.next();
        targets.push(lexer.word);
        lexer.next();
      } while (lexer.is(','));
      this.tables.set(name, targets);
      return this.#end();
    }
    if (word === '.callprototype') {
      this.#skip();
      return true;
    }
    if (!this.#scope.addLabel(name)) this.#around.report(messages.ptx.duplicate(name), span);
    this.labels.set(this.#scope.unique(name), this.instructions.length);
    return true;
  }

  /** `.reg .b32 %r<5>, %x;` */
  #registerDeclaration(): boolean {
    const lexer = this.#lexer;
    let type: Type | undefined;
    for (lexer.next(); lexer.is('name') && lexer.word.startsWith('.'); lexer.next()) {
      const name = lexer.word.slice(1);
      type = typeOf(name);
      if (type === undefined) {
        this.#around.report(messages.ptx.unknownType(`.${name}`));
        return false;
      }
    }
    if (type === undefined) return this.#expected('a type');
    for (;;) {
      const name = lexer.word;
      if (!lexer.is('name')) return this.#expected('a register');
      lexer.next();
      if (lexer.is('<')) {
        lexer.next();
        this.#scope.addRange(name, Number(numberOf(lexer.word)), type);
        lexer.next();
        if (!lexer.is('>')) return this.#expected("'>'");
        lexer.next();
      } else this.#scope.addRegister(name, type);
      if (!lexer.is(',')) return this.#end();
      lexer.next();
    }
  }

  #guarded(start: number): boolean {
    const lexer = this.#lexer;
    lexer.next();
    const negated = lexer.is('!');
    if (negated) lexer.next();
    const register = this.#scope.register(lexer.word);
    if (register === undefined) {
      this.#around.report(messages.ptx.unknownRegister(lexer.word));
      return false;
    }
    lexer.next();
    const { word } = lexer;
    if (!lexer.is('name')) return this.#expected('an instruction');
    lexer.next();
    return this.#instruction(word, start, { register, negated });
  }

  /** The operands behind an opcode, up to the `;`. */
  #instruction(word: string, start: number, guard: Guard | undefined): boolean {
    const lexer = this.#lexer;
    const [opcode = '', ...modifiers] = word.split('.');
    const operands = [];
    while (!lexer.is(';')) {
      const operand = parseOperand(lexer, this.#scope, this.#uses);
      if ('code' in operand) {
        this.#around.report(operand);
        return false;
      }
      operands.push(operand);
      // `call (r), f, (a)` has commas, `bar.sync 0` has none.
      if (lexer.is(',')) {
        lexer.next();
        if (lexer.is(';')) return this.#expected('an operand');
      } else if (!lexer.is(';')) return this.#expected("';'");
    }
    const span = { start, end: lexer.end };
    lexer.next();
    const source: readonly SourceLine[] | undefined = this.#lines.current;
    this.instructions.push({ opcode, modifiers, operands, guard, span, source });
    return true;
  }

  #expected(wanted: string): false {
    const lexer = this.#lexer;
    const found = lexer.is('end') ? 'the end of the file' : `'${lexer.word}'`;
    this.#around.report(messages.syntax.expected(wanted, found));
    return false;
  }

  #end(): boolean {
    if (!this.#lexer.is(';')) return this.#expected("';'");
    this.#lexer.next();
    return true;
  }

  /** To the end of a statement that could not be read. */
  #skip(): void {
    const lexer = this.#lexer;
    while (!lexer.is('end') && !lexer.is(';') && !lexer.is('}')) lexer.next();
    if (lexer.is(';')) lexer.next();
  }
}

const isPower = (value: number): boolean =>
  value > 0 && value <= 2 ** 20 && Number.isInteger(Math.log2(value));

/**
 * Reads a PTX module.
 *
 *     text -> words -> directives and instructions, names resolved by scope -> Module
 *
 * A statement that cannot be read is reported and left out; the next begins behind its `;`. DWARF sections are skipped,
 * since `.loc` gives the same.
 *
 * An `.alias` is a function of its own here, with the body of the other.
 *
 * Source: PTX ISA 9.0, sections 4, 5 and 11.
 */
import type { Diagnostic, Span } from '@ldscope/core';
import { Body } from './body.ts';
import { readDeclaration } from './declaration.ts';
import { numberOf } from './numbers.ts';
import { type AuthoredParameter, parameterNotes } from './parameter-notes.ts';
import { withFurtherArguments } from './further-arguments.ts';
import { type Module, type PtxFunction, type Register, SPACES, type Variable } from './program.ts';
import { Reader } from './reader.ts';
import { Scope } from './scope.ts';
import { type AuthoredArray, bytesOfArray, sharedNotes } from './shared-notes.ts';
import { typesOfNote } from './type-notes.ts';
import { bytesOf } from './types.ts';

export interface ParsedModule {
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a module; what was right is there also when something else was wrong. */
export function parsePtx(text: string): ParsedModule {
  const parser = new Parser(text);
  const named = withParameters(parser.module(), parameterNotes(text));
  return { module: withArrays(named, sharedNotes(text)), diagnostics: parser.diagnostics };
}

/** A module whose kernels have the names of their parameters. */
function withParameters(
  module: Module,
  notes: ReadonlyMap<string, readonly AuthoredParameter[]>,
): Module {
  const functions = module.functions.map((one): PtxFunction => {
    const authored = notes.get(one.name);
    return authored?.length === one.parameters.length ? { ...one, authored } : one;
  });
  return { ...module, functions };
}

/** A module whose shared variables have their declared shapes. */
function withArrays(module: Module, notes: ReadonlyMap<string, AuthoredArray>): Module {
  const known = (variable: Variable): Variable => {
    if (variable.space !== 'shared') return variable;
    // One that hides another of its name has a number behind it.
    const authored = notes.get(variable.name.replace(/#\d+$/, ''));
    return authored !== undefined && bytesOfArray(authored) === variable.bytes
      ? { ...variable, authored }
      : variable;
  };
  return {
    ...module,
    variables: module.variables.map(known),
    functions: module.functions.map((one) => ({ ...one, variables: one.variables.map(known) })),
  };
}

/** Words before a definition that do not affect execution. */
const LINKAGE: ReadonlySet<string> = new Set(['.visible', '.extern', '.weak', '.common']);

class Parser {
  readonly #reader: Reader;
  readonly #variables: Variable[] = [];
  readonly #functions: PtxFunction[] = [];
  /** Names of functions, by their aliases. */
  readonly #aliases = new Map<string, string>();
  #version: string | undefined;
  #target: string | undefined;
  #targetSpan: Span | undefined;
  #addressBits: 32 | 64 = 64;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#reader = new Reader(text);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#reader.diagnostics;
  }

  module(): Module {
    const { lexer } = this.#reader;
    while (!lexer.is('end') && !this.#reader.isFull) {
      const at = lexer.start;
      if (!this.#moduleStatement()) this.#skipStatement();
      if (lexer.start === at) lexer.next();
    }
    return {
      version: this.#version,
      target: this.#target,
      targetSpan: this.#targetSpan,
      addressBits: this.#addressBits,
      authored: typesOfNote(this.#text),
      variables: this.#variables,
      functions: withFurtherArguments([...this.#functions, ...this.#aliased()]),
    };
  }

  /** Aliases as functions. */
  #aliased(): PtxFunction[] {
    return [...this.#aliases].flatMap(([name, of]) => {
      const other = this.#functions.find((one) => one.name === of && one.hasBody);
      return other === undefined ? [] : [{ ...other, name }];
    });
  }

  /** `.alias name, other;` */
  #alias(): boolean {
    const { lexer } = this.#reader;
    lexer.next();
    const name = lexer.word;
    if (!lexer.is('name')) return this.#reader.expected('the name of a function');
    lexer.next();
    if (!lexer.is(',')) return this.#reader.expected("','");
    lexer.next();
    this.#aliases.set(name, lexer.word);
    lexer.next();
    return this.#reader.expect(';');
  }

  /** One directive of module scope; false after a report. */
  #moduleStatement(): boolean {
    const { lexer } = this.#reader;
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
      case '.alias':
        return this.#alias();
      case '.entry':
      case '.func':
        return this.#function(word === '.entry');
      case ';':
        lexer.next();
        return true;
      default:
        break;
    }
    if (this.#reader.aside(word)) return true;
    const space = SPACES.get(word);
    if (space === undefined) return this.#reader.expected('a directive of a module');
    const variables = readDeclaration(this.#reader, space, isExtern);
    if (variables === undefined) return false;
    for (const each of variables) this.#variables.push(each);
    return this.#reader.expect(';');
  }

  #targets(): boolean {
    const { lexer } = this.#reader;
    do {
      lexer.next();
      if (lexer.word.startsWith('sm_') || lexer.word.startsWith('compute_')) {
        this.#target ??= lexer.word.replace('compute_', 'sm_');
        this.#targetSpan ??= { start: lexer.start, end: lexer.start + lexer.word.length };
      }
      lexer.next();
    } while (lexer.is(','));
    return true;
  }

  #function(isEntry: boolean): boolean {
    const { lexer } = this.#reader;
    const start = lexer.start;
    lexer.next();
    const registers: Register[] = [];
    const scope = new Scope(registers, this.#variables);
    const results: Variable[] = [];
    if (lexer.word === '.attribute') {
      lexer.next();
      this.#reader.skipBrackets();
    }
    if (lexer.is('(') && !this.#parameters(results, scope)) return false;
    const name = lexer.word;
    if (!lexer.is('name')) return this.#reader.expected('the name of a function');
    const span = { start, end: lexer.end };
    lexer.next();
    const parameters: Variable[] = [];
    if (lexer.is('(') && !this.#parameters(parameters, scope)) return false;
    let requiredBlock: [number, number, number] | undefined;
    let requiredCluster: [number, number, number] | undefined;
    let mostThreads: number | undefined;
    while (lexer.is('name') && lexer.word.startsWith('.')) {
      const directive = lexer.word;
      if (this.#reader.aside(directive)) {
        if (lexer.is(';')) lexer.next();
        continue;
      }
      lexer.next();
      const sizes = this.#numbers();
      const [x = 1, y = 1, z = 1] = sizes;
      if (directive === '.reqntid') requiredBlock = [x, y, z];
      else if (directive === '.reqnctapercluster') requiredCluster = [x, y, z];
      else if (directive === '.maxntid') mostThreads = x * y * z;
    }
    const shell = {
      name,
      isEntry,
      parameters,
      results,
      requiredBlock,
      requiredCluster,
      mostThreads,
      span,
    };
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
    if (!lexer.is('{')) return this.#reader.expected("'{'");
    const body = new Body(this.#reader, scope, registers);
    body.read();
    this.#functions.push({ ...shell, registers, ...body, hasBody: true });
    return true;
  }

  /** `(.param .u64 a, .param .align 8 .b8 s[16], .reg .u32 r)`. */
  #parameters(into: Variable[], scope: Scope): boolean {
    const { lexer } = this.#reader;
    lexer.next();
    while (!lexer.is(')')) {
      const isRegister = lexer.word === '.reg';
      if (!isRegister && SPACES.get(lexer.word) === undefined)
        return this.#reader.expected("'.param'");
      const variables = readDeclaration(this.#reader, 'param');
      if (variables === undefined) return false;
      for (const variable of variables) {
        if (isRegister) into.push(...asRegisters(variable, scope));
        else {
          into.push(variable);
          scope.addVariable(variable.name, variable);
        }
      }
      if (lexer.is(',')) lexer.next();
    }
    lexer.next();
    return true;
  }

  /** Small numbers with commas between them. */
  #numbers(): number[] {
    const { lexer } = this.#reader;
    const numbers: number[] = [];
    while (lexer.is('number')) {
      numbers.push(Number(numberOf(lexer.word)));
      lexer.next();
      if (!lexer.is(',')) break;
      lexer.next();
    }
    return numbers;
  }

  /** To the end of a statement that could not be read, with its body. */
  #skipStatement(): void {
    const { lexer } = this.#reader;
    this.#reader.skipTo(';', '{');
    if (lexer.is('{')) this.#reader.skipBraces();
    else lexer.next();
  }
}

/** A parameter in a register, or in several where it is a vector. */
function asRegisters(variable: Variable, scope: Scope): Variable[] {
  const { name, type, bytes } = variable;
  const lanes = bytes / bytesOf(type);
  const registers =
    lanes === 2 || lanes === 4
      ? scope.addVector(name, type, lanes)
      : [scope.addRegister(name, type)];
  return registers.map((register) => ({
    ...variable,
    name: register.name,
    bytes: bytesOf(type),
    register,
  }));
}

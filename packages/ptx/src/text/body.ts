/**
 * The statements between the braces of a function: declarations, labels, instructions, and blocks with names of their own.
 *
 * A statement that cannot be read is reported and left out; the next begins behind its `;`.
 */
import { messages } from '@ldscope/core';
import { accessOperand, factsOf, isTyped, mayFollow } from '../rows/facts.ts';
import { readDeclaration } from './declaration.ts';
import { numberOf } from './numbers.ts';
import { type LabelUse, parseOperand } from './operands.ts';
import {
  type Guard,
  type Instruction,
  type Operand,
  type Register,
  SPACES,
  type Type,
  type Variable,
} from './program.ts';
import type { Reader } from './reader.ts';
import type { Scope } from './scope.ts';
import { typeOf } from './types.ts';

export class Body {
  readonly variables: Variable[] = [];
  readonly instructions: Instruction[] = [];
  readonly labels = new Map<string, number>();
  readonly tables = new Map<string, readonly string[]>();
  readonly #reader: Reader;
  readonly #registers: Register[];
  readonly #uses: LabelUse[] = [];
  #scope: Scope;
  #scopes = 0;

  constructor(reader: Reader, scope: Scope, registers: Register[]) {
    this.#reader = reader;
    this.#scope = scope;
    this.#registers = registers;
  }

  read(): void {
    const { lexer } = this.#reader;
    lexer.next();
    for (;;) {
      if (lexer.is('end')) {
        this.#reader.report(messages.syntax.unclosed('{', '}'));
        break;
      }
      if (this.#reader.isFull) break;
      if (lexer.is('}')) {
        lexer.next();
        const { outer } = this.#scope;
        if (outer === undefined) {
          this.#returnAtEnd();
          break;
        }
        this.#scope = outer;
      } else if (lexer.is('{')) {
        lexer.next();
        this.#scope = this.#scope.inner(++this.#scopes);
      } else if (!this.#statement()) this.#skip();
    }
    // Labels may be behind the branches to them.
    for (const { use, scope } of this.#uses) {
      const label = scope.label(use.name);
      if (label !== undefined) use.name = label;
    }
  }

  /** Lanes that come to the closing brace return. */
  #returnAtEnd(): void {
    const last = this.instructions.at(-1);
    const isLabelled = [...this.labels.values()].includes(this.instructions.length);
    if (!isLabelled && last !== undefined && last.guard === undefined && !mayFollow(last)) return;
    const end = this.#reader.lexer.previousEnd;
    const span = { start: end - 1, end };
    const nothing = { modifiers: [], operands: [], guard: undefined };
    this.instructions.push({ opcode: 'ret', ...nothing, span });
  }

  #statement(): boolean {
    const { lexer } = this.#reader;
    const { word, start } = lexer;
    if (lexer.is(';')) {
      lexer.next();
      return true;
    }
    if (lexer.is('@')) return this.#guarded(start);
    if (!lexer.is('name')) return this.#reader.expected('an instruction');
    if (!word.startsWith('.')) {
      lexer.next();
      return lexer.is(':') ? this.#label(word, start) : this.#instruction(word, start, undefined);
    }
    if (word === '.reg') return this.#registerDeclaration();
    if (this.#reader.aside(word)) return true;
    const space = SPACES.get(word);
    if (space === undefined) return this.#reader.expected('an instruction');
    const variables = readDeclaration(this.#reader, space);
    if (variables === undefined) return false;
    for (const variable of variables) {
      const known = { ...variable, name: this.#scope.unique(variable.name) };
      this.#scope.addVariable(variable.name, known);
      this.variables.push(known);
    }
    return this.#reader.expect(';');
  }

  /** A label, or a table that a label names. */
  #label(name: string, start: number): boolean {
    const { lexer } = this.#reader;
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
      return this.#reader.expect(';');
    }
    if (word === '.callprototype') {
      this.#skip();
      return true;
    }
    if (!this.#scope.addLabel(name)) this.#reader.report(messages.ptx.duplicate(name), span);
    this.labels.set(this.#scope.unique(name), this.instructions.length);
    return true;
  }

  /** `.reg .b32 %r<5>, %x;` */
  #registerDeclaration(): boolean {
    const { lexer } = this.#reader;
    let type: Type | undefined;
    let lanes = 1;
    for (lexer.next(); lexer.is('name') && lexer.word.startsWith('.'); lexer.next()) {
      const name = lexer.word.slice(1);
      if (name === 'v2' || name === 'v4') {
        lanes = Number(name.slice(1));
        continue;
      }
      type = typeOf(name);
      if (type === undefined) {
        this.#reader.report(messages.ptx.unknownType(`.${name}`));
        return false;
      }
    }
    if (type === undefined) return this.#reader.expected('a type');
    for (;;) {
      const name = lexer.word;
      if (!lexer.is('name')) return this.#reader.expected('a register');
      lexer.next();
      if (lexer.is('<')) {
        lexer.next();
        this.#scope.addRange(name, Number(numberOf(lexer.word)), type, lanes);
        lexer.next();
        if (!lexer.is('>')) return this.#reader.expected("'>'");
        lexer.next();
      } else if (lanes > 1) this.#scope.addVector(name, type, lanes);
      else this.#scope.addRegister(name, type);
      if (!lexer.is(',')) return this.#reader.expect(';');
      lexer.next();
    }
  }

  #guarded(start: number): boolean {
    const { lexer } = this.#reader;
    lexer.next();
    const negated = lexer.is('!');
    if (negated) lexer.next();
    const register = this.#scope.register(lexer.word);
    if (register === undefined) {
      this.#reader.report(messages.ptx.unknownRegister(lexer.word));
      return false;
    }
    lexer.next();
    const { word } = lexer;
    if (!lexer.is('name')) return this.#reader.expected('an instruction');
    lexer.next();
    return this.#instruction(word, start, { register, negated });
  }

  /** The operands behind an opcode, up to the `;`. */
  #instruction(word: string, start: number, guard: Guard | undefined): boolean {
    const { lexer } = this.#reader;
    let name = word;
    // Modifiers may be words of their own.
    for (; lexer.is('name') && lexer.word.startsWith('.'); lexer.next()) name += lexer.word;
    const [opcode = '', ...modifiers] = name.split('.');
    const operands: Operand[] = [];
    // `s[2]` is an address where one is expected, elsewhere a number.
    const form = { opcode, modifiers };
    const addressAt = isTyped(form) ? accessOperand(form) : -1;
    const isCall = factsOf(form).control === 'call';
    while (!lexer.is(';')) {
      const operand = parseOperand(lexer, this.#scope, this.#uses, isCall);
      if ('code' in operand) {
        this.#reader.report(operand);
        return false;
      }
      operands.push(
        operand.kind === 'symbol' && operands.length === addressAt
          ? { kind: 'address', base: operand, offset: operand.offset, coordinates: [] }
          : operand,
      );
      // `call (r), f, (a)` has commas, `bar.sync 0` has none.
      if (lexer.is(',')) {
        lexer.next();
        if (lexer.is(';')) return this.#reader.expected('an operand');
      } else if (!lexer.is(';')) return this.#reader.expected("';'");
    }
    const span = { start, end: lexer.end };
    lexer.next();
    const source = this.#reader.lines.current;
    const summed = operands.map((operand) => this.#summed(operand, { guard, span, source }));
    if (!summed.every((operand) => operand !== undefined)) return false;
    this.instructions.push({ opcode, modifiers, operands: summed, guard, span, source });
    return true;
  }

  /** An operand whose sums of registers and integers are in registers of their own: an instruction adds them before. */
  #summed(
    operand: Operand,
    around: Pick<Instruction, 'guard' | 'span' | 'source'>,
  ): Operand | undefined {
    if (operand.kind === 'vector' || operand.kind === 'list') {
      const elements = operand.elements.map((element) => this.#summed(element, around));
      return elements.every((element) => element !== undefined)
        ? { ...operand, elements }
        : undefined;
    }
    if (operand.kind !== 'register' || operand.plus === undefined) return operand;
    const { plus, register, ...rest } = operand;
    const bits = /^[busp](16|32|64)$/.exec(register.type)?.[1];
    if (bits === undefined) {
      this.#reader.report(messages.ptx.sumOf(register.name, register.type), around.span);
      return undefined;
    }
    const name = `${register.name}+${plus}`;
    const own: Register = { id: this.#registers.length, name, type: register.type };
    this.#registers.push(own);
    const place = { kind: 'register', negated: false } as const;
    this.instructions.push({
      opcode: 'add',
      modifiers: [`u${bits}`],
      operands: [
        { ...place, register: own },
        { ...place, register },
        { kind: 'integer', value: plus },
      ],
      ...around,
    });
    return { ...rest, register: own };
  }

  /** To the end of a statement that could not be read. */
  #skip(): void {
    const { lexer } = this.#reader;
    this.#reader.skipTo(';', '}');
    if (lexer.is(';')) lexer.next();
  }
}

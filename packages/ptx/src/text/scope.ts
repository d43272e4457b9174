/**
 * Names between braces: registers, variables and labels of a function, each found from the inside out.
 *
 *     { .reg .b32 %r<3>;  ...  { .reg .pred p;  DONE: ... }  { DONE: ... } }      two labels DONE
 *
 * Registers of a range get their numbers when they are first used, so that a range of thousands costs nothing.
 */
import type { Register, Type, Variable } from './program.ts';

interface Range {
  readonly type: Type;
  readonly count: number;
  /** Elements of each; 1 of a register that is not a vector. */
  readonly lanes: number;
}

/** Names of the elements of a vector: `%v.x` is also `%v.r`. */
const ELEMENTS = [
  ['x', 'r'],
  ['y', 'g'],
  ['z', 'b'],
  ['w', 'a'],
] as const;

export class Scope {
  readonly #outer: Scope | undefined;
  /** Distinguishes names of inner scopes; empty for that of the function. */
  readonly #suffix: string;
  readonly #ranges = new Map<string, Range>();
  readonly #registers = new Map<string, Register>();
  readonly #vectors = new Map<string, readonly Register[]>();
  readonly #variables = new Map<string, Variable>();
  readonly #labels = new Map<string, string>();
  /** Of the function. */
  readonly #all: Register[];
  /** Of the module, so far. */
  readonly #globals: readonly Variable[];

  constructor(all: Register[], globals: readonly Variable[], outer?: Scope, number = 0) {
    this.#all = all;
    this.#globals = globals;
    this.#outer = outer;
    this.#suffix = outer === undefined ? '' : `#${number}`;
  }

  get outer(): Scope | undefined {
    return this.#outer;
  }

  /** `%r<5>`: `%r0` to `%r4`. */
  addRange(prefix: string, count: number, type: Type, lanes = 1): void {
    this.#ranges.set(prefix, { type, count, lanes });
  }

  /** `.reg .v2 .u32 v`: registers `v.x` and `v.y`. */
  addVector(name: string, type: Type, lanes: number): readonly Register[] {
    const registers = ELEMENTS.slice(0, lanes).map(([first, other]) => {
      const register = this.addRegister(`${name}.${first}`, type);
      this.#registers.set(`${name}.${other}`, register);
      return register;
    });
    this.#vectors.set(name, registers);
    return registers;
  }

  /** The elements of a register that is a vector. */
  vector(name: string): readonly Register[] | undefined {
    const known = this.#vectors.get(name);
    if (known !== undefined) return known;
    const range = this.#rangeOf(name);
    if (range !== undefined && range.lanes > 1)
      return this.addVector(name, range.type, range.lanes);
    return this.#outer?.vector(name);
  }

  /** The range that a name is one of. */
  #rangeOf(name: string): Range | undefined {
    const digits = /^(.*?)(0|[1-9]\d*)$/.exec(name);
    const range = this.#ranges.get(digits?.[1] ?? '');
    return range !== undefined && Number(digits?.[2]) < range.count ? range : undefined;
  }

  addRegister(name: string, type: Type): Register {
    const register = { id: this.#all.length, name, type };
    this.#all.push(register);
    this.#registers.set(name, register);
    return register;
  }

  register(name: string): Register | undefined {
    const known = this.#registers.get(name);
    if (known !== undefined) return known;
    const range = this.#rangeOf(name);
    if (range !== undefined && range.lanes === 1) return this.addRegister(name, range.type);
    const dot = name.lastIndexOf('.');
    if (dot > 0 && this.vector(name.slice(0, dot)) !== undefined) {
      const element = this.#registers.get(name);
      if (element !== undefined) return element;
    }
    return this.#outer?.register(name);
  }

  /** The name under which a variable or label of this scope is known in its function. */
  unique(name: string): string {
    return name + this.#suffix;
  }

  addVariable(name: string, variable: Variable): void {
    this.#variables.set(name, variable);
  }

  variable(name: string): Variable | undefined {
    return this.#variables.get(name) ?? this.#outer?.variable(name);
  }

  /** A scope between braces of this one. */
  inner(number: number): Scope {
    return new Scope(this.#all, this.#globals, this, number);
  }

  /** A variable of the module that is declared already. */
  global(name: string): Variable | undefined {
    return this.#globals.find((variable) => variable.name === name);
  }

  /** False when the scope has the label already. */
  addLabel(name: string): boolean {
    if (this.#labels.has(name)) return false;
    this.#labels.set(name, this.unique(name));
    return true;
  }

  label(name: string): string | undefined {
    return this.#labels.get(name) ?? this.#outer?.label(name);
  }
}

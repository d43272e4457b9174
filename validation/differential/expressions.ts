/**
 * Random expressions of a type, as C text over the names that are in scope. They have no effects, so that a compiler
 * may order them as it likes.
 */
import type { Choices } from './random.ts';
import { repertoireCall } from './repertoire.ts';
import {
  bitsOf,
  constant,
  type FloatType,
  floatTypes,
  integerTypes,
  isFloat,
  type IntegerType,
  type Type,
  types,
} from './types.ts';

/** A name that an expression may use. */
export interface Name {
  readonly text: string;
  readonly type: Type;
}

/** An array that may be read at any index below `length`, which is a power of two. */
export interface ReadArray extends Name {
  readonly length: number;
}

/** A function without effects that the compiler may not inline. */
export interface Callee {
  readonly name: string;
  readonly result: Type;
  readonly parameters: readonly Type[];
}

export interface Scope {
  readonly names: readonly Name[];
  readonly arrays: readonly ReadArray[];
  readonly callees: readonly Callee[];
}

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='];

export class Expressions {
  readonly #choices: Choices;
  /** Whether the operations of `repertoire.h` are among them. */
  readonly #isExtended: boolean;

  constructor(choices: Choices, isExtended: boolean) {
    this.#choices = choices;
    this.#isExtended = isExtended;
  }

  /** An expression of a type; `depth` bounds how many operations are inside each other. */
  of(type: Type, scope: Scope, depth: number): string {
    const { below } = this.#choices;
    if (depth <= 0 || below(8) === 0) return this.#leaf(type, scope);
    const choice = below(16);
    if (choice === 0) {
      const condition = this.condition(scope, depth - 1);
      return `(${condition} ? ${this.of(type, scope, depth - 1)} : ${this.of(type, scope, depth - 1)})`;
    }
    if (choice === 1) return this.#converted(type, scope, depth - 1);
    if (choice === 2) return this.#element(type, scope, depth - 1);
    if (choice === 3) return this.#call(type, scope, depth - 1);
    if (this.#isExtended && this.#choices.once(5)) {
      const word = (): string => this.of('u32', scope, depth - 1);
      return repertoireCall(type, this.#choices, word, () => this.of(type, scope, depth - 1));
    }
    return isFloat(type)
      ? this.#float(type, scope, depth - 1)
      : this.#integer(type, scope, depth - 1);
  }

  condition(scope: Scope, depth: number): string {
    const { once, pick } = this.#choices;
    if (depth > 0 && once(5)) {
      const [left, right] = [this.condition(scope, depth - 1), this.condition(scope, depth - 1)];
      return once(3) ? `!(${left})` : `(${left} ${pick(['&&', '||', '!='])} ${right})`;
    }
    const type = pick(types);
    return `(${this.of(type, scope, depth - 1)} ${pick(COMPARISONS)} ${this.of(type, scope, depth - 1)})`;
  }

  #leaf(type: Type, { names }: Scope): string {
    const { below, pick } = this.#choices;
    const same = names.filter((name) => name.type === type);
    if (same.length > 0 && below(4) > 0) return pick(same).text;
    if (names.length > 0 && below(3) > 0) return convert(pick(names), type);
    return constant(type, this.#choices);
  }

  #converted(type: Type, scope: Scope, depth: number): string {
    const from = this.#choices.pick(types);
    return convert({ text: this.of(from, scope, depth), type: from }, type);
  }

  #element(type: Type, scope: Scope, depth: number): string {
    const { arrays } = scope;
    if (arrays.length === 0) return this.#leaf(type, scope);
    const { text, length, type: element } = this.#choices.pick(arrays);
    const index = this.of('u32', scope, depth);
    const place = `${text}[${index} & ${length - 1}]`;
    const read = this.#choices.once(6) ? `getAt(&${place})` : place;
    return convert({ text: read, type: element }, type);
  }

  #call(type: Type, scope: Scope, depth: number): string {
    const { callees } = scope;
    if (callees.length === 0) return this.#leaf(type, scope);
    const { name, result, parameters } = this.#choices.pick(callees);
    const given = parameters.map((parameter) => this.of(parameter, scope, Math.min(depth, 1)));
    return convert({ text: `${name}(${given.join(', ')})`, type: result }, type);
  }

  #float(type: FloatType, scope: Scope, depth: number): string {
    const { below, pick } = this.#choices;
    const x = this.of(type, scope, depth);
    const other = (): string => this.of(type, scope, depth);
    switch (below(14)) {
      case 0:
      case 1:
        return `(${type})(${x} + ${other()})`;
      case 2:
      case 3:
        return `(${type})(${x} - ${other()})`;
      case 4:
      case 5:
        return `(${type})(${x} * ${other()})`;
      case 6:
        return `(${type})(${x} / ${other()})`;
      case 7:
        return `fused(${x}, ${other()}, ${other()})`;
      case 8:
        return `${pick(['least', 'most'])}(${x}, ${other()})`;
      case 9:
        return `${pick(['floorOf', 'ceilOf', 'truncOf', 'rintOf'])}(${x})`;
      case 10:
        return `root(${x})`;
      case 11:
        return `signedAs(${x}, ${this.condition(scope, depth)})`;
      case 12:
        return `scaled(${x}, ${this.of('i32', scope, Math.min(depth, 1))} % 200)`;
      default:
        return `(${type})-${x}`;
    }
  }

  #integer(type: IntegerType, scope: Scope, depth: number): string {
    const { below, pick, once } = this.#choices;
    const x = this.of(type, scope, depth);
    const other = (): string => this.of(type, scope, depth);
    const word = (): string => this.of('u32', scope, depth);
    const wide = type.endsWith('64') ? 'u64' : 'u32';
    switch (below(15)) {
      case 0:
      case 1:
        return `(${type})(${x} + ${other()})`;
      case 2:
        return `(${type})(${x} - ${other()})`;
      case 3:
        return `(${type})(${x} * ${other()})`;
      case 4:
        return `(${type})(${x} ${pick(['&', '|', '^'])} ${other()})`;
      case 5:
        return `(${type})${once(2) ? '~' : '-'}${x}`;
      case 6:
        return `${pick(['left', 'right'])}(${x}, ${word()})`;
      case 7:
        return once(3)
          ? `${pick(['quotient', 'remainder'])}(${x}, ${other()})`
          : `(${type})(${x} * ${other()} + ${other()})`;
      case 8:
        return `${pick(['least', 'most'])}(${x}, ${other()})`;
      case 9:
        return `(${type})__builtin_popcount${wide === 'u64' ? 'll' : ''}((${wide})${x})`;
      case 10:
        return `(${type})${pick(['leading', 'trailing'])}((${wide})${x})`;
      case 11:
        return `(${type})field(${word()}, ${word()}, ${word()})`;
      case 12: {
        const product = pick(['u32', 'i32', 'u64', 'i64'] as const);
        return `(${type})high((${product})${x}, ${this.of(product, scope, depth)})`;
      }
      case 13:
        return `(${type})${pick(['bytesOf', 'difference', 'aligned'])}(${word()}, ${word()}, ${word()})`;
      default: {
        if (once(2))
          return `(${type})__builtin_${pick(['bswap', 'bitreverse'])}${wide.slice(1)}((${wide})${x})`;
        const from = pick(floatTypes);
        return `(${type})bitsOf(${this.of(from, scope, depth)})`;
      }
    }
  }
}

/** A value as another type, defined for every value. */
function convert({ text, type }: Name, to: Type): string {
  if (type === to) return text;
  if (isFloat(type) && !isFloat(to)) return `to_${to}(${text})`;
  // Compilers round wide integers to f16 by way of f32; here everywhere.
  if (to === 'f16' && !isFloat(type) && bitsOf(type) >= 32) return `(f16)(f32)${text}`;
  return `(${to})${text}`;
}

export const integerOf = (choices: Choices): IntegerType => choices.pick(integerTypes);

/**
 * Values of constant expressions that lengths of arrays are written with.
 *
 *     #define TILE 32
 *     constexpr int PITCH = TILE + 1;         PITCH * 2: 66
 *
 * A name has a value only where every definition of it in the sources has the same one: scopes are not told apart.
 */
import {
  binaryAt,
  type BinaryGrammar,
  cBindings,
  type COperator,
  doubles,
  operatorTokens,
  type Tokens,
} from '@ldscope/core';
import type { PlainSource } from './source-text.ts';

const MOST_DEPTH = 16;
const MOST_LENGTH = 200;

/** Values of names and expressions in the sources of one compilation. */
export class Extents {
  readonly #sources: readonly PlainSource[];
  readonly #known = new Map<string, readonly (string | undefined)[]>();

  constructor(sources: readonly PlainSource[]) {
    this.#sources = sources;
  }

  /** The value of an expression; `undefined` where it is not known. `given`: values of template parameters. */
  of(expression: string, given: ReadonlyMap<string, number>, depth = 0): number | undefined {
    if (depth > MOST_DEPTH || expression.length > MOST_LENGTH) return undefined;
    const tokens =
      expression.match(/0[xX][\da-fA-F']+[uUlLzZ]*|\d[\d']*[uUlLzZ]*|[A-Za-z_]\w*|<<|>>|\S/g) ?? [];
    const nameOf = (name: string): number | undefined =>
      given.get(name) ?? this.#nameOf(name, given, depth);
    const reading: Reading = { tokens, at: 0, nested: 0, nameOf };
    const value = binaryAt(operators, reading, SHIFT);
    const isWhole = reading.at === tokens.length && value !== undefined;
    return isWhole && isSmall(value) ? value : undefined;
  }

  /** True where the sources define a type or a macro of this name. */
  definesType(name: string): boolean {
    return this.#sources.some(
      ({ code, macros }) =>
        macros.some((macro) => macro.name === name) ||
        new RegExp(
          `\\b(?:using|struct|class|union|enum|typename)\\s+${name}\\b|\\btypedef\\b[^;]*\\b${name}\\s*(?:\\[[^;]*)?;`,
        ).test(code),
    );
  }

  #nameOf(name: string, given: ReadonlyMap<string, number>, depth: number): number | undefined {
    const texts = this.#known.get(name) ?? this.#definitionsOf(name);
    this.#known.set(name, texts);
    const [first, ...others] = new Set(
      texts.map((text) => (text === undefined ? undefined : this.of(text, given, depth + 1))),
    );
    return others.length === 0 ? first : undefined;
  }

  /** The values that a name is defined with; `undefined` for a definition that gives none. */
  #definitionsOf(name: string): (string | undefined)[] {
    return this.#sources.flatMap(({ code, macros }) => {
      const found = macros.flatMap((macro) => (macro.name === name ? [macro.value] : []));
      for (const match of code.matchAll(
        new RegExp(
          `([\\w>&*,{(])\\s*(?<!\\w)${name}\\s*(?:([,;)>({[])|=(?!=)([^;,{}]*)([;,{}]))`,
          'g',
        ),
      )) {
        const [, before = '', , value, end] = match;
        const head = code.slice(
          Math.max(0, match.index - MOST_LENGTH),
          match.index + before.length,
        );
        const words = /(?:^|[;{}>)])([\w\s:]*)$/.exec(head)?.[1] ?? '';
        const isDeclared =
          /\w/.test(before) && !/\b(?:return|case|else|goto|throw)\s*$/.test(words);
        if (value === undefined) {
          // A name that is only used has no word of a type before it.
          if (isDeclared) found.push(undefined);
        } else if (end === ';' && /\b(?:const|constexpr)\b/.test(words) && isDeclared) {
          found.push(value);
        } else found.push(undefined);
      }
      return found;
    });
  }
}

/** An expression that is being read. */
interface Reading extends Tokens {
  readonly nested: number;
  readonly nameOf: (name: string) => number | undefined;
}

/** The weakest operators that are read. */
const SHIFT = cBindings.get('<<')?.level;

const operators: BinaryGrammar<Reading, number, COperator> = {
  ...operatorTokens,
  bindings: cBindings,
  operandAt: (reading) => {
    const token = reading.tokens[reading.at++] ?? '';
    if (token === '(' && reading.nested < MOST_DEPTH) {
      const inner = { ...reading, nested: reading.nested + 1 };
      const value = binaryAt(operators, inner, SHIFT);
      reading.at = inner.at + 1;
      return reading.tokens[inner.at] === ')' ? value : undefined;
    }
    if (/^\d/.test(token)) return integerOf(token);
    return /^\w/.test(token) ? reading.nameOf(token) : undefined;
  },
  combine: (_, operator, a, b) => {
    const isUnsure = (operator === '/' || operator === '%') && (b <= 0 || a < 0);
    return isUnsure ? undefined : doubles[operator](a, b);
  },
};

/** Within what `int` holds, so that no width matters. */
const isSmall = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** `32`, `0x20`, `1'024u`, `040`. */
export function integerOf(text: string): number | undefined {
  const digits = text.replace(/'|[uUlLzZ]+$/g, '');
  const value = /^0\d+$/.test(digits) ? parseInt(digits, 8) : Number(digits);
  return isSmall(value) ? value : undefined;
}

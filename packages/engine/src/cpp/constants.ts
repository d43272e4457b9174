/**
 * Values of constant expressions that lengths of arrays are written with.
 *
 *     #define TILE 32
 *     constexpr int ROWS = 8, PITCH = TILE + 1;         PITCH * 2: 66
 *     struct Traits { enum { kStages = 2 }; };          Traits::kStages * ROWS: 16
 *
 * A macro has a value only where every definition of it has the same one, and no condition decides. LIMITATIONS: no comparisons,
 * no functions.
 */
import { binaryAt, type BinaryGrammar, cBindings, type COperator, doubles } from '@ldscope/core';
import type { Block } from './blocks.ts';
import { elementBytesOf } from './element-types.ts';
import type { Declared, Enumerator } from './declarations.ts';
import type { Program, TemplateParameter } from './program.ts';
import { type Range, type Unit, wholeOf, wordAt } from './range.ts';

const MOST_DEPTH = 16;
const MOST_TOKENS = 100;

/** Values of template parameters, by their names. */
export type Given = ReadonlyMap<string, number>;

export const nothingGiven: Given = new Map();

/**
 * The value of an expression; `undefined` where it is not known. `block`: where its names are looked up, of an expression in a file by
 * default where it stands.
 */
export function valueOf(
  program: Program,
  range: Range,
  given: Given = nothingGiven,
  block?: Block,
): number | undefined {
  return new Evaluation(program, given).of(range, block, 0);
}

class Evaluation {
  readonly #program: Program;
  readonly #given: Given;
  /** Values of names by what defines them; without one while it is computed, so that it does not go in circles. */
  readonly #known = new Map<unknown, number | undefined>();

  constructor(program: Program, given: Given) {
    this.#program = program;
    this.#given = given;
  }

  of(range: Range, block: Block | undefined, depth: number): number | undefined {
    const { unit, from, to } = range;
    if (depth > MOST_DEPTH || to - from > MOST_TOKENS) return undefined;
    const place: Place = {
      unit,
      at: from,
      to,
      nested: 0,
      nameAt: (place) => this.#nameAt(place, block, depth),
    };
    const value = binaryAt(operators, place, SHIFT);
    return place.at === to && value !== undefined && isSmall(value) ? value : undefined;
  }

  #nameAt(place: Place, block: Block | undefined, depth: number): number | undefined {
    const { unit } = place;
    const at = place.at++;
    const path = [wordAt(unit, at)];
    while (wordAt(unit, place.at) === '::') {
      path.push(wordAt(unit, place.at + 1));
      place.at += 2;
    }
    const name = path.at(-1) ?? '';
    const owner = path.at(-2);
    if (owner !== undefined) {
      const member = this.#program.memberOf(owner, name) ?? this.#program.globals(name)[0];
      return member === undefined ? undefined : this.#ofEntity(member, depth);
    }
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    const inner = block ?? this.#program.blockAt(unit, at);
    const macros = this.#program.macros.get(name);
    if (macros !== undefined)
      return this.#once(macros, () => {
        const values = macros.map((one) => {
          const isValue = one.macro.isCertain && one.macro.parameters === undefined;
          return isValue ? this.of(wholeOf(one), inner, depth + 1) : undefined;
        });
        return same(values);
      });
    const found = inner && this.#program.meaningOf(name, inner, unit, at);
    if (found === undefined) return undefined;
    // In a header and a source of one name either may be meant.
    const isGlobal = found.block.kind === 'file' || found.block.kind === 'namespace';
    const all = isGlobal ? this.#program.globals(name) : [found];
    return same(all.map((one) => this.#ofEntity(one, depth)));
  }

  #ofEntity(entity: { readonly kind: string }, depth: number): number | undefined {
    return this.#once(entity, () => {
      if (isEnumerator(entity)) {
        const base = entity.base === undefined ? 0 : this.of(entity.base, entity.block, depth + 1);
        return base === undefined ? undefined : base + entity.more;
      }
      if (isTemplateParameter(entity)) return this.#program.given.get(entity.name);
      const initial = isConstant(entity) ? entity.initial : undefined;
      return initial && this.of(initial, undefined, depth + 1);
    });
  }

  #once(key: unknown, compute: () => number | undefined): number | undefined {
    if (!this.#known.has(key)) {
      this.#known.set(key, undefined);
      this.#known.set(key, compute());
    }
    return this.#known.get(key);
  }
}

const isEnumerator = (entity: { readonly kind: string }): entity is Enumerator =>
  entity.kind === 'enumerator';

const isTemplateParameter = (entity: { readonly kind: string }): entity is TemplateParameter =>
  entity.kind === 'template';

/** True for a variable that keeps the value that it is declared with. */
export function isConstant(entity: { readonly kind: string }): entity is Declared {
  const { kind, words, pointers, bounds } = entity as Declared;
  const isFixed = kind === 'variable' && (words.has('const') || words.has('constexpr'));
  return isFixed && pointers === 0 && bounds.length === 0;
}

function same(values: readonly (number | undefined)[]): number | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}

/** An expression that is being read. */
interface Place {
  readonly unit: Unit;
  readonly to: number;
  readonly nested: number;
  readonly nameAt: (place: Place) => number | undefined;
  at: number;
}

/** The weakest operators that are read. */
const SHIFT = cBindings.get('<<')?.level;

const signAt = ({ unit, at, to }: Place): string | undefined => {
  if (at >= to) return undefined;
  const [first, second] = [unit.tokens[at], unit.tokens[at + 1]];
  const isPair = first?.end === second?.start && first?.text === second?.text;
  return isPair && /^[<>]$/.test(first?.text ?? '') ? `${first?.text}${second?.text}` : first?.text;
};

const operators: BinaryGrammar<Place, number, COperator> = {
  bindings: cBindings,
  signAt,
  take: (place, operator) => {
    place.at += operator === '<<' || operator === '>>' ? 2 : 1;
    return true;
  },
  operandAt: (place) => {
    const token = place.at < place.to ? place.unit.tokens[place.at] : undefined;
    if (token?.text === '(' && place.nested < MOST_DEPTH) {
      const inner = { ...place, at: place.at + 1, nested: place.nested + 1 };
      const value = binaryAt(operators, inner, SHIFT);
      place.at = inner.at + 1;
      return wordAt(place.unit, inner.at) === ')' ? value : undefined;
    }
    if (token?.text === 'sizeof') return sizeAt(place);
    if (token?.kind === 'name') return place.nameAt(place);
    place.at++;
    return token?.kind === 'number' ? integerOf(token.text) : undefined;
  },
  combine: (_, operator, a, b) => {
    const isUnsure = (operator === '/' || operator === '%') && (b <= 0 || a < 0);
    return isUnsure ? undefined : doubles[operator](a, b);
  },
};

/** `sizeof(float)`, of a built-in type. */
function sizeAt(place: Place): number | undefined {
  const { unit, at, to } = place;
  const close = unit.pair[at + 1] ?? -1;
  if (wordAt(unit, at + 1) !== '(' || close < 0 || close >= to) return undefined;
  place.at = close + 1;
  const words = unit.tokens.slice(at + 2, close).map(({ text }) => text);
  return elementBytesOf(words.join(' ').replaceAll(' :: ', '::'));
}

/** Within what `int` holds, so that no width matters. */
const isSmall = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** `32`, `0x20`, `1'024u`, `040`. */
export function integerOf(text: string): number | undefined {
  const digits = text.replace(/'|[uUlLzZ]+$/g, '');
  const value = /^0\d+$/.test(digits) ? parseInt(digits, 8) : Number(digits);
  return isSmall(value) ? value : undefined;
}

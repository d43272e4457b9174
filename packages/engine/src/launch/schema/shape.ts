/**
 * What a file may contain, as data: read once to check a file, and once to print a JSON Schema for editors.
 *
 *     mapping({ grid: required(extent, 'workgroups in x, y, z'), lds: optional(whole(0, 1e9), 'bytes of LDS') })
 *
 *     { grid: 4, ldss: 1 }     'ldss' is not a part of this launch; write 'lds'
 *     { lds: -1 }              the file must have grid; lds must be a whole number from 0 to 1000000000
 *
 * LIMITATIONS. Contradictions between values (a pointer to a buffer that is not there, a value that its type does not
 * hold) are left to the reader of the values.
 */
import {
  type DataPath,
  diagnose,
  isRecord,
  type Message,
  nearestName,
  type PlacedDiagnostic,
} from '@ldscope/core';
import { countOf, isFloatText, isIntegerText, integerRange } from '../scalar.ts';
/** A key of a mapping, with what it is for. */
interface Key {
  readonly shape: Shape;
  readonly about: string;
  readonly isRequired: boolean;
}

/** One of several shapes: the first whose form a value has. */
interface Case {
  /** The kind of value, or keys of a mapping of which it has one. */
  readonly form:
    'list' | 'text' | 'number' | 'boolean' | 'mapping' | { readonly has: readonly string[] };
  readonly shape: Shape;
}

export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  | { readonly kind: 'integer'; readonly bits: number }
  | { readonly kind: 'float' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly wanted: string }
  /** One of some names. */
  | { readonly kind: 'choice'; readonly names: readonly string[] }
  | {
      readonly kind: 'list';
      readonly of: Shape;
      readonly least: number;
      readonly most: number;
      readonly wanted: string;
    }
  | {
      readonly kind: 'mapping';
      readonly keys: Readonly<Record<string, Key>>;
      /** Of each group one key at least; exactly one where `isExact`. */
      readonly oneOf?: { readonly keys: readonly string[]; readonly isExact: boolean };
    }
  | { readonly kind: 'names'; readonly of: Shape; readonly wanted: string }
  | { readonly kind: 'either'; readonly of: readonly Case[]; readonly wanted: string }
  /** A shape by its name among definitions, which may contain itself. */
  | { readonly kind: 'named'; readonly name: string };

export const required = (shape: Shape, about: string): Key => ({ shape, about, isRequired: true });
export const optional = (shape: Shape, about: string): Key => ({ shape, about, isRequired: false });

/** Shapes by name. */
export type Definitions = Readonly<Record<string, Shape>>;

/** Entries of a list or mapping, at most. */
export const MOST_ENTRIES = 65536;

/** Values inside each other, at most; a named shape is a level. */
const MOST_LEVELS = 64;

/** What a kind of file says of values that do not have their shape. */
export interface ShapeMessages {
  readonly shape: (path: DataPath, wanted: string) => Message;
  readonly unknownKey: (
    key: string,
    nearest: string | undefined,
    known: readonly string[],
  ) => Message;
  readonly choice: (path: DataPath, shown: string, names: readonly string[]) => Message;
}

/** What is wrong with a value, each with its place. */
export function checkShape(
  value: unknown,
  shape: Shape,
  definitions: Definitions,
  say: ShapeMessages,
): PlacedDiagnostic[] {
  const problems: PlacedDiagnostic[] = [];
  const fail = (path: DataPath, wanted: string): void => {
    const message = say.shape(path, wanted);
    problems.push({ path, diagnostic: diagnose(message) });
  };
  const check = (one: unknown, of: Shape, path: DataPath): void => {
    if (path.length > MOST_LEVELS) return fail(path, `at most ${MOST_LEVELS} levels deep`);
    switch (of.kind) {
      case 'any':
        return;
      case 'whole': {
        const count = countOf(one);
        const isInside = count !== undefined && count >= of.least && count <= of.most;
        return isInside ? undefined : fail(path, wholeWords(of));
      }
      case 'integer':
        return isInteger(one, of.bits) ? undefined : fail(path, integerWords(of.bits));
      case 'float':
        return isFloat(one) ? undefined : fail(path, 'a number');
      case 'boolean':
        return typeof one === 'boolean' ? undefined : fail(path, 'true or false');
      case 'text': {
        const isSound = typeof one === 'string' && (of.pattern?.test(one) ?? true);
        return isSound ? undefined : fail(path, of.wanted);
      }
      case 'choice': {
        if (typeof one === 'string' && of.names.includes(one)) return;
        const shown = typeof one === 'string' ? one.slice(0, 40) : typeof one;
        const message = say.choice(path, shown, of.names);
        problems.push({ path, diagnostic: diagnose(message) });
        return;
      }
      case 'list': {
        if (!Array.isArray(one) || one.length < of.least || one.length > of.most)
          return fail(path, of.wanted);
        for (const [i, entry] of (one as readonly unknown[]).entries())
          check(entry, of.of, [...path, i]);
        return;
      }
      case 'mapping':
        return mapping(one, of, path);
      case 'names': {
        if (!isRecord(one)) return fail(path, of.wanted);
        const entries = Object.entries(one);
        if (entries.length > MOST_ENTRIES) return fail(path, of.wanted);
        for (const [name, entry] of entries) check(entry, of.of, [...path, name]);
        return;
      }
      case 'either': {
        const found = of.of.find(({ form }) => hasForm(one, form));
        return found === undefined ? fail(path, of.wanted) : check(one, found.shape, path);
      }
      case 'named': {
        const named = definitions[of.name];
        if (named === undefined) throw new Error(`no shape ${of.name}`);
        return check(one, named, path);
      }
    }
  };
  const mapping = (
    one: unknown,
    { keys, oneOf }: Extract<Shape, { readonly kind: 'mapping' }>,
    path: DataPath,
  ): void => {
    const known = Object.keys(keys);
    if (!isRecord(one)) return fail(path, 'a mapping');
    for (const key of Object.keys(one)) {
      if (known.includes(key)) continue;
      // Alternatives to a key that is there are not offered.
      const open = known.filter((name) => !Object.hasOwn(one, name));
      const taken = known.filter((name) => Object.hasOwn(one, name) || !oneOf?.keys.includes(name));
      const nearest = nearestName(key, open) ?? nearestName(key, known);
      const message = say.unknownKey(key, nearest, taken.length < known.length ? taken : known);
      problems.push({ path: [...path, key], diagnostic: diagnose(message) });
    }
    for (const [key, { shape: inner, isRequired }] of Object.entries(keys)) {
      if (Object.hasOwn(one, key)) check(one[key], inner, [...path, key]);
      else if (isRequired) fail(path, `a mapping with ${key}`);
    }
    if (oneOf === undefined) return;
    const given = oneOf.keys.filter((key) => Object.hasOwn(one, key));
    const [first, second] = given;
    if (first === undefined) fail(path, `a mapping with ${oneOf.keys.join(' or ')}`);
    if (second === undefined || !oneOf.isExact) return;
    const others = known.filter((key) => key === first || !oneOf.keys.includes(key));
    const message = say.unknownKey(second, first, others);
    problems.push({ path: [...path, second], diagnostic: diagnose(message) });
  };
  check(value, shape, []);
  return problems;
}

function hasForm(value: unknown, form: Case['form']): boolean {
  if (typeof form === 'object') {
    return isRecord(value) && form.has.some((key) => Object.hasOwn(value, key));
  }
  switch (form) {
    case 'list':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'boolean':
      return typeof value === 'boolean';
    case 'mapping':
      return isRecord(value);
  }
}

const isInteger = (value: unknown, bits: number): boolean => {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return isIntegerText(value);
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  if (!isWhole) return false;
  const [low, high] = integerRange(bits);
  // A double of a number that its type does not hold: its text is compared when it is written.
  return Number(value) >= Number(low) && Number(value) <= Number(high);
};

const isFloat = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'string' && isFloatText(value));

const wholeWords = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  most === Number.MAX_SAFE_INTEGER
    ? `a whole number${least > 0 ? `, at least ${least}` : ''}`
    : `a whole number from ${least} to ${most}`;

/** What a value of an integer type must be. */
function integerWords(bits: number): string {
  const [low, high] = integerRange(bits);
  return `a whole number of ${bits} bits (${low} to ${high})`;
}

/**
 * What a value may be, declared once as data: its type, its check, its JSON Schema, an option of the command line and a field of
 * a link are views of it.
 *
 *     const launch = mapping({
 *       grid: required(whole(1), 'Workgroups.'),
 *       lds: optional(whole(0, 65536), 'Bytes of LDS.'),
 *     });
 *     type Launch = ValueOf<typeof launch>          { readonly grid: number; readonly lds?: number | undefined }
 *     readShape({ grid: 4, ldss: 1 }, launch, say)  'ldss' is not a part of this launch; write 'lds'
 *     schemaOf(whole(1, 1024))                      { "type": "integer", "minimum": 1, "maximum": 1024 }
 *     readText('12', whole(1))                      { value: 12 }
 *     made(whole(1), (n) => 8 * n)                  bytes in the file, bits for those who read it
 *
 * LIMITATIONS. Contradictions between values (a pointer to a buffer that is not there, a value that its type does not
 * hold) are left to the reader of the values.
 */

/** A shape of values of a type, which `~value` holds for TypeScript alone. */
export type Shape<T = unknown> = Form & { readonly '~value'?: T };

/** The type of the values that a shape describes. */
export type ValueOf<S> = S extends { readonly '~value'?: infer T } ? T : never;

export type Form =
  | { readonly kind: 'any' }
  | Whole
  /** The bits of an integer type: a number, `true` or `false`, or a text where a double does not hold it. */
  | { readonly kind: 'integer'; readonly bits: number }
  /** A number, or its text. */
  | { readonly kind: 'float' }
  | { readonly kind: 'number'; readonly above: number; readonly most: number }
  | { readonly kind: 'boolean' }
  | Text
  /** One of some names or numbers. */
  | { readonly kind: 'choice'; readonly names: readonly (string | number)[] }
  | List
  | Mapping
  /** A mapping whose keys are the author's own. */
  | { readonly kind: 'names'; readonly of: Shape; readonly wanted: string }
  | { readonly kind: 'either'; readonly of: readonly Case[]; readonly wanted: string }
  | Made
  /** A shape that may contain itself. */
  | { readonly kind: 'named'; readonly name: string; readonly of: () => Shape };

/** What is made of a value of another shape. A method, so that one of some values is one. */
interface Made {
  readonly kind: 'made';
  readonly from: Shape;
  of(value: unknown): unknown;
}

export interface Whole {
  readonly kind: 'whole';
  readonly least: number;
  readonly most: number;
}

/** A text of at most `most` characters. */
interface Text {
  readonly kind: 'text';
  readonly wanted: string;
  readonly pattern?: RegExp;
  readonly most?: number;
  readonly examples?: readonly string[] | undefined;
}

export interface List {
  readonly kind: 'list';
  readonly of: Shape;
  readonly least: number;
  readonly most: number;
  readonly wanted: string;
}

export interface Mapping {
  readonly kind: 'mapping';
  readonly keys: Keys;
  /** Of these keys one at least; exactly one where `isExact`. */
  readonly oneOf?: OneOf | undefined;
  /** Other keys are left out rather than refused. */
  readonly isOpen?: boolean | undefined;
}

interface OneOf {
  readonly keys: readonly string[];
  readonly isExact: boolean;
}

/** A key of a mapping, with what it is for. */
export interface Key<T = unknown, Required extends boolean = boolean> {
  readonly shape: Shape<T>;
  readonly about: string;
  readonly isRequired: Required;
}

export type Keys = Readonly<Record<string, Key>>;

/** One of several shapes: the first whose form a value has. */
export interface Case<T = unknown> {
  /** The kind of value, or keys of a mapping of which it has one. */
  readonly form:
    | 'list'
    | 'text'
    | 'number'
    | 'boolean'
    | 'mapping'
    | { readonly has: readonly string[] };
  readonly shape: Shape<T>;
}

type NamesOf<K extends Keys, Required extends boolean> = {
  [Name in keyof K]: K[Name]['isRequired'] extends Required ? Name : never;
}[keyof K];

/** A key with its value, of each key. */
type EntryOf<K extends Keys> = {
  readonly [Name in keyof K]: readonly [key: Name, value: ValueOf<K[Name]['shape']>];
}[keyof K];

type TupleOf<T, Count> = Count extends 2 ? readonly [T, T] : readonly [T, T, T];

/** The values of some keys. */
export type MappingOf<K extends Keys> = {
  readonly [Name in NamesOf<K, true>]: ValueOf<K[Name]['shape']>;
} & {
  readonly [Name in NamesOf<K, false>]?: ValueOf<K[Name]['shape']> | undefined;
};

export const required = <T>(shape: Shape<T>, about: string): Key<T, true> => ({
  shape,
  about,
  isRequired: true,
});
export const optional = <T>(shape: Shape<T>, about: string): Key<T, false> => ({
  shape,
  about,
  isRequired: false,
});

/** A whole number, from 0 on unless `least` is given. */
export const whole = (least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> & Whole => ({
  kind: 'whole',
  least,
  most,
});
export const integer = (bits: number): Shape<bigint> => ({ kind: 'integer', bits });
export const float: Shape<number | bigint> = { kind: 'float' };
/** A number greater than `above`, of at most `most`. */
export const number = (above: number, most: number): Shape<number> => ({
  kind: 'number',
  above,
  most,
});
export const flag: Shape<boolean> = { kind: 'boolean' };
export const anything: Shape = { kind: 'any' };
export const text = (
  wanted: string,
  more: Pick<Text, 'pattern' | 'most' | 'examples'> = {},
): Shape<string> => ({ kind: 'text', wanted, ...more });
/** One of a few words, none of which has characters that patterns treat apart; a message names them all. */
export const word = <const T extends string>(
  words: readonly T[],
  wanted = words.join(' or '),
): Shape<T> => ({
  kind: 'text',
  wanted,
  pattern: new RegExp(words.length === 1 ? `^${words[0]}$` : `^(?:${words.join('|')})$`),
});
export const choice = <const T extends string | number>(names: readonly T[]): Shape<T> => ({
  kind: 'choice',
  names,
});
export const list = <T>(
  of: Shape<T>,
  least: number,
  most: number,
  wanted: string,
): Shape<readonly T[]> & List => ({ kind: 'list', of, least, most, wanted });
/** A list of a fixed length. */
export const tuple = <T, const Count extends 2 | 3>(
  of: Shape<T>,
  count: Count,
  wanted = `a list of ${count} numbers`,
): Shape<TupleOf<T, Count>> => ({ kind: 'list', of, least: count, most: count, wanted });
export const mapping = <K extends Keys>(
  keys: K,
  more: Pick<Mapping, 'oneOf' | 'isOpen'> = {},
): Shape<MappingOf<K>> & Mapping & { readonly keys: K } => ({ kind: 'mapping', keys, ...more });
export const names = <T>(of: Shape<T>, wanted = 'a mapping of names'): Shape<Named<T>> => ({
  kind: 'names',
  of,
  wanted,
});
export type Named<T> = Readonly<Record<string, T>>;
export const either = <const C extends readonly Case[]>(
  wanted: string,
  ...of: C
): Shape<ValueOf<C[number]['shape']>> => ({ kind: 'either', wanted, of });
/** What `of` makes of the values of a shape; it refuses none. */
export const made = <S, T>(from: Shape<S>, of: (value: S) => T): Shape<T> => ({
  kind: 'made',
  from,
  of,
});
/** A mapping with exactly one of some keys, which says what the value is, and perhaps others beside it. */
export const oneKey = <K extends Keys, Others extends Keys = Record<never, Key>>(
  keys: K,
  others?: Others,
): Shape<readonly [one: EntryOf<K>, others: MappingOf<Others>]> => ({
  kind: 'made',
  from: mapping({ ...keys, ...others }, { oneOf: { keys: Object.keys(keys), isExact: true } }),
  of: (value: object) => {
    const entries = Object.entries(value);
    const isOne = ([key]: readonly [string, unknown]): boolean => Object.hasOwn(keys, key);
    return [entries.find(isOne), Object.fromEntries(entries.filter((entry) => !isOne(entry)))];
  },
});
export const named = <T>(name: string, of: () => Shape<T>): Shape<T> => ({
  kind: 'named',
  name,
  of,
});
/** One, or a list of at least one. */
export const someOf = (
  of: Shape<string>,
  most: number,
  wanted: string,
): Shape<string | readonly string[]> =>
  either(wanted, { form: 'text', shape: of }, { form: 'list', shape: list(of, 1, most, wanted) });
/** A text; a number counts as the text that it prints as. */
export const label = (wanted: string, examples?: readonly string[]): Shape<string> =>
  made(
    either(
      wanted,
      { form: 'text', shape: text(wanted, { examples }) },
      { form: 'number', shape: float },
    ),
    String,
  );

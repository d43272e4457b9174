/** Checks a value of a file, a link or a client, and gives it with its type; what is wrong comes with its place. */
import {
  type DataPath,
  diagnose,
  type Message,
  type PlacedDiagnostic,
} from '../base/diagnostic.ts';
import { isRecord } from '../base/is-record.ts';
import { nearestName } from '../base/nearest-name.ts';
import { floatOf, integerOf, integerRange } from './scalars.ts';
import type { Case, Form, List, Mapping, Shape, Whole } from './shape.ts';

/** Entries of a mapping with keys of its author's own, at most. */
export const MOST_ENTRIES = 65536;

/** A mapping with more keys is told of without them. */
const MOST_OFFERED = 9;

/** Values inside each other, at most. */
const MOST_LEVELS = 64;

/** The words of a kind of file for values that do not have their shape. */
export interface ShapeMessages {
  readonly shape: (path: DataPath, wanted: string, why?: ShapeFault) => Message;
  readonly unknownKey: (
    key: string,
    nearest: string | undefined,
    known: readonly string[],
    path: DataPath,
  ) => Message;
  readonly choice: (path: DataPath, shown: string, names: readonly (string | number)[]) => Message;
  /** A mapping has two of some keys, and one alone goes; by default the second is told of as not known. */
  readonly both?: (path: DataPath, keys: readonly string[]) => Message;
}

/** What is wrong, for words of its own. */
type ShapeFault =
  | { readonly kind: 'missing'; readonly key: string }
  | { readonly kind: 'one-of'; readonly keys: readonly string[] }
  | { readonly kind: 'range'; readonly value: number; readonly bounds: Whole };

export type ShapeReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly PlacedDiagnostic[] };

/** The value of a shape in data: numbers that came as `bigint` or text are those that they stand for. */
export function readShape<T>(data: unknown, shape: Shape<T>, say: ShapeMessages): ShapeReading<T> {
  const reading = new Reading(say);
  const value = reading.read(data, shape, []);
  // A value without problems has the type that its shape declares: `read` builds it by the same cases as `ValueOf`.
  return reading.problems.length === 0
    ? { ok: true, value: value as T }
    : { ok: false, problems: reading.problems };
}

/** The value, where data has the shape; for links and settings, whose faults are not told. */
export function valueIn<T>(data: unknown, shape: Shape<T>): T | undefined {
  const read = readShape(data, shape, untold);
  return read.ok ? read.value : undefined;
}

const fault = (): Message => ({ code: 'shape', severity: 'error', message: '', hint: '' });
const untold: ShapeMessages = { shape: fault, unknownKey: fault, choice: fault };

class Reading {
  readonly problems: PlacedDiagnostic[] = [];
  readonly #say: ShapeMessages;

  constructor(say: ShapeMessages) {
    this.#say = say;
  }

  #tell(path: DataPath, message: Message): undefined {
    this.problems.push({ path, diagnostic: diagnose(message) });
    return undefined;
  }

  #fail(path: DataPath, wanted: string, why?: ShapeFault): undefined {
    return this.#tell(path, this.#say.shape(path, wanted, why));
  }

  /** The value; anything where `problems` has become longer. `others` are keys of alternatives to the shape. */
  read(data: unknown, shape: Form, path: DataPath, others: readonly string[] = []): unknown {
    if (path.length > MOST_LEVELS) return this.#fail(path, `at most ${MOST_LEVELS} levels deep`);
    switch (shape.kind) {
      case 'mapping':
        return this.#mapping(data, shape, path, others);
      case 'list':
        return this.#list(data, shape, path);
      case 'names': {
        const entries = isRecord(data) ? Object.entries(data) : undefined;
        if (entries === undefined || entries.length > MOST_ENTRIES)
          return this.#fail(path, shape.wanted);
        return Object.fromEntries(
          entries.map(([key, one]) => [key, this.read(one, shape.of, [...path, key])]),
        );
      }
      case 'either': {
        const found = shape.of.find(({ form }) => hasForm(data, form));
        const tags = shape.of.flatMap(({ form }) => (typeof form === 'object' ? form.has : []));
        return found === undefined
          ? this.#fail(path, shape.wanted)
          : this.read(data, found.shape, path, typeof found.form === 'object' ? [] : tags);
      }
      case 'made': {
        const before = this.problems.length;
        const value = this.read(data, shape.from, path, others);
        return this.problems.length === before ? shape.of(value) : undefined;
      }
      case 'named':
        return this.read(data, shape.of(), path, others);
      case 'choice': {
        const number = typeof data === 'bigint' ? Number(data) : data;
        const found = shape.names.find((name) => name === number);
        const shown = isRecord(data) ? 'a mapping' : Array.isArray(data) ? 'a list' : String(data);
        return found ?? this.#tell(path, this.#say.choice(path, shown.slice(0, 40), shape.names));
      }
      default: {
        const value = scalarOf(data, shape);
        if (value !== undefined || shape.kind === 'any') return value;
        if (shape.kind !== 'whole' || !Number.isSafeInteger(data))
          return this.#fail(path, wantedOf(shape));
        const why = { kind: 'range', value: Number(data), bounds: shape } as const;
        return this.#fail(path, wantedOf(shape), why);
      }
    }
  }

  #list(data: unknown, { of, least, most, wanted }: List, path: DataPath): unknown {
    if (!Array.isArray(data) || data.length < least || data.length > most)
      return this.#fail(path, wanted);
    return data.map((one: unknown, i) => this.read(one, of, [...path, i]));
  }

  #mapping(
    data: unknown,
    { keys, oneOf, isOpen = false }: Mapping,
    path: DataPath,
    others: readonly string[],
  ): unknown {
    const known = [...Object.keys(keys), ...others];
    if (!isRecord(data)) {
      const listed = known.length > MOST_OFFERED ? '' : ` with ${known.join(', ')}`;
      return this.#fail(path, `a mapping${listed}`);
    }
    const given = (name: string): boolean => Object.hasOwn(data, name);
    const [first, second] = oneOf?.keys.filter(given) ?? [];
    // Alternatives to a key that is there are not offered.
    const offered =
      first === undefined
        ? known
        : known.filter((name) => given(name) || !oneOf?.keys.includes(name));
    const meant = new Set<string | undefined>();
    for (const key of isOpen ? [] : Object.keys(data)) {
      if (Object.hasOwn(keys, key)) continue;
      const open = known.filter((name) => !given(name));
      const nearest = nearestName(key, open) ?? nearestName(key, known);
      meant.add(nearest);
      this.#tell([...path, key], this.#say.unknownKey(key, nearest, offered, path));
    }
    // A key that is meant by one that is not known has been told of.
    const isOther = others.some((key) => meant.has(key));
    const values: [string, unknown][] = [];
    for (const [key, { shape, isRequired }] of Object.entries(keys)) {
      if (given(key)) values.push([key, this.read(data[key], shape, [...path, key])]);
      else if (isRequired && !isOther && !meant.has(key))
        this.#fail(path, `a mapping with ${key}`, { kind: 'missing', key });
    }
    const { keys: some = [], isExact = false } = oneOf ?? {};
    if (first === undefined && some.length > 0 && !some.some((key) => meant.has(key)))
      this.#fail(path, `a mapping with ${some.join(' or ')}`, { kind: 'one-of', keys: some });
    if (first !== undefined && second !== undefined && isExact) {
      const own = this.#say.both?.(path, some);
      if (own !== undefined) this.#tell(path, own);
      else this.#tell([...path, second], this.#say.unknownKey(second, first, offered, path));
    }
    return Object.fromEntries(values);
  }
}

type Scalar = Extract<
  Form,
  { readonly kind: 'any' | 'whole' | 'integer' | 'float' | 'number' | 'boolean' | 'text' }
>;

/** The value; `undefined` where the data has another form, or is out of bounds. */
export function scalarOf(data: unknown, shape: Scalar): unknown {
  switch (shape.kind) {
    case 'any':
      return data;
    case 'whole': {
      const number = typeof data === 'bigint' ? Number(data) : data;
      return typeof number === 'number' &&
        Number.isSafeInteger(number) &&
        number >= shape.least &&
        number <= shape.most
        ? number
        : undefined;
    }
    case 'integer': {
      const value = integerOf(data);
      if (value === undefined || typeof data === 'string') return value;
      // As doubles: a number that its type does not hold by less is found when it is written.
      const [low, high] = integerRange(shape.bits).map(Number);
      return Number(value) >= (low ?? 0) && Number(value) <= (high ?? 0) ? value : undefined;
    }
    case 'float':
      return typeof data === 'bigint' ? data : floatOf(data);
    case 'number': {
      const number = typeof data === 'bigint' ? Number(data) : data;
      const isInside = typeof number === 'number' && number > shape.above && number <= shape.most;
      return isInside ? number : undefined;
    }
    case 'boolean':
      return typeof data === 'boolean' ? data : undefined;
    case 'text': {
      const { pattern, most = Infinity } = shape;
      if (typeof data !== 'string' || pattern?.test(data) === false) return undefined;
      // A character outside of the basic plane has two code units; a JSON Schema counts it once.
      return data.length <= most || Array.from(data).length <= most ? data : undefined;
    }
  }
}

/** The words for what a value must be. */
export function wantedOf(shape: Scalar): string {
  switch (shape.kind) {
    case 'any':
      return 'a value';
    case 'whole': {
      const { least, most } = shape;
      if (most !== Number.MAX_SAFE_INTEGER) return `a whole number from ${least} to ${most}`;
      return `a whole number${least > 0 ? `, at least ${least}` : ''}`;
    }
    case 'integer': {
      const [low, high] = integerRange(shape.bits);
      return `a whole number of ${shape.bits} bits (${low} to ${high})`;
    }
    case 'float':
      return 'a number';
    case 'number':
      return `a number above ${shape.above}`;
    case 'boolean':
      return 'true or false';
    case 'text':
      return shape.wanted;
  }
}

function hasForm(value: unknown, form: Case['form']): boolean {
  if (typeof form === 'object')
    return isRecord(value) && form.has.some((key) => Object.hasOwn(value, key));
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

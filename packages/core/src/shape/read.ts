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
import type { Case, Form, List, Mapping, Shape } from './shape.ts';

/** Entries of a mapping with keys of its author's own, at most. */
export const MOST_ENTRIES = 65536;

/** Values inside each other, at most. */
const MOST_LEVELS = 64;

/** The words of a kind of file for values that do not have their shape. */
export interface ShapeMessages {
  readonly shape: (path: DataPath, wanted: string) => Message;
  readonly unknownKey: (
    key: string,
    nearest: string | undefined,
    known: readonly string[],
    path: DataPath,
  ) => Message;
  readonly choice: (path: DataPath, shown: string, names: readonly (string | number)[]) => Message;
}

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

  #fail(path: DataPath, wanted: string): undefined {
    return this.#tell(path, this.#say.shape(path, wanted));
  }

  /** The value; anything where `problems` has become longer. */
  read(data: unknown, shape: Form, path: DataPath): unknown {
    if (path.length > MOST_LEVELS) return this.#fail(path, `at most ${MOST_LEVELS} levels deep`);
    switch (shape.kind) {
      case 'mapping':
        return this.#mapping(data, shape, path);
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
        return found === undefined
          ? this.#fail(path, shape.wanted)
          : this.read(data, found.shape, path);
      }
      case 'named':
        return this.read(data, shape.of(), path);
      case 'choice': {
        const number = typeof data === 'bigint' ? Number(data) : data;
        const found = shape.names.find((name) => name === number);
        const shown = typeof data === 'string' ? data.slice(0, 40) : typeof data;
        return found ?? this.#tell(path, this.#say.choice(path, shown, shape.names));
      }
      default: {
        const value = scalarOf(data, shape);
        return value === undefined && shape.kind !== 'any'
          ? this.#fail(path, wantedOf(shape))
          : value;
      }
    }
  }

  #list(data: unknown, { of, least, most, wanted }: List, path: DataPath): unknown {
    if (!Array.isArray(data) || data.length < least || data.length > most)
      return this.#fail(path, wanted);
    return data.map((one: unknown, i) => this.read(one, of, [...path, i]));
  }

  #mapping(data: unknown, { keys, oneOf, isOpen = false }: Mapping, path: DataPath): unknown {
    const known = Object.keys(keys);
    if (!isRecord(data)) return this.#fail(path, 'a mapping');
    for (const key of isOpen ? [] : Object.keys(data)) {
      if (known.includes(key)) continue;
      // Alternatives to a key that is there are not offered.
      const open = known.filter((name) => !Object.hasOwn(data, name));
      const taken = known.filter(
        (name) => Object.hasOwn(data, name) || !oneOf?.keys.includes(name),
      );
      const nearest = nearestName(key, open) ?? nearestName(key, known);
      const offered = taken.length < known.length ? taken : known;
      this.#tell([...path, key], this.#say.unknownKey(key, nearest, offered, path));
    }
    const values: [string, unknown][] = [];
    for (const [key, { shape, isRequired }] of Object.entries(keys)) {
      if (Object.hasOwn(data, key)) values.push([key, this.read(data[key], shape, [...path, key])]);
      else if (isRequired) this.#fail(path, `a mapping with ${key}`);
    }
    if (oneOf !== undefined) {
      const [first, second] = oneOf.keys.filter((key) => Object.hasOwn(data, key));
      if (first === undefined) this.#fail(path, `a mapping with ${oneOf.keys.join(' or ')}`);
      if (second !== undefined && oneOf.isExact) {
        const others = known.filter((key) => key === first || !oneOf.keys.includes(key));
        this.#tell([...path, second], this.#say.unknownKey(second, first, others, path));
      }
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

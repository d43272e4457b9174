/**
 * Reads plain data (what YAML or JSON gives) field by field. A wrong field becomes a diagnostic with its path,
 * `write.distribution.hs[1][0]`, and reading goes on.
 */
import {
  type DataPath,
  type Diagnostic,
  diagnose,
  type Message,
  type PlacedDiagnostic,
} from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';

/** `hs[1][0]` */
function pathText(path: DataPath): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text === '' ? 'the specification' : text.replace(/^\./, '');
}

/** Most entries of a list that is read. */
const MOST_ENTRIES = 4096;

/** A value with its place; every reader gives `undefined` after it has said what is wrong. */
export class Field {
  readonly value: unknown;
  readonly path: DataPath;
  readonly #problems: PlacedDiagnostic[];

  constructor(value: unknown, path: DataPath, problems: PlacedDiagnostic[]) {
    this.value = value;
    this.path = path;
    this.#problems = problems;
  }

  get where(): string {
    return pathText(this.path);
  }

  /** Says what is wrong with this value. */
  fail(message: Message): undefined {
    this.#problems.push({ path: this.path, diagnostic: diagnose(message) });
    return undefined;
  }

  /** Takes over diagnostics of the layout itself. */
  tell(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.#problems.push({ path: this.path, diagnostic });
  }

  /** The fields of a mapping with keys of the author's own. */
  anyMapping(): ReadonlyMap<string, Field> | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.fail(messages.spec.shape(this.where, 'a mapping of names to values'));
    }
    return new Map(
      Object.entries(value).map(([key, entry]) => [
        key,
        new Field(entry, [...this.path, key], this.#problems),
      ]),
    );
  }

  /** The fields of a mapping that has no other keys than these. */
  mapping(known: readonly string[]): ReadonlyMap<string, Field> | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.fail(messages.spec.shape(this.where, `a mapping with ${known.join(', ')}`));
    }
    const fields = new Map<string, Field>();
    let sound = true;
    for (const [key, entry] of Object.entries(value)) {
      const field = new Field(entry, [...this.path, key], this.#problems);
      if (known.includes(key)) fields.set(key, field);
      else {
        field.fail(messages.spec.unknownKey(key, this.where, known));
        sound = false;
      }
    }
    return sound ? fields : undefined;
  }

  list(wanted: string, least = 0): readonly Field[] | undefined {
    const { value } = this;
    if (!Array.isArray(value) || value.length < least || value.length > MOST_ENTRIES) {
      return this.fail(messages.spec.shape(this.where, wanted));
    }
    return value.map((entry: unknown, i) => new Field(entry, [...this.path, i], this.#problems));
  }

  whole(least: number, most: number): number | undefined {
    const { value } = this;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      return this.fail(messages.spec.shape(this.where, 'a whole number'));
    }
    if (value < least || value > most) {
      return this.fail(messages.spec.range(this.where, value, least, most));
    }
    return value;
  }

  wholes(least: number, most: number, count?: number): number[] | undefined {
    const wanted = count === undefined ? 'a list of whole numbers' : `a list of ${count} numbers`;
    const fields = this.list(wanted);
    if (fields === undefined) return undefined;
    if (count !== undefined && fields.length !== count) {
      return this.fail(messages.spec.shape(this.where, wanted));
    }
    return complete(fields.map((field) => field.whole(least, most)));
  }

  wholeLists(least: number, most: number): number[][] | undefined {
    const fields = this.list('a list of lists of whole numbers');
    return fields && complete(fields.map((field) => field.wholes(least, most)));
  }

  flag(): boolean | undefined {
    const { value } = this;
    return typeof value === 'boolean'
      ? value
      : this.fail(messages.spec.shape(this.where, 'true or false'));
  }

  /** A text; a number counts as the text that it prints as. */
  text(): string | undefined {
    const { value } = this;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return this.fail(messages.spec.shape(this.where, 'a name'));
  }

  /** The entry of a table with the name that the field has. */
  named<T>(table: ReadonlyMap<string, T>): T | undefined {
    const name = this.text();
    if (name === undefined) return undefined;
    const found = table.get(name);
    if (found !== undefined) return found;
    return this.fail(messages.spec.unknownName(this.where, name, [...table.keys()]));
  }
}

/** The list, if nothing in it is missing. */
export function complete<T>(list: readonly (T | undefined)[]): T[] | undefined {
  const found = list.filter((entry) => entry !== undefined);
  return found.length === list.length ? found : undefined;
}

/** A field that has to be there. */
export function required(
  fields: ReadonlyMap<string, Field>,
  key: string,
  owner: Field,
): Field | undefined {
  return fields.get(key) ?? owner.fail(messages.spec.missing(key, owner.where));
}

/**
 * The attributes of an operation by name, in the order they were set.
 *
 * Used like a `Map`. Most operations have none to three attributes, so a flat list of names and values
 * is smaller and faster than a hash table.
 */
import type { Attribute } from './types.ts';

const none: readonly (string | Attribute)[] = [];

export class AttributeMap implements Iterable<readonly [string, Attribute]> {
  /** Name, attribute, name, attribute, ...; replaced, never changed, when an entry is added. */
  #entries: readonly (string | Attribute)[] = none;

  constructor(entries?: Iterable<readonly [string, Attribute]>) {
    if (entries === undefined) return;
    for (const [name, attribute] of entries) this.set(name, attribute);
  }

  get size(): number {
    return this.#entries.length / 2;
  }

  get(name: string): Attribute | undefined {
    const entries = this.#entries;
    for (let i = 0; i < entries.length; i += 2) {
      if (entries[i] !== name) continue;
      const attribute = entries[i + 1];
      return typeof attribute === 'string' ? undefined : attribute;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, attribute: Attribute): this {
    const entries = this.#entries;
    if (entries.length === 0) {
      this.#entries = [name, attribute];
      return this;
    }
    for (let i = 0; i < entries.length; i += 2) {
      if (entries[i] !== name) continue;
      this.#entries = entries.with(i + 1, attribute);
      return this;
    }
    // A copy of the exact size: a list that grows by itself has room to spare, in every operation.
    this.#entries = entries.concat(name, attribute);
    return this;
  }

  delete(name: string): boolean {
    const entries = this.#entries;
    for (let i = 0; i < entries.length; i += 2) {
      if (entries[i] !== name) continue;
      this.#entries = entries.toSpliced(i, 2);
      return true;
    }
    return false;
  }

  clear(): void {
    this.#entries = none;
  }

  *[Symbol.iterator](): Generator<readonly [string, Attribute], void, undefined> {
    const entries = this.#entries;
    for (let i = 0; i < entries.length; i += 2) {
      const name = entries[i];
      const attribute = entries[i + 1];
      if (typeof name !== 'string' || attribute === undefined || typeof attribute === 'string') {
        continue;
      }
      yield [name, attribute];
    }
  }

  *keys(): Generator<string, void, undefined> {
    for (const [name] of this) yield name;
  }

  entries(): Generator<readonly [string, Attribute], void, undefined> {
    return this[Symbol.iterator]();
  }
}

/**
 * The attributes of an operation by name, in the order they were set.
 *
 * Used like a `Map`. Most operations have none to three attributes, so a chain of entries is smaller and faster than a hash table.
 */
import type { Attribute } from './types.ts';

interface Entry {
  readonly name: string;
  attribute: Attribute;
  next: Entry | undefined;
}

export class AttributeMap implements Iterable<readonly [string, Attribute]> {
  #first: Entry | undefined = undefined;

  constructor(entries?: Iterable<readonly [string, Attribute]>) {
    if (entries === undefined) return;
    for (const [name, attribute] of entries) this.set(name, attribute);
  }

  get size(): number {
    let size = 0;
    for (let entry = this.#first; entry !== undefined; entry = entry.next) size++;
    return size;
  }

  get(name: string): Attribute | undefined {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) {
      if (entry.name === name) return entry.attribute;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, attribute: Attribute): this {
    let last: Entry | undefined;
    for (let entry = this.#first; entry !== undefined; entry = entry.next) {
      if (entry.name === name) {
        entry.attribute = attribute;
        return this;
      }
      last = entry;
    }
    const added: Entry = { name, attribute, next: undefined };
    if (last === undefined) this.#first = added;
    else last.next = added;
    return this;
  }

  /** An entry that is deleted while the entries are walked through still leads to the next. */
  delete(name: string): boolean {
    let last: Entry | undefined;
    for (let entry = this.#first; entry !== undefined; entry = entry.next) {
      if (entry.name === name) {
        if (last === undefined) this.#first = entry.next;
        else last.next = entry.next;
        return true;
      }
      last = entry;
    }
    return false;
  }

  clear(): void {
    this.#first = undefined;
  }

  *[Symbol.iterator](): Generator<readonly [string, Attribute], void, undefined> {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) {
      yield [entry.name, entry.attribute];
    }
  }

  *keys(): Generator<string, void, undefined> {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) yield entry.name;
  }

  entries(): Generator<readonly [string, Attribute], void, undefined> {
    return this[Symbol.iterator]();
  }
}

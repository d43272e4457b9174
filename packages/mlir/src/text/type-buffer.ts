/**
 * A list that is filled, read and filled again for every operation, without giving its memory back: the
 * types of an operation's results while the operation is read.
 */
import type { Type } from '../ir/types.ts';

export class TypeBuffer {
  readonly #items: Type[] = [];
  length = 0;

  push(type: Type): void {
    this.#items[this.length++] = type;
  }

  pushAll(types: readonly Type[]): void {
    for (const type of types) this.push(type);
  }

  at(index: number): Type | undefined {
    return index < this.length ? this.#items[index] : undefined;
  }

  slice(start: number, end: number): Type[] {
    return this.#items.slice(start, Math.min(end, this.length));
  }

  toArray(): Type[] {
    return this.slice(0, this.length);
  }
}

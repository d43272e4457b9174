/**
 * Which slot of a wave each SSA value is in: scalars and vectors have data slots with room for all lanes, memrefs slots of views.
 *
 *     %a = arith.addf ...        data slot 0, 1 element
 *     %v = vector.load %m[...]   data slot 1, 4 elements; %m is in memref slot 0
 */
import type { Value } from '../ir/ir.ts';
import { elementCount, isMemory } from './value-types.ts';

export class Slots {
  readonly #data = new Map<Value, number>();
  readonly #sizes: number[] = [];
  readonly #memrefs = new Map<Value, number>();
  #memrefCount = 0;
  #masks = 0;
  /** Memref slots of buffer arguments by their number. */
  readonly #bindings = new Map<number, number>();

  /** Elements per lane of each data slot. */
  get dataSizes(): readonly number[] {
    return this.#sizes;
  }

  get memrefCount(): number {
    return this.#memrefCount;
  }

  get bindings(): ReadonlyMap<number, number> {
    return this.#bindings;
  }

  newMask(): number {
    return this.#masks++;
  }

  newData(elements: number): number {
    return this.#sizes.push(elements) - 1;
  }

  newMemref(): number {
    return this.#memrefCount++;
  }

  /** The slot of a buffer argument; `isNew` is called with one that is made. */
  binding(index: number, isNew: (slot: number) => void): number {
    let slot = this.#bindings.get(index);
    if (slot === undefined) {
      slot = this.newMemref();
      this.#bindings.set(index, slot);
      isNew(slot);
    }
    return slot;
  }

  data(value: Value): number {
    let slot = this.#data.get(value);
    if (slot === undefined) {
      slot = this.newData(elementCount(value.type));
      this.#data.set(value, slot);
    }
    return slot;
  }

  memref(value: Value): number {
    let slot = this.#memrefs.get(value);
    if (slot === undefined) {
      slot = this.newMemref();
      this.#memrefs.set(value, slot);
    }
    return slot;
  }

  /** Lets a value be in a slot from here on. */
  rename(value: Value, slot: number): void {
    (isMemory(value.type) ? this.#memrefs : this.#data).set(value, slot);
  }
}

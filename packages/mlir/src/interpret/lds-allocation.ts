/**
 * Objects in the LDS of a workgroup, one after the other in the order of their allocations.
 *
 *     allocate(100)    byte 0
 *     allocate(64)     byte 112: the next multiple of 16
 */
import { type LdsObject, roundUp } from '@ldscope/core';

/** LLVM aligns LDS objects to at most this; so do we. */
const LDS_ALIGNMENT = 16;

export class LdsAllocation {
  #bytes = 0;
  readonly #objects: LdsObject[] = [];
  /** Offsets of workgroup globals by name. */
  readonly #globals = new Map<string, number>();

  get bytes(): number {
    return this.#bytes;
  }

  /** The objects so far. */
  get objects(): readonly LdsObject[] {
    return this.#objects;
  }

  /** Room for one object; every workgroup has one. A global by its name is allocated once. Gives its byte. */
  allocate(bytes: number, alignment = LDS_ALIGNMENT, global?: string): number {
    const known = global === undefined ? undefined : this.#globals.get(global);
    if (known !== undefined) return known;
    const offset = roundUp(this.#bytes, alignment);
    this.#bytes = offset + bytes;
    if (global !== undefined) this.#globals.set(global, offset);
    return offset;
  }

  /** Remembers what an object is called; a global may be met several times. */
  name(object: LdsObject): void {
    const { name, offset } = object;
    const known = this.#objects.some((one) => one.name === name && one.offset === offset);
    if (!known) this.#objects.push(object);
  }
}

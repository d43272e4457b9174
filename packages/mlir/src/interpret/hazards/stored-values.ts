/**
 * Whether the stores of an epoch give a byte different values. Waves that all write the same zeros do not race: a byte
 * that every store of the epoch gives the same value has that value in any order.
 */
import type { Touched } from '@ldscope/core';

export class StoredValues {
  readonly #bytes: number;
  // By byte; made when the first store comes.
  #values = new Uint8Array(0);
  /** 1 + the epoch of the last store. */
  #storedIn = new Int32Array(0);
  /** 1 + the last epoch in which stores differed. */
  #differedIn = new Int32Array(0);

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Forgets all stores. */
  clear(): void {
    this.#storedIn.fill(0);
    this.#differedIn.fill(0);
  }

  /** Takes what a store has left in the granules that it touched; without values, two stores may differ. */
  store(
    lds: Uint8Array | undefined,
    { granules, count }: Touched,
    shift: number,
    epoch: number,
  ): void {
    if (this.#values.length === 0) {
      this.#values = new Uint8Array(this.#bytes);
      this.#storedIn = new Int32Array(this.#bytes);
      this.#differedIn = new Int32Array(this.#bytes);
    }
    const [values, storedIn] = [this.#values, this.#storedIn];
    const size = 1 << shift;
    for (let i = 0; i < count; i++) {
      const begin = (granules[i] ?? 0) << shift;
      for (let byte = begin; byte < begin + size; byte++) {
        const value = lds?.[byte] ?? 0;
        const isAgain = storedIn[byte] === epoch + 1;
        if (isAgain && (lds === undefined || values[byte] !== value)) {
          this.#differedIn[byte] = epoch + 1;
        }
        storedIn[byte] = epoch + 1;
        values[byte] = value;
      }
    }
  }

  /** True where stores of this epoch to a granule differ, or may differ. */
  differs(granule: number, shift: number, epoch: number): boolean {
    const begin = granule << shift;
    for (let byte = begin; byte < begin + (1 << shift); byte++) {
      if (this.#differedIn[byte] === epoch + 1) return true;
    }
    return false;
  }
}

/**
 * Unknown words of memory: of shared memory, of the private memory of a warp's lanes, of variables of the module.
 *
 *     st.shared [%r1], %f1     the words of the lanes in which %f1 is unknown
 *     st.shared [%r2], %f1     %r2 unknown: any later read may get %f1
 */
import { SOURCES } from './labels.ts';

export class WordLabels {
  readonly #words = new Map<number, number>();
  /** Labels of stores that may have gone anywhere. */
  #everywhere = 0;

  /** No word has labels, whatever stores there were that may have gone anywhere. */
  get isEmpty(): boolean {
    return this.#words.size === 0;
  }

  /** The labels of bytes. */
  at(address: number, bytes: number): number {
    let labels = this.#everywhere;
    if (this.#words.size === 0) return labels;
    for (let word = Math.floor(address / 4); 4 * word < address + bytes; word++)
      labels |= this.#words.get(word) ?? 0;
    return labels;
  }

  /** Bytes are written. */
  put(address: number, bytes: number, labels: number): void {
    if (labels === 0 && this.#words.size === 0) return;
    for (let word = Math.floor(address / 4); 4 * word < address + bytes; word++) {
      // A part of a word leaves the rest as it was.
      const isWhole = 4 * word >= address && 4 * word + 4 <= address + bytes;
      if (!isWhole) this.#words.set(word, (this.#words.get(word) ?? 0) | labels);
      else if (labels === 0) this.#words.delete(word);
      else this.#words.set(word, labels);
    }
  }

  /** Something may have been written anywhere. */
  spread(labels: number): void {
    this.#everywhere |= labels & SOURCES;
  }

  clear(): void {
    this.#words.clear();
    this.#everywhere = 0;
  }
}

/** Bytes between the private memories of two lanes, in the addresses used here. */
const LANE_BYTES = 2 ** 26;

/** Private memory of the 32 lanes of a warp. */
export class LocalLabels {
  readonly #words = new WordLabels();

  at(lane: number, address: number, bytes: number): number {
    return this.#words.at(LANE_BYTES * lane + address, bytes);
  }

  put(lane: number, address: number, bytes: number, labels: number): void {
    this.#words.put(LANE_BYTES * lane + address, bytes, labels);
  }

  spread(labels: number): void {
    this.#words.spread(labels);
  }
}

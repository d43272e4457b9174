/**
 * The names of what is unknown, one bit each, so that a value's origins are a word.
 *
 *     argument n -> bit 0      the memory behind argument a -> bit 1      n + a[0] -> 3
 *
 * Names beyond the bits share the last one; a few of them are kept to be shown.
 */

/** Names that are kept though they share the last bit. */
const KEPT_BEYOND = 4;
/** Names that a message shows. */
const MOST_SHOWN = 3;

export class Sources {
  readonly #labels: string[] = [];
  readonly #indices = new Map<string, number>();
  readonly #lastBit: number;

  /** `bits`: how many bits of a word name sources, from the lowest on; the others are left to the caller. */
  constructor(bits = 32) {
    this.#lastBit = bits - 1;
  }

  /** The bit of a name. */
  bit(label: string): number {
    let index = this.#indices.get(label);
    if (index === undefined) {
      index = this.#indices.size;
      this.#indices.set(label, index);
      if (index < this.#lastBit + KEPT_BEYOND) this.#labels.push(label);
    }
    return (1 << Math.min(index, this.#lastBit)) >>> 0;
  }

  /** The names of bits, some of them where they are many. */
  describe(labels: number): string {
    const named = this.#labels.filter(
      (_, index) => ((labels >>> Math.min(index, this.#lastBit)) & 1) === 1,
    );
    const shown = named.slice(0, MOST_SHOWN).join(', ');
    return named.length > MOST_SHOWN ? `${shown} and others` : shown;
  }
}

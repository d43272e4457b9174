/**
 * Bits that are read from the last byte to the first, as Zstandard's entropy coders write them.
 *
 *     byte 0   byte 1   0001xxxx     the highest one of the last byte ends the stream; then come the x
 */
export class ReverseBits {
  readonly #bytes: Uint8Array;
  /** Bits that are left; below zero once more were taken than there were. */
  #left: number;

  private constructor(bytes: Uint8Array, left: number) {
    this.#bytes = bytes;
    this.#left = left;
  }

  /** The stream of these bytes; `undefined` where nothing ends it. */
  static of(bytes: Uint8Array): ReverseBits | undefined {
    const last = bytes.at(-1) ?? 0;
    return last === 0
      ? undefined
      : new ReverseBits(bytes, 8 * bytes.length - Math.clz32(last) + 23);
  }

  get left(): number {
    return this.#left;
  }

  /** The next bits, 31 at most; zeros before the first byte. */
  take(count: number): number {
    if (count > 24) return this.take(count - 16) * 65_536 + this.take(16);
    this.#left -= count;
    const from = this.#left;
    return (this.#at(from >> 3) >>> (from & 7)) & ((1 << count) - 1);
  }

  #at(byte: number): number {
    const bytes = this.#bytes;
    return (
      (bytes[byte] ?? 0) |
      ((bytes[byte + 1] ?? 0) << 8) |
      ((bytes[byte + 2] ?? 0) << 16) |
      ((bytes[byte + 3] ?? 0) << 24)
    );
  }
}

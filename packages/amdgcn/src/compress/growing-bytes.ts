/**
 * Bytes that a decompressor writes, up to a limit: a small file may claim, or make, more than a machine has.
 *
 * Room is made as it is needed, so that a header with a wrong size costs nothing.
 */
const FIRST_ROOM = 65_536;

export class GrowingBytes {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.min(limit, FIRST_ROOM));
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far, without a copy. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Makes room for `count` more bytes; false where that exceeds the limit. */
  reserve(count: number): boolean {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return true;
    if (needed > this.#limit) return false;
    const grown = new Uint8Array(Math.min(this.#limit, 2 * needed));
    grown.set(this.written);
    this.#bytes = grown;
    return true;
  }

  /** Writes a byte; room for it was made before. */
  push(value: number): void {
    this.#bytes[this.#length++] = value;
  }

  append(bytes: Uint8Array): boolean {
    if (!this.reserve(bytes.length)) return false;
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return true;
  }

  appendRun(value: number, count: number): boolean {
    if (!this.reserve(count)) return false;
    this.#bytes.fill(value, this.#length, this.#length + count);
    this.#length += count;
    return true;
  }

  /**
   * Repeats `count` bytes from `distance` before the end on; where these reach past the end, they include bytes written by
   * this call.
   */
  repeat(distance: number, count: number): boolean {
    if (distance < 1 || distance > this.#length || !this.reserve(count)) return false;
    const bytes = this.#bytes;
    const from = this.#length - distance;
    if (distance >= count) bytes.copyWithin(this.#length, from, from + count);
    else for (let i = 0; i < count; i++) bytes[this.#length + i] = bytes[from + i] ?? 0;
    this.#length += count;
    return true;
  }
}

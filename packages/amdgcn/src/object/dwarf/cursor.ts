/**
 * Reads a section of debug information from front to end. A read past the end sets `failed` and gives 0, so that readers
 * check once, behind a unit, and never loop on it.
 */
import { decodeUtf8 } from '../../text/utf8.ts';

export class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  at: number;
  failed = false;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
    this.#end = Math.min(end, bytes.length);
    if (at < 0 || at > this.#end) this.failed = true;
  }

  get atEnd(): boolean {
    return this.failed || this.at >= this.#end;
  }

  /** Moves over bytes; returns where they began. */
  skip(count: number): number {
    const start = this.at;
    if (this.failed || count < 0 || start + count > this.#end) this.failed = true;
    else this.at += count;
    return start;
  }

  /** An unsigned number of 1, 2, 3, 4 or 8 bytes; above 2^53 it is rounded, which no offset or line is. */
  unsigned(size: number): number {
    const start = this.skip(size);
    if (this.failed) return 0;
    let value = 0;
    for (let i = size - 1; i >= 0; i--) value = value * 256 + (this.#bytes[start + i] ?? 0);
    return value;
  }

  signedByte(): number {
    const start = this.skip(1);
    return this.failed ? 0 : this.#view.getInt8(start);
  }

  /** LEB128; one that does not fit a double fails. */
  uleb(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.unsigned(1);
      value += (byte & 127) * factor;
      if (byte < 128) return this.#whole(value);
    }
  }

  sleb(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.unsigned(1);
      value += (byte & 127) * factor;
      if (byte < 128) return this.#whole((byte & 64) === 0 ? value : value - factor * 128);
    }
  }

  #whole(value: number): number {
    if (Number.isSafeInteger(value)) return value;
    this.failed = true;
    return 0;
  }

  /** A text that ends with a zero. */
  text(): string {
    const start = this.at;
    const end = this.failed ? -1 : this.#bytes.indexOf(0, start);
    if (end < 0 || end >= this.#end) {
      this.failed = true;
      return '';
    }
    this.at = end + 1;
    return decodeUtf8(this.#bytes.subarray(start, end));
  }

  /** The length of a unit, in the form of 32 or of 64 bits, and where the unit ends. */
  unit(): { readonly offsetSize: 4 | 8; readonly end: number } {
    const first = this.unsigned(4);
    const offsetSize = first === 0xffff_ffff ? 8 : 4;
    const length = offsetSize === 8 ? this.unsigned(8) : first;
    return { offsetSize, end: this.at + length };
  }
}

/**
 * A long text while it grows, as bytes: the strings of a listing of a million lines would cost more than making it.
 *
 *     text.add('\ts_nop 0'); text.padTo(column); text.hexadecimal(0xbf800000, 8); text.toString()
 */
import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts';

const DIGITS = encodeUtf8('0123456789ABCDEF');
const BLANK = 0x20;

export class TextBytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** How long the text is, in bytes. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    // A character of UTF-16 has three bytes at most.
    this.#reserve(3 * text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        const rest = encodeUtf8(text.slice(i));
        bytes.set(rest, at);
        this.#length = at + rest.length;
        return;
      }
      bytes[at++] = code;
    }
    this.#length = at;
  }

  /** Adds blanks up to a length. */
  padTo(length: number): void {
    const count = length - this.#length;
    if (count <= 0) return;
    this.#reserve(count);
    this.#bytes.fill(BLANK, this.#length, length);
    this.#length = length;
  }

  /** Adds a number below 2 ** 53 with a given number of digits. */
  hexadecimal(value: number, digits: number): void {
    this.#reserve(digits);
    let rest = value;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      this.#bytes[at] = DIGITS[rest % 16] ?? BLANK;
      rest = Math.floor(rest / 16);
    }
    this.#length += digits;
  }

  toString(): string {
    return decodeUtf8(this.#bytes.subarray(0, this.#length));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + count));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

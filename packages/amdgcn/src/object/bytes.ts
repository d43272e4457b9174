/**
 * Reads numbers from bytes that may end anywhere: a missing number is `undefined`, never an exception. All formats here are
 * little-endian.
 */
import { decodeUtf8 } from '../text/utf8.ts';

export class Bytes {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** True when `size` bytes are there from `offset`. */
  has(offset: number, size: number): boolean {
    return offset >= 0 && size >= 0 && offset + size <= this.length;
  }

  u8(offset: number): number | undefined {
    return this.bytes[offset];
  }

  u16(offset: number): number | undefined {
    return this.has(offset, 2) ? this.#view.getUint16(offset, true) : undefined;
  }

  u32(offset: number): number | undefined {
    return this.has(offset, 4) ? this.#view.getUint32(offset, true) : undefined;
  }

  /** A 64-bit number; those above 2^53 are `undefined`, since no offset or size is that large. */
  u64(offset: number): number | undefined {
    const value = this.i64(offset);
    if (value === undefined) return undefined;
    const number = Number(BigInt.asUintN(64, value));
    return Number.isSafeInteger(number) ? number : undefined;
  }

  i64(offset: number): bigint | undefined {
    return this.has(offset, 8) ? this.#view.getBigInt64(offset, true) : undefined;
  }

  /** A part, without a copy. */
  slice(offset: number, size: number): Uint8Array | undefined {
    return this.has(offset, size) ? this.bytes.subarray(offset, offset + size) : undefined;
  }

  /** The text up to a zero byte; `undefined` when there is none. */
  text(offset: number): string | undefined {
    if (!this.has(offset, 1)) return undefined;
    const end = this.bytes.indexOf(0, offset);
    return end < 0 ? undefined : decodeUtf8(this.bytes.subarray(offset, end));
  }
}

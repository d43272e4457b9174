/**
 * MessagePack, as the metadata note of a code object has it: maps, lists, text, numbers, truth, nothing.
 *
 *     82 a4 2e6e6d65 01 ...      a map of two: ".nme" -> 1, ...
 *
 * Source: github.com/msgpack/msgpack, spec.md.
 */
import { nestingLimit } from '../text/limits.ts';
import type { Document } from '../text/document.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { Bytes } from './bytes.ts';

/** Reads one value; `undefined` when the bytes are none, or end too early. */
export function decodeMessagePack(bytes: Uint8Array): { readonly document: Document } | undefined {
  const reader = new Reader(bytes);
  const document = reader.value(0);
  return reader.ok ? { document } : undefined;
}

class Reader {
  readonly #bytes: Bytes;
  #at = 0;
  ok = true;

  constructor(bytes: Uint8Array) {
    this.#bytes = new Bytes(bytes);
  }

  #fail(): undefined {
    this.ok = false;
    return undefined;
  }

  /** An unsigned number of 1, 2 or 4 bytes, most significant first. */
  #size(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const byte = this.#bytes.u8(this.#at++);
      if (byte === undefined) {
        this.#fail();
        return 0;
      }
      value = value * 256 + byte;
    }
    return value;
  }

  #part(size: number): Uint8Array {
    const part = this.#bytes.slice(this.#at, size);
    this.#at += size;
    if (part === undefined) this.#fail();
    return part ?? new Uint8Array();
  }

  #text(size: number): string {
    return decodeUtf8(this.#part(size));
  }

  #unsigned(count: number): bigint {
    let value = 0n;
    for (const byte of this.#part(count)) value = (value << 8n) | BigInt(byte);
    return value;
  }

  #number(count: number, signed: boolean): Document {
    const value = this.#unsigned(count);
    const number = signed ? BigInt.asIntN(8 * count, value) : value;
    const small = Number(number);
    return Number.isSafeInteger(small) ? small : number;
  }

  #float(count: 4 | 8): Document {
    const part = this.#part(count);
    if (!this.ok) return undefined;
    const view = new DataView(part.buffer, part.byteOffset, count);
    return count === 4 ? view.getFloat32(0) : view.getFloat64(0);
  }

  #list(size: number, depth: number): Document {
    const list: Document[] = [];
    for (let i = 0; i < size && this.ok; i++) list.push(this.value(depth + 1));
    return list;
  }

  #map(size: number, depth: number): Document {
    const map = new Map<string, Document>();
    for (let i = 0; i < size && this.ok; i++) {
      const key = this.value(depth + 1);
      const name = typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
      const value = this.value(depth + 1);
      if (name === undefined) return this.#fail();
      map.set(name, value);
    }
    return map;
  }

  value(depth: number): Document {
    const first = this.#bytes.u8(this.#at++);
    if (first === undefined || depth > nestingLimit) return this.#fail();
    if (first < 0x80) return first;
    if (first < 0x90) return this.#map(first & 15, depth);
    if (first < 0xa0) return this.#list(first & 15, depth);
    if (first < 0xc0) return this.#text(first & 31);
    if (first >= 0xe0) return first - 256;
    switch (first) {
      case 0xc0:
        return undefined;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xd9:
        return this.#text(this.#size(1));
      case 0xc5:
      case 0xda:
        return this.#text(this.#size(2));
      case 0xc6:
      case 0xdb:
        return this.#text(this.#size(4));
      case 0xca:
        return this.#float(4);
      case 0xcb:
        return this.#float(8);
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return this.#number(1 << (first - 0xcc), false);
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return this.#number(1 << (first - 0xd0), true);
      case 0xdc:
        return this.#list(this.#size(2), depth);
      case 0xdd:
        return this.#list(this.#size(4), depth);
      case 0xde:
        return this.#map(this.#size(2), depth);
      case 0xdf:
        return this.#map(this.#size(4), depth);
      default:
        return this.#fail();
    }
  }
}

/**
 * Unpacks zlib's format.
 *
 *     78 9c  (blocks of DEFLATE)  Adler-32 of the contents
 *
 * A block is stored, or has literals and repetitions in Huffman codes, fixed ones or its own. Source: RFC 1950, RFC 1951.
 */
import { greatestOf } from '@ldscope/core';
import { GrowingBytes } from './growing-bytes.ts';

/** The contents; `undefined` where they are damaged or longer than `limit` bytes. */
export function inflateZlib(bytes: Uint8Array, limit: number): Uint8Array | undefined {
  const [method = 0, flags = 0] = bytes;
  // Method 8, no dictionary.
  if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0)
    return undefined;
  const bits = new ForwardBits(bytes, 2);
  const output = new GrowingBytes(limit);
  for (let isLast = false; !isLast;) {
    isLast = bits.take(1) === 1;
    if (!readBlock(bits, output) || bits.isOver) return undefined;
  }
  bits.alignToByte();
  const checksum = bits.take(16) * 65_536 + bits.take(16);
  return !bits.isOver && swapped(checksum) === adler32(output.written) ? output.written : undefined;
}

/** The checksum is big-endian; its halves were taken little-endian, the first on top. */
const swapped = (value: number): number => {
  const [high, low] = [value >>> 16, value & 65_535];
  const swap = (half: number): number => ((half & 255) << 8) | (half >>> 8);
  return swap(high) * 65_536 + swap(low);
};

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  // As many bytes as 32 bits hold the sums of.
  for (let at = 0; at < bytes.length; at += 3800) {
    for (const byte of bytes.subarray(at, at + 3800)) {
      a += byte;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return b * 65_536 + a;
}

/** Bits from the lowest of each byte on; zeros behind the end. */
class ForwardBits {
  readonly #bytes: Uint8Array;
  #next: number;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#next = start;
  }

  /** True once bits were taken that the bytes do not have. */
  get isOver(): boolean {
    return this.#next - (this.#count >> 3) > this.#bytes.length;
  }

  /** The next bits without taking them, 16 at most. */
  peek(count: number): number {
    while (this.#count < count) {
      this.#held |= (this.#bytes[this.#next++] ?? 0) << this.#count;
      this.#count += 8;
    }
    return this.#held & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#held >>>= count;
    this.#count -= count;
  }

  take(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  alignToByte(): void {
    this.skip(this.#count & 7);
  }
}

function readBlock(bits: ForwardBits, output: GrowingBytes): boolean {
  switch (bits.take(2)) {
    case 0:
      return readStored(bits, output);
    case 1:
      return readCodes(bits, output, FIXED_LITERALS(), FIXED_DISTANCES());
    case 2: {
      const codes = readOwnCodes(bits);
      return codes !== undefined && readCodes(bits, output, ...codes);
    }
    default:
      return false;
  }
}

function readStored(bits: ForwardBits, output: GrowingBytes): boolean {
  bits.alignToByte();
  const length = bits.take(16);
  if (bits.take(16) !== (length ^ 0xffff) || !output.reserve(length)) return false;
  for (let i = 0; i < length && !bits.isOver; i++) output.push(bits.take(8));
  return true;
}

/** A Huffman code: by the next `width` bits, 16 times the symbol plus the length of its code; 0 for none. */
interface Code {
  readonly width: number;
  readonly table: Uint16Array;
}

const MOST_WIDTH = 15;

/** The code with these lengths by symbol; `undefined` where they are more than a code has room for. */
function codeOf(lengths: readonly number[]): Code | undefined {
  const width = Math.max(1, greatestOf(lengths));
  const counts = run(0, MOST_WIDTH + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  const next: number[] = [0, 0];
  for (let length = 1, code = 0; length <= width; length++) {
    next[length] = code;
    code = (code + (counts[length] ?? 0)) << 1;
    if (code > 2 << length) return undefined;
  }
  const table = new Uint16Array(1 << width);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    for (let at = reversed(code, length); at < table.length; at += 1 << length)
      table[at] = symbol * 16 + length;
  }
  return { width, table };
}

function reversed(code: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value |= ((code >> i) & 1) << (length - 1 - i);
  return value;
}

/** The next symbol; -1 where the bits are none. */
function symbolIn(bits: ForwardBits, { width, table }: Code): number {
  const entry = table[bits.peek(width)] ?? 0;
  bits.skip(entry & 15);
  return entry === 0 ? -1 : entry >> 4;
}

const run = (value: number, count: number): number[] => Array.from({ length: count }, () => value);
const emptyCode: Code = { width: 1, table: new Uint16Array(2) };
const FIXED_LITERALS = (): Code =>
  codeOf([...run(8, 144), ...run(9, 112), ...run(7, 24), ...run(8, 8)]) ?? emptyCode;
const FIXED_DISTANCES = (): Code => codeOf(run(5, 30)) ?? emptyCode;

/** The order in which a block has the lengths of the code of its lengths. */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes for literals and lengths, and for distances, that a block has of its own. */
function readOwnCodes(bits: ForwardBits): [Code, Code] | undefined {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const given = bits.take(4) + 4;
  const ofLengths = run(0, 19);
  for (const symbol of LENGTHS_ORDER.slice(0, given)) ofLengths[symbol] = bits.take(3);
  const code = codeOf(ofLengths);
  if (code === undefined) return undefined;
  const lengths: number[] = [];
  while (lengths.length < literals + distances) {
    const symbol = symbolIn(bits, code);
    if (symbol < 0) return undefined;
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) {
      const before = lengths.at(-1);
      if (before === undefined) return undefined;
      lengths.push(...run(before, 3 + bits.take(2)));
    } else lengths.push(...run(0, symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)));
  }
  if (lengths.length > literals + distances) return undefined;
  const literalCode = codeOf(lengths.slice(0, literals));
  const distanceCode = codeOf(lengths.slice(literals));
  return literalCode && distanceCode && [literalCode, distanceCode];
}

/** By symbol from 257 on: the least length, and how many bits are added to it. */
const LENGTH_BASES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
];
const LENGTH_BITS = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const MOST_DISTANCE_SYMBOL = 29;

function readCodes(
  bits: ForwardBits,
  output: GrowingBytes,
  literals: Code,
  distances: Code,
): boolean {
  for (;;) {
    const symbol = symbolIn(bits, literals);
    if (symbol < 0 || bits.isOver) return false;
    if (symbol === 256) return true;
    if (symbol < 256) {
      if (!output.reserve(1)) return false;
      output.push(symbol);
      continue;
    }
    const base = LENGTH_BASES[symbol - 257];
    if (base === undefined) return false;
    const length = base + bits.take(LENGTH_BITS[symbol - 257] ?? 0);
    const place = symbolIn(bits, distances);
    if (place < 0 || place > MOST_DISTANCE_SYMBOL) return false;
    // From 4 on two symbols have the same number of bits more.
    const more = Math.max(0, (place >> 1) - 1);
    const distance = (place < 2 ? place : (2 + (place & 1)) << more) + 1 + bits.take(more);
    if (!output.repeat(distance, length)) return false;
  }
}

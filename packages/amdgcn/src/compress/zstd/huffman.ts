/**
 * Huffman codes of literals, described by weights: a symbol of weight w has a code of `bits + 1 - w` bits.
 * Source: RFC 8878, 4.2.
 */
import { greatestOf } from '@ldscope/core';
import type { GrowingBytes } from '../growing-bytes.ts';
import { nextState, readFseTable } from './fse-table.ts';
import { ReverseBits } from './reverse-bits.ts';

/** By the next `bits` bits: 16 times the symbol plus the length of its code. */
export interface HuffmanTable {
  readonly bits: number;
  readonly entries: Uint16Array;
}

const MOST_BITS = 11;
const MOST_SYMBOLS = 256;
const WEIGHT_TABLE = { mostSymbol: 15, mostBits: 6 };

/** Reads the description of a code; `used` is its size in bytes. */
export function readHuffmanTable(
  bytes: Uint8Array,
): { readonly table: HuffmanTable; readonly used: number } | undefined {
  const [head = 0] = bytes;
  const isPacked = head < 128;
  const size = isPacked ? head : Math.ceil((head - 127) / 2);
  const body = bytes.subarray(1, 1 + size);
  if (body.length < size) return undefined;
  const weights = isPacked ? packedWeights(body) : plainWeights(body, head - 127);
  const table = weights && tableOf(weights);
  return table && { table, used: 1 + size };
}

/** Weights of four bits, the first on top of its byte. */
function plainWeights(bytes: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const byte = bytes[i >> 1] ?? 0;
    return i % 2 === 0 ? byte >> 4 : byte & 15;
  });
}

/** Weights that two states of one table give in turns, until the bits are used up. */
function packedWeights(bytes: Uint8Array): number[] | undefined {
  const read = readFseTable(bytes, WEIGHT_TABLE);
  if (read === undefined) return undefined;
  const { table, used } = read;
  const stream = ReverseBits.of(bytes.subarray(used));
  if (stream === undefined) return undefined;
  const weights: number[] = [];
  let state = stream.take(table.stateBits);
  let other = stream.take(table.stateBits);
  while (weights.length < MOST_SYMBOLS) {
    weights.push(table.symbols[state] ?? 0);
    const next = nextState(table, state, stream);
    if (stream.left < 0) return [...weights, table.symbols[other] ?? 0];
    [state, other] = [other, next];
  }
  return undefined;
}

/** The code; the weight of the last symbol is not written: it is what completes a power of two. */
function tableOf(weights: readonly number[]): HuffmanTable | undefined {
  const sum = weights.reduce((all, weight) => all + (weight > 0 ? 2 ** (weight - 1) : 0), 0);
  if (sum === 0 || weights.length >= MOST_SYMBOLS || greatestOf(weights) > MOST_BITS)
    return undefined;
  const bits = 32 - Math.clz32(sum);
  const rest = 2 ** bits - sum;
  if (bits > MOST_BITS || (rest & (rest - 1)) !== 0) return undefined;
  const all = [...weights, 32 - Math.clz32(rest)];
  const entries = new Uint16Array(1 << bits);
  let at = 0;
  for (let weight = 1; weight <= bits; weight++) {
    for (const [symbol, own] of all.entries()) {
      if (own !== weight) continue;
      const end = at + (1 << (weight - 1));
      entries.fill(symbol * 16 + bits + 1 - weight, at, end);
      at = end;
    }
  }
  return { bits, entries };
}

/** Decodes one stream of `count` symbols, which has to use up its bits. */
export function decodeHuffman(
  { bits, entries }: HuffmanTable,
  bytes: Uint8Array,
  count: number,
  output: GrowingBytes,
): boolean {
  const stream = ReverseBits.of(bytes);
  if (stream === undefined || !output.reserve(count)) return false;
  const mask = (1 << bits) - 1;
  let state = stream.take(bits);
  for (let i = 0; i < count; i++) {
    const entry = entries[state] ?? 0;
    output.push(entry >> 4);
    const length = entry & 15;
    state = ((state << length) & mask) | stream.take(length);
  }
  return stream.left === -bits;
}

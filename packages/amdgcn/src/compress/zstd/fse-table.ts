/**
 * Tables of finite state entropy coding: a state has a symbol, and the next state is a base plus some bits of the stream.
 *
 *     state 5: symbol 2, next 8 + 2 bits
 *
 * Source: RFC 8878, 4.1.
 */
import type { ReverseBits } from './reverse-bits.ts';

export interface FseTable {
  /** Bits of a state. */
  readonly stateBits: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

/** The table of one symbol, which takes no bits. */
export function oneSymbolTable(symbol: number): FseTable {
  return {
    stateBits: 0,
    symbols: Uint8Array.of(symbol),
    bits: new Uint8Array(1),
    bases: new Uint16Array(1),
  };
}

/** The table of a distribution: states of 2^`stateBits` by symbol, -1 for less than one; `undefined` where it does not fill them. */
export function fseTable(counts: readonly number[], stateBits: number): FseTable | undefined {
  const size = 1 << stateBits;
  const symbols = new Uint8Array(size);
  const next = counts.map((count) => (count < 0 ? 1 : count));
  if (next.reduce((sum, count) => sum + count, 0) !== size) return undefined;
  let high = size;
  for (const [symbol, count] of counts.entries()) if (count < 0) symbols[--high] = symbol;
  const step = (size >> 1) + (size >> 3) + 3;
  let place = 0;
  for (const [symbol, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      symbols[place] = symbol;
      do place = (place + step) & (size - 1);
      while (place >= high);
    }
  }
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (const [state, symbol] of symbols.entries()) {
    const number = next[symbol] ?? 1;
    next[symbol] = number + 1;
    const width = stateBits - (31 - Math.clz32(number));
    bits[state] = width;
    bases[state] = (number << width) - size;
  }
  return { stateBits, symbols, bits, bases };
}

/** The state behind a state. */
export function nextState(table: FseTable, state: number, stream: ReverseBits): number {
  return (table.bases[state] ?? 0) + stream.take(table.bits[state] ?? 0);
}

/** Reads the description of a table; `used` is its size in bytes. */
export function readFseTable(
  bytes: Uint8Array,
  { mostSymbol, mostBits }: { readonly mostSymbol: number; readonly mostBits: number },
): { readonly table: FseTable; readonly used: number } | undefined {
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) value |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << i;
    return value;
  };
  const stateBits = take(4) + 5;
  if (stateBits > mostBits) return undefined;
  const counts: number[] = [];
  for (let rest = 1 << stateBits; rest > 0;) {
    if (counts.length > mostSymbol || at > 8 * bytes.length) return undefined;
    // A value up to rest + 1; the small ones have a bit less.
    const width = 32 - Math.clz32(rest + 1);
    const low = (1 << (width - 1)) - 1;
    const short = (1 << width) - 2 - rest;
    let value = take(width - 1);
    if (value >= short) {
      value |= take(1) << (width - 1);
      if (value > low) value -= short;
    }
    const count = value - 1;
    rest -= Math.abs(count);
    counts.push(count);
    if (count !== 0) continue;
    for (let more = 3; more === 3;) {
      more = take(2);
      if (counts.length + more > mostSymbol + 1 || at > 8 * bytes.length) return undefined;
      for (let i = 0; i < more; i++) counts.push(0);
    }
  }
  const used = Math.ceil(at / 8);
  const table = used > bytes.length ? undefined : fseTable(counts, stateBits);
  return table && { table, used };
}

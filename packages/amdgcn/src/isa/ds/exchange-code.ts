/**
 * The exchange of a transposing read in WebAssembly, where elements are whole bytes: each vector of four lanes is shuffled
 * from the vectors of its group of 16 lanes that hold its bytes.
 */
import { type Code, get, i8x16, type ModuleFunction, set, v128 } from '@ldscope/core/wasm';
import type { Exchange } from './transposing.ts';

const REGISTER = 256;
const GROUPS = [0, 1, 2, 3];
/** Vectors of four lanes in a register of a group. */
const VECTORS = 4;
const BYTES = 16;

/** A byte of a group: the number of its vector, counted through the registers, and its position there. */
type Place = readonly [vector: number, byte: number];

/** Where the bytes of the vectors of a group come from; `undefined` where elements are not whole bytes or leave their group. */
function sourcesOf(
  { from, fromBit, to, toBit, mask }: Exchange,
  group: number,
): Place[][] | undefined {
  const bytes = Math.log2(mask + 1) / 8;
  if (!Number.isInteger(bytes)) return undefined;
  const vectors: Place[][] = [];
  const placeOf = (word: number, bit: number): Place => {
    const [register, lane] = [word >> 6, word & 15];
    return [VECTORS * register + (lane >> 2), 4 * (lane & 3) + (bit >> 3)];
  };
  for (const [n, target] of to.entries()) {
    if ((target & 63) >> 4 !== group) continue;
    const source = from[n] ?? 0;
    if ((source & 63) >> 4 !== group) return undefined;
    const [vector, byte] = placeOf(target, toBit[n] ?? 0);
    const [fromVector, fromByte] = placeOf(source, fromBit[n] ?? 0);
    const places = (vectors[vector] ??= []);
    for (let i = 0; i < bytes; i++) places[byte + i] = [fromVector, fromByte + i];
  }
  return vectors;
}

/** A vector from the bytes of others, which are in locals from `first` on. */
function shuffled(places: readonly Place[], first: number): Code {
  const [start = 0, ...others] = new Set(places.map(([vector]) => vector));
  const own = places.map(([vector, byte]) => (vector === start ? byte : 0));
  const begin = i8x16.shuffle(get(first + start), get(first + start), own);
  return others.reduce<Code>((made, other) => {
    const bytes = places.map(([vector, byte], index) => (vector === other ? BYTES + byte : index));
    return i8x16.shuffle(made, get(first + other), bytes);
  }, begin);
}

/** `(registers)`: exchanges in place; `undefined` where TypeScript has to. */
export function exchangeFunction(exchange: Exchange, words: number): ModuleFunction | undefined {
  const count = VECTORS * words;
  const at = (vector: number, group: number): number =>
    REGISTER * Math.floor(vector / VECTORS) + BYTES * (VECTORS * group + (vector % VECTORS));
  const body: number[] = [];
  for (const group of GROUPS) {
    const vectors = sourcesOf(exchange, group);
    if (vectors === undefined) return undefined;
    for (let vector = 0; vector < count; vector++)
      body.push(...set(1 + vector, v128.load(get(0), at(vector, group))));
    for (const [vector, places] of vectors.entries())
      body.push(...v128.store(get(0), shuffled(places, 1), at(vector, group)));
  }
  const locals = Array.from({ length: count }, () => 'v128' as const);
  return { name: 'exchange', parameters: 1, locals, body };
}

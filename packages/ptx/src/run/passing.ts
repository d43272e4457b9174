/**
 * Arguments and results of calls: from variables in frames, registers and constants to variables and registers.
 *
 *     call (%r1), f, (%r2, p, 4);     .func (.reg .u32 out) f(.reg .u32 a, .param .b32 b, .param .b32 c)
 *
 * All values are taken before the first is given, since a function that calls itself passes its own parameters on.
 * Source: PTX ISA 9.0, 7.1 (abstract function calls).
 */
import { wordOf } from '../isa/exchange.ts';
import type { Source } from '../isa/generate.ts';
import type { Warp } from '@ldscope/simt';
import { bitsOf, bytesOf } from '../text/types.ts';

/** Where a value that is passed is: in the frame of a function from `at` on, in a register, or a constant. */
export type Passed =
  | { readonly kind: 'frame'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'value'; readonly source: Source };

/** Copies values from places of one frame to those of another, in order; `base`s are where the frames begin. */
export function pass(
  warp: Warp,
  mask: number,
  from: readonly Passed[],
  fromBase: number,
  to: readonly Passed[],
  toBase: number,
): void {
  const values = takeValues(warp, mask, from, fromBase);
  giveValues(warp, mask, values, to, toBase);
}

/** The values at places, as bytes: those of lane 0, of lane 1, and so on. */
export function takeValues(
  warp: Warp,
  mask: number,
  places: readonly Passed[],
  base: number,
): Uint8Array[] {
  return places.map((place) => {
    const size = sizeOf(place);
    const data = new Uint8Array(32 * size);
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      if (place.kind === 'frame') {
        const at = lane * warp.localBytes + base + place.at;
        data.set(warp.local.subarray(at, at + size), lane * size);
        continue;
      }
      const { source } = place;
      let word = wordOf(source, warp, lane);
      for (let byte = 0; byte < size; byte++) {
        if (byte > 0 && byte % 4 === 0) word = furtherWord(source, warp, lane, byte / 4);
        data[lane * size + byte] = word >>> (8 * (byte % 4));
      }
    }
    return data;
  });
}

/** Writes values to places; excess bytes of a place become 0. */
export function giveValues(
  warp: Warp,
  mask: number,
  values: readonly Uint8Array[],
  places: readonly Passed[],
  base: number,
): void {
  for (const [index, place] of places.entries()) {
    const data = values[index];
    if (data === undefined) continue;
    const [given, size] = [data.length / 32, sizeOf(place)];
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const value = data.subarray(lane * given, lane * given + Math.min(given, size));
      if (place.kind === 'frame') {
        const at = lane * warp.localBytes + base + place.at;
        warp.local.fill(0, at, at + size);
        warp.local.set(value, at);
      } else if (place.source.kind === 'register') giveRegister(warp, lane, place.source, value);
    }
  }
}

type Register = Source & { readonly kind: 'register' };

function giveRegister(
  warp: Warp,
  lane: number,
  { offset, type }: Register,
  value: Uint8Array,
): void {
  if (type === 'pred') {
    const bit = value[0] === 0 ? 0 : 1 << lane;
    warp.i[offset] = ((warp.i[offset] ?? 0) & ~(1 << lane)) | bit;
    return;
  }
  const words = Math.max(1, bitsOf(type) / 32);
  for (let word = 0; word < words; word++) {
    let bits = 0;
    for (let byte = 3; byte >= 0; byte--) bits = (bits << 8) | (value[4 * word + byte] ?? 0);
    warp.i[offset + words * lane + word] = bits;
  }
}

/** A word of a wide source behind its first. */
function furtherWord(source: Source, { i }: Warp, lane: number, word: number): number {
  if (source.kind === 'constant') return word === 1 ? source.high : 0;
  return i[source.offset + (bitsOf(source.type) / 32) * lane + word] ?? 0;
}

function sizeOf(place: Passed): number {
  if (place.kind === 'frame') return place.bytes;
  return place.source.kind === 'constant' ? 8 : bytesOf(place.source.type);
}

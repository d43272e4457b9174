/**
 * Bytes in fewer bytes, for links: an arithmetic coder over the predictions of a model that has read a text of the common
 * words before.
 *
 *     length (a varint), check (3 bytes), code
 *
 * The code is a function of the bytes alone, in every browser. Any change here requires a new version of links.
 *
 * LIMITATIONS. At most 300,000 bytes: unpacking takes a second or two for this size, and links are untrusted. The page stays
 * responsive meanwhile.
 */
import { roundUp } from '@ldscope/core';
import { BitModel } from './model.ts';
import { primer } from './primer.ts';

/** Longer texts are packed another way. */
export const MOST_COMPACT = 300_000;

const primed = new TextEncoder().encode(primer);

/** A model that knows the common words. */
function readyModel(length: number): BitModel {
  const model = new BitModel(primed.length + length + 1);
  for (const byte of primed)
    for (let shift = 7; shift >= 0; shift--) model.tell(((byte >> shift) & 1) === 1 ? 1 : 0);
  return model;
}

/** Bytes after which others on the same thread have their turn. */
const TURN = 4096;

const othersTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Where a range is cut: never at its ends. */
const cut = (low: number, high: number, probability: number): number =>
  low + Math.floor(((high - low) * probability) / 4096);

/** Packs bytes; `undefined` for too many. */
export async function pack(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (bytes.length > MOST_COMPACT) return undefined;
  const model = readyModel(bytes.length);
  const out: number[] = [...varint(bytes.length), ...checkOf(bytes)];
  let [low, high] = [0, 0xffff_ffff];
  for (const [index, byte] of bytes.entries()) {
    if (index % TURN === TURN - 1) await othersTurn();
    for (let shift = 7; shift >= 0; shift--) {
      const bit = ((byte >> shift) & 1) === 1 ? 1 : 0;
      const middle = cut(low, high, model.probability);
      if (bit === 1) high = middle;
      else low = middle + 1;
      model.tell(bit);
      while (((low ^ high) & 0xff00_0000) === 0) {
        out.push(high >>> 24);
        low = (low << 8) >>> 0;
        high = ((high << 8) | 255) >>> 0;
      }
    }
  }
  // As few bytes as identify a number of the range: missing bytes read as zeros.
  for (let kept = 1; kept <= 4; kept++) {
    const unit = 2 ** (8 * (4 - kept));
    const value = roundUp(low, unit);
    if (value > high) continue;
    for (let index = 0; index < kept; index++)
      out.push(Math.floor(value / 2 ** (24 - 8 * index)) & 255);
    break;
  }
  return Uint8Array.from(out);
}

/** The bytes that were packed; `undefined` for bytes that `pack` did not make or that were changed since. */
export async function unpack(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const header = readVarint(packed);
  if (header === undefined || header.value > MOST_COMPACT) return undefined;
  const { value: length, end } = header;
  const bytes = new Uint8Array(length);
  const model = readyModel(length);
  let at = end + 3;
  const next = (): number => packed[at++] ?? 0;
  let [low, high] = [0, 0xffff_ffff];
  let code = 0;
  for (let index = 0; index < 4; index++) code = ((code << 8) | next()) >>> 0;
  for (let index = 0; index < length; index++) {
    if (index % TURN === TURN - 1) await othersTurn();
    let byte = 0;
    for (let count = 0; count < 8; count++) {
      const middle = cut(low, high, model.probability);
      const bit = code <= middle ? 1 : 0;
      if (bit === 1) high = middle;
      else low = middle + 1;
      model.tell(bit);
      byte = (byte << 1) | bit;
      while (((low ^ high) & 0xff00_0000) === 0) {
        low = (low << 8) >>> 0;
        high = ((high << 8) | 255) >>> 0;
        code = ((code << 8) | next()) >>> 0;
      }
    }
    // A code that ended long ago is not one of ours.
    if (at > packed.length + 8) return undefined;
    bytes[index] = byte;
  }
  return checkOf(bytes).every((one, index) => one === packed[end + index]) ? bytes : undefined;
}

/** Three bytes that change with any of the bytes (FNV-1a, folded). */
function checkOf(bytes: Uint8Array): number[] {
  let hash = 0x811c_9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x0100_0193);
  return [(hash ^ (hash >>> 24)) & 255, (hash >>> 8) & 255, (hash >>> 16) & 255];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

function readVarint(bytes: Uint8Array): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 4; index++) {
    const byte = bytes[index];
    if (byte === undefined) return undefined;
    value += (byte & 127) * 2 ** (7 * index);
    if (byte < 128) return { value, end: index + 1 };
  }
  return undefined;
}

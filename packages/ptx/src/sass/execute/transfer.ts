/**
 * Moves data between registers and memory, lane by lane, as far as it is known.
 *
 *     LDS.64 R4, [R2]       two words into R4 and R5        ATOMS.ADD R3, [R6], R2      the word before, and their sum in memory
 *
 * A round of `CAST` stands for an atomic that chips do not have. Measured on an H100, warps alone: in a round the first lane of each
 * bank succeeds and the others come again. Of 64 bits each half of the warp has its banks (118 of 120 launches; 60 of 60 for 32 bits).
 */
import { update32 } from '../../isa/memory/atomics.ts';
import type { SassAccess } from '../accesses.ts';
import { behind, type SassOperand } from '../operands.ts';
import type { ByteMemory } from './memory.ts';
import type { SassWarp } from './warp.ts';

/** The memory of a lane at its address, and the address there. */
export interface Place {
  readonly memory: ByteMemory;
  readonly address: number;
}

/** By lane; absent for lanes that take no part. */
export type Places = readonly (Place | undefined)[];

/** The word of a source, some words on; `undefined` where it is not known. */
function wordOf(
  warp: SassWarp,
  operand: SassOperand | undefined,
  lane: number,
  on: number,
): number | undefined {
  if (operand?.kind === 'constant') return on === 0 ? operand.value : 0;
  if (operand?.kind !== 'register' || operand.change !== 'none') return undefined;
  const number = behind(operand.number, on);
  return (((warp.known[number] ?? 0) >>> lane) & 1) === 1 ? warp.word(number, lane) : undefined;
}

export function load(
  { to, bytes, words, signBits }: SassAccess,
  warp: SassWarp,
  places: Places,
  mask: number,
): void {
  if (to === undefined) return;
  const each = Math.min(bytes, 4);
  for (let word = 0; word < words; word++) {
    let known = 0;
    for (const [lane, place] of places.entries()) {
      const found = place?.memory.load(lane, place.address + 4 * word, each);
      if (found === undefined) continue;
      warp.setWord(behind(to, word), lane, (found << signBits) >> signBits);
      known |= 1 << lane;
    }
    warp.wrote(behind(to, word), mask, known);
  }
}

export function store({ bytes, words, sources }: SassAccess, warp: SassWarp, places: Places): void {
  const each = Math.min(bytes, 4);
  for (const [lane, place] of places.entries()) {
    if (place === undefined) continue;
    const { memory, address } = place;
    for (let word = 0; word < words; word++)
      memory.store(lane, address + 4 * word, each, wordOf(warp, sources[0], lane, word));
  }
}

/** An atomic, a lane after the other; `isTrial`: a round of a loop of compare-and-swap. */
export function update(access: SassAccess, warp: SassWarp, places: Places, mask: number): void {
  const { to, words, sources, update: how, isSigned } = access;
  const isTrial = how === 'CAST';
  const addresses = places.map((place) => place?.address ?? 0);
  const first = isTrial ? firstOfBanks(addresses, mask, access.bytes) : mask;
  const known = Array.from({ length: words }, () => 0);
  for (const [lane, place] of places.entries()) {
    if (place === undefined) continue;
    const olds = each(words, (word) => place.memory.load(lane, place.address + 4 * word, 4));
    const given = each(words, (word) => wordOf(warp, sources[0], lane, word));
    const swapped = each(words, (word) => wordOf(warp, sources[1], lane, word));
    const isCompared = isTrial || how === 'CAS';
    const isSame = isCompared
      ? olds.some((old) => old === undefined) || given.some((word) => word === undefined)
        ? undefined
        : olds.every((old, word) => old === given[word])
      : true;
    const wins = isTrial && ((first >>> lane) & 1) === 0 ? false : isSame;
    for (let word = 0; word < words; word++) {
      const old = olds[word];
      const next =
        wins === false
          ? old
          : wins === undefined
            ? undefined
            : isCompared
              ? swapped[word]
              : nextOf(how, isSigned, words, old, given[word]);
      place.memory.store(lane, place.address + 4 * word, 4, next);
      const result = isTrial ? (word > 0 ? 0 : wins === undefined ? undefined : Number(wins)) : old;
      if (to === undefined || result === undefined) continue;
      warp.setWord(behind(to, word), lane, result);
      known[word] = (known[word] ?? 0) | (1 << lane);
    }
  }
  if (to === undefined) return;
  for (const [word, lanes] of known.entries()) warp.wrote(behind(to, word), mask, lanes);
}

const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function nextOf(
  how: string,
  isSigned: boolean,
  words: number,
  old: number | undefined,
  given: number | undefined,
): number | undefined {
  if (how === 'EXCH') return given;
  if (words > 1 || old === undefined) return undefined;
  if (how === 'POPC') return old + 1;
  const compute = update32(how.toLowerCase(), isSigned ? 's32' : 'u32');
  return given === undefined ? undefined : compute?.(old, given, 0);
}

/** Lanes that come first to their bank, and so may succeed in a round. */
function firstOfBanks(addresses: ArrayLike<number>, mask: number, bytes: number): number {
  const half = bytes === 8 ? 16 : 32;
  let first = 0;
  for (let from = 0; from < 32; from += half) {
    let taken = 0;
    for (let lane = from; lane < from + half; lane++) {
      const bank = 1 << (((addresses[lane] ?? 0) >>> 2) & 31);
      if (((mask >>> lane) & 1) === 0 || (taken & bank) !== 0) continue;
      taken |= bank;
      first |= 1 << lane;
    }
  }
  return first;
}

/** Copies bytes of each lane from one memory to another; those of lanes that copy nothing are zeros. */
export function copy({ bytes }: SassAccess, from: Places, to: Places): void {
  for (const [lane, place] of to.entries()) {
    if (place === undefined) continue;
    const source = from[lane];
    for (let at = 0; at < bytes; at += 4) {
      const value = source === undefined ? 0 : source.memory.load(lane, source.address + at, 4);
      place.memory.store(lane, place.address + at, 4, value);
    }
  }
}

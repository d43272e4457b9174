/**
 * Moves data between registers and memory, lane by lane, as far as it is known.
 *
 *     LDS.64 R4, [R2]       two words into R4 and R5        ATOMS.ADD R3, [R6], R2      the word before, and their sum in memory
 */
import type { SassAccess } from '../accesses.ts';
import { isZero, type SassOperand } from '../operands.ts';
import type { LaneRegisters } from './lane-registers.ts';
import type { ByteMemory } from './memory.ts';
import { firstOfBanks, updated } from './updates.ts';

/** The memory of a lane at its address, and the address there. */
export interface Place {
  readonly memory: ByteMemory;
  readonly address: number;
}

/** The word of a source, some words on; `undefined` where it is not known. */
function wordOf(
  registers: LaneRegisters,
  operand: SassOperand | undefined,
  lane: number,
  on: number,
): number | undefined {
  if (operand?.kind === 'constant') return on === 0 ? operand.value : 0;
  if (operand?.kind !== 'register' || operand.change !== 'none') return undefined;
  const number = isZero(operand.number) ? operand.number : operand.number + on;
  return (((registers.known[number] ?? 0) >>> lane) & 1) === 1
    ? registers.word(number, lane)
    : undefined;
}

export function load(
  { to, bytes, words, signBits }: SassAccess,
  registers: LaneRegisters,
  places: readonly (Place | undefined)[],
  mask: number,
): void {
  if (to === undefined) return;
  const each = Math.min(bytes, 4);
  for (let word = 0; word < words; word++) {
    let known = 0;
    for (const [lane, place] of places.entries()) {
      const found = place?.memory.load(lane, place.address + 4 * word, each);
      if (found === undefined) continue;
      registers.setWord(isZero(to) ? to : to + word, lane, (found << signBits) >> signBits);
      known |= 1 << lane;
    }
    registers.wrote(isZero(to) ? to : to + word, mask, known);
  }
}

export function store(
  { bytes, words, sources }: SassAccess,
  registers: LaneRegisters,
  places: readonly (Place | undefined)[],
): void {
  const each = Math.min(bytes, 4);
  for (const [lane, place] of places.entries()) {
    if (place === undefined) continue;
    const { memory, address } = place;
    for (let word = 0; word < words; word++)
      memory.store(lane, address + 4 * word, each, wordOf(registers, sources[0], lane, word));
  }
}

/** An atomic, a lane after the other; `isTrial`: a round of a loop of compare-and-swap. */
export function update(
  access: SassAccess,
  registers: LaneRegisters,
  places: readonly (Place | undefined)[],
  mask: number,
): void {
  const { to, words, sources, update: how, isSigned } = access;
  const isTrial = how === 'CAST';
  const addresses = places.map((place) => place?.address ?? 0);
  const first = isTrial ? firstOfBanks(addresses, mask, access.bytes) : mask;
  const known = Array.from({ length: words }, () => 0);
  for (const [lane, place] of places.entries()) {
    if (place === undefined) continue;
    const olds = each(words, (word) => place.memory.load(lane, place.address + 4 * word, 4));
    const given = each(words, (word) => wordOf(registers, sources[0], lane, word));
    const swapped = each(words, (word) => wordOf(registers, sources[1], lane, word));
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
      registers.setWord(isZero(to) ? to : to + word, lane, result);
      known[word] = (known[word] ?? 0) | (1 << lane);
    }
  }
  if (to === undefined) return;
  for (const [word, lanes] of known.entries())
    registers.wrote(isZero(to) ? to : to + word, mask, lanes);
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
  if (how === 'POPC') return updated(how, isSigned, old, 0, 0);
  return given === undefined ? undefined : updated(how, isSigned, old, given, 0);
}

/** Copies bytes of each lane from one memory to another; those of lanes that copy nothing are zeros. */
export function copy(
  { bytes }: SassAccess,
  from: readonly (Place | undefined)[],
  to: readonly (Place | undefined)[],
): void {
  for (const [lane, place] of to.entries()) {
    if (place === undefined) continue;
    const source = from[lane];
    for (let at = 0; at < bytes; at += 4) {
      const value = source === undefined ? 0 : source.memory.load(lane, source.address + at, 4);
      place.memory.store(lane, place.address + at, 4, value);
    }
  }
}

/** Lanes for which a predicate among the sources of a copy says that they copy; and whether that is known. */
export function copying(
  { sources }: SassAccess,
  registers: LaneRegisters,
  mask: number,
): { readonly lanes: number; readonly isKnown: boolean } {
  const predicate = sources.find(({ kind }) => kind === 'predicate');
  if (predicate?.kind !== 'predicate') return { lanes: mask, isKnown: true };
  const known = registers.bitsKnown[predicate.number] ?? 0;
  const lanes = registers.holds(predicate.number, predicate.negated) & mask;
  return { lanes, isKnown: (mask & ~known) === 0 };
}

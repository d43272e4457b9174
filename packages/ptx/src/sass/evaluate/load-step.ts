/**
 * Loads of SASS, as far as the same thread loaded the same place when PTX was executed.
 *
 *     LDG.E.64 R4, desc[UR6][R2.64]      two words at the address in R2 and R3      LDS.U8: one byte
 */
import type { SassInstruction } from '../program.ts';
import type { SassAddress } from './address.ts';
import type { LaneRegisters } from './lane-registers.ts';
import type { LoadSpace } from './loaded.ts';
import { registerNumber } from './operands.ts';

/** Returns the value that a lane loads; `undefined` where it is not known. */
export type Loaded = (
  space: LoadSpace,
  lane: number,
  address: number,
  bytes: number,
) => number | undefined;

/** Writes the words of a load in the lanes of a mask; false where the instruction has another form. */
export function loadedWords(
  { opcode, modifiers, operands }: SassInstruction,
  address: SassAddress,
  registers: LaneRegisters,
  mask: number,
  loaded: Loaded,
): boolean {
  const register = registerNumber(operands[0] ?? '');
  if (register === undefined) return false;
  const narrow = modifiers.find((name) => /^[US](?:8|16)$/.test(name));
  const bytes = narrow === undefined ? 4 : Number(narrow.slice(1)) / 8;
  const signBits = narrow?.startsWith('S') === true ? 32 - 8 * bytes : 0;
  const words = modifiers.includes('128') ? 4 : modifiers.includes('64') ? 2 : 1;
  const space = opcode === 'LDS' ? 'shared' : 'global';
  // A register of the address may be the first that is written.
  const lanes = address.known(registers) & mask;
  const places = Array.from({ length: 32 }, (_, lane) =>
    ((lanes >>> lane) & 1) === 1 ? address.read(registers, lane) : undefined,
  );
  for (let word = 0; word < words; word++) {
    let known = 0;
    for (const [lane, place] of places.entries()) {
      const found = place === undefined ? undefined : loaded(space, lane, place + 4 * word, bytes);
      if (found === undefined) continue;
      registers.setWord(register + word, lane, (found << signBits) >> signBits);
      known |= 1 << lane;
    }
    registers.wrote(register + word, mask, known);
  }
  return true;
}

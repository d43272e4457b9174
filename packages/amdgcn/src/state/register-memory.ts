/**
 * Registers of waves in one WebAssembly memory (`RegisterMemory` of core), so that compiled code (`isa/mfma/simd.ts`,
 * `emulate/blocks.ts`) works on them where they are: 560 rows of 64 lanes of a wave, then its scalars. LDS is there too.
 */
import { LDS_UNIT_BYTES, type LdsUnit, ldsUnitOf } from '@ldscope/core';
import { RegisterMemory } from '@ldscope/core/vector';
import { ordinaryRegisters, registersAt, ROWS, SCALARS, type WaveRegisters } from './wave.ts';

/** Bytes at the beginning that belong to matrix products. */
export const MATRIX_BYTES = 4 * 65536;
/** Twice as many waves as a workgroup can have. */
const COUNT = 64;
/** From the registers of a wave to its scalars. */
export const SCALAR_BYTES = 256 * ROWS;
const WAVE_BYTES = SCALAR_BYTES + 4 * SCALARS + ((-4 * SCALARS) & 255);

/** For LDS and its stamps: 320 KiB with a stamp of eight bytes for each is the most that a chip has. */
const LDS_BYTES = 2 * 9 * 320 * 1024;

export const registerMemory = new RegisterMemory(
  MATRIX_BYTES + LDS_UNIT_BYTES,
  COUNT * WAVE_BYTES + LDS_BYTES,
);

let unit: LdsUnit | undefined;
let tried = false;

/**
 * The unit that moves the data of all lanes of an LDS access at once, made on first use; `undefined` where there is no
 * WebAssembly with SIMD.
 */
export function ldsUnit(): LdsUnit | undefined {
  if (!tried) {
    tried = true;
    unit = ldsUnitOf(registerMemory, MATRIX_BYTES);
  }
  return unit;
}

/** Registers for a wave; ordinary ones when the memory has no room. */
export function takeRegisters(): WaveRegisters {
  const at = registerMemory.take(WAVE_BYTES);
  const { memory } = registerMemory;
  return memory === undefined || at === undefined
    ? ordinaryRegisters()
    : registersAt(memory.buffer, at);
}

/** Returns the registers that `takeRegisters` gave, once no wave uses them. */
export function giveRegisters(all: readonly WaveRegisters[]): void {
  for (const { base } of all) registerMemory.give(base);
}

/**
 * Registers of waves in one WebAssembly memory, so that compiled code (`isa/mfma/simd.ts`, `emulate/blocks.ts`) works on them
 * where they are.
 *
 *     0            what matrix products work in
 *     MASKS        sixteen masks of four lanes: lane i is all ones where bit i of the number is set
 *     SLOTS        a wave each: 560 rows of 64 lanes, then its scalars
 *
 * One memory serves the process, as an engine reserves gigabytes of address space for each. It is never grown, which would
 * detach every view of it: a launch takes slots for its waves and gives them back. Where there is none left (a launch in
 * the callback of another) or no WebAssembly, registers are ordinary arrays, and plain TypeScript does the work.
 */
import { type SharedMemory, sharedMemory } from '@ldscope/core/wasm';
import { registersAt, ROWS, SCALARS, type WaveRegisters } from './wave.ts';

const PAGE = 65536;
/** Bytes at the beginning that belong to matrix products. */
export const MATRIX_BYTES = 4 * PAGE;
/** Where the masks are. */
export const MASKS = 4 * PAGE;
const SLOTS = MASKS + PAGE;
/** Twice as many waves as a workgroup can have. */
const COUNT = 64;
/** From the registers of a wave to its scalars. */
export const SCALAR_BYTES = 256 * ROWS;
const SLOT_BYTES = SCALAR_BYTES + 4 * SCALARS + ((-4 * SCALARS) & 255);

let memory: SharedMemory | undefined;
let tried = false;
const free: WaveRegisters[] = [];

/** The memory, with masks and slots in place; `undefined` where the engine has none. */
export function registerMemory(): SharedMemory | undefined {
  if (tried) return memory;
  tried = true;
  memory = sharedMemory(Math.ceil((SLOTS + COUNT * SLOT_BYTES) / PAGE));
  if (memory === undefined) return undefined;
  const { buffer } = memory;
  const masks = new Int32Array(buffer, MASKS, 64);
  for (let i = 0; i < masks.length; i++) masks[i] = -(((i >> 2) >> (i & 3)) & 1);
  for (let slot = COUNT - 1; slot >= 0; slot--)
    free.push(registersAt(buffer, SLOTS + slot * SLOT_BYTES));
  return memory;
}

/** Registers for a wave; `undefined` when the memory has no room. */
export function takeRegisters(): WaveRegisters | undefined {
  registerMemory();
  return free.pop();
}

/** Gives back what `takeRegisters` gave, once no wave uses it. */
export function giveRegisters(all: readonly WaveRegisters[]): void {
  for (const registers of all) if (registers.base >= 0) free.push(registers);
}

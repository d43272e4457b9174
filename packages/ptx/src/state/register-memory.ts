/**
 * Registers of warps in one WebAssembly memory (`RegisterMemory` of core), so that compiled code (`run/blocks.ts`) works on them
 * where they are. A warp's file is as large as its kernel asks for.
 */
import type { LdsRooms } from '@ldscope/core';
import { LONGEST_BLOCK, RegisterMemory } from '@ldscope/core/vector';
import type { WarpRegisters } from '@ldscope/simt';

/** Thirty-two warps of two thousand registers each, four times. */
const BYTES = 2 ** 26;

/** At the beginning: addresses of the loads of a block, 32 words each. */
const ADDRESSES_BYTES = 128 * LONGEST_BLOCK;

export const registerMemory = new RegisterMemory(ADDRESSES_BYTES, BYTES);

/** The addresses of as many loads, which code puts at the beginning of the memory. */
export function addressesOf(loads: number): Uint32Array | undefined {
  const { memory } = registerMemory;
  return memory && new Uint32Array(memory.buffer, 0, 32 * loads);
}

/** Shared memory is beside registers. */
export const sharedRooms: LdsRooms = {
  take: (bytes) => {
    const at = registerMemory.take(bytes);
    const { memory } = registerMemory;
    return memory === undefined || at === undefined ? undefined : { buffer: memory.buffer, at };
  },
  give: ({ at }) => registerMemory.give(at),
};

/** Registers that are seen by TypeScript alone. */
export const ordinaryRegisters = (words: number): WarpRegisters => ({
  ...viewsOf(new ArrayBuffer(8 * Math.ceil(words / 2)), 0, words),
  base: -1,
});

/** Registers for a warp; ordinary ones when the memory has no room. */
export function takeRegisters(words: number): WarpRegisters {
  const base = registerMemory.take(8 * Math.ceil(words / 2));
  const { memory } = registerMemory;
  return memory === undefined || base === undefined
    ? ordinaryRegisters(words)
    : { ...viewsOf(memory.buffer, base, words), base };
}

/** Returns the registers that `takeRegisters` gave, once no warp uses them. */
export function giveRegisters(all: readonly WarpRegisters[]): void {
  for (const { base } of all) registerMemory.give(base);
}

function viewsOf(buffer: ArrayBuffer, at: number, words: number): Omit<WarpRegisters, 'base'> {
  const pairs = Math.ceil(words / 2);
  return {
    i: new Int32Array(buffer, at, 2 * pairs),
    u: new Uint32Array(buffer, at, 2 * pairs),
    f: new Float32Array(buffer, at, 2 * pairs),
    d: new Float64Array(buffer, at, pairs),
  };
}

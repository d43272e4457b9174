/** The opcodes of copies from global memory to LDS by their bytes. */
import { opcodeNumber } from '@ldscope/core';

/** The direct-to-LDS load of an element count in bytes; `undefined` for a size that hardware has not. */
export function asyncInstruction(buffer: boolean, bytes: number): number | undefined {
  const form = { 1: 'ubyte', 2: 'ushort', 4: 'dword', 12: 'dwordx3', 16: 'dwordx4' }[bytes];
  if (form === undefined) return undefined;
  return opcodeNumber(buffer ? `buffer_load_${form} lds` : `global_load_lds_${form}`);
}

/** Loads from global memory, and copies from there to LDS without registers, by their width. */
import { opcodeAt, opcodeNumber } from '../access/opcodes.ts';
import { findRule, type Machine } from '../machine/machine.ts';

/** Whether a chip copies this many dwords per lane from global memory to LDS without registers. */
export function hasCopy(dwords: number, { models }: Machine): boolean {
  const op = opcodeNumber(copyName(dwords));
  const request = op === undefined ? undefined : opcodeAt(op).request;
  return request !== undefined && findRule(models[0], 64, request) !== undefined;
}

/** `buffer_load_dwordx4 lds`. */
export const copyName = (dwords: number): string => `${loadName(dwords)} lds`;

/** `buffer_load_dwordx4`. */
export const loadName = (dwords: number): string =>
  `buffer_load_dword${dwords === 1 ? '' : `x${dwords}`}`;

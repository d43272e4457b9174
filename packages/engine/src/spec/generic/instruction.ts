/** Which instruction moves so many bytes on a chip. */
import { type Machine, type Opcode, opcodes } from '@ldscope/core';

export const WIDTH_BYTES: ReadonlyMap<string, number> = new Map([
  ['b8', 1],
  ['b16', 2],
  ['b32', 4],
  ['b64', 8],
  ['b96', 12],
  ['b128', 16],
]);

/**
 * The plain instruction of a width, the first of the chip: `ds_read_b128`, `ds_load_b128`, `ld.shared.v4.b32`;
 * direct-to-LDS for `async`. Its number; `undefined` when the chip has none.
 */
export function plainInstruction(
  { isa }: Machine,
  direction: 'read' | 'write' | 'async',
  widthBytes: number,
): number | undefined {
  const wanted = direction === 'async' ? 'lane-contiguous' : 'single';
  const found = opcodes.findIndex(
    (opcode: Opcode) =>
      opcode.direction === direction &&
      opcode.widthBytes === widthBytes &&
      opcode.addressing.kind === wanted &&
      opcode.request?.includes('.tr.') !== true &&
      opcode.isa.includes(isa),
  );
  return found < 0 ? undefined : found;
}

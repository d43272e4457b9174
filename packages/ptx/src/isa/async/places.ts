/**
 * Places in shared memory of a cluster: which block, and the byte there.
 *
 *     0x0000_0400     byte 1024 of the own block
 *     0x0300_0400     byte 1024 of the block with rank 2: rank r begins at (r + 1) << 24
 *
 * `mapa` makes the second of the first. PTX leaves the numbers open. Source: PTX ISA 9.0, 5.1.7 and 9.7.9.23.
 */
import type { Environment } from '../../state/environment.ts';

const SHIFT = 24;
const OFFSET = 2 ** SHIFT - 1;

/** The rank that an address names; the own block's where it names none. */
export const rankAt = (address: number, own: number): number =>
  address >>> SHIFT === 0 ? own : (address >>> SHIFT) - 1;

/** The byte of its block that an address means. */
export const byteAt = (address: number): number => address & OFFSET;

/** The address of a byte in the block with a rank. */
export const addressIn = (rank: number, address: number): number =>
  ((rank + 1) << SHIFT) | byteAt(address);

/** Whether an address means another block than the own. */
export const isRemote = (address: number, { rank }: Environment): boolean =>
  address >>> SHIFT !== 0 && rankAt(address, rank) !== rank;

/**
 * The address in LDS that an instruction takes from M0. The chip decides which bits of M0 it is (`ldsByM0` of its machine),
 * the instruction how far lanes are apart:
 *
 *     copy to LDS               M0 + offset + 4 or 16 * lane
 *     ds_read_addtid_b32        M0 + offset + 4 * lane
 *     ds_append, ds_consume     M0 + offset, the same for all lanes
 */
import type { MachineCode } from '@ldscope/core';
import { codeOf, type Target } from './target.ts';
import { M0, type Wave } from './wave.ts';

/** How a DS instruction without an address register gets its address. */
export type DsByM0 = Exclude<keyof MachineCode['ldsByM0'], 'copy'>;

/** Bytes from lane to lane. */
export const LANE_STEP_BYTES: Readonly<Record<DsByM0, number>> = { threadId: 4, counter: 0 };

/** The function that gives the address of a wave's M0. */
export function ldsBase(target: Target, by: keyof MachineCode['ldsByM0']): (wave: Wave) => number {
  const mask = codeOf(target).ldsByM0[by].value;
  return (wave) => (wave.s[M0] ?? 0) & mask;
}

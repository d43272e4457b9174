/**
 * Strong accesses: flags by which warps order their accesses without a barrier.
 *
 *     warp 0:  st.shared [a]     red.release.cta [f]
 *     warp 1:                                             ld.acquire.cta [f]     ld.shared [a]      no race
 *     warp 0:  st.shared [a]     fence.acq_rel.cta        st.relaxed.cta [f]
 *     warp 1:                    ld.relaxed.cta [f]       fence.acq_rel.cta      ld.shared [a]      no race
 *
 * Accesses that are `.volatile` are relaxed ones; so are `atom` and `red` that name nothing. `__threadfence_block()` is
 * `membar.cta`, a fence. An acquire synchronizes with the releases at its address, in the order of execution. Source: PTX
 * ISA 9.0, 8.2.1, 8.8, 9.7.9.8, 9.7.13.4.
 */
import type { Environment } from '../../state/environment.ts';
import type { FlagWrite } from '../../state/order.ts';
import type { Warp } from '@ldscope/simt';
import { factsOf, isTyped } from '../../rows/facts.ts';
import type { Instruction } from '../../text/program.ts';

/** The effect of an access on the flag at its address. */
export interface Flag extends FlagWrite {
  readonly acquires: boolean;
}

const isEither = (modifiers: readonly string[], name: string): boolean =>
  modifiers.includes(name) || modifiers.includes('acq_rel');

const isUpdate = (instruction: Instruction): boolean => {
  const { memory, lanes } = factsOf(instruction);
  return memory === 'atomic' || (memory === 'async' && lanes === 'cross');
};

const STRONG = ['relaxed', 'volatile', 'mmio'];

/** Whether an instruction is an access that releases or acquires. */
export const isFlagAccess = (instruction: Instruction): boolean =>
  isTyped(instruction) &&
  (isEither(instruction.modifiers, 'acquire') || isEither(instruction.modifiers, 'release'));

/** Whether an instruction is an access that orders others by itself, or together with a fence. */
export const isStrong = (instruction: Instruction): boolean =>
  isFlagAccess(instruction) ||
  isUpdate(instruction) ||
  (isTyped(instruction) && STRONG.some((word) => instruction.modifiers.includes(word)));

/** `undefined` for a weak access. */
export function flagOf(instruction: Instruction): Flag | undefined {
  if (!isStrong(instruction)) return undefined;
  const { modifiers } = instruction;
  return {
    acquires: isEither(modifiers, 'acquire'),
    releases: isEither(modifiers, 'release'),
    updates: isUpdate(instruction),
  };
}

/** Lanes of a warp read, or write, a flag. `memory` distinguishes equal addresses of different memories. */
export function eachFlag(
  { order, rank }: Environment,
  does: 'read' | 'write',
  flag: Flag,
  memory: 'shared' | 'global',
  warp: Warp,
  mask: number,
  addresses: ArrayLike<number>,
): void {
  if (order === undefined) return;
  const places = new Set<number>();
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
    if ((active & 1) === 1) places.add(addresses[lane] ?? 0);
  for (const place of places) {
    const name = memory === 'shared' ? `shared ${rank} ${place}` : `global ${place}`;
    if (does === 'read') order.readFlag(warp, name, flag.acquires);
    else order.writeFlag(warp, name, flag);
  }
}

/**
 * Accesses that release or acquire: flags by which warps order what they do, without a barrier.
 *
 *     warp 0:  st.shared [a]     red.release.cta [f]
 *     warp 1:                                             ld.acquire.cta [f]     ld.shared [a]      no race
 *
 * An acquire learns all that was released at its place before, in the order of execution. Source: PTX ISA 9.0, 8.8, 9.7.9.8.
 */
import type { Environment } from '../../state/environment.ts';
import type { Warp } from '../../state/warp.ts';

/** What an access does to the flag at its place. */
export interface Flag {
  readonly acquires: boolean;
  readonly releases: boolean;
}

const isEither = (modifiers: readonly string[], name: string): boolean =>
  modifiers.includes(name) || modifiers.includes('acq_rel');

/** Whether modifiers release or acquire. */
export const isFlagAccess = (modifiers: readonly string[]): boolean =>
  isEither(modifiers, 'acquire') || isEither(modifiers, 'release');

/** `undefined` for an access that is not one of a flag. */
export function flagOf(modifiers: readonly string[]): Flag | undefined {
  if (!isFlagAccess(modifiers)) return undefined;
  return { acquires: isEither(modifiers, 'acquire'), releases: isEither(modifiers, 'release') };
}

/** The flags of an access, lane by lane. `memory` tells places of equal addresses apart. */
export function eachFlag(
  { order, rank }: Environment,
  does: 'acquire' | 'release',
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
    const flag = memory === 'shared' ? `shared ${rank} ${place}` : `global ${place}`;
    if (does === 'acquire') order.acquireFlag(warp, flag);
    else order.releaseFlag(warp, flag);
  }
}

/**
 * The step of an instruction that computes registers from registers, with the labels of its results.
 *
 *     mad.lo.s32 %r2, %r1, %r3, 4     r2 is unknown in the lanes in which r1 or r3 is
 *     shfl.sync.bfly.b32 ...          in all lanes where any source is unknown, or any lane is elsewhere on an unknown way
 */
import type { Step } from '../lanes/warp.ts';
import type { Followed, FollowedWarps } from './followed.ts';
import type { Effects } from './program.ts';
import type { Gathered } from './registers.ts';

/** The labels that lanes get from others: all lanes have them; where lanes count, also those of branches that lanes went apart at. */
export function exchange(
  { lanes }: Effects,
  followed: Followed,
  mask: number,
  into: Gathered,
): void {
  if (lanes !== 'own' && into.lanes !== 0) into.lanes = -1;
  // The value that a lane gets from others depends on which of them are at the instruction.
  if (lanes !== 'cross' || !followed.regions.hasLanes(mask)) return;
  into.lanes = -1;
  into.labels |= followed.regions.labelsOf(mask);
}

export function registerStep(warps: FollowedWarps, effects: Effects, step: Step): Step {
  const isComputed = effects.lanes === 'own';
  return (warp, mask) => {
    const followed = warps.of(warp);
    const gathered = followed.gather(effects, mask);
    exchange(effects, followed, mask, gathered);
    const version = isComputed ? followed.versionOf(effects) : undefined;
    step(warp, mask);
    followed.write(effects, mask, gathered, version);
  };
}

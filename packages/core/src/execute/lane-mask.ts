/** The active lanes of a wave: bit l of `low` is lane l, bit l of `high` lane 32 + l. */
import { hasLane } from '../base/lanes.ts';
export interface LaneMask {
  readonly low: number;
  readonly high: number;
}

export function isLaneActive(mask: LaneMask, lane: number): boolean {
  return hasLane(mask.low, mask.high, lane);
}

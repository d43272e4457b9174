/** Lanes as bits of a mask. */

/** Calls back for the lanes of a mask. */
export function eachLane(mask: number, use: (lane: number) => void): void {
  for (let lane = 0, left = mask; left !== 0; lane++, left >>>= 1) if (left & 1) use(lane);
}

/** The first lane of a mask; -1 of none. */
export const firstLane = (mask: number): number => 31 - Math.clz32(mask & -mask);

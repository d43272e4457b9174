/** Sets of lanes as two words: bit l of the first is lane l, bit l of the second lane 32 + l. */

export function hasLane(low: number, high: number, lane: number): boolean {
  return (((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 1;
}

/**
 * Lanes of one store that write to the same place. Which of them is last is for the hardware to choose, so they must
 * write the same; after the store, LDS then has what each of them has written.
 */
import type { LaneMeeting } from '@ldscope/core';
import type { ElementType } from '../elements.ts';
import type { Memory } from '../memory.ts';
import { isActive, type LaneMask } from '../registers.ts';

/** The first lane whose value is not there after the store, with a lane that has overwritten it. */
export function findCollision(
  memory: Memory,
  element: ElementType,
  addresses: Float64Array,
  mask: LaneMask,
  wanted: Float64Array | undefined,
  values: Float64Array,
): LaneMeeting | undefined {
  const lanes = addresses.length;
  const size = element.bytes;
  const own = new DataView(new ArrayBuffer(8));
  const there = new DataView(new ArrayBuffer(8));
  const moves = (at: number): boolean => isActive(mask, at % lanes) && wanted?.[at] !== 0;
  const addressOf = (at: number): number =>
    (addresses[at % lanes] ?? 0) + Math.floor(at / lanes) * size;
  for (let at = 0; at < values.length; at++) {
    if (!moves(at)) continue;
    const address = addressOf(at);
    element.store(own, 0, values[at] ?? 0);
    for (let i = 0; i < size; i++) {
      there.setUint8(i, memory.readAt(address + i)?.getUint8(memory.offsetOf(address + i)) ?? 0);
    }
    for (let i = 0; i < size; i++) {
      if (own.getUint8(i) === there.getUint8(i)) continue;
      const byte = address + i;
      let otherLane = at % lanes;
      for (let other = 0; other < values.length; other++) {
        const begin = addressOf(other);
        if (other % lanes === at % lanes || !moves(other)) continue;
        if (byte >= begin && byte < begin + size) otherLane = other % lanes;
      }
      return { byte, lane: at % lanes, otherLane };
    }
  }
  return undefined;
}

/** The loads of a wave that are in flight: what waits for them, and when their data arrives. */
import type { Wave } from './wave.ts';

/** Waits: the oldest loads of a wave complete until at most `left` are in flight. */
export function settleLoads(wave: Wave, left: number): void {
  while (wave.loads.length > Math.max(0, left)) {
    const copy = wave.loads.shift();
    if (copy === undefined) continue;
    copy.deliver?.();
    copy.deliver = undefined;
    copy.settledAfter = wave.barriers;
    copy.settledAt = wave.workgroup.accesses;
  }
}

/** The data of the oldest loads arrives, though nobody has waited for it. */
export function deliverLoads(wave: Wave, count: number): void {
  for (let i = 0; i < Math.min(count, wave.loads.length); i++) {
    const copy = wave.loads[i];
    copy?.deliver?.();
    if (copy !== undefined) copy.deliver = undefined;
  }
}

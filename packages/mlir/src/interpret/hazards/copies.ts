/** Asynchronous copies into LDS: from when on and until when their data may arrive. */
import type { Wave } from '../wave.ts';

/**
 * A copy from global memory to LDS that the hardware performs. Its bytes may change at any time between the operation
 * and the end of its wave's wait for it; for other waves, until a barrier after that wait.
 *
 *     copy    read: any value    wait    read: the copy (this wave)    barrier    read: the copy (all waves)
 */
export interface AsyncCopy {
  readonly wave: Wave;
  /** The row of its access. */
  readonly row: number;
  /** Barriers that its wave had passed when it waited for it; `undefined` while it has not. */
  settledAfter: number | undefined;
  /** Accesses of the workgroup when its wave waited for it. */
  settledAt: number;
  /** Writes the data; absent when it has been written. */
  deliver: (() => void) | undefined;
  /** What each lane copies, lane after lane; empty when nobody will ask any more. */
  data: Uint8Array;
}

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

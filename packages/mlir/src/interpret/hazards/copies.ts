/** Asynchronous copies into LDS: from when on and until when their data may arrive. */
import type { AccessingWave } from './accessing-wave.ts';

/**
 * A copy from global memory to LDS that the hardware performs. Its bytes may change at any time between the operation
 * and the end of its wave's wait for it; for other waves, until a barrier after that wait.
 *
 *     copy    read: any value    wait    read: the copy (this wave)    barrier    read: the copy (all waves)
 */
export interface AsyncCopy {
  readonly wave: AccessingWave;
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

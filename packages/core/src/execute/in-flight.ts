/**
 * Accesses to LDS that may still happen: asynchronous copies, and what machine code has not waited for.
 *
 *     copy    read: any value    wait    read: the copy (this wave)    barrier    read: the copy (all waves)
 *
 * Bytes may change at any time between the operation and the end of its wave's wait for it; for other waves, until a
 * barrier after that wait.
 */
export interface InFlight {
  /** The row of its access. */
  readonly row: number;
  /** Barriers that its wave had passed when it waited for it; `undefined` while it has not. */
  readonly settledAfter: number | undefined;
  /** Accesses of the workgroup when its wave waited for it. */
  readonly settledAt: number;
  /** The bytes that each lane of a copy writes, lane after lane; empty when they are not needed. */
  readonly data: Uint8Array;
}

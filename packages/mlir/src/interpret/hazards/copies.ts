/** Asynchronous copies into LDS: from when on and until when their data may arrive. */
import type { InFlight } from '@ldscope/core';
import type { AccessingWave } from './accessing-wave.ts';

/** A copy from global memory to LDS that the hardware performs. */
export interface AsyncCopy extends InFlight {
  readonly wave: AccessingWave;
  settledAfter: number | undefined;
  settledAt: number;
  /** Writes the data; absent when it has been written. */
  deliver: (() => void) | undefined;
  /** What it copies; computed when somebody asks, where only accesses are requested. */
  data: Uint8Array;
}

/** Where the lanes of a wave wait in a function with branches. */
import type { LaneMask } from '../registers.ts';

/** A function while lanes of a wave are in it. Functions do not call themselves, so one for each is enough. */
export interface FlowState {
  /** Lanes that wait at each position. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Positions where lanes wait. */
  waiting: number;
  /** The lanes that came in. */
  mask: LaneMask;
  /** Where the lanes continue; -1 when the wave ends with the function. */
  returnTo: number;
}

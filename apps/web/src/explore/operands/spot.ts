import type { OperandName } from './registers.ts';

/** A register of a lane. */
export interface Spot {
  readonly name: OperandName;
  readonly lane: number;
  readonly register: number;
}

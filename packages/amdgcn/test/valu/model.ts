/** What an instruction does to one lane, as a function of big integers. */

export interface Context {
  /** Destination before the instruction. */
  readonly d: bigint;
  /** The lane's bit of VCC. */
  readonly vcc: bigint;
  readonly lane: number;
}

export interface Result {
  readonly d?: bigint;
  readonly mask?: boolean;
}

export type Model = (s: readonly bigint[], context: Context) => bigint | Result;

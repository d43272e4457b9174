/** The form of a row in the tables of vector-memory instructions: a space, an action and the form of the data. */
import type { Space } from './address.ts';
import type { OperationName } from './operations.ts';

export type Action =
  /** `form`: one of `values.ts`. `transposing`: the LDS read that exchanges elements between lanes as this load does. */
  | { readonly kind: 'load'; readonly form: string; readonly transposing?: string }
  | { readonly kind: 'store'; readonly form: string }
  /** A copy to LDS at consecutive addresses from M0. */
  | {
      readonly kind: 'lds';
      /** The instruction of `core` whose bank rules it follows. */
      readonly op: string;
      readonly form: string;
      readonly laneBytes: 4 | 16;
    }
  /** A copy between memory and LDS, with the addresses of both sides in registers. */
  | { readonly kind: 'async'; readonly direction: 'to-lds' | 'from-lds'; readonly form: string }
  | { readonly kind: 'atomic'; readonly operation: OperationName; readonly words: 1 | 2 }
  | { readonly kind: 'idle' };

export interface MemoryRow {
  readonly mnemonic: string;
  readonly space: Space;
  readonly action: Action;
  /** No register has the address of the lane: its lanes are 4 bytes apart. */
  readonly byLane?: true;
  /** Where it exists; on CDNA when absent. */
  readonly targets?: readonly string[] | undefined;
}

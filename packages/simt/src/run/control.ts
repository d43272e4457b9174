/**
 * The control flow of an instruction: what the run loop does instead of a step.
 *
 *     @%p1 bra L            branch to the instruction behind the label L
 *     bar.sync 1, 64        barrier 1, for 64 threads
 *     bar.warp.sync m       lanes of the warp that m names
 *
 * An instruction set adds what it alone has (`own`), as calls and barriers between blocks.
 */
import type { Word } from '../lanes/groups.ts';
import type { Step } from '../lanes/warp.ts';

/** The reduction of a predicate over all threads at a barrier, and the register of the result. */
export interface Reduction {
  readonly kind: 'popc' | 'and' | 'or';
  readonly predicate: Word;
  readonly target: number;
}

/** A named barrier of the block. */
export interface BarrierControl {
  readonly kind: 'barrier';
  readonly id: Word;
  /** Threads that it waits for, in whole warps; all that have not ended by default. */
  readonly count: Word | undefined;
  /** Arrives, and does not wait. */
  readonly arrives: boolean;
  readonly reduction: Reduction | undefined;
}

export type Control<Own> =
  | { readonly kind: 'branch'; readonly target: number }
  | {
      readonly kind: 'table';
      readonly index: Word;
      /** The register of the index; absent for a constant. */
      readonly place: number | undefined;
      readonly targets: readonly number[];
    }
  | { readonly kind: 'exit' }
  | BarrierControl
  /** Lanes of the warp wait for each other. */
  | { readonly kind: 'warp'; readonly members: Word }
  /** A test for the progress of others: where it fails, they run next. */
  | { readonly kind: 'poll'; readonly step: Step }
  /** A step before which the other warps run. */
  | { readonly kind: 'turn'; readonly step: Step }
  | { readonly kind: 'own'; readonly own: Own };

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
import type { Step, Warp } from '../lanes/warp.ts';

/** The reduction of a predicate over all threads at a barrier, and the register of the result. */
export interface Reduction<W extends Warp = Warp> {
  readonly kind: 'popc' | 'and' | 'or';
  /** The lanes of a mask where the predicate holds; `undefined` where that is not known. */
  readonly votes: (warp: W, mask: number) => number | undefined;
  /** Lanes get the result: a number of threads, or 0 or 1; `undefined` where a vote is not known. */
  readonly take: (warp: W, mask: number, result: number | undefined) => void;
  readonly target: number;
}

/** A named barrier of the block. */
export interface BarrierControl<W extends Warp = Warp> {
  readonly kind: 'barrier';
  readonly id: Word<W>;
  /** Threads that it waits for, in whole warps; all that have not ended by default. */
  readonly count: Word<W> | undefined;
  /** Arrives, and does not wait. */
  readonly arrives: boolean;
  readonly reduction: Reduction<W> | undefined;
}

export type Control<Own, W extends Warp = Warp> =
  | { readonly kind: 'branch'; readonly target: number }
  | {
      readonly kind: 'table';
      readonly index: Word<W>;
      /** The register of the index; absent for a constant. */
      readonly place: number | undefined;
      readonly targets: readonly number[];
    }
  | { readonly kind: 'exit' }
  | BarrierControl<W>
  /** Lanes of the warp wait for each other. */
  | { readonly kind: 'warp'; readonly members: Word<W> }
  /** A test for the progress of others: where it fails, they run next. */
  | { readonly kind: 'poll'; readonly step: Step<W> }
  /** A step before and after which the other warps run. */
  | { readonly kind: 'turn'; readonly step: Step<W> }
  | { readonly kind: 'own'; readonly own: Own };

/**
 * Swizzle hints of a kernel that no pass has resolved yet, and what each resolver makes of them.
 *
 *     vector.load %hinted[%row, %column]      now: at the logical place, 480 conflict cycles
 *                                             resolved by ldscope: at the swizzled place, 32
 *                                             by IREE's main: the hint is dropped, 480
 *
 * The figures of a report are of memory as the text addresses it. What the kernel costs once it is compiled depends on
 * who resolves the hint, so both are given.
 */
import type { Totals } from '../conflict/counters.ts';
import type { PassDecision } from './opt.ts';

/** Who resolves a hint: our own passes, IREE's main branch, or main with its pull request 23778. */
export type HintResolver = 'ldscope' | 'IREE main' | 'IREE with PR 23778';

export interface HintReport {
  /** Allocations whose hint is not resolved, with sigil. */
  readonly allocations: readonly string[];
  /** One per resolver and machine. */
  readonly resolutions: readonly HintResolution[];
}

export interface HintResolution {
  readonly resolver: HintResolver;
  /** What `ldscope opt --like` takes to give the same text. */
  readonly like: string;
  readonly machine: string;
  /** Totals of the whole kernel with its hints resolved; absent when they cannot be, or the result cannot be executed. */
  readonly totals?: Totals;
  /** Why there are no totals. */
  readonly reason?: string;
  /** Where the resolved kernel computes something else than the text; absent when no difference was seen. */
  readonly difference?: string;
  /** What became of each hint. */
  readonly decisions: readonly Pick<PassDecision, 'allocation' | 'verdict' | 'reason'>[];
}

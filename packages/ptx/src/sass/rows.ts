/**
 * The columns of an instruction's row, so that the slice, the walk of lanes and the accesses need no lists of opcodes of their own.
 *
 *     IADD3    results 1      memory 'none'      lanes 'own'     control 'none'     a step
 *     STS      results 0      memory a store     lanes 'own'     control 'none'
 *     HMMA     results 4      memory 'none'      lanes 'cross'   control 'none'     no step: its results are not known
 *     BSSY     results 0      memory 'none'      lanes 'own'     control 'begin'
 *
 * No column but the step has a default. An opcode without a row may write any register, and ends the execution where lanes could
 * depend on it. An instruction of the warp (`UIADD3`) has the row of that of lanes, unless it has one of its own.
 */
import type { Maker } from './execute/sources.ts';

/** Which lanes a result depends on: its own, those that execute the instruction together, or more than these. */
type Lanes = 'own' | 'cross' | 'all';

/** What an access does, in which memory; `generic`: any, by its address. */
export interface SassMemory {
  readonly does: 'load' | 'store' | 'atomic' | 'reduce' | 'matrix load' | 'matrix store' | 'copy';
  readonly space: 'shared' | 'global' | 'local' | 'generic';
}

export type SassControl =
  | 'none'
  /** To a label, by predicates. */
  | 'branch'
  | 'call'
  | 'return'
  | 'exit'
  /** `BSSY`, `BREAK`, `BSYNC`: lanes that will meet, will not, and are there. */
  | 'begin'
  | 'leave'
  | 'meet'
  /** A barrier of lanes that the instruction names. */
  | 'warp'
  /** A barrier of the block, and the reduction that it made. */
  | 'barrier'
  | 'reduced'
  /** Lanes let others go first. */
  | 'yield'
  /** A barrier of lanes is cleared. */
  | 'clear'
  /** Where lanes go is unknown. */
  | 'unknown';

export interface SassRow {
  /** Words of its result in a register; none that it has predicates alone, or nothing. */
  readonly results: number | 'all' | ((modifiers: readonly string[]) => number);
  readonly memory:
    | SassMemory
    | 'none'
    /** Visibility, time, caches: no effect here. */
    | 'hint'
    /** Data arrives in shared memory at any time from now on. */
    | 'arrives'
    /** A barrier object: waits are over at once, and what they order is not known. */
    | 'mbarrier';
  readonly lanes: Lanes;
  readonly control: SassControl;
  readonly make?: Maker;
}

/** Options and results of executing machine code, in addition to those of every frontend. */
import type { ExecuteOptions as CommonOptions, Execution as CommonExecution } from '@ldscope/core';
import type { Unit } from '../isa/row.ts';
import type { WaveLog } from '../state/execution-log.ts';

/**
 * The machine is one whose code is executed (`targets`). The block comes from the metadata unless the launch gives it; a kernel
 * that declares no LDS and uses it has all that the chip can give, unless the launch says how much.
 */
export interface ExecuteOptions extends CommonOptions {
  /** Polled during every execution: true ends it, wherever it is. */
  readonly isTimeUp?: (() => boolean) | undefined;
  /** Called after each workgroup with the instructions that its waves executed, before `onWorkgroup`; slower. */
  readonly onExecuted?: ((logs: readonly WaveLog[]) => void) | undefined;
  /** The last wave of a workgroup runs first, instead of the first one. */
  readonly lastFirst?: boolean | undefined;
  /** With `onGlobal`: called for each access of global memory whose addresses are not known. */
  readonly onUnknownGlobal?: (() => void) | undefined;
}

export interface InstructionCount {
  /** Instructions of waves. */
  readonly instructions: number;
  /** The lanes of a wave for each vector, matrix, LDS and vector-memory instruction, 1 for each scalar one. */
  readonly lanes: number;
}

/** A branch whose direction depends on unknown values, by the number of its instruction. */
export interface OpenBranch {
  readonly number: number;
  readonly sources: string;
}

/** An argument without a value, as the kernel or its place names it. */
export interface UnknownArgument {
  readonly name: string;
  readonly offset: number;
}

export interface Execution extends CommonExecution {
  readonly counts: Readonly<Record<Unit, InstructionCount>>;
  /** Executions of each instruction of the program by waves. */
  readonly executions: Float64Array;
  /** Arguments that had no value, whether or not anything depends on them. */
  readonly unknownArguments: readonly UnknownArgument[];
  /** Branches whose direction depends on unknown values: the executed paths may not occur in any launch. */
  readonly openBranches: readonly OpenBranch[];
}

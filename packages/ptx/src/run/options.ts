/** How a launch of PTX is executed. */
import type { ExecuteOptions } from '@ldscope/core';
import type { SassFunction } from '../sass/program.ts';

/** The machine code that ptxas made of a module. */
export interface SassOf {
  readonly functions: readonly SassFunction[];
  /** The name of the listing that the user gave, for sites. */
  readonly file?: string | undefined;
  /** All of it is executed, and what it stores in global memory has to be what PTX stores: for tests. */
  readonly isChecked?: boolean | undefined;
}

export interface ExecutePtxOptions extends ExecuteOptions {
  /** With it, traces are of SASS: see `sass/run.ts`. */
  readonly sass?: SassOf | undefined;
  /** Warps take turns at compare-and-swap and exchanges of shared memory; without it each goes on until it waits. */
  readonly inTurns?: boolean | undefined;
}

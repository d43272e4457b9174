/** Many interleavings of the waves of a kernel: the ones that are executed, and their findings. */
import type { Diagnostic, Hazard } from '@ldscope/core';

export interface InterleavingOptions {
  /** How many. */
  readonly interleavings: number;
  /** The number of the first; the others follow. */
  readonly seed: number;
  readonly onInterleaving?: ((done: number, all: number) => void) | undefined;
}

export interface Explored {
  /** Those of any interleaving, each once; last that results differ. */
  readonly hazards: readonly Hazard[];
  /** Of an interleaving that could not be executed, or a note that all is well. */
  readonly diagnostics: readonly Diagnostic[];
}

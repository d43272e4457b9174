/** Many interleavings of the waves of a kernel: the ones that are executed, and their findings. */
import type { Diagnostic, Hazard } from '@ldscope/core';

export interface InterleavingOptions {
  /** How many interleavings are executed. */
  readonly interleavings: number;
  /** The number of the first; the others follow. */
  readonly seed: number;
  readonly onInterleaving?: ((done: number, all: number) => void) | undefined;
}

export interface Explored {
  /** The hazards of any interleaving, each once; the last one says that results differ. */
  readonly hazards: readonly Hazard[];
  /** Why an interleaving could not be executed, or a note that all is well. */
  readonly diagnostics: readonly Diagnostic[];
}

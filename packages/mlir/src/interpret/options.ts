import type { ExecuteOptions as CommonOptions } from '@ldscope/core';

/** How a kernel in MLIR is executed: the options of every execution, the values of its buffers, the order of its waves. */
export interface ExecuteOptions extends CommonOptions {
  /** Contents of buffer arguments by position; the kernel's stores change them. Others read as zero. */
  readonly buffers?: ReadonlyMap<number, Uint8Array> | undefined;
  /** Executes the interleaving of this number: waves in random order, copies that arrive at random times. */
  readonly seed?: number | undefined;
}

import type {
  AccessTrace,
  Diagnostic,
  GlobalTrace,
  Hazard,
  KernelSummary,
  Launch,
  Machine,
} from '@ldscope/core';

/**
 * When the data of an asynchronous copy (`gather_to_lds`) arrives. `late`, the default: at the wait that forces
 * it, or at the end of the wave. `early`: at once, what hardware does when memory is fast. A kernel that
 * waits correctly gives the same result both ways.
 */
export type AsyncCompletion = 'early' | 'late';

export interface ExecuteOptions {
  readonly machine: Machine;
  /** Which kernel; needed when the module has several. */
  readonly kernel?: string;
  readonly launch?: Launch;
  /** The file name for sites. */
  readonly file?: string;
  /** Most workgroups to execute; all by default. */
  readonly workgroups?: number;
  /** Contents of buffer arguments by position; the kernel's stores change them. Others read as zero. */
  readonly buffers?: ReadonlyMap<number, Uint8Array>;
  readonly asyncCompletion?: AsyncCompletion;
  /** Executes the interleaving of this number: waves in random order, copies that arrive at random times. */
  readonly seed?: number;
  /** Most operations that one wave may execute. */
  readonly maxSteps?: number;
  /** Called after each workgroup with its accesses. */
  readonly onWorkgroup?: (trace: AccessTrace, done: number, all: number) => void;
  /**
   * Called with batches of global accesses; without it they are not recorded. A trace is good during the call only.
   */
  readonly onGlobal?: (trace: GlobalTrace) => void;
}

/** An allocation in LDS; byte offsets are those of every workgroup. */
export interface LdsObject {
  /** With its sigil: `%tile`, `@global`. */
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface Execution {
  readonly kernel: KernelSummary;
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly Diagnostic[];
  /** Workgroups executed, and in the launch. */
  readonly workgroups: { readonly executed: number; readonly launched: number };
  /** Allocations in LDS, in the order of their places; absent where the kernel names none. */
  readonly ldsObjects?: readonly LdsObject[];
}

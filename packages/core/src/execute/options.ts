/**
 * How a launch is executed: the same options for every frontend that executes. Absence and `undefined` mean the same.
 */
import type { GlobalSink } from '../access/global-trace.ts';
import type { Launch } from '../access/launch.ts';
import type { AccessTrace } from '../access/trace.ts';
import type { Machine } from '../machine/machine.ts';
import type { Helpers, WorkgroupRange } from './spread.ts';

/**
 * When the data of asynchronous copies arrives, and in machine code that of every load. `late`: at the wait that forces
 * it, or at the end of the wave. `early`: at once, what hardware does when memory is fast. A kernel that waits
 * correctly gives the same result both ways.
 */
export type AsyncCompletion = 'early' | 'late';

/** Memory that a kernel gets a pointer to. */
export interface PointedMemory {
  /** Where the pointer is, in bytes from the beginning of the argument. */
  readonly offset: number;
  readonly name: string;
  readonly data: Uint8Array;
  /** How far into the memory it points, in bytes; 0 by default. */
  readonly into?: number | undefined;
  /** Pointers in the memory itself, which the launch writes there: a texture object has one to its texels. */
  readonly pointers?: readonly PointedMemory[] | undefined;
}

/**
 * A kernel argument: memory that the kernel gets a pointer to, or the bytes of a value, little-endian, into which the
 * launch writes the pointers that a struct has. Pointers to one array point to the same memory. `offset` is its byte in the kernarg segment; by default it takes the
 * next place of the metadata.
 */
export type KernelArgument = {
  readonly name?: string | undefined;
  readonly offset?: number | undefined;
  /** It takes the place of this name in the metadata instead of the next one. */
  readonly key?: string | undefined;
} & (
  | { readonly kind: 'buffer'; readonly data: Uint8Array }
  | {
      readonly kind: 'value';
      readonly bytes: Uint8Array;
      readonly pointers?: readonly PointedMemory[] | undefined;
    }
);

/** The execution options of a user, for every command. */
export interface RunOptions {
  /** Which kernel; needed when the text has several and the command takes one. */
  readonly kernel?: string | undefined;
  /** The name of the file, for sites. */
  readonly file?: string | undefined;
  /**
   * Arguments of machine code in the order of the kernel; its stores change the buffers. Arguments beyond the list are
   * zero. Without a list the arguments are unknown, except for the scalars of the launch.
   */
  readonly arguments?: readonly KernelArgument[] | undefined;
  /**
   * What variables of a module have before the launch, by the symbol or readable name in `key`: bytes as large as the variable. A
   * buffer is the content itself, and has what the kernel stores there. PTX takes them.
   */
  readonly globals?: readonly KernelArgument[] | undefined;
  /** By default `late` in MLIR and `early` in machine code. */
  readonly asyncCompletion?: AsyncCompletion | undefined;
  /**
   * Most operations that one wave may execute. In machine code with unknown values, four times as many end the
   * execution: of all waves, on all ways through the kernel, so that the same input gives the same answer on every machine.
   */
  readonly maxSteps?: number | undefined;
  /** The version of Triton that lowers a module of Triton IR, `3.6`: the newest that is known by default. */
  readonly triton?: string | undefined;
}

/** The execution options among any options. */
export function runOptionsOf(options: RunOptions): RunOptions {
  const { kernel, file, arguments: list, globals, asyncCompletion, maxSteps, triton } = options;
  return { kernel, file, arguments: list, globals, asyncCompletion, maxSteps, triton };
}

/** How a kernel is executed: its launch, its limits, and who is told of its accesses. */
export interface ExecuteOptions extends RunOptions {
  readonly machine: Machine;
  /** Grid, block, LDS and scalars by position (`arg0`) or name; what is absent comes from the kernel. */
  readonly launch?: Launch | undefined;
  /** Most workgroups to execute; all by default. */
  readonly workgroups?: number | undefined;
  /**
   * Executes MLIR without the scalars that the launch does not give: what depends on them is left out and named. Without it they are
   * required.
   */
  readonly unknownValues?: boolean | undefined;
  /**
   * Only accesses are needed: values that no address, no lane mask and no branch depends on need not be computed. Where
   * it turns out that more is required (`Execution.isMissed`), the launch has to be executed again without it.
   */
  readonly accessesOnly?: boolean | undefined;
  /**
   * With `accessesOnly`, of launches with more workgroups than are executed: those that provably make the same accesses to LDS as
   * one that was executed are counted with it.
   */
  readonly classes?: boolean | undefined;
  /** Called now and then while values are unknown: true ends the execution. The caller has the clock. */
  readonly isOutOfTime?: (() => boolean) | undefined;
  /**
   * Called after each workgroup that ends, with its accesses, which `times` workgroups make: 1 where it is absent. The trace is
   * lent: the next workgroup may overwrite it (`copyTrace` keeps it).
   */
  readonly onWorkgroup?:
    | ((trace: AccessTrace, done: number, all: number, times?: number) => void)
    | undefined;
  /** Called with batches of global accesses; without it they are not recorded, which is faster. */
  readonly onGlobal?: GlobalSink | undefined;
  /** Other threads, which may execute some of the workgroups: `onWorkgroup` and `onGlobal` are not called for these. */
  readonly helpers?: Helpers | undefined;
  /** Takes what another thread has counted of some workgroups: of those after the last call of this or of `onWorkgroup`. */
  readonly onCounted?: ((counts: unknown, done: number, all: number) => void) | undefined;
  /** The part of the memory for simulated buffers that this execution may take; all of it by default. */
  readonly memoryShare?: number | undefined;
  /** Only these workgroups, for another thread: `onLeft` takes what they leave, unless something out of the ordinary happens. */
  readonly range?: WorkgroupRange | undefined;
  readonly onLeft?: ((state: unknown) => void) | undefined;
  /** Called after each workgroup, also without accesses: false stops the launch. */
  readonly onProgress?: ((done: number, all: number) => boolean | void) | undefined;
}

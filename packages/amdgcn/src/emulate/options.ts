import type {
  AccessTrace,
  Diagnostic,
  GlobalTrace,
  Hazard,
  KernelSummary,
  Launch,
  Machine,
} from '@ldscope/core';
import type { WaveLog } from '../state/execution-log.ts';

/**
 * When the data of loads arrives. `early`: at once, what hardware does when memory is fast. `late`: when an
 * `s_waitcnt` forces it. A kernel that waits correctly gives the same result both ways.
 */
type AsyncCompletion = 'early' | 'late';

/** Memory that a kernel gets a pointer to. */
interface PointedMemory {
  /** Where the pointer is, in bytes from the beginning of the argument. */
  readonly offset: number;
  readonly name: string;
  readonly data: Uint8Array;
}

/**
 * A kernel argument: memory that the kernel gets a pointer to, or the bytes of a value, little-endian, into which the
 * launch writes the pointers that a struct has. `offset` is its byte in the kernarg segment; by default it takes the
 * next place of the metadata.
 */
export type KernelArgument = { readonly name?: string; readonly offset?: number } & (
  | { readonly kind: 'buffer'; readonly data: Uint8Array }
  | {
      readonly kind: 'value';
      readonly bytes: Uint8Array;
      readonly pointers?: readonly PointedMemory[];
    }
);

export interface ExecuteOptions {
  /** One of gfx90a, gfx942 and gfx950. */
  readonly machine: Machine;
  /** Which kernel; needed when the file has several. */
  readonly kernel?: string;
  /**
   * Grid, block, LDS and scalars by position (`arg0`) or name. The block comes from the metadata unless given; a kernel
   * that declares no LDS and uses it has all that the chip can give, unless the launch says how much.
   */
  readonly launch?: Launch;
  /**
   * Values in the order of the kernel; the kernel's stores change the buffers. Arguments beyond the list are zero.
   * Without a list the arguments are unknown, but for the scalars of the launch.
   */
  readonly arguments?: readonly KernelArgument[];
  /** The file name for sites. */
  readonly file?: string;
  /** Most workgroups to execute; all by default. */
  readonly workgroups?: number;
  readonly asyncCompletion?: AsyncCompletion;
  /**
   * Most instructions that one wave may execute. With unknown values, four times as many end the execution: of all waves, on
   * all ways through the kernel, so that the same input gives the same answer on every machine.
   */
  readonly maxSteps?: number;
  /** Asked now and then while values are unknown: true ends the execution. The caller has the clock. */
  readonly isOutOfTime?: () => boolean;
  /** Asked now and then in every execution: true ends it, wherever it is. */
  readonly isTimeUp?: () => boolean;
  /**
   * Called after each workgroup that ends, with its accesses. The trace is lent: the next workgroup overwrites it
   * (`copyTrace` keeps it).
   */
  readonly onWorkgroup?: (trace: AccessTrace, done: number, all: number) => void;
  /**
   * Called with batches of global accesses; without it they are not recorded, which is faster. A trace is good during
   * the call only.
   */
  readonly onGlobal?: (trace: GlobalTrace) => void;
  /** Called after each workgroup with what its waves executed, before `onWorkgroup`; slower. */
  readonly onExecuted?: (logs: readonly WaveLog[]) => void;
  /** Called after each workgroup, also without accesses: false stops the launch. */
  readonly onProgress?: (done: number, all: number) => boolean | void;
}

/** The units of a compute unit, by which instructions are counted. */
export type InstructionClass = 'SALU' | 'VALU' | 'MFMA' | 'LDS' | 'VMEM' | 'SMEM';

export interface InstructionCount {
  /** Instructions of waves. */
  readonly instructions: number;
  /** 64 for each vector, matrix, LDS and vector-memory instruction, 1 for each scalar one. */
  readonly lanes: number;
}

/** What is known of the shape of the workgroups where neither the launch nor the metadata give it. */
export interface BlockQuestion {
  /** `.max_flat_workgroup_size`, with which the kernel was executed; without it, nothing was. */
  readonly items: number | undefined;
  /** Axes of the work-item id that the kernel gets. */
  readonly axes: 1 | 2 | 3;
  /** The size is not the one that compilers write when nobody says any. */
  readonly isChosen: boolean;
}

/** An argument without a value, as the kernel or its place names it. */
export interface UnknownArgument {
  readonly name: string;
  readonly offset: number;
}

export interface Execution {
  readonly kernel: KernelSummary;
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly Diagnostic[];
  /** Workgroups executed, and in the launch. */
  readonly workgroups: { readonly executed: number; readonly launched: number };
  readonly counts: Readonly<Record<InstructionClass, InstructionCount>>;
  /** Executions of each instruction of the program by waves. */
  readonly executions: Float64Array;
  /** Present where nobody gave the shape of the workgroups. */
  readonly blockQuestion?: BlockQuestion;
  /** A workgroup touched more LDS than it has. */
  readonly exceedsLds?: boolean;
  /** Arguments that had no value, whether or not anything depends on them. */
  readonly unknownArguments: readonly UnknownArgument[];
}

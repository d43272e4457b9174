/**
 * What `ldscope fix` did to a kernel, and on what grounds it may be believed: plain data behind its text and its JSON.
 */
import type { KernelRegisters } from '../machine/occupancy.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

export const FIX_SCHEMA = 'ldscope-fix/1';

export interface FixReport {
  readonly schema: typeof FIX_SCHEMA;
  readonly kernel: string;
  readonly machines: readonly string[];
  /**
   * `fixed`: rewritten and proven. `partial`: that, but some buffer stays as it was, and a diagnostic says why.
   * `nothing`: no buffer has conflicts, or all have the layout that was requested. `stuck`: there are conflicts that no
   * layout that can be written removes. `refused`: the layout that was requested cannot be written. `sampled`: a rewritten
   * kernel is right as far as it was executed, which is not the whole launch. `unproven`: a rewritten kernel failed its
   * proof. `failed`: the input is wrong. Only `fixed` and `partial` come with a kernel.
   */
  readonly verdict:
    | 'fixed'
    | 'partial'
    | 'nothing'
    | 'stuck'
    | 'refused'
    | 'sampled'
    | 'unproven'
    | 'failed';
  /** Workgroups that were executed for what is counted here, out of those of the launch; absent where none was. */
  readonly workgroups?: { readonly executed: number; readonly launched: number } | undefined;
  readonly buffers: readonly FixedBuffer[];
  readonly proof: readonly ProofStep[];
  /** The changes that were tried, the recommended one first, those that are out last; absent where none was. */
  readonly candidates?: readonly TriedChange[] | undefined;
  /** `executions`: of a source, both were executed and compared. Absent: the steps are a proof. */
  readonly grounds?: 'executions' | undefined;
  /** Of a source: the recommended change as a unified diff; absent where there is none. */
  readonly diff?: string | undefined;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** The report where the input is wrong. */
export const failedFix = (
  machines: readonly string[],
  diagnostics: FixReport['diagnostics'],
  kernel = '',
): FixReport => ({
  schema: FIX_SCHEMA,
  kernel,
  machines,
  verdict: 'failed',
  buffers: [],
  proof: [],
  diagnostics,
});

/** A change of the author's text, executed like the text as it is. */
export interface TriedChange {
  /** The buffer that it is for, on top of the best changes of those before it. */
  readonly buffer: string;
  /** In a line: `t[32][33]`, `%tile: rows of 144 B (128 + 16)`. */
  readonly says: string;
  /**
   * Of the parts of the change, the one that takes most reading: `bound`, `definition`, `pitch`, `field`, `flat`, `index` of a source; `plain`,
   * `padding`, `intervals`, `xor`, `rotate`, `linear` of a kernel of MLIR; `encoding`, `linear` of one of Triton.
   */
  readonly kind: string;
  /** Why it is out; absent for what may be recommended. */
  readonly out?: { readonly reason: string; readonly detail: string } | undefined;
  /** Empty where it was not executed. */
  readonly runs: readonly ChangedRun[];
}

/** A kernel with one launch on one chip, before and after a change. Cycles are those of the launch. */
export interface ChangedRun {
  readonly kernel: string;
  readonly machine: string;
  /** Conflicts depend on data: this is the launch with the values of its buffers in other places. */
  readonly isShifted?: boolean | undefined;
  readonly workgroups: number;
  /** Bytes of the launch's buffers, which are the same. */
  readonly equalBytes: number;
  readonly before: RunCost;
  readonly after: RunCost;
  /** Source lines whose widest instruction has another width: bytes per lane. */
  readonly widths: readonly {
    readonly file: string;
    readonly line: number;
    readonly access: 'read' | 'write';
    readonly before: number;
    readonly after: number;
  }[];
}

/** LDS cycles on AMD, wavefronts on NVIDIA. */
export interface RunCost {
  readonly conflicts: number;
  readonly cycles: number;
  readonly ldsBytes: number;
  /** Workgroups that a compute unit holds at once. */
  readonly resident?: number | undefined;
  readonly registers?: KernelRegisters | undefined;
  readonly instructions?: number | undefined;
  /** Seconds by the model of a compute unit, at least and at most; absent where there is no model. */
  readonly seconds?: readonly [least: number, most: number] | undefined;
}

export interface FixedBuffer {
  /** Allocations that share the layout, with their sigil. */
  readonly names: readonly string[];
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
  /** The layouts in words. */
  readonly before: string;
  readonly after: string;
  /** Bytes of one allocation. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Operations that access the buffer, and those of them that changed. */
  readonly accesses: number;
  readonly changed: number;
  readonly conflicts: readonly BufferConflicts[];
  /** Why nothing better is known; absent where the user chose the layout. */
  readonly optimality?: string | undefined;
}

/** Conflict cycles of a buffer on one machine. */
interface BufferConflicts {
  readonly machine: string;
  readonly readBefore: number;
  readonly readAfter: number;
  readonly writeBefore: number;
  readonly writeAfter: number;
}

export interface ProofStep {
  /** `memory`, `placement`, `bijection`, `lanes`, `conflicts`, `verifier`, `time`. */
  readonly name: string;
  /**
   * `holds`: for every workgroup of the launch. `sampled`: for those that were executed, which are not all. `skipped`: it
   * could not be tried. `detail` says how much and why.
   */
  readonly outcome: 'holds' | 'sampled' | 'fails' | 'skipped';
  readonly detail: string;
}

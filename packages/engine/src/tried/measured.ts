/**
 * A kernel after one execution: what it leaves in memory, what its accesses cost, and what the chip needs for it.
 *
 *     t[32][32]     4,096 bytes of `out`     992 conflict cycles     4 KiB     8 workgroups     11.4 us
 *
 * A candidate is judged by two of these, before and after the change: nothing else is believed of it.
 */
import type {
  AccessTrace,
  KernelRegisters,
  LdsObject,
  Machine,
  Report,
  ReportSite,
} from '@ldscope/core';

/** Memory of the launch after it. */
export interface LeftBuffer {
  readonly name: string;
  readonly data: Uint8Array;
}

/** What a source line does to shared memory: the widest instruction that the compiler made of it, and its cycles. */
export interface LineCost {
  readonly file: string;
  readonly line: number;
  /** Bytes per lane of its widest read, and of its widest write; 0 without one. */
  readonly reads: number;
  readonly writes: number;
  readonly conflicts: number;
  readonly cycles: number;
}

/** Cycles are those of the executed workgroups: LDS cycles on AMD, wavefronts on NVIDIA. */
export interface Measured {
  readonly kernel: string;
  readonly machine: Machine;
  readonly isShifted: boolean;
  readonly memory: readonly LeftBuffer[];
  readonly workgroups: number;
  /** Warnings of the execution: uninitialized memory, misaligned vectors. */
  readonly hazards: readonly string[];
  readonly conflicts: number;
  readonly cycles: number;
  /** Every access to the banks is counted. */
  readonly isCovered: boolean;
  readonly lines: readonly LineCost[];
  /** Bytes of shared memory of a workgroup. */
  readonly ldsBytes: number;
  readonly registers?: KernelRegisters | undefined;
  /** Workgroups that a compute unit holds at once, as far as it is known. */
  readonly resident?: number | undefined;
  /** Instructions of all waves; absent where the frontend does not count them. */
  readonly instructions?: number | undefined;
  /** Seconds on the chip by the model of a compute unit, at least and at most; absent where there is no model or no device. */
  readonly seconds?: readonly [least: number, most: number] | undefined;
  readonly objects: readonly LdsObject[];
  /** Accesses of the first workgroup. */
  readonly trace?: AccessTrace | undefined;
}

/** What a report says of the cost of a kernel. */
export function costsOf({
  kernel,
  totals,
  occupancy,
  sites,
  hazards,
}: Report): Pick<
  Measured,
  | 'kernel'
  | 'hazards'
  | 'conflicts'
  | 'cycles'
  | 'lines'
  | 'ldsBytes'
  | 'registers'
  | 'resident'
  | 'instructions'
> {
  return {
    kernel: kernel.name,
    hazards: hazards.flatMap(({ severity, message }) => (severity === 'note' ? [] : [message])),
    conflicts: totals.bankConflict,
    cycles: totals.idxActive,
    lines: linesOf(sites),
    ldsBytes: kernel.ldsBytes,
    registers: kernel.registers,
    resident: occupancy?.workgroups,
    instructions: kernel.executedInstructions,
  };
}

/** Instructions by the source line that the author sees, in the function that has the access. */
function linesOf(sites: readonly ReportSite[]): LineCost[] {
  const found = new Map<string, LineCost>();
  for (const { location, direction, widthBytes, bankConflict, idxActive } of sites) {
    const [{ file = '', line = 0 } = location] = location.source ?? [];
    const key = `${file}:${line}`;
    const known = found.get(key) ?? { file, line, reads: 0, writes: 0, conflicts: 0, cycles: 0 };
    const isRead = direction === 'read';
    found.set(key, {
      ...known,
      reads: Math.max(known.reads, isRead ? widthBytes : 0),
      writes: Math.max(known.writes, isRead ? 0 : widthBytes),
      conflicts: known.conflicts + bankConflict,
      cycles: known.cycles + idxActive,
    });
  }
  return [...found.values()];
}

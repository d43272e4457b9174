/**
 * What a sweep over a library found: a flat row per kernel, machine, launch and model, so that a table of a data base is
 * a list of them. A kernel without an answer has a row too, with its reason.
 */
import type { ConflictCauseKind } from './conflict-cause.ts';

export const SWEEP_SCHEMA = 'ldscope-sweep/1';

/**
 * How a job ended: `counted` wholly or in `part`; it needs a `launch` that is not given; it was `refused` with a
 * diagnostic; it was ended by its limit on `time` or `memory`; ldscope `crashed`.
 */
export type SweepStatus = 'counted' | 'part' | 'launch' | 'refused' | 'time' | 'memory' | 'crashed';

/** What a job is called: where its kernel is, and under what it is counted. */
export interface SweepName {
  readonly file: string;
  /** The part of a file with several (code objects, chunks, files of a cache entry), from 1. */
  readonly part: number;
  /** The symbol; empty where the text does not name one. */
  readonly kernel: string;
  /** As it was requested; empty for the one that the kernel names. */
  readonly machine: string;
  /** As it was requested; empty for that of the kernel itself. */
  readonly launch: string;
  /** As it was requested; empty for the first of the machine. */
  readonly model: string;
}

/** What a job gives: the same for the same job, except for `seconds`. Cycles are LDS cycles on AMD, wavefronts on NVIDIA. */
export interface SweepResult {
  /** Hash of what the result depends on. */
  readonly job: string;
  readonly status: SweepStatus;
  /** Code of the diagnostic that is the reason; empty where it is counted wholly. */
  readonly code: string;
  readonly reason: string;
  /** The name of the kernel as people read it. */
  readonly title: string;
  /** The language that was read: `amdgcn`. */
  readonly language: string;
  /** The chip and the model that counted. */
  readonly chip: string;
  readonly countedBy: string;
  /** Workgroups that were executed, of those of the launch; 0 where nothing is launched. */
  readonly workgroups: number;
  readonly launched: number;
  readonly waves: number;
  /** Shared memory of one workgroup. */
  readonly ldsBytes: number;
  /** Instructions that access shared memory, and those of them that conflict. */
  readonly sites: number;
  readonly conflictSites: number;
  /** Of the executed workgroups. */
  readonly cycles: number;
  readonly conflictCycles: number;
  /** Slots of the fullest bank in the worst phase; 1 is conflict-free. */
  readonly ways: number;
  /** The site with most conflict cycles: its identifier, instruction and line; empty without conflicts. */
  readonly worstSite: string;
  readonly worstOp: string;
  readonly worstPlace: string;
  /** What its lanes that meet have in common, and the bytes between them; empty and 0 without conflicts. */
  readonly cause: ConflictCauseKind | '';
  readonly causeBytes: number;
  readonly hazards: number;
  /** Conflict cycles rest on a rule whose sources disagree. */
  readonly disputed: boolean;
  /** The recommended layouts of its buffers; empty where none was searched, or nothing is better. */
  readonly layout: string;
  /** Conflict cycles of the buffers whose layout was searched, now and with the recommended layout. */
  readonly searchedCycles: number;
  readonly remainingCycles: number;
  /** Cycles of a compute unit's worth of workgroups by the model of time, and without bank conflicts; 0 where not timed. */
  readonly timeCycles: number;
  readonly timeWithoutConflicts: number;
  /** Seconds that the job took. */
  readonly seconds: number;
}

/** A job with its result. */
export interface SweepRow extends SweepName, SweepResult {}

export interface SweepReport {
  readonly schema: typeof SWEEP_SCHEMA;
  /** Rows by conflict cycles of the whole launch, the most first; rows without an answer at the end. */
  readonly rows: readonly SweepRow[];
  /** Jobs without a result yet. */
  readonly pending: number;
}

/** Conflict cycles of the whole launch: those of the executed workgroups, times their share of it. */
export function launchConflicts({ conflictCycles, workgroups, launched }: SweepResult): number {
  return workgroups > 0 ? Math.round((conflictCycles * launched) / workgroups) : conflictCycles;
}

/** True where the figures of a row are of something that was executed. */
export const isSwept = ({ status }: SweepResult): boolean =>
  status === 'counted' || status === 'part';

/** The report of rows, ranked. */
export function sweepReport(rows: readonly SweepRow[], pending = 0): SweepReport {
  const ranked = rows
    .map((row) => ({ row, conflicts: isSwept(row) ? launchConflicts(row) : -1 }))
    .sort(
      (a, b) =>
        b.conflicts - a.conflicts ||
        compareTexts(a.row.file, b.row.file) ||
        a.row.part - b.row.part ||
        compareTexts(a.row.kernel, b.row.kernel) ||
        compareTexts(a.row.machine, b.row.machine) ||
        compareTexts(a.row.launch, b.row.launch) ||
        compareTexts(a.row.model, b.row.model),
    );
  return { schema: SWEEP_SCHEMA, rows: ranked.map(({ row }) => row), pending };
}

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

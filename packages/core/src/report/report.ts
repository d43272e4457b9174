/**
 * The one object behind every output: text, JSON, the web app. Its JSON form is a contract with scripts,
 * versioned by `schema` and documented in docs/report-json.md; a field changes only with the version.
 *
 * Cycles are LDS cycles on AMD and wavefronts on NVIDIA, summed over all executions by waves.
 */
import type { Extent } from '../access/launch.ts';
import type { Direction } from '../access/opcode.ts';
import type { Severity } from '../base/diagnostic.ts';
import type { Hint } from '../base/hint.ts';
import type { Counter, Totals } from '../conflict/counters.ts';
import type { Statement } from '../study/ck-tile/advisor/statement.ts';
import type { Evidence } from '../machine/evidence.ts';
import type { KernelRegisters, OccupancyReport } from '../machine/occupancy.ts';
import type { Unserved } from '../machine/service.ts';
import type { Account, PassingAccesses } from './account.ts';
import type { LdsCoverage, WorkgroupShape } from './coverage.ts';
import type { ReportDiagnostic } from './diagnostic.ts';
import type { GlobalReport } from './global.ts';
import type { HintReport } from './hints.ts';
import type { IterationCost } from './iterations.ts';
import type { Location } from './location.ts';
import type { SassSummary } from './sass.ts';

export const REPORT_SCHEMA = 'ldscope-report/1';

/** The answer of an analysis as plain data: what every output shows. docs/report-json.md has its fields with units. */
export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly machine: string;
  readonly model: string;
  readonly kernel: KernelSummary;
  /** How much of the kernel the figures cover. */
  readonly account: Account;
  /** How many workgroups are resident at once, as far as waves, shared memory and registers are known. */
  readonly occupancy?: OccupancyReport;
  /** The most expensive first. */
  readonly sites: readonly ReportSite[];
  readonly totals: Totals;
  /** What the kernel requests of global memory; absent when nothing could be analyzed. */
  readonly global?: GlobalReport;
  readonly counters: readonly Counter[];
  /** On what the numbers rest: each service rule that was used. */
  readonly evidence: readonly RuleEvidence[];
  /** What another reading of a disputed rule would give; empty when no used rule is disputed. */
  readonly alternatives: readonly Alternative[];
  readonly hazards: readonly Hazard[];
  /** Swizzle hints that no pass has resolved yet; absent for a kernel without. */
  readonly hints?: HintReport | undefined;
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Rules of CK Tile's documents, checked; absent for what is not a CK Tile specification. */
  readonly advice?: readonly Statement[] | undefined;
}

export interface KernelSummary {
  readonly name: string;
  /** Which frontend read it: `mlir`. */
  readonly frontend: string;
  /** The language in the words of reports; the name of the frontend where it is absent. */
  readonly language?: LanguageWords;
  /** Waves that were executed. */
  readonly waves: number;
  /** Shared memory of one workgroup. */
  readonly ldsBytes: number;
  /** Absent where nothing is launched: a specification describes one workgroup. */
  readonly workgroups?: WorkgroupCounts;
  /** Absent where nothing could be executed. */
  readonly wavesPerWorkgroup?: number;
  /** Registers of a wave, as its code requests them; absent where they are not known. */
  readonly registers?: KernelRegisters | undefined;
  /** The shape of its workgroups and where it comes from; absent for what has waves only. */
  readonly block?: WorkgroupShape;
  /** How much of what it does to shared memory was counted; absent where all of it was. */
  readonly ldsInstructions?: LdsCoverage;
  /** Instructions without sites that pass by the banks; absent where there are none. */
  readonly passing?: PassingAccesses | undefined;
  /** Sides of a CK Tile specification that move a part of the tile in LDS; absent where both move all of it. */
  readonly partsOfTile?: readonly PartOfTile[];
  /** Present where sites are those of SASS, matched with the accesses of PTX. */
  readonly sass?: SassSummary | undefined;
  /** Instructions that waves executed, in the language that was read; absent where the frontend does not count them. */
  readonly executedInstructions?: number | undefined;
  /** Execution went on with unknown values: accesses that depend on them, those of global memory too, are not counted. */
  readonly hasUnknownValues?: boolean | undefined;
}

interface LanguageWords {
  /** `MLIR`. */
  readonly title: string;
  /** What its accesses to shared memory are counted in: `instruction`. */
  readonly unit: string;
}

/** A distribution that is smaller than the descriptor that it goes through: a corner of the tile was counted. */
interface PartOfTile {
  readonly side: 'write' | 'read';
  /** Lengths of the distribution. */
  readonly part: readonly number[];
  /** Lengths of the descriptor. */
  readonly tile: readonly number[];
}

/** Workgroups that make the same accesses to LDS: the first of them was executed. */
export interface WorkgroupClass {
  /** Its place in the grid. */
  readonly first: Extent;
  readonly count: number;
}

/** Fewer executed than launched: the figures of the report are those of a sample. */
export interface WorkgroupCounts {
  /** Workgroups whose accesses to LDS are counted: with classes, all workgroups of each. */
  readonly executed: number;
  readonly launched: number;
  /** Present where workgroups were shown to make the same accesses, so that one of each class was executed. */
  readonly classes?: readonly WorkgroupClass[] | undefined;
  /** With classes: workgroups whose global accesses are counted. */
  readonly observed?: number | undefined;
}

/** An instruction of the kernel, and the cycles of all its executions. */
export interface ReportSite {
  /** What `ldscope explain --site` takes. */
  readonly id: string;
  readonly op: string;
  readonly direction: Direction;
  /** Bytes that one lane moves. */
  readonly widthBytes: number;
  readonly buffer: string;
  readonly location: Location;
  /** Executions by waves. */
  readonly executions: number;
  /** Phases of one execution: its conflict-free cost (the most, when executions differ). */
  readonly phases: number;
  readonly idxActive: number;
  readonly bankConflict: number;
  /** Slots of the fullest bank in the worst phase of the worst execution; 1 is conflict-free. */
  readonly worstWays: number;
  /** Why its cycles are not known: its figures are then 0, and mean nothing. Absent where its cycles are known. */
  readonly unserved?: Unserved | undefined;
  /** Costs by iteration: the k-th execution of each wave. Absent when all cost the same. */
  readonly iterations?: readonly IterationCost[] | undefined;
}

export interface RuleEvidence {
  /** The class of instructions, and those of them that the kernel uses. */
  readonly request: string;
  readonly ops: readonly string[];
  readonly phases: string;
  readonly banks: number;
  readonly evidence: Evidence;
  readonly source: string;
  readonly note?: string | undefined;
}

export interface Alternative {
  readonly model: string;
  readonly title: string;
  /** The disputed instructions of this kernel. */
  readonly ops: readonly string[];
  readonly totals: Totals;
}

/** Something that makes the kernel wrong, or its result dependent on timing. */
export interface Hazard {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: Hint;
  readonly location: Location;
  /** How often it was seen: executions of the access by waves. */
  readonly count: number;
  /** The access of a pair that the program has first; `location` is that of the second. */
  readonly other?: { readonly access: Direction; readonly location: Location };
  readonly witness?: HazardWitness;
}

/** The first time that a hazard was seen, of different waves where it ever was. */
export interface HazardWitness {
  readonly workgroup: readonly [number, number, number];
  /** The allocation; empty where none is known. */
  readonly buffer: string;
  /** The first byte that is concerned, in the allocation. */
  readonly byte: number;
  /** How many bytes are concerned. */
  readonly bytes: number;
  readonly wave: number;
  readonly lane: number;
  /** The wave of the other access. */
  readonly otherWave?: number;
  readonly otherLane?: number;
}

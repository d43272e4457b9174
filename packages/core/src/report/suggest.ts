/**
 * What `ldscope suggest` found for the shared-memory buffers of a kernel or a specification: plain data behind its text
 * and its JSON. Cycles are those of one workgroup.
 */
import type { WorkgroupCounts } from './report.ts';
import type { Tile } from '../layout/tile/tile-layout.ts';
import type { FamilyReport } from '../mitigate/certificate.ts';
import type { Obstacle } from '../mitigate/obstacles.ts';
import type { SearchResult } from '../mitigate/candidate.ts';
import type { WaveChoice } from '../mitigate/wave-choice.ts';
import type { Finding } from '../mitigate/why.ts';
import type { HintReport } from './hints.ts';
import type { WorkgroupShape } from './coverage.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

export const SUGGEST_SCHEMA = 'ldscope-suggest/1';

export interface SuggestReport {
  readonly schema: typeof SUGGEST_SCHEMA;
  readonly kernel: string;
  readonly frontend: string;
  readonly machines: readonly string[];
  /** The shape of a workgroup and where it comes from; absent where nothing is launched. */
  readonly block?: WorkgroupShape | undefined;
  readonly buffers: readonly SuggestedBuffer[];
  /** Buffers that are accessed and not searched; the diagnostics say why. Absent where there are none. */
  readonly leftOut?: readonly string[] | undefined;
  /** Swizzle hints that no pass has resolved yet: layouts are suggested for memory as it is addressed now. */
  readonly hints?: HintReport | undefined;
  /** The command that applies what is suggested first; absent where there is none. */
  readonly next?: string;
  readonly diagnostics: readonly ReportDiagnostic[];
}

export interface SuggestedBuffer {
  /** Allocations that share the layout. */
  readonly names: readonly string[];
  readonly tile: Tile;
  /** Chips that were searched for together; those that execute other instructions follow as a buffer of their own. */
  readonly machines: readonly string[];
  /** The verdict on the executed workgroups, where these are not all of the launch. */
  readonly verdict: SearchResult['verdict'] | 'unknown';
  /** Accesses that are in no count; absent where all are counted. */
  readonly uncounted?: UncountedAccesses | undefined;
  /** Workgroups that accesses, counts and proof are of, out of those of the launch; absent where nothing is launched. */
  readonly workgroups?: WorkgroupCounts | undefined;
  readonly now: SuggestedLayout;
  readonly accesses: readonly SuggestedAccess[];
  /** Why the present layout conflicts. */
  readonly why: readonly Finding[];
  /** The best trade-offs with fewer conflicts than now, the recommended one first; empty when nothing is to be done. */
  readonly front: readonly SuggestedLayout[];
  /** True where the accesses are those of a compiler, and nothing was compiled with the first of the front. */
  readonly isUntried?: boolean | undefined;
  /** Why the first of the front is recommended; empty when there is none. */
  readonly recommendation: string;
  /** Trade-offs too, but far more address instructions than a simple layout with as few conflicts. */
  readonly others: readonly SuggestedLayout[];
  /** The proof of the first layout of the front, or of the present layout where there is nothing better. */
  readonly proof: SuggestedProof;
  /** The first of the front in every notation; empty when nothing is to be done. */
  readonly notations: readonly SuggestedNotation[];
  readonly obstacles: readonly {
    readonly kind: Obstacle['kind'] | 'other-access';
    readonly text: string;
  }[];
  /** For an array that a source declares, where rows of another length have fewer conflicts. */
  readonly declaration?: SuggestedDeclaration | undefined;
  /** What Wave's pass chooses for these accesses; absent where it is not requested and the kernel is not Wave's. */
  readonly wave?: WaveChoice | undefined;
}

/** Accesses of a buffer whose cost, or whose addresses, are not known: what is claimed holds for the others. */
export interface UncountedAccesses {
  readonly accesses: number;
  /** All accesses that were looked at: of the buffer, or of the kernel where it is not known which buffer they are of. */
  readonly of: number;
  /** `cp.async.b128 at 12:3`, `wmma.load.a...`, without repetition. */
  readonly what: readonly string[];
  /** False where not even their addresses are known: then no layout is suggested. */
  readonly constrain: boolean;
}

/** How the source declares the array without its conflicts: nothing but the declaration changes. */
export interface SuggestedDeclaration {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Lengths of the array, outermost first, as it is and as it should be. */
  readonly now: readonly number[];
  readonly better: readonly number[];
  /** Conflict cycles by machine: by simulation of the present instructions, or of those of the compiled change where it was tried. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** All LDS cycles of the array after the change, by machine. */
  readonly cycles: readonly number[];
  /** False where the machine code has a vector now that the change parts or misaligns. */
  readonly keepsVectors: boolean;
  /** The result of compiling and executing it; absent where that was not done. */
  readonly tried?: TriedDeclaration | undefined;
}

/** A change that was compiled, and executed on the launch together with the source as it is. */
interface TriedDeclaration {
  /** Bytes of the launch's buffers, which are as before. */
  readonly equalBytes: number;
  readonly workgroups: number;
}

export interface SuggestedLayout {
  readonly family: SearchResult['now']['family'];
  /** The layout in words. */
  readonly layout: string;
  /** True for the first layout of the front, the one that is recommended. */
  readonly recommended: boolean;
  /** By machine. */
  readonly conflicts: readonly number[];
  readonly ldsBytes: number;
  /** By machine: workgroups that are resident at once, by shared memory, waves and registers that are known. */
  readonly workgroups: readonly number[];
  /** Static vector instructions more than a plain tile needs, by a model of the compiler. */
  readonly addressInstructions: number;
  /** What compilers emit instead, at least and at most; absent where no compiler has been compared. */
  readonly addressRange?: readonly [least: number, most: number] | undefined;
  /** Memory instructions that are executed; more where vectors are cut. */
  readonly accessInstructions: number;
  /** Widest memory instruction. */
  readonly widthBytes: number;
  /** Machines on which it has no conflict. */
  readonly serves: readonly string[];
  /** Why `fix` cannot rewrite the kernel to it; absent where it can, and where kernels are not rewritten. */
  readonly unwritable?: string | undefined;
}

interface SuggestedAccess {
  readonly name: string;
  readonly op: string;
  /** Executions by waves. */
  readonly executions: number;
}

export interface SuggestedProof {
  /** Conflict cycles of each access, and the least under any layout that keeps vectors whole. */
  readonly claims: readonly {
    readonly machine: string;
    readonly access: string;
    readonly cycles: number;
    readonly conflicts: number;
    readonly ways: number;
    readonly leastConflicts: number;
  }[];
  /** Why nothing of the family is better. */
  readonly argument: string;
  /** The families that were tried, where that is the argument. */
  readonly families: readonly FamilyReport[];
}

export interface SuggestedNotation {
  readonly notation: string;
  readonly title: string;
  /** Absent where the notation expresses neither this layout nor another with as few conflicts. */
  readonly text?: string;
  /** Why the notation does not express the layout. */
  readonly reason?: string;
  /** The text is of another layout with as few conflicts: this one, in words. */
  readonly instead?: string;
}

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
import type { FixReport } from './fix.ts';
import type { HintReport } from './hints.ts';
import type { WorkgroupShape } from './coverage.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

export const SUGGEST_SCHEMA = 'ldscope-suggest/1';

/** `verdict`, `candidates` and `diff`: of a source whose changes were tried, as `fix` has them. */
export interface SuggestReport extends Partial<Pick<FixReport, 'verdict' | 'candidates' | 'diff'>> {
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
  /** The best trade-offs with fewer conflicts than now, the best first; empty when nothing is to be done. */
  readonly front: readonly SuggestedLayout[];
  /** True where the accesses are those of a compiler, and nothing was compiled with these layouts: none is recommended. */
  readonly isUntried?: boolean | undefined;
  /** Why the first of the front is recommended; empty where none is. */
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

export interface SuggestedLayout {
  readonly family: SearchResult['now']['family'];
  /** The layout in words. */
  readonly layout: string;
  /** True for the first layout of the front, except where none was tried. */
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

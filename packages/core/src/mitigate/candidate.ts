/** The layouts that a search looks at, its other inputs, and its answer. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { TileLayout } from '../layout/tile/tile-layout.ts';
import type { Certificate, FamilyReport } from './certificate.ts';
import type { Counts } from './count.ts';
import type { Family, FamilyName } from './families.ts';
import type { Obstacle } from './obstacles.ts';
import type { Problem } from './problem.ts';
import type { LayoutCost } from './rank.ts';

export interface Candidate {
  /** `given`: the layout that the kernel has; `plain`: rows one after the other. */
  readonly family: FamilyName | 'given' | 'plain';
  readonly layout: TileLayout;
  /** Widest memory instruction that it allows. */
  readonly widthBytes: number;
  readonly cost: LayoutCost;
  /** Targets on which it has no conflict. */
  readonly serves: readonly string[];
}

export interface Answer extends Candidate {
  readonly certificate: Certificate;
  /** Other layouts of the same cost, as far as they were met: perhaps one that a notation expresses. */
  readonly alternatives: readonly Candidate[];
}

export interface SearchResult {
  /** `free`: no conflicts as it is; `solved`: the first answer has none; `better`: fewer; `stuck`: none that is searched helps. */
  readonly verdict: 'free' | 'solved' | 'better' | 'stuck';
  /** The layout of the kernel, or the plain one. */
  readonly now: Answer;
  /** The best trade-offs and the best of each simple family, in the order of `rank.ts`: the first is recommended. */
  readonly front: readonly Answer[];
  /** On the Pareto front too, but far more code than a simple layout with as few conflicts. */
  readonly others: readonly Answer[];
  readonly families: readonly FamilyReport[];
  /** Why the best answer is not free of conflicts, or not as good as one wishes. */
  readonly obstacles: readonly Obstacle[];
}

export interface SearchOptions {
  /** The layout that the kernel has now; by default the plain one. */
  readonly now?: TileLayout;
  /** The accesses under the present layout, where it makes them narrower than those of the problem; by default those. */
  readonly nowProblem?: Problem | undefined;
  /**
   * Why a legal layout is not an answer all the same: the notation of the kernel cannot express it, or makes other
   * instructions of it than those that were counted.
   */
  readonly refuse?:
    | ((candidate: Candidate, problem: Problem) => Diagnostic | undefined)
    | undefined;
  /** Families to try besides, in front of the others. */
  readonly families?: ((problem: Problem) => readonly Family[]) | undefined;
  /** The notation in which the kernel is written: of equal layouts those that it expresses count as simpler. */
  readonly notation?: string | undefined;
  /** Why the kernel cannot be rewritten to a layout: of layouts with equal conflicts those that cannot be written come last. */
  readonly obstacleTo?: ((layout: TileLayout) => string | undefined) | undefined;
}

/** A candidate as a search keeps it. */
export interface Entry extends Candidate {
  readonly counts: Counts;
  readonly alternatives: Candidate[];
  /** Hash of its placement. */
  readonly hash: number;
}

/**
 * How a report of machine code of NVIDIA's chips came about: SASS was executed beside the PTX that it was made of. Sites are those of SASS
 * then, except for warps whose accesses depend on what is not known.
 */
export interface SassSummary {
  /** Instructions of the kernel that access shared memory, and those of them that warps executed. */
  readonly instructions: number;
  readonly executed: number;
  /** Accesses of PTX by warps; those that are part of a wider access of SASS; those that ptxas left out. */
  readonly accesses: number;
  readonly merged: number;
  readonly dropped: number;
  readonly warps: number;
  /** Warps that have the accesses of PTX: those of blocks that were not executed as SASS. */
  readonly unmatchedWarps: number;
  /** The others; and of those before, the ones that touched what they do not touch in PTX. */
  readonly evaluatedWarps: number;
  readonly refutedWarps: number;
  /** Warps where it depends on time which lanes are together: they meet where the code says. */
  readonly uncertainWarps: number;
  /** Several warps of a block were at one word with atomics whose results matter: what these give depends on time. */
  readonly contended: boolean;
  /** In that case: bank conflicts with each warp alone, which are those of the report, and with all warps of a block in turns. */
  readonly conflicts?: { readonly alone: number; readonly inTurns: number };
  /** Nothing of the above, and every cost is known: figures are those of the accesses that SASS makes. */
  readonly isComplete: boolean;
  /** What was compared with counters of the chip; absent for chips of which nothing was. */
  readonly evidence?: SassEvidence | undefined;
  /** It is complete, and the chip counted the predicted conflicts of every kernel with such accesses that was measured. */
  readonly isExact: boolean;
}

/** How well bank conflicts of random kernels were predicted whose counter is the same in all runs. */
export interface SassEvidence {
  /** The accesses of these kernels: loads are those of matrices, and copies, too. */
  readonly accesses: 'stores' | 'loads and stores' | 'loads, stores and atomics';
  /** `H200`. */
  readonly chip: string;
  readonly kernels: number;
  /** Those with the predicted number; the counter of the others has more. */
  readonly exact: number;
  /** How many more, at most; and in percent of the conflicts of all. */
  readonly mostMore: number;
  readonly percentMore: number;
}

/**
 * How a report of machine code of NVIDIA's chips came about: accesses of PTX were executed, and matched with the instructions of SASS
 * that ptxas made of them. Sites are those of SASS then, except for warps that could not be matched.
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
  /** Warps that no way through SASS explains: they have the accesses of PTX. */
  readonly unmatchedWarps: number;
  /** Warps whose way follows from integers of SASS; and those for which that way does not have the accesses of PTX. */
  readonly evaluatedWarps: number;
  readonly refutedWarps: number;
  /** Warps that could go several ways, which join accesses or lanes differently. */
  readonly uncertainWarps: number;
  /** Exchanges, or compare-and-swap and its loops, of several warps at once: what they give depends on time. */
  readonly contended: boolean;
  /** In that case: bank conflicts with each warp alone, which are those of the report, and with all warps of a block in turns. */
  readonly conflicts?: { readonly alone: number; readonly inTurns: number };
  /** Every figure is what the chip counts: nothing of the above, and every cost is known. */
  readonly isExact: boolean;
}

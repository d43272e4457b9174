/** How a tensor is divided among the blocks of a cluster, from either form that Triton prints. */
import type { BasisList, Cluster } from './encoding.ts';

export interface Division {
  /** The part of the tensor that one block holds. */
  readonly shape: readonly number[];
  /** What each bit of the block number adds to the coordinates, in elements. */
  readonly block: BasisList;
}

/** Divides a tensor; `cluster` absent or empty is one block. */
export function divide(shape: readonly number[], cluster: Cluster = {}): Division {
  const parts = partBases(shape.length, cluster);
  const counts = shape.map(() => 1);
  for (const basis of parts) {
    for (const [d, value] of basis.entries()) {
      if (value > 0) counts[d] = Math.max(counts[d] ?? 1, 2 * value);
    }
  }
  const own = shape.map((size, d) => Math.max(1, Math.floor(size / (counts[d] ?? 1))));
  const block = parts.map((basis) =>
    basis.map((value, d) => {
      const step = value * (own[d] ?? 1);
      return step < (shape[d] ?? 1) ? step : 0;
    }),
  );
  return { shape: own, block };
}

/** Bases in units of parts. */
function partBases(
  rank: number,
  { CGALayout, CTAsPerCGA, CTASplitNum, CTAOrder }: Cluster,
): BasisList {
  if (CGALayout !== undefined) return CGALayout;
  if (CTAsPerCGA === undefined) return [];
  const order = CTAOrder ?? Array.from({ length: rank }, (_, d) => rank - 1 - d);
  return order.flatMap((dimension) => {
    const blocks = CTAsPerCGA[dimension] ?? 1;
    const split = CTASplitNum?.[dimension] ?? blocks;
    const bases: number[][] = [];
    for (let i = 1; i < blocks; i *= 2)
      bases.push(Array.from({ length: rank }, (_, d) => (d === dimension && i < split ? i : 0)));
    return bases;
  });
}

/** Layouts of a list on the accesses of a problem: the conflicts of those that it can use. */
import type { TileLayout } from '../layout/tile/tile-layout.ts';
import { makeCounter } from './count.ts';
import { ldsBytesFor, legalityFaults } from './legality.ts';
import { placeElements } from './placement.ts';
import type { Problem } from './problem.ts';

/** A legal layout with its conflict cycles, over all accesses, executions and chips, and the memory of the workgroup. */
export interface CountedLayout {
  readonly layout: TileLayout;
  readonly conflictCycles: number;
  readonly ldsBytes: number;
}

/** The layouts that leave every access whole, in their order. */
export function countedLayouts(
  problem: Problem,
  layouts: readonly TileLayout[],
): readonly CountedLayout[] {
  const counter = makeCounter(problem);
  return layouts.flatMap((layout) => {
    const offsets = placeElements(layout);
    if (legalityFaults(problem, layout, offsets).length > 0) return [];
    const conflictCycles = counter
      .count(offsets)
      .flat()
      .reduce((sum, { conflicts }) => sum + conflicts, 0);
    return [{ layout, conflictCycles, ldsBytes: ldsBytesFor(problem, layout) }];
  });
}

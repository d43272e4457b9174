/**
 * Runs the blocks of a cluster in turn: they wait for each other, and write into each other's shared memory.
 *
 *     grid 4 x 2, cluster 2 x 1      blocks 0 and 1 together, then 2 and 3, 4 and 5, 6 and 7
 *
 * Source: PTX ISA 9.0, 2.2.2.
 */
import { coordinatesIn, type Extent, messages, volume } from '@ldscope/core';
import { enterBlock, type Environment } from '../state/environment.ts';
import { countBits } from './groups.ts';
import { type Failure, Patience } from './patience.ts';
import type { BlockRun } from './run.ts';

/** Where a block is in its cluster, and the numbers in the grid of all blocks of the cluster by rank. */
export interface ClusterPlace {
  readonly rank: number;
  readonly numbers: readonly number[];
}

/** The cluster of the block with a number. */
export function clusterOf(grid: Extent, cluster: Extent, number: number): ClusterPlace {
  const at = coordinatesIn(grid, number);
  const first = at.map((place, axis) => place - (place % (cluster[axis] ?? 1)));
  const numbers = Array.from({ length: volume(cluster) }, (_, rank) => {
    const inside = coordinatesIn(cluster, rank);
    const [x = 0, y = 0, z = 0] = first.map((place, axis) => place + (inside[axis] ?? 0));
    return x + grid[0] * (y + grid[1] * z);
  });
  return { rank: numbers.indexOf(number), numbers };
}

/** Executes the blocks of a cluster to their end; gives what stopped them otherwise. `runs` are by rank. */
export function executeCluster(
  runs: readonly BlockRun[],
  environment: Environment,
  isTimeUp: (() => boolean) | undefined,
): Failure | undefined {
  const warps = runs.flatMap((run) => run.warps);
  const patience = new Patience(warps, environment);
  for (;;) {
    let progress = false;
    for (const [rank, run] of runs.entries()) {
      enterBlock(environment, rank);
      const round = run.round();
      if (typeof round === 'object') return round;
      progress ||= round;
    }
    if (progress) {
      if (isTimeUp?.() === true) return { number: 0, message: messages.execute.timeBudget() };
      const failure = patience.afterRound();
      if (failure !== undefined) return failure;
      continue;
    }
    const waiting = warps.flatMap(({ groups }) => groups);
    if (waiting.length === 0) return undefined;
    const threads = warps.reduce((sum, { live }) => sum + countBits(live), 0);
    const arrived = waiting.reduce((sum, { mask }) => sum + countBits(mask), 0);
    const [first] = waiting;
    const number = first?.state === 'warpgroup' ? first.pc : (first?.pc ?? 1) - 1;
    const message =
      first?.state === 'warpgroup'
        ? messages.ptx.splitWarpgroup(arrived)
        : messages.ptx.deadlock(arrived, threads);
    return { number, message };
  }
}

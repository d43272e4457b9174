/**
 * Runs blocks in turn that wait for each other: those of a cluster, which write into each other's shared memory, or all of a grid.
 *
 *     grid 4 x 2, cluster 2 x 1      blocks 0 and 1 together, then 2 and 3, 4 and 5, 6 and 7
 *
 * Source: PTX ISA 9.0, 2.2.2.
 */
import type { Failure } from '@ldscope/simt';
import { coordinatesIn, countOnes, type Extent, messages, volume } from '@ldscope/core';
import { type Cluster, enterBlock, type Environment } from '../state/environment.ts';
import { Patience } from './patience.ts';
import type { PtxRun } from './own-controls.ts';

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

/** Every cluster of a grid, in the order of their first blocks. */
export function clustersOf(grid: Extent, cluster: Extent): ClusterPlace['numbers'][] {
  const seen = new Set<number>();
  const clusters: ClusterPlace['numbers'][] = [];
  for (let number = 0; number < volume(grid); number++) {
    if (seen.has(number)) continue;
    const { numbers } = clusterOf(grid, cluster, number);
    for (const one of numbers) seen.add(one);
    clusters.push(numbers);
  }
  return clusters;
}

/** A cluster whose blocks run. */
export interface RunningCluster {
  readonly cluster: Cluster;
  /** By rank. */
  readonly runs: readonly PtxRun[];
}

/** Executes the blocks of clusters to their end; returns the failure that stopped them otherwise. */
export function executeTogether(
  clusters: readonly RunningCluster[],
  environment: Environment,
  isTimeUp: (() => boolean) | undefined,
): Failure | undefined {
  const warps = clusters.flatMap(({ runs }) => runs.flatMap((run) => run.warps));
  const waits = clusters.map(({ runs }) => {
    const own = runs.flatMap((run) => run.warps);
    return new Patience(own, environment);
  });
  for (;;) {
    let progress = false;
    for (const [index, { cluster, runs }] of clusters.entries()) {
      let ownProgress = false;
      for (const [rank, run] of runs.entries()) {
        enterBlock(environment, cluster, rank);
        const round = run.round();
        if (typeof round === 'object') return round;
        ownProgress ||= round;
      }
      const failure = ownProgress ? waits[index]?.afterRound() : undefined;
      if (failure !== undefined) return failure;
      progress ||= ownProgress;
    }
    if (progress) {
      if (isTimeUp?.() === true) return { number: 0, message: messages.execute.timeBudget() };
      continue;
    }
    const waiting = warps.flatMap(({ groups }) => groups);
    if (waiting.length === 0) return undefined;
    const threads = warps.reduce((sum, { live }) => sum + countOnes(live), 0);
    const arrived = waiting.reduce((sum, { mask }) => sum + countOnes(mask), 0);
    const [first] = waiting;
    const number = first?.state === 'warpgroup' ? first.pc : (first?.pc ?? 1) - 1;
    const message =
      first?.state === 'warpgroup'
        ? messages.ptx.splitWarpgroup(arrived)
        : messages.ptx.deadlock(arrived, threads);
    return { number, message };
  }
}

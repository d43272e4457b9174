/**
 * `npm run validate -- slice ptx [CUDA]`: executes the accesses of every launch of PTX alone, and everything, and compares: the same
 * traces bit for bit, and what the slice saves. CUDA is a folder of measured CUDA launches.
 */
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { compareSlice, type SliceComparison } from './compare.ts';
import { executionOf, type PtxLaunch, ptxLaunches } from './ptx-launches.ts';
import { SliceTable } from './table.ts';

/** Blocks of a launch that are executed: as many as `ldscope analyze` executes. */
const MOST_BLOCKS = 64;
const REPEATS = 2;

/** Both executions of some blocks, each the fastest of some repeats. */
export function comparePtxLaunch(launch: PtxLaunch, repeats = 1): SliceComparison {
  const execute = executionOf(launch);
  return compareSlice((options) => execute({ ...options, workgroups: MOST_BLOCKS }), repeats);
}

/** Runs the program; returns its exit code. */
export async function main(
  [folder]: readonly string[],
  { print, complain, progress }: Output,
): Promise<number> {
  const root = folder === undefined ? '../shared/kernels/cuda' : givenPath(folder);
  const launches = await ptxLaunches(root, complain);
  const table = new SliceTable(print);
  for (const [number, launch] of launches.entries()) {
    progress?.(`${number + 1} of ${launches.length}: ${launch.name}`);
    table.add(launch.name, comparePtxLaunch(launch, REPEATS));
  }
  table.end();
  return table.wrong === 0 ? 0 : 1;
}

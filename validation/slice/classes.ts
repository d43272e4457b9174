/**
 * Launches whose workgroups differ, and their totals by classes beside those of all workgroups.
 *
 *     npm run validate -- classes [KERNELS]     of machine code
 *     npm run validate -- classes mlir          of kernels of HIP in the llvm dialect, of dialects above it, examples and Wave
 *     npm run validate -- classes ptx [CUDA]    of CUDA kernels of a folder, and of Triton's
 */
import type { Output } from '../base/output.ts';
import { compareTotals, type Comparison, printComparisons } from './class-totals.ts';
import { machineCodeLaunches, mlirLaunches, ptxLaunches } from './class-launches.ts';
import { executionOf, type GridLaunch } from './launches.ts';

/** Executes a launch by classes, and all of it. */
export const compareClasses = (launch: GridLaunch): Comparison =>
  compareTotals(launch.machine, executionOf(launch));

/** Runs the program; returns its exit code. */
export async function main([first, second]: readonly string[], output: Output): Promise<number> {
  const launches =
    first === 'mlir'
      ? await mlirLaunches()
      : first === 'ptx'
        ? await ptxLaunches(second, output)
        : await machineCodeLaunches(first);
  function* comparisons(): Generator<readonly [string, Comparison]> {
    for (const launch of launches) yield [launch.name, compareClasses(launch)];
  }
  return printComparisons(comparisons(), output);
}

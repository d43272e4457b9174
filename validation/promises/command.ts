/**
 * `npm run validate -- promises [KERNELS] [FIRST]`: the first layout that `suggest` gives random kernels, applied and analyzed.
 *
 * The kernels are those whose present layout the suite recognises. Every promise of conflict cycles has to be what the
 * kernel costs that has the layout; exit 1 when one is not.
 */
import * as fc from 'fast-check';
import { promiseOf } from '../../packages/engine/test/promise.ts';
import { swizzledKernels } from '../../packages/mlir/test/passes/swizzled-kernels.ts';
import type { Output } from '../base/output.ts';

const CHIPS = ['gfx90a', 'gfx942', 'gfx950'] as const;

/** Runs the program; returns its exit code. */
export function main(
  [kernels = '2000', first = '0']: readonly string[],
  { print }: Output,
): number {
  const counts = { kernel: 0, addresses: 0, nothing: 0, missed: 0, failed: 0 };
  const numRuns = Number(first) + Number(kernels);
  const list = fc.sample(swizzledKernels, { numRuns, seed: 2000 });
  const started = process.cpuUsage();
  for (const [n, { text, style }] of list.entries()) {
    if (n < Number(first)) continue;
    // Only gfx950 copies 16 bytes per lane from global memory to LDS.
    const chip = style.fill === 'copy' ? 'gfx950' : (CHIPS[n % CHIPS.length] ?? 'gfx950');
    const outcome = promiseOf(text, chip);
    if (outcome.kind === 'nothing') counts.nothing++;
    else if (outcome.kind === 'failed') counts.failed++;
    else if (outcome.promised === outcome.counted) counts[outcome.by]++;
    else counts.missed++;
    if (outcome.kind === 'failed') print(`kernel ${n} ${chip}: ${outcome.why}`);
    if (outcome.kind === 'compared' && outcome.promised !== outcome.counted)
      print(
        `kernel ${n} ${chip}: promised ${outcome.promised}, has ${outcome.counted} (${outcome.by})`,
      );
    if (n % 50 === 49 || n === numRuns - 1) {
      const seconds = (process.cpuUsage(started).user / 1e6).toFixed(0);
      print(
        `${n + 1 - Number(first)} kernels: ${counts.kernel} kept as kernels, ${counts.addresses} by addresses, ` +
          `${counts.nothing} with nothing to promise, ${counts.missed} missed, ${counts.failed} not compared; ${seconds} s`,
      );
    }
  }
  return counts.missed + counts.failed === 0 ? 0 : 1;
}

/**
 * One access under a layout that the kernel does not have: what it would do to the banks.
 *
 *     load, instance 3, under an XOR      ->  a trace of one row, for `explainAccess`
 *
 * The addresses are those that `makeCounter` counts: of the elements, or of the block that hardware fills lane by lane.
 */
import { type AccessTrace, copyTrace } from '../access/trace.ts';
import type { TileLayout } from '../layout/tile/tile-layout.ts';
import { makeCounter } from './count.ts';
import { placeElements } from './placement.ts';
import { type Problem, type ProblemAccess } from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

/**
 * The trace of one instance of an access under `layout`, as a single row. `baseBytes` is where the tile begins in shared
 * memory, 0 by default. Throws a `RangeError` when the access has no such instance.
 */
export function whatIfTrace(
  problem: Problem,
  access: ProblemAccess,
  instance: number,
  layout: TileLayout,
  baseBytes = 0,
): AccessTrace {
  if (!Number.isInteger(instance) || instance < 0 || instance >= access.instances) {
    throw new RangeError(
      `${access.name} has ${access.instances} instances, not number ${instance}`,
    );
  }
  const { waveSize } = problem;
  const only = onlyInstance(access, instance, waveSize);
  const counter = makeCounter({ ...problem, accesses: [only], targets: [] });
  counter.count(placeElements(layout));
  const trace = copyTrace({ ...counter.trace, sites: [{ id: access.name }] });
  for (let lane = 0; lane < waveSize; lane++) {
    if (isActive(only, 0, lane)) {
      trace.addressBytes[lane] = (trace.addressBytes[lane] ?? 0) + baseBytes;
    }
  }
  return trace;
}

function onlyInstance(access: ProblemAccess, instance: number, waveSize: number): ProblemAccess {
  const lanes = [instance * waveSize, (instance + 1) * waveSize] as const;
  return {
    ...access,
    instances: 1,
    rows: access.rows.subarray(...lanes),
    columns: access.columns.subarray(...lanes),
    activeMask: access.activeMask.subarray(2 * instance, 2 * instance + 2),
    executions: access.executions.subarray(instance, instance + 1),
    wave: access.wave.subarray(instance, instance + 1),
  };
}

/**
 * One launch judged: its results, its conflicts beside the hardware's, its accesses beside those of SASS, and its TTGIR.
 *
 * The hardware counts loads, stores and atomics apart. Its counter of asynchronous copies differs from run to run, by when their
 * data arrives; it is shown and not compared. Launches with copies of the copy engine have up to two more of stores, in some runs.
 */
import { createHash } from 'node:crypto';
import { type Executed, executeLaunch } from './execute.ts';
import type { Measured, TritonLaunch } from './launches.ts';
import { type Direction, type LinePair, pairLines, Tally } from './tally.ts';
import { conflictingLines, rateOf, tallyTtgir } from './ttgir-tally.ts';

const COUNTERS = { read: 'load', write: 'store', atomic: 'atomic' } as const;
const DIRECTIONS = ['read', 'write', 'atomic'] as const;

/** Conflicts of loads or stores that a launch with copies of the copy engine has besides, depending on the run. */
const MOST_OF_ENGINE = 2;

export interface Verdict {
  readonly executed: Executed;
  /** What is wrong: errors of the execution, and results that are not those of the reference. */
  readonly wrong: readonly string[];
  readonly conflicts: readonly {
    readonly direction: Direction;
    readonly ours: number;
    /** The least and the most of all runs. */
    readonly hardware: readonly [least: number, most: number];
  }[];
  /** Every direction has as many conflicts as the hardware counted in some run. */
  readonly equal: boolean;
  /** So they are as accesses of SASS; absent where the listing is not here. */
  readonly equalAsSass?: boolean;
  /** Conflicts of asynchronous copies that the hardware counted, by run. */
  readonly copies: readonly number[];
  /** Lines whose accesses ptxas changed, with what it did. */
  readonly changed: readonly { readonly pair: LinePair; readonly cause: string }[];
  readonly ttgir: {
    readonly uncounted: readonly string[];
    /** Lines with conflicts, TTGIR first. */
    readonly lines: readonly LinePair[];
    /** Of them those with other conflicts per wavefront. */
    readonly different: readonly LinePair[];
  };
}

export function judge(launch: TritonLaunch, measured: Measured): Verdict {
  const executed = executeLaunch(launch);
  const { tally } = executed;
  const conflicts = DIRECTIONS.map((direction) => {
    const runs = measured.conflicts[COUNTERS[direction]];
    const hardware = [Math.min(...runs), Math.max(...runs)] as const;
    return { direction, ours: tally.conflictsOf(direction), hardware };
  });
  const compiled = launch.sass === undefined ? undefined : executeLaunch(launch, launch.sass).tally;
  const sass = new Tally();
  sass.addMeasured(measured.instructions);
  const ttgir = tallyTtgir(launch);
  const lines = conflictingLines(ttgir.tally, tally);
  const engine = launch.ptx.includes('cp.async.bulk') ? MOST_OF_ENGINE : 0;
  return {
    executed,
    wrong: [...executed.errors, ...wrongDigests(executed)],
    conflicts,
    equal: conflicts.every(
      ({ ours, hardware: [least, most] }) => least - engine <= ours && ours <= most,
    ),
    ...(compiled && {
      equalAsSass: conflicts.every(
        ({ direction, hardware: [least, most] }) =>
          least <= compiled.conflictsOf(direction) && compiled.conflictsOf(direction) <= most,
      ),
    }),
    copies: measured.conflicts.copy,
    changed: pairLines(tally, sass).flatMap((pair) => {
      // The source page counts waits for data among the wavefronts of copies.
      const isOfLanes = pair.kind !== 'copy' && pair.kind !== 'product';
      const cause = isOfLanes ? causeOf(pair, launch.ptx) : undefined;
      return cause === undefined ? [] : [{ pair, cause }];
    }),
    ttgir: {
      uncounted: ttgir.uncounted,
      lines,
      different: lines.filter(({ a, b }) => Math.abs(rateOf(a) - rateOf(b)) > 1e-9),
    },
  };
}

/** Outputs that are computed exactly are equal to those of the reference, bit for bit. */
function wrongDigests({ launch, errors, outputs }: Executed): readonly string[] {
  if (errors.length > 0) return [];
  return Object.entries(launch.digests ?? {}).flatMap(([name, digest]) => {
    const bytes = outputs.get(name) ?? new Uint8Array();
    return createHash('sha256').update(bytes).digest('hex') === digest
      ? []
      : [`${name} is not what the reference has`];
  });
}

/** What ptxas made of the accesses of a line; `undefined` where SASS has those of PTX. */
function causeOf({ a, b }: LinePair, ptx: string): string | undefined {
  // Warps without active lanes execute an instruction of SASS, and none of PTX.
  if (a.lanes === b.lanes && a.wavefronts === b.wavefronts) return undefined;
  if (b.lanes < a.lanes)
    return b.bytes < a.bytes
      ? 'ptxas leaves out lanes that do not use the value'
      : 'ptxas joins accesses side by side';
  if (b.bytes <= a.bytes) return 'ptxas splits accesses';
  if (ptx.includes('tensormap.replace')) return 'tensormap.replace becomes loads and stores';
  return 'blocks wait for each other, in turn here and at once on the chip';
}

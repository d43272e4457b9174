/**
 * From shapes to totals: each shape becomes a kernel, its tiles become tasks, and what the tasks give is multiplied with how
 * often a launch does them.
 *
 *     f32 1x1024x128    32 workgroups (16 of queries, 2 of columns), 64 iterations of 16 keys
 *     swizzle           32 * (Q 256 + 64 * (K 64 + V 160 + P 32)) = 532,480 conflict cycles
 *
 * Every shape is scheduled; equal tiles are evaluated once, whichever shapes they are of. All workgroups are the same: where
 * a tile begins in shared memory moves all lanes of an access by the same distance, which no conflict sees.
 */
import { findMachine, type Machine, permutationFault, roundUp } from '@ldscope/core';
import type { TileCost, TileResult, TileTask } from './evaluate-tile.ts';
import { intrinsicsOf } from './intrinsics.ts';
import {
  type MitigationName,
  mitigationNames,
  mitigationsOf,
  type TileMitigations,
} from './mitigations.ts';
import { type AttentionSchedule, attentionSchedule } from './schedule.ts';
import { type AttentionShape, type Element, nameOfShape } from './shapes.ts';
import { type StagedTile, stagedTiles } from './tiles.ts';

/** What a kernel is evaluated with: IREE's configurations, and the layouts that our search takes. */
export type Variant = MitigationName | 'searched';

export const variants: readonly Variant[] = [...mitigationNames, 'searched'];

export interface Kernel {
  readonly shape: AttentionShape;
  readonly element: Element;
  readonly schedule: AttentionSchedule;
  readonly tiles: readonly StagedTile[];
  /** By tile: its task. */
  readonly tasks: readonly number[];
}

export interface SweepPlan {
  readonly machine: Machine;
  readonly kernels: readonly Kernel[];
  readonly tasks: readonly TileTask[];
  /** Shapes that have no schedule, in words. */
  readonly faults: readonly string[];
}

/** Of a whole launch. */
export interface Totals {
  /** SQ_LDS_BANK_CONFLICT. */
  readonly conflicts: number;
  /** SQ_INSTS_LDS, none joined, and as many fewer as joining may save. */
  readonly instructions: number;
  readonly joinable: number;
  /** Of a workgroup; `allocatedBytes` in whole granules of the chip. */
  readonly ldsBytes: number;
  readonly allocatedBytes: number;
}

export interface SweepRow {
  readonly kernel: Kernel;
  /** By tile. */
  readonly results: readonly TileResult[];
  readonly totals: Readonly<Record<Variant, Totals>>;
}

/** The kernels of shapes on a chip that `intrinsicsOf` knows. */
export function planSweep(
  chip: string,
  elements: readonly Element[],
  shapes: readonly AttentionShape[],
): SweepPlan {
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(`there is no machine ${chip}`);
  const kernels: Kernel[] = [];
  const tasks: TileTask[] = [];
  const known = new Map<string, number>();
  const faults: string[] = [];
  for (const element of elements) {
    for (const shape of shapes) {
      const kernel = kernelOf(machine, element, shape);
      if (typeof kernel === 'string') {
        faults.push(`${element} ${nameOfShape(shape)}: ${kernel}`);
        continue;
      }
      const { tiles, mitigations } = kernel;
      const own = tiles.flatMap((tile, i) => {
        const mitigation = mitigations[i];
        if (mitigation === undefined) return [];
        const task = { chip, tile, mitigations: mitigation };
        const key = JSON.stringify(task);
        const index = known.get(key) ?? tasks.push(task) - 1;
        known.set(key, index);
        return [index];
      });
      kernels.push({ shape, element, schedule: kernel.schedule, tiles, tasks: own });
    }
  }
  return { machine, kernels, tasks, faults };
}

interface PlannedKernel {
  readonly schedule: AttentionSchedule;
  readonly tiles: readonly StagedTile[];
  readonly mitigations: readonly TileMitigations[];
}

/** A kernel with its tiles, or why there is none. */
function kernelOf(
  machine: Machine,
  element: Element,
  { length, headDim }: AttentionShape,
): PlannedKernel | string {
  const schedule = attentionSchedule(
    { m: length, n: headDim, k1: headDim, k2: length, element },
    intrinsicsOf(machine.name, element),
    machine.sharedMemory.bytesPerWorkgroup.value,
  );
  if (schedule === undefined) return 'no whole tiles fit';
  const tiles = stagedTiles(schedule, headDim, element);
  if (tiles === undefined) return 'a tile cannot be dealt to the threads';
  const mitigations = mitigationsOf(tiles, machine);
  const broken = tiles.find(({ rows, columns }, i) =>
    [mitigations[i]?.swizzle, mitigations[i]?.hinted].some(
      (one) =>
        one?.kind === 'swizzle' && permutationFault(one.swizzle, rows * columns) !== undefined,
    ),
  );
  if (broken === undefined) return { schedule, tiles, mitigations };
  return `the pull request's hint for rows of ${broken.columns} is not a permutation`;
}

/** The rows of a sweep, in the order of its kernels; `results` in the order of its tasks. */
export function finishSweep(plan: SweepPlan, results: readonly TileResult[]): SweepRow[] {
  return plan.kernels.map((kernel) => {
    const own = kernel.tasks.flatMap((task) => results[task] ?? []);
    const of = (variant: Variant): Totals =>
      totalsOf(
        plan.machine,
        kernel,
        own.map((result) => costOf(result, variant)),
      );
    const totals = {
      baseline: of('baseline'),
      padding: of('padding'),
      swizzle: of('swizzle'),
      hinted: of('hinted'),
      searched: of('searched'),
    };
    return { kernel, results: own, totals };
  });
}

export function costOf({ costs, searched }: TileResult, variant: Variant): TileCost {
  return variant === 'searched' ? searched.cost : costs[variant];
}

/** Workgroups of the launch, and iterations of each. */
export function launchOf({ shape, schedule }: Kernel): {
  readonly workgroups: number;
  readonly iterations: number;
} {
  const { batch, length, headDim } = shape;
  const { tileM, tileN, tileK2 } = schedule;
  const workgroups = batch * (length / tileM) * (headDim / tileN);
  return { workgroups, iterations: length / tileK2 };
}

/** A launch whose tiles cost this much each. */
export function totalsOf(
  { sharedMemory }: Machine,
  kernel: Kernel,
  costs: readonly TileCost[],
): Totals {
  const { workgroups, iterations } = launchOf(kernel);
  let [conflicts, instructions, joinable, ldsBytes] = [0, 0, 0, 0];
  for (const [i, cost] of costs.entries()) {
    const times = workgroups * (kernel.tiles[i]?.when === 'once' ? 1 : iterations);
    conflicts += times * (cost.writeConflicts + cost.readConflicts);
    instructions += times * cost.instructions;
    joinable += times * cost.joinable;
    // Each tile begins as aligned as the widest access requires.
    ldsBytes = roundUp(ldsBytes, 16) + cost.ldsBytes;
  }
  const granule = sharedMemory.allocationGranuleBytes.value;
  const allocatedBytes = roundUp(ldsBytes, granule);
  return { conflicts, instructions, joinable, ldsBytes, allocatedBytes };
}

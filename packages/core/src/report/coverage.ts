/**
 * What a report says of the part of a kernel that has no counts, and of the shape of its workgroups.
 *
 *     5 of 7 LDS instructions counted; 2 not counted: 1 whose address depends on argument n, 1 not reached
 *
 * "No bank conflicts" and "does not access LDS" hold for a whole kernel: they are said only where every instruction was
 * counted.
 */

/** How many of the instructions of a kernel that access shared memory have counts. */
export interface LdsCoverage {
  /** Instructions of machine code; operations of Triton IR. */
  readonly instructions: number;
  /** Instructions of which every execution was counted. */
  readonly counted: number;
  /** Why the others were not, the most frequent reason first. */
  readonly missing: readonly MissingAccesses[];
  /** Accesses that are not of lanes, and so not among the instructions; absent where there are none. */
  readonly units?: readonly UnitAccesses[] | undefined;
}

/**
 * Accesses that a unit of the hardware makes to shared memory by itself: they have no bank conflicts between lanes, and
 * no counts.
 */
export interface UnitAccesses {
  /** `the tensor core`. */
  readonly unit: string;
  /** Names of operations, `ttng.tc_gen5_mma`, without repetition. */
  readonly operations: readonly string[];
  readonly instructions: number;
}

/** Instructions without counts, and why. */
export interface MissingAccesses {
  /** Completes `1 ...`: `not reached`, `whose address depends on argument n (offset 8)`. */
  readonly reason: string;
  readonly instructions: number;
}

/** The source of the shape of the workgroups: the user's launch, or a property of the input in these words. */
export type WorkgroupOrigin =
  | 'the launch'
  // Metadata of machine code.
  | 'reqd_workgroup_size'
  | '.max_flat_workgroup_size'
  // PTX.
  | '.reqntid'
  | '.maxntid'
  // MLIR.
  | 'workgroup_size of translation_info'
  | 'workgroup_size of hal.executable.export'
  | 'known_block_size'
  | 'rocdl.reqd_work_group_size'
  | 'rocdl.flat_work_group_size'
  | 'nvvm.reqntid'
  | 'nvvm.maxntid'
  | 'gpu.launch_func'
  | 'upper_bound of gpu.thread_id'
  | 'range of work-item ids'
  // Triton IR.
  | 'num-warps'
  | "Triton's default of 4 warps";

/** Work-items of a workgroup along x, y and z. */
export interface WorkgroupShape {
  readonly shape: readonly [x: number, y: number, z: number];
  readonly from: WorkgroupOrigin;
}

/** The coverage of a kernel with `instructions`, some of which have a reason for not being counted. */
export function ldsCoverage(instructions: number, reasons: readonly string[]): LdsCoverage {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const missing = [...counts]
    .map(([reason, count]): MissingAccesses => ({ reason, instructions: count }))
    .sort((a, b) => b.instructions - a.instructions);
  return { instructions, counted: instructions - reasons.length, missing };
}

/** The accesses of each unit, the most frequent first; `undefined` where there are none. */
export function unitAccesses(
  uses: readonly { readonly unit: string; readonly operation: string }[],
): readonly UnitAccesses[] | undefined {
  if (uses.length === 0) return undefined;
  return [...new Set(uses.map(({ unit }) => unit))]
    .map((unit): UnitAccesses => {
      const own = uses.filter((use) => use.unit === unit);
      const operations = [...new Set(own.map(({ operation }) => operation))];
      return { unit, operations, instructions: own.length };
    })
    .sort((a, b) => b.instructions - a.instructions);
}

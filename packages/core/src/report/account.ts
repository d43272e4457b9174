/**
 * What the figures of a report cover. Every output reads this account, and none decides for itself: "no bank conflicts",
 * "does not access LDS", a counter and a green mark are of a whole launch, and are given only where all of it is covered.
 *
 *     7 instructions access the banks     5 counted     2 missing: 1 not reached, 1 without a public service rule
 *     3 shuffles pass by them             no conflict is possible; counters that see them are not known
 *     a loop whose trip count is unknown  limit `iterations`: figures are of one iteration
 *
 * An access that is not counted (`missing`) may conflict. One that passes by the banks (`passing`) cannot.
 */
import type { MissingAccesses, UnitAccesses } from './coverage.ts';

/** How much of a kernel the figures of its report cover. */
export interface Account {
  /** True where every access to the banks is counted, in the whole launch: only then a report says "no bank conflicts". */
  readonly isCovered: boolean;
  /** Instructions that access the banks; operations of Triton IR. */
  readonly instructions: number;
  /** Instructions of which every execution was counted. */
  readonly counted: number;
  /** Why the others were not, the most frequent reason first. */
  readonly missing: readonly MissingAccesses[];
  /** Instructions that use the hardware of shared memory without its banks; absent where there are none. */
  readonly passing?: PassingAccesses | undefined;
  /** Accesses that are not of lanes; absent where there are none. */
  readonly units?: readonly UnitAccesses[] | undefined;
  /** Why the figures are not those of the whole launch. */
  readonly limits: readonly AccountLimit[];
  /** Counters that cannot be predicted: something that they count is not known. */
  readonly unknownCounters: readonly string[];
}

/** Instructions that pass by the banks: no bank conflict is possible, their cycles are not known. */
export interface PassingAccesses {
  readonly instructions: number;
  /** `ds_bpermute_b32`, without repetition. */
  readonly ops: readonly string[];
}

/**
 * Why figures are not those of the whole launch.
 *
 * - `errors`: a part of the kernel was not read or not executed.
 * - `sample`: fewer workgroups were executed than launched.
 * - `part-of-tile`: a specification that moves a part of its tile.
 * - `iterations`: a branch depends on unknown values: both sides are counted, and a loop for one iteration.
 * - `once`: each operation is counted once, also in a loop; conflicts are the same in every iteration.
 * - `lanes`: the launch decides which lanes take part; all are assumed to.
 * - `timing`: how often a loop goes round depends on when waves write what others wait for.
 * - `contents`: memory whose contents are not given was read as zero.
 * - `no-addresses`: a schedule, whose places have names: its barriers and waits are judged, and nothing is counted.
 */
export type AccountLimit =
  | 'errors'
  | 'sample'
  | 'part-of-tile'
  | 'iterations'
  | 'once'
  | 'lanes'
  | 'timing'
  | 'contents'
  | 'no-addresses';

/** True where every access to the banks is counted in the whole launch. */
export const isCovered = ({ account }: { readonly account: Account }): boolean => account.isCovered;

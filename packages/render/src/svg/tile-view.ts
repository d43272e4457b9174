/** The subject of pictures of a tile: a tile under a layout, on a chip, with an access whose lanes are shown. */
import type { Problem, ProblemAccess, Target, TileLayout } from '@ldscope/core';

export interface TileView {
  readonly problem: Problem;
  readonly layout: TileLayout;
  /** The chip and the model of its banks. */
  readonly target: Target;
  /** Whose lanes are shown. */
  readonly access?: ProblemAccess;
  /** One instance of the access; all of them by default. */
  readonly instance?: number;
  /** Where the tile begins in shared memory, 0 by default. */
  readonly baseBytes?: number;
}

/** A lane that reads or writes something of a cell. */
export interface CellLane {
  readonly lane: number;
  readonly wave: number;
  readonly instance: number;
  /** Absent where the access has no phases. */
  readonly phase?: number;
}

/**
 * How the access that is shown is served: `phases` as a rule says, `lane-by-lane` when some instance is not aligned and
 * leaves the phases, `no-rule` when the chip has no such instruction, `no-access` when none is shown.
 */
export type TileService = 'phases' | 'lane-by-lane' | 'no-rule' | 'no-access';

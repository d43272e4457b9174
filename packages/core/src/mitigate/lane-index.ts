/** The row or the column of each lane, and how it moves over the rounds of a loop. */

/** A list of indices, one per lane; `undefined` for lanes that take no part. */
export type LaneIndices = readonly (number | undefined)[];

/** An index of all lanes in the first round, and by how much more it is in the others. */
export interface LaneIndex {
  readonly first: LaneIndices;
  /** By round, from 0 up; `undefined` where the lanes move differently. One round has one 0. */
  readonly rounds: readonly number[] | undefined;
}

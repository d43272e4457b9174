/**
 * The lanes of one warp: their registers, the groups in which they go on, and the lanes that wait for others.
 *
 *     one group of lanes -> branch -> two groups -> BSYNC: each waits for the lanes of its BSSY -> one group -> EXIT
 */
import { LaneRegisters } from './lane-registers.ts';
import type { WarpSurroundings } from './launch.ts';
import { type LaneGroup, Meetings } from './meetings.ts';

export class SassWarp {
  readonly registers = new LaneRegisters();
  readonly meetings = new Meetings();
  /** Groups that can go on; the last one goes first. */
  readonly groups: LaneGroup[];
  /** Lanes that have not ended. */
  live: number;
  /** Accesses so far. */
  order = 0;
  /** Which of its lanes are together depends on time. */
  isUncertain = false;
  /** The result of the last reduction at a barrier; `undefined` where it is not known. */
  reduced: number | undefined;
  readonly number: number;
  readonly around: WarpSurroundings;

  constructor(number: number, around: WarpSurroundings) {
    this.number = number;
    this.around = around;
    this.live = around.mask;
    this.groups = [{ at: 0, mask: around.mask }];
  }

  /** Goes on with groups whose lanes are all there. */
  release(): void {
    for (const each of this.meetings.complete(this.live)) this.groups.push(each);
  }

  /** Lanes leave a group; the others go on behind the instruction. */
  part(group: LaneGroup, lanes: number, to?: number): void {
    group.mask &= ~lanes;
    group.at++;
    group.turnAt = undefined;
    if (to !== undefined && lanes !== 0) this.groups.push({ at: to, mask: lanes });
  }
}

/**
 * Where diverged lanes wait for each other.
 *
 *     BSSY B0   all four lanes are expected      @P0 EXIT   one leaves      BSYNC B0   goes on when the other three are there
 *
 * Each lane remembers the lanes with which it passed the `BSSY` of a barrier, so that separate groups can use one barrier
 * for meetings of their own.
 */
import { eachLane, laneOf } from '@ldscope/simt';

export interface LaneGroup {
  /** The next instruction. */
  at: number;
  mask: number;
  /** It has given other warps their turn at this instruction. */
  turnAt?: number | undefined;
}

interface Meeting {
  /** Its lanes have met. */
  isOver: boolean;
  expected: number;
  arrived: number;
  at: number;
}

const meetingOf = (expected: number): Meeting => ({ isOver: false, expected, arrived: 0, at: -1 });

export class Meetings {
  /** By barrier and lane. */
  readonly #barriers = new Map<number, (Meeting | undefined)[]>();
  /** Of all lanes of the warp, or of some that are named: by instruction. */
  readonly #named = new Map<number, Meeting>();
  readonly #waiting = new Set<Meeting>();

  /** `BSSY`: lanes that will meet. */
  begin(barrier: number, lanes: number): void {
    const own = this.#barriers.get(barrier) ?? [];
    this.#barriers.set(barrier, own);
    const meeting = meetingOf(lanes);
    eachLane(lanes, (lane) => {
      own[lane] = meeting;
    });
  }

  /** True where the lanes of a group are to meet others that have not ended. */
  areAwaited(mask: number, live: number): boolean {
    for (const own of this.#barriers.values()) {
      const meeting = own[laneOf(mask)];
      if (meeting?.isOver === false && (meeting.expected & live & ~mask) !== 0) return true;
    }
    return false;
  }

  /** `BREAK`: lanes that will not come. */
  leave(barrier: number, lanes: number): void {
    const own = this.#barriers.get(barrier);
    eachLane(lanes, (lane) => {
      const meeting = own?.[lane];
      if (meeting !== undefined) meeting.expected &= ~(1 << lane);
    });
  }

  /** `BSYNC`: a group waits; false where it is not expected as it is. */
  arrive(barrier: number, group: LaneGroup): boolean {
    const meeting = this.#barriers.get(barrier)?.[31 - Math.clz32(group.mask)];
    if (meeting === undefined || (group.mask & ~meeting.expected) !== 0) return false;
    return this.#wait(group, meeting);
  }

  /** `WARPSYNC`: a group waits for lanes that the instruction names; false where others name other lanes. */
  arriveAmong(expected: number, group: LaneGroup): boolean {
    const meeting = this.#named.get(group.at) ?? meetingOf(expected);
    if (meeting.expected !== expected) return false;
    this.#named.set(group.at, meeting);
    return this.#wait(group, meeting);
  }

  #wait({ at, mask }: LaneGroup, meeting: Meeting): boolean {
    if (meeting.arrived !== 0 && meeting.at !== at) return false;
    meeting.isOver = false;
    meeting.at = at;
    meeting.arrived |= mask;
    this.#waiting.add(meeting);
    return true;
  }

  /** Groups whose lanes are all there, or have left or ended. */
  complete(live: number): readonly LaneGroup[] {
    const groups: LaneGroup[] = [];
    for (const meeting of this.#waiting) {
      if ((meeting.expected & live & ~meeting.arrived) !== 0) continue;
      const { at, arrived } = meeting;
      meeting.arrived = 0;
      meeting.isOver = true;
      this.#waiting.delete(meeting);
      this.#named.delete(at);
      groups.push({ at: at + 1, mask: arrived });
    }
    return groups;
  }
}

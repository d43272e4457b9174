/**
 * Where diverged lanes wait for each other.
 *
 *     BSSY B0   all four lanes are expected      @P0 EXIT   one leaves      BSYNC B0   goes on when the other three are there
 *
 * Each lane remembers the lanes with which it passed the `BSSY` of a barrier, so that separate groups can use one barrier
 * for meetings of their own.
 */
export interface LaneGroup {
  /** The next instruction. */
  at: number;
  mask: number;
  /** Barriers of the block that it has passed. */
  epoch: number;
}

interface Meeting {
  expected: number;
  arrived: number;
  at: number;
  epoch: number;
}

const meetingOf = (expected: number): Meeting => ({ expected, arrived: 0, at: -1, epoch: 0 });

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
    for (let lane = 0; lane < 32; lane++) if (((lanes >>> lane) & 1) === 1) own[lane] = meeting;
  }

  /** `BREAK`: lanes that will not come. */
  leave(barrier: number, lanes: number): void {
    const own = this.#barriers.get(barrier);
    for (let lane = 0; lane < 32; lane++) {
      const meeting = ((lanes >>> lane) & 1) === 1 ? own?.[lane] : undefined;
      if (meeting !== undefined) meeting.expected &= ~(1 << lane);
    }
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

  #wait({ at, mask, epoch }: LaneGroup, meeting: Meeting): boolean {
    if (meeting.arrived !== 0 && (meeting.at !== at || meeting.epoch !== epoch)) return false;
    meeting.at = at;
    meeting.epoch = epoch;
    meeting.arrived |= mask;
    this.#waiting.add(meeting);
    return true;
  }

  /** Groups whose lanes are all there, or have left or ended. */
  complete(live: number): readonly LaneGroup[] {
    const groups: LaneGroup[] = [];
    for (const meeting of this.#waiting) {
      if ((meeting.expected & live & ~meeting.arrived) !== 0) continue;
      const { at, arrived, epoch } = meeting;
      meeting.arrived = 0;
      this.#waiting.delete(meeting);
      this.#named.delete(at);
      groups.push({ at: at + 1, mask: arrived, epoch });
    }
    return groups;
  }
}

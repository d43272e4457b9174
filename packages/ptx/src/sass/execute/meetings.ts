/**
 * Where diverged lanes wait for each other.
 *
 *     BSSY B0   all four lanes are expected      @P0 EXIT   one leaves      BSYNC B0   goes on when the other three are there
 *
 * Each lane remembers the lanes with which it passed the `BSSY` of a barrier, so that separate groups can use one barrier
 * for meetings of their own.
 */
import {
  eachLane,
  goOn,
  type Group,
  laneOf,
  type OrderedCode,
  wake,
  type Warp,
} from '@ldscope/simt';

interface Meeting {
  /** Its lanes have met. */
  isOver: boolean;
  expected: number;
  /** The lanes that are there, as one group. */
  there: Group | undefined;
}

const meetingOf = (expected: number): Meeting => ({ isOver: false, expected, there: undefined });

export class Meetings {
  readonly #warp: Warp;
  /** By barrier and lane. */
  readonly #barriers = new Map<number, (Meeting | undefined)[]>();
  /** Of all lanes of the warp, or of some that are named: by instruction. */
  readonly #named = new Map<number, Meeting>();
  readonly #open = new Set<Meeting>();

  constructor(warp: Warp) {
    this.#warp = warp;
  }

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
  areAwaited({ mask }: Group): boolean {
    for (const own of this.#barriers.values()) {
      const meeting = own[laneOf(mask)];
      if (meeting?.isOver === false && (meeting.expected & this.#warp.live & ~mask) !== 0)
        return true;
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
  arrive(barrier: number, group: Group): boolean {
    const meeting = this.#barriers.get(barrier)?.[31 - Math.clz32(group.mask)];
    if (meeting === undefined || (group.mask & ~meeting.expected) !== 0) return false;
    return this.#wait(group, meeting);
  }

  /** `WARPSYNC`: a group waits for lanes that the instruction names; false where others name other lanes. */
  arriveAmong(expected: number, group: Group): boolean {
    const meeting = this.#named.get(group.pc) ?? meetingOf(expected);
    if (meeting.expected !== expected) return false;
    this.#named.set(group.pc, meeting);
    return this.#wait(group, meeting);
  }

  #wait(group: Group, meeting: Meeting): boolean {
    const { there } = meeting;
    if (there === undefined) {
      meeting.isOver = false;
      meeting.there = group;
      this.#open.add(meeting);
      group.state = 'warp';
      return true;
    }
    if (there.pc !== group.pc) return false;
    there.mask |= group.mask;
    this.#warp.groups.splice(this.#warp.groups.indexOf(group), 1);
    return true;
  }

  /** Groups go on whose lanes are all there, or have left or ended. */
  release(code: OrderedCode): void {
    for (const meeting of this.#open) {
      const { expected, there } = meeting;
      if (there === undefined || (expected & this.#warp.live & ~there.mask) !== 0) continue;
      meeting.there = undefined;
      meeting.isOver = true;
      this.#open.delete(meeting);
      this.#named.delete(there.pc);
      goOn(code, there);
      wake(code, this.#warp, there);
    }
  }
}

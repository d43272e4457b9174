/**
 * Barriers: named ones of a block, which count threads, and those of a warp.
 *
 *     bar.sync 0           all threads of the block that have not ended
 *     bar.sync 1, 64       as many threads as it says, counted in whole warps
 *     bar.warp.sync mask   lanes of one warp
 */
import { countOnes, type Message } from '@ldscope/core';
import {
  goOn,
  laneOf,
  lanesWith,
  type OrderedCode,
  split,
  wake,
  type Word,
} from '../lanes/groups.ts';
import type { Group, Warp } from '../lanes/warp.ts';
import type { BarrierControl, Reduction } from './control.ts';

/** What the accesses of warps learn from barriers; `Point` is what those who arrive leave there for those who wait. */
export interface Ordering<Point> {
  readonly point: () => Point;
  /** Lanes of a warp arrive at a barrier: what they did before is before what those do that wait. */
  readonly release: (warp: Warp, point: Point) => void;
  /** Lanes of a warp have waited. */
  readonly acquire: (warp: Warp, point: Point) => void;
  /** Lanes have met at a barrier of their warp. */
  readonly meet: (warp: Warp, lanes: number) => void;
}

interface Waiting<W extends Warp> {
  readonly warp: W;
  readonly group: Group;
  readonly reduction: Reduction<W> | undefined;
}

/** A named barrier while threads wait at it. */
interface Barrier<Point, W extends Warp> {
  /** Lanes that are there, by warp. */
  readonly arrived: Map<W, number>;
  readonly waiting: Waiting<W>[];
  expected: number | undefined;
  /** Left by the threads that have arrived. */
  readonly point: Point;
}

export class Barriers<Point, W extends Warp = Warp> {
  readonly #warps: readonly W[];
  readonly #code: OrderedCode;
  readonly #ordering: Ordering<Point>;
  readonly #barriers = new Map<number, Barrier<Point, W>>();
  /** Barriers of the whole block. */
  #epoch = 0;

  constructor(warps: readonly W[], code: OrderedCode, ordering: Ordering<Point>) {
    this.#warps = warps;
    this.#code = code;
    this.#ordering = ordering;
  }

  /** Lanes have ended: barriers no longer wait for them. */
  ended(): void {
    for (const [id, barrier] of this.#barriers) this.#release(id, barrier);
  }

  /** The active lanes of a group arrive at a barrier of the block. */
  arrive(warp: W, group: Group, active: number, control: BarrierControl<W>): Message | undefined {
    if (active === 0) return goOn(this.#code, group);
    split(this.#code, warp, group, active, group.pc + 1);
    const lane = laneOf(active);
    const id = control.id(warp, lane);
    const barrier = this.#barriers.get(id) ?? {
      arrived: new Map<W, number>(),
      waiting: [],
      expected: undefined,
      point: this.#ordering.point(),
    };
    this.#barriers.set(id, barrier);
    if (control.count !== undefined) barrier.expected = control.count(warp, lane);
    barrier.arrived.set(warp, (barrier.arrived.get(warp) ?? 0) | group.mask);
    this.#ordering.release(warp, barrier.point);
    goOn(this.#code, group);
    if (!control.arrives) {
      group.state = 'barrier';
      barrier.waiting.push({ warp, group, reduction: control.reduction });
    }
    this.#release(id, barrier);
    return undefined;
  }

  /** The active lanes of a group arrive at a barrier of their warp: lanes that name the same members wait for each other. */
  arriveInWarp(warp: W, group: Group, active: number, members: Word<W>): undefined {
    const code = this.#code;
    if (active === 0) return goOn(code, group);
    split(code, warp, group, active, group.pc + 1);
    goOn(code, group);
    const { pc, order, frame } = group;
    for (let left = active; left !== 0;) {
      const value = members(warp, laneOf(left));
      const mask = lanesWith(members, warp, left, value);
      const named = value | 0;
      left &= ~mask;
      const waiting = warp.groups.filter((one) => one.state === 'warp' && one.members === named);
      const there = waiting.reduce((lanes, one) => lanes | one.mask, mask);
      if ((named & warp.live & ~there) === 0) {
        for (const one of waiting) one.state = 'ready';
        this.#ordering.meet(warp, there);
      } else if (mask === group.mask) {
        group.state = 'warp';
        group.members = named;
      } else {
        group.mask &= ~mask;
        warp.groups.push({ pc, order, frame, mask, state: 'warp', members: named });
      }
    }
    return undefined;
  }

  /** Releases the threads at a barrier once all that it counts have arrived. */
  #release(id: number, barrier: Barrier<Point, W>): void {
    if (!this.#isComplete(barrier)) return;
    this.#barriers.delete(id);
    reduce(barrier.waiting);
    for (const { warp, group } of barrier.waiting) {
      wake(this.#code, warp, group);
      this.#ordering.acquire(warp, barrier.point);
    }
    const passed = new Set(barrier.waiting.map(({ warp }) => warp));
    // A barrier of some warps does not order the others: only barriers of all warps are counted.
    if (this.#warps.every((warp) => passed.has(warp) || warp.live === 0)) {
      this.#epoch++;
      for (const warp of this.#warps) warp.barriers = this.#epoch;
    }
  }

  /** A warp of which all lanes are there that have not ended counts as 32 threads. */
  #isComplete({ arrived, waiting, expected }: Barrier<Point, W>): boolean {
    if (expected === undefined)
      return (
        waiting.length > 0 &&
        this.#warps.every((warp) => (warp.live & ~(arrived.get(warp) ?? 0)) === 0)
      );
    let count = 0;
    for (const [warp, lanes] of arrived)
      count += (warp.live & ~lanes) === 0 ? 32 : countOnes(lanes);
    return count >= expected;
  }
}

/** Gives every thread that waited the result of their reduction. */
function reduce<W extends Warp>(waiting: readonly Waiting<W>[]): void {
  let votes: number | undefined = 0;
  let voters = 0;
  for (const { warp, group, reduction } of waiting) {
    if (reduction === undefined) continue;
    const lanes = reduction.votes(warp, group.mask);
    votes = votes === undefined || lanes === undefined ? undefined : votes + countOnes(lanes);
    voters += countOnes(group.mask);
  }
  for (const { warp, group, reduction } of waiting)
    reduction?.take(warp, group.mask, resultOf(reduction.kind, votes, voters));
}

function resultOf(
  kind: Reduction['kind'],
  votes: number | undefined,
  voters: number,
): number | undefined {
  if (votes === undefined || kind === 'popc') return votes;
  return Number(kind === 'and' ? votes === voters : votes > 0);
}

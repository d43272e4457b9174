/**
 * Barriers: named ones of a block, which count threads, and those of a warp.
 *
 *     bar.sync 0           all threads of the block that have not ended
 *     bar.sync 1, 64       as many threads as it says, counted in whole warps
 *     bar.warp.sync mask   lanes of one warp
 */
import { countOnes, type Message } from '@ldscope/core';
import { goOn, laneOf, lanesWith, type OrderedCode, split, type Word } from '../lanes/groups.ts';
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

/** A named barrier while threads wait at it. */
interface Barrier<Point> {
  arrived: number;
  readonly waiting: {
    readonly warp: Warp;
    readonly group: Group;
    readonly reduction: Reduction | undefined;
  }[];
  expected: number | undefined;
  /** Left by the threads that have arrived. */
  readonly point: Point;
}

export class Barriers<Point> {
  readonly #warps: readonly Warp[];
  readonly #code: OrderedCode;
  readonly #ordering: Ordering<Point>;
  readonly #barriers = new Map<number, Barrier<Point>>();
  /** Barriers of the whole block. */
  #epoch = 0;

  constructor(warps: readonly Warp[], code: OrderedCode, ordering: Ordering<Point>) {
    this.#warps = warps;
    this.#code = code;
    this.#ordering = ordering;
  }

  /** Threads of the block that have not ended. */
  get live(): number {
    return this.#warps.reduce((sum, { live }) => sum + countOnes(live), 0);
  }

  /** Lanes have ended: barriers no longer wait for them. */
  ended(): void {
    for (const [id, barrier] of this.#barriers) this.#release(id, barrier);
  }

  /** The active lanes of a group arrive at a barrier of the block. */
  arrive(warp: Warp, group: Group, active: number, control: BarrierControl): Message | undefined {
    if (active === 0) return goOn(this.#code, group);
    split(this.#code, warp, group, active, group.pc + 1);
    const lane = laneOf(active);
    const id = control.id(warp, lane);
    const barrier = this.#barriers.get(id) ?? {
      arrived: 0,
      waiting: [],
      expected: undefined,
      point: this.#ordering.point(),
    };
    this.#barriers.set(id, barrier);
    if (control.count !== undefined) barrier.expected = control.count(warp, lane);
    // A barrier with a count counts whole warps.
    barrier.arrived += control.count === undefined ? countOnes(group.mask) : 32;
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
  arriveInWarp(warp: Warp, group: Group, active: number, members: Word): undefined {
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
  #release(id: number, barrier: Barrier<Point>): void {
    const live = this.live;
    const isWhole = barrier.expected === undefined;
    if (barrier.waiting.length === 0 && isWhole) return;
    if (barrier.arrived < (barrier.expected ?? live)) return;
    this.#barriers.delete(id);
    reduce(barrier);
    for (const { warp, group } of barrier.waiting) {
      group.state = 'ready';
      this.#ordering.acquire(warp, barrier.point);
    }
    const passed = new Set(barrier.waiting.map(({ warp }) => warp));
    // A barrier of some warps does not order the others: only barriers of all warps are counted.
    if (this.#warps.every((warp) => passed.has(warp) || warp.live === 0)) {
      this.#epoch++;
      for (const warp of this.#warps) warp.barriers = this.#epoch;
    }
  }
}

/** The result of a reduction for every thread that waited. */
function reduce({ waiting }: Pick<Barrier<unknown>, 'waiting'>): void {
  let [count, all] = [0, true];
  for (const { warp, group, reduction } of waiting) {
    if (reduction === undefined) continue;
    for (let lane = 0; lane < 32; lane++) {
      if (((group.mask >>> lane) & 1) === 0) continue;
      const holds = reduction.predicate(warp, lane) !== 0;
      if (holds) count++;
      else all = false;
    }
  }
  for (const { warp, group, reduction } of waiting) {
    if (reduction === undefined) continue;
    const { kind, target } = reduction;
    if (kind === 'popc') {
      for (let lane = 0; lane < 32; lane++)
        if ((group.mask >>> lane) & 1) warp.i[target + lane] = count;
    } else {
      const holds = kind === 'and' ? all : count > 0;
      warp.i[target] = ((warp.i[target] ?? 0) & ~group.mask) | (holds ? group.mask : 0);
    }
  }
}

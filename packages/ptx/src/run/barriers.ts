/**
 * Barriers: named ones of a block, which count threads, and those of a warp.
 *
 *     bar.sync 0           all threads of the block that have not ended
 *     bar.sync 1, 64       as many threads as it says, counted in whole warps
 *     bar.warp.sync mask   lanes of one warp
 */
import { countOnes, type Message } from '@ldscope/core';
import { wordOf } from '../isa/exchange.ts';
import type { Source } from '../isa/generate.ts';
import { Published } from '../state/order.ts';
import type { Group, Warp } from '../state/warp.ts';
import type { Code } from './code.ts';
import type { Control, Reduction } from './controls.ts';
import { goOn, laneOf, lanesWith, split } from './groups.ts';

/** A named barrier while threads wait at it. */
interface Barrier {
  arrived: number;
  readonly waiting: {
    readonly warp: Warp;
    readonly group: Group;
    readonly reduction: Reduction | undefined;
  }[];
  expected: number | undefined;
  /** The clocks of the threads that have arrived. */
  readonly published: Published;
}

export class Barriers {
  readonly #warps: readonly Warp[];
  readonly #code: Code;
  readonly #barriers = new Map<number, Barrier>();
  /** Barriers of the whole block. */
  #epoch = 0;

  constructor(warps: readonly Warp[], code: Code) {
    this.#warps = warps;
    this.#code = code;
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
  arrive(
    warp: Warp,
    group: Group,
    active: number,
    control: Control & { readonly kind: 'barrier' },
  ): Message | undefined {
    if (active === 0) return goOn(this.#code, group);
    split(this.#code, warp, group, active, group.pc + 1);
    const lane = laneOf(active);
    const id = wordOf(control.id, warp, lane);
    const barrier = this.#barriers.get(id) ?? {
      arrived: 0,
      waiting: [],
      expected: undefined,
      published: new Published(),
    };
    this.#barriers.set(id, barrier);
    if (control.count !== undefined) barrier.expected = wordOf(control.count, warp, lane);
    // A barrier with a count counts whole warps.
    barrier.arrived += control.count === undefined ? countOnes(group.mask) : 32;
    this.#code.environment.order?.release(warp, barrier.published);
    goOn(this.#code, group);
    if (!control.arrives) {
      group.state = 'barrier';
      barrier.waiting.push({ warp, group, reduction: control.reduction });
    }
    this.#release(id, barrier);
    return undefined;
  }

  /** Releases the threads at a barrier once all that it counts have arrived. */
  #release(id: number, barrier: Barrier): void {
    const live = this.live;
    const isWhole = barrier.expected === undefined;
    if (barrier.waiting.length === 0 && isWhole) return;
    if (barrier.arrived < (barrier.expected ?? live)) return;
    this.#barriers.delete(id);
    reduce(barrier);
    for (const { warp, group } of barrier.waiting) {
      group.state = 'ready';
      this.#code.environment.order?.acquire(warp, barrier.published);
    }
    const passed = new Set(barrier.waiting.map(({ warp }) => warp));
    // A barrier of some warps does not order the others: only barriers of all warps are counted.
    if (this.#warps.every((warp) => passed.has(warp) || warp.live === 0)) {
      this.#epoch++;
      for (const warp of this.#warps) warp.barriers = this.#epoch;
    }
  }
}

/** The active lanes of a group arrive at a barrier of their warp: lanes that name the same members wait for each other. */
export function arriveInWarp(
  code: Code,
  warp: Warp,
  group: Group,
  active: number,
  members: Source,
): undefined {
  if (active === 0) return goOn(code, group);
  split(code, warp, group, active, group.pc + 1);
  goOn(code, group);
  const { pc, order, frame } = group;
  for (let left = active; left !== 0;) {
    const value = wordOf(members, warp, laneOf(left));
    const mask = lanesWith(members, warp, left, value);
    const named = value | 0;
    left &= ~mask;
    const waiting = warp.groups.filter((one) => one.state === 'warp' && one.members === named);
    const there = waiting.reduce((lanes, one) => lanes | one.mask, mask);
    if ((named & warp.live & ~there) === 0) {
      for (const one of waiting) one.state = 'ready';
      code.environment.shared.passLanes(warp, there);
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

/** The result of `bar.red` for every thread that waited. */
function reduce({ waiting }: Barrier): void {
  let [count, all] = [0, true];
  for (const { warp, group, reduction } of waiting) {
    if (reduction === undefined) continue;
    for (let lane = 0; lane < 32; lane++) {
      if (((group.mask >>> lane) & 1) === 0) continue;
      const holds = wordOf(reduction.predicate, warp, lane) !== 0;
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

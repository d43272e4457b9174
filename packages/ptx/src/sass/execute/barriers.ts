/**
 * Barriers of a block: groups of lanes wait until all threads of the block, or as many as the instruction says, are there.
 *
 *     BAR.SYNC 0x0          all that have not ended      BAR.SYNC 0x1, 0x40      64 threads      BAR.ARV 0x1, 0x40      does not wait
 *     BAR.RED.POPC 0x0, P0  the threads where P0 holds, for `B2R.RESULT`
 *
 * A warp of which all lanes are there counts as 32 threads. Source: PTX ISA 9.0, 9.7.13.1.
 */
import { countOnes } from '@ldscope/core';
import type { LaneGroup } from './meetings.ts';
import type { SassWarp } from './warp.ts';

interface Barrier {
  /** Lanes that are there, by warp. */
  readonly arrived: Map<SassWarp, number>;
  readonly waiting: { readonly warp: SassWarp; readonly at: number; readonly mask: number }[];
  /** Threads that it waits for; `undefined` for all. */
  threads: number | undefined;
  how: string;
  /** Threads that vote for the reduction; `undefined` where that is not known. */
  votes: number | undefined;
  voters: number;
}

export interface Arrival {
  readonly number: number;
  readonly threads: number | undefined;
  readonly waits: boolean;
  /** `POPC`, `AND` or `OR` of a reduction. */
  readonly how: string;
  readonly votes: number | undefined;
}

export class Barriers {
  readonly #warps: readonly SassWarp[];
  readonly #barriers = new Map<number, Barrier>();

  constructor(warps: readonly SassWarp[]) {
    this.#warps = warps;
  }

  /** A group is there; where it waits, it goes on later. */
  arrive(warp: SassWarp, { at, mask }: LaneGroup, arrival: Arrival): void {
    const { number, threads, waits, how, votes } = arrival;
    let barrier = this.#barriers.get(number);
    if (barrier === undefined) {
      barrier = { arrived: new Map(), waiting: [], threads, how, votes: 0, voters: 0 };
      this.#barriers.set(number, barrier);
    }
    barrier.arrived.set(warp, (barrier.arrived.get(warp) ?? 0) | mask);
    barrier.how ||= how;
    barrier.voters += countOnes(mask);
    barrier.votes =
      barrier.votes === undefined || votes === undefined ? undefined : barrier.votes + votes;
    if (waits) barrier.waiting.push({ warp, at, mask });
    this.release();
  }

  /** Groups go on whose barrier is complete: after arrivals, and after lanes have ended. */
  release(): void {
    for (const [number, barrier] of this.#barriers) {
      if (!this.#isComplete(barrier)) continue;
      this.#barriers.delete(number);
      const { how, votes, voters, waiting } = barrier;
      for (const { warp, at, mask } of waiting) {
        if (how !== '') warp.reduced = resultOf(how, votes, voters);
        warp.groups.push({ at: at + 1, mask });
      }
    }
  }

  #isComplete({ arrived, threads }: Barrier): boolean {
    if (threads === undefined)
      return this.#warps.every((warp) => (warp.live & ~(arrived.get(warp) ?? 0)) === 0);
    let count = 0;
    for (const [warp, lanes] of arrived)
      count += (warp.live & ~lanes) === 0 ? 32 : countOnes(lanes);
    return count >= threads;
  }
}

function resultOf(how: string, votes: number | undefined, voters: number): number | undefined {
  if (votes === undefined) return undefined;
  if (how === 'POPC') return votes;
  return Number(how === 'AND' ? votes === voters : votes > 0);
}

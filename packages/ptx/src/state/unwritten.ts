/**
 * Reads of unwritten memory, where clocks give the order of accesses.
 *
 *     ld.shared [4]                                        nothing has written: found, as for an atomic
 *     ld.shared [4]    st.shared [4] by another warp       found where a barrier is between; else the two race, which is another finding
 *
 * A read is judged when all writes are known. Units that copy and multiply read without a question: parts of what they read
 * may go nowhere, such as the part of a box that is outside of its tensor.
 */
import { append, type LaneOrder, type PairFindings } from '@ldscope/core';
import type { Published, Stamp } from './order.ts';
import type { Warp } from '@ldscope/simt';

/** One instruction of one warp that read something unwritten. */
interface Read {
  readonly site: number;
  /** Of an atomic: atomics do not race with each other, so that another one does not answer for it. */
  readonly isAtomic: boolean;
  readonly warp: Warp;
  readonly stamp: Stamp;
  readonly access: number;
  /** By granule: the lanes that read it, a bit each. */
  readonly lanes: Map<number, number>;
}

/** A lane that stores. */
interface Writer {
  readonly warp: Warp;
  readonly lane: number;
}

/** Granules of reads that are kept until the end; reads beyond are not judged. */
const MOST_KEPT = 2 ** 18;

export class Unwritten {
  readonly #isWritten: Uint8Array;
  readonly #order: LaneOrder;
  /** A write to an unknown place: from then on everything may have been written. */
  #isOver = false;
  #kept = 0;
  #reads: Read[] = [];
  readonly #readsOf = new Map<number, Read[]>();

  /** `order`: of the lanes of each warp. */
  constructor(granules: number, order: LaneOrder) {
    this.#isWritten = new Uint8Array(granules);
    this.#order = order;
  }

  reset(): void {
    this.#isWritten.fill(0);
    this.#isOver = false;
    this.#kept = 0;
    this.#reads = [];
    this.#readsOf.clear();
  }

  /** Any granule may be written from now on, or may have been before: the time is unknown. */
  writeAnywhere(): void {
    this.reset();
    this.#isOver = true;
  }

  has(granule: number): boolean {
    return !this.#isOver && this.#isWritten[granule] === 0;
  }

  /** A lane reads a granule that nothing has written. */
  read(granule: number, lane: number, by: Omit<Read, 'lanes'>): void {
    let read = this.#reads.at(-1);
    if (read?.access !== by.access) {
      if (this.#kept >= MOST_KEPT) return;
      this.#reads.push((read = { ...by, lanes: new Map() }));
    }
    const others = read.lanes.get(granule);
    read.lanes.set(granule, (others ?? 0) | (1 << lane));
    if (others !== undefined) return;
    this.#kept++;
    append(this.#readsOf, granule, read);
  }

  /** A write by an agent with its known times; `by`: the lane, for stores of warps. */
  write(granule: number, known: Published['known'], by?: Writer, isByAtomic = false): void {
    this.#isWritten[granule] = 1;
    if (this.#readsOf.size === 0) return;
    for (const { warp, stamp, access, lanes, isAtomic } of this.#readsOf.get(granule) ?? []) {
      if (isAtomic && isByAtomic) continue;
      const all = lanes.get(granule) ?? 0;
      const time = known[stamp.agent] ?? 0;
      // Times that a warp has released since are known to all of its lanes.
      const isOfWarp = by?.warp === warp && time === stamp.time;
      const left = isOfWarp ? this.#before(by, all, access) : time < stamp.time ? 0 : all;
      if (left === 0) lanes.delete(granule);
      else lanes.set(granule, left);
    }
  }

  /** Those of some lanes of a warp that a lane comes after, as of an access of theirs. */
  #before({ warp, lane }: Writer, lanes: number, access: number): number {
    let left = 0;
    for (let one = 0, active = lanes; active !== 0; one++, active >>>= 1)
      if (active & 1 && this.#order.knows(warp.index, lane, one, access)) left |= 1 << one;
    return left;
  }

  /** Reports what is left when all warps have ended. */
  report(races: PairFindings, shift: number, workgroup: readonly [number, number, number]): void {
    for (const { site, warp, lanes } of this.#reads) {
      const [first] = lanes;
      if (first === undefined) continue;
      const [granule, mask] = first;
      races.readUnwritten(site, {
        workgroup,
        byte: granule << shift,
        bytes: lanes.size << shift,
        wave: warp.index,
        lane: 31 - Math.clz32(mask & -mask),
      });
    }
    this.#reads = [];
  }
}

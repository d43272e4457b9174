/**
 * What happened before what between two barriers, where waves hand data over by flags in LDS: vector clocks over the log of an epoch.
 *
 *     wave 0    ds_write data    ds_add flag                         the flag gets what wave 0 has done so far
 *     wave 1                     ds_read flag: 1    ds_read data     wave 1 knows that: its read comes after the store
 *
 * LDS performs accesses of all waves one after another, those of a wave in their order. So a wave that gets a value knows that the
 * write of it has happened, and everything that the writer had issued to the queue of LDS before, waited for or not. Copies and flat
 * accesses go another way: they have happened once their wave has waited for them. A wave gets values with loads that a loop
 * repeats (polls) and with atomics that return; any write sets a flag: a store replaces what it told, an atomic adds to that.
 *
 * LIMITATIONS. The order is that of one execution. A wave that gets a value and does not look at it learns as much as one that does: executing
 * again with the waves in another order shows what rests on that.
 * Source: LLVM, "User Guide for AMDGPU Backend", Memory Model (LDS operations are performed in a global order).
 */
import { type EpochLog, WAVES } from './epoch-log.ts';
import type { LdsSite } from './lds-kinds.ts';

/** The instructions by which waves hand data over through values in LDS. */
export interface FlagSites {
  /** An atomic whose result its wave gets. */
  readonly returns: (site: number) => boolean;
  /** A load that a loop repeats until another wave has stored. */
  readonly polls: (site: number) => boolean;
  /** LDS performs its accesses in the order of their wave, which need not wait for them. */
  readonly isInOrder: (site: number) => boolean;
}

/** An epoch whose order is computed. */
interface Flagged {
  readonly log: EpochLog;
  readonly sites: readonly (LdsSite | undefined)[];
  readonly flags: FlagSites;
  readonly granules: number;
  /** Bits of a granule. */
  readonly shift: number;
  /** Rows of the log when the wave of an access waited for it, by its tag. */
  readonly settledAt: (tag: number) => number;
}

/** Clocks of an epoch at most: where there are more, accesses are searched as if flags kept none in order. */
const MOST_CLOCKS = 2 ** 14;
/** A granule that several waves have written. */
const SEVERAL = WAVES + 1;

export class FlagOrder {
  readonly #epoch: Flagged;
  /** By row: the time of its wave at which it has happened, and what its wave knew before, by the number of a clock. */
  readonly #times: Float64Array;
  readonly #known: Uint32Array;
  readonly #clocks: Uint32Array[] = [];
  /** Granules that some wave gets the value of. */
  readonly #flagged: Uint8Array;
  /** By granule: what its last writers knew. */
  readonly #published = new Map<number, Uint32Array>();
  /** By wave: the rows at which it has published. */
  readonly #releases: number[][] = Array.from({ length: WAVES }, () => []);

  constructor(epoch: Flagged) {
    const { log, granules } = epoch;
    this.#epoch = epoch;
    this.#times = new Float64Array(log.count).fill(1);
    this.#known = new Uint32Array(log.count);
    this.#flagged = new Uint8Array(granules);
    for (let row = log.from; row < log.count; row++)
      if (this.#observes(row)) this.#eachGranule(row, (granule) => (this.#flagged[granule] = 1));
    this.#walk();
    this.#timeLate();
  }

  /** True where an epoch has more hand-overs than are followed: the order is not complete. */
  get isLong(): boolean {
    return this.#clocks.length >= MOST_CLOCKS;
  }

  /** Whether an access comes before another one, of this epoch and another wave. */
  comesBefore(first: number, second: number): boolean {
    const { log } = this.#epoch;
    if (second < log.from) return false;
    const clock = this.#clocks[this.#known[second] ?? 0];
    return (clock?.[log.wave[first] ?? 0] ?? 0) >= (this.#times[first] ?? Infinity);
  }

  /** Whether two accesses of one wave come before and after the same accesses of others. */
  isSame(first: number, second: number): boolean {
    return this.#known[first] === this.#known[second] && this.#times[first] === this.#times[second];
  }

  /** The instructions that got a value which another wave writes in this epoch. */
  observed(): readonly number[] {
    const { log, sites } = this.#epoch;
    /** By granule: one more than the wave that writes it; 0 where none does. */
    const writers = new Uint8Array(this.#flagged.length);
    for (let row = log.from; row < log.count; row++) {
      if ((sites[log.site[row] ?? 0]?.direction ?? 'read') === 'read') continue;
      const writer = (log.wave[row] ?? 0) + 1;
      this.#eachGranule(row, (granule) => {
        const other = writers[granule] ?? 0;
        writers[granule] = other === 0 || other === writer ? writer : SEVERAL;
      });
    }
    const observed = new Set<number>();
    for (let row = log.from; row < log.count; row++) {
      const site = log.site[row] ?? 0;
      if (observed.has(site) || !this.#observes(row)) continue;
      const own = (log.wave[row] ?? 0) + 1;
      this.#eachGranule(row, (granule) => {
        const writer = writers[granule] ?? 0;
        if (writer !== 0 && writer !== own) observed.add(site);
      });
    }
    return [...observed];
  }

  #observes(row: number): boolean {
    const { log, sites, flags } = this.#epoch;
    const site = log.site[row] ?? 0;
    const { direction, polls } = sites[site] ?? {};
    return polls === true || (direction === 'atomic' && flags.returns(site));
  }

  #walk(): void {
    const { log, sites } = this.#epoch;
    const current = Array.from({ length: WAVES }, (_, wave) => {
      const clock = new Uint32Array(WAVES);
      clock[wave] = 1;
      return this.#clocks.push(clock) - 1;
    });
    for (let row = log.from; row < log.count && !this.isLong; row++) {
      const wave = log.wave[row] ?? 0;
      const known = current[wave] ?? 0;
      this.#known[row] = known;
      const clock = this.#clocks[known] ?? new Uint32Array(WAVES);
      this.#times[row] = clock[wave] ?? 1;
      const { direction } = sites[log.site[row] ?? 0] ?? {};
      const learnt = this.#observes(row) ? this.#learnt(row, clock) : clock;
      const publishes = direction === 'write' || direction === 'atomic';
      const next = publishes ? this.#publish(row, learnt, direction === 'atomic') : learnt;
      if (next !== clock) current[wave] = this.#clocks.push(next) - 1;
    }
  }

  /** What a wave knows that has got the values of a row; the same clock where that is nothing new. */
  #learnt(row: number, clock: Uint32Array): Uint32Array {
    let learnt = clock;
    this.#eachGranule(row, (granule) => {
      const published = this.#published.get(granule);
      if (published?.some((time, wave) => time > (learnt[wave] ?? 0)) === true)
        learnt = joined(learnt, published);
    });
    return learnt;
  }

  /** A wave writes what others get the value of: they learn what it knows; gives its clock from then on. */
  #publish(row: number, clock: Uint32Array, adds: boolean): Uint32Array {
    const { log } = this.#epoch;
    let isFlag = false;
    this.#eachGranule(row, (granule) => {
      if (this.#flagged[granule] !== 1) return;
      isFlag = true;
      const before = adds ? this.#published.get(granule) : undefined;
      this.#published.set(granule, before === undefined ? clock : joined(before, clock));
    });
    if (!isFlag) return clock;
    const wave = log.wave[row] ?? 0;
    this.#releases[wave]?.push(row);
    const next = clock.slice();
    next[wave] = (next[wave] ?? 0) + 1;
    return next;
  }

  /** An access outside of the order of its wave has happened at the first time after the wait for it. */
  #timeLate(): void {
    const { log, flags, settledAt } = this.#epoch;
    for (let row = 0; row < log.count; row++) {
      if (flags.isInOrder(log.site[row] ?? 0)) continue;
      const settled = settledAt(log.tag[row] ?? 0);
      const releases = this.#releases[log.wave[row] ?? 0] ?? [];
      this.#times[row] =
        settled === Infinity ? Infinity : 1 + releases.filter((one) => one < settled).length;
    }
  }

  #eachGranule(row: number, visit: (granule: number) => void): void {
    const { log, sites, shift } = this.#epoch;
    log.eachGranule(row, sites[log.site[row] ?? 0]?.bytes ?? 1, shift, visit);
  }
}

function joined(one: Uint32Array, other: Uint32Array): Uint32Array {
  return one.map((time, wave) => Math.max(time, other[wave] ?? 0));
}

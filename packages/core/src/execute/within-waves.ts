/**
 * Accesses of two lanes of one wave to the same bytes that nothing keeps in order, where lanes may go apart (NVIDIA since sm_70).
 *
 *     lane 3 stores granule 7    bar.warp.sync    lane 4 loads granule 7    in order
 *     lane 3 stores granule 7                     lane 4 loads granule 7    in the order of this execution alone
 *
 * A barrier of some lanes of the wave orders what those lanes did before it and do after it (`lane-order.ts`). What lanes do in one
 * instruction is not looked at, nor are atomics; stores race with each other where what they store differs.
 *
 * LIMITATION. Only two of the lanes that have read a granule since its last store are known.
 */
import type { EpochLog } from './epoch-log.ts';
import { LaneOrder } from './lane-order.ts';
import { needs, type PairFindings } from './pair-findings.ts';
import type { LdsSite } from './lds-kinds.ts';

const LANES = 64;

/** A barrier of the lanes of a wave, before a row of the log. */
export interface LaneBarrier {
  readonly row: number;
  readonly wave: number;
  readonly low: number;
  readonly high: number;
}

/** The epoch that is looked at. */
export interface LanesEpoch {
  readonly log: EpochLog;
  readonly sites: readonly (LdsSite | undefined)[];
  readonly barriers: readonly LaneBarrier[];
  readonly workgroup: readonly [number, number, number];
  /** True when stores of this epoch to a granule differ. */
  readonly differs: (granule: number) => boolean;
}

/** The lane that touched each granule last, in which row, and when. */
class Last {
  readonly who: Uint16Array;
  readonly row: Uint32Array;
  readonly time: Uint32Array;

  constructor(granules: number) {
    this.who = new Uint16Array(granules);
    this.row = new Uint32Array(granules);
    this.time = new Uint32Array(granules);
  }

  set(granule: number, who: number, row: number, time: number): void {
    this.who[granule] = who;
    this.row[granule] = row;
    this.time[granule] = time;
  }
}

/** No lane is known to have touched it. */
const NOBODY = 0;

/** One plus the number of a lane in its workgroup. */
const whoOf = (wave: number, lane: number): number => 1 + wave * LANES + lane;

export class WithinWaves {
  readonly #shift: number;
  readonly #findings: PairFindings;
  readonly #stores: Last;
  /** The last reader, and the first one that it does not come after: of the two, one is another lane than the next that stores. */
  readonly #reads: Last;
  readonly #readsBefore: Last;
  /** Times are those of accesses and barriers, in all epochs. */
  #time = 0;
  /** When the epoch began: what is older is forgotten. */
  #begin = 0;
  readonly #order = new LaneOrder();

  /** `shift`: of bytes to granules. */
  constructor(granules: number, shift: number, findings: PairFindings) {
    this.#shift = shift;
    this.#findings = findings;
    this.#stores = new Last(granules);
    this.#reads = new Last(granules);
    this.#readsBefore = new Last(granules);
  }

  /** Finds the pairs of an epoch. */
  look(epoch: LanesEpoch): void {
    const { log, sites, barriers } = epoch;
    this.#begin = ++this.#time;
    let next = 0;
    for (let row = log.from; row < log.count; row++) {
      for (; (barriers[next]?.row ?? Infinity) <= row; next++) this.#pass(barriers[next]);
      const { direction, bytes = 1 } = sites[log.site[row] ?? 0] ?? {};
      if (direction !== 'read' && direction !== 'write') continue;
      this.#time++;
      for (let lane = 0; lane < log.waveSize; lane++) {
        if ((((log.activeMask[2 * row + (lane >> 5)] ?? 0) >>> (lane & 31)) & 1) === 0) continue;
        const address = log.addressBytes[log.waveSize * row + lane] ?? 0;
        const last = (address + bytes - 1) >> this.#shift;
        for (let granule = address >> this.#shift; granule <= last; granule++) {
          if (direction === 'read') this.#read(epoch, granule, row, lane);
          else this.#store(epoch, granule, row, lane);
        }
      }
    }
  }

  #pass(barrier: LaneBarrier | undefined): void {
    if (barrier === undefined) return;
    const { wave, low, high } = barrier;
    this.#order.pass(wave, low, high, ++this.#time);
  }

  #read(epoch: LanesEpoch, granule: number, row: number, lane: number): void {
    const { wave } = epoch.log;
    const who = whoOf(wave[row] ?? 0, lane);
    if (this.#isUnordered(this.#stores, granule, who, epoch))
      this.#report(this.#stores, granule, row, lane, epoch);
    const [reads, before] = [this.#reads, this.#readsBefore];
    if (!this.#isApart(before, granule, who, epoch)) {
      const [last = NOBODY, lastRow = 0, time = 0] = [
        reads.who[granule],
        reads.row[granule],
        reads.time[granule],
      ];
      if (this.#isApart(reads, granule, who, epoch)) before.set(granule, last, lastRow, time);
      else before.set(granule, NOBODY, 0, 0);
    }
    reads.set(granule, who, row, this.#time);
  }

  #store(epoch: LanesEpoch, granule: number, row: number, lane: number): void {
    const who = whoOf(epoch.log.wave[row] ?? 0, lane);
    const stores = this.#stores;
    for (const reads of [this.#reads, this.#readsBefore]) {
      if (this.#isUnordered(reads, granule, who, epoch))
        this.#report(reads, granule, row, lane, epoch);
      reads.set(granule, NOBODY, 0, 0);
    }
    if (this.#isUnordered(stores, granule, who, epoch) && epoch.differs(granule))
      this.#report(stores, granule, row, lane, epoch);
    // Of lanes that store in one instruction, each may read what is there.
    const isAlone = stores.time[granule] !== this.#time;
    stores.set(granule, isAlone ? who : NOBODY, row, this.#time);
  }

  /** Whether another lane of the wave touched a granule in this epoch, in an earlier instruction, and nothing orders the two. */
  #isUnordered(last: Last, granule: number, who: number, epoch: LanesEpoch): boolean {
    return last.time[granule] !== this.#time && this.#isApart(last, granule, who, epoch);
  }

  /** The same in an earlier instruction or in this one. */
  #isApart({ who, row, time }: Last, granule: number, one: number, { log }: LanesEpoch): boolean {
    const [last = NOBODY, at = 0] = [who[granule], time[granule]];
    if (last === NOBODY || at < this.#begin) return false;
    const wave = log.wave[row[granule] ?? 0] ?? 0;
    if (wave !== Math.floor((one - 1) / LANES)) return false;
    return !this.#order.knows(wave, (one - 1) % LANES, (last - 1) % LANES, at);
  }

  #report(
    { who, row: rows }: Last,
    granule: number,
    row: number,
    lane: number,
    { log, workgroup }: LanesEpoch,
  ): void {
    const last = who[granule] ?? NOBODY;
    const wave = log.wave[row] ?? 0;
    const other = log.site[rows[granule] ?? 0] ?? 0;
    const hazard = { kind: 'unordered-lanes', site: log.site[row] ?? 0, other, count: 1 } as const;
    this.#findings.add({ ...hazard, missing: needs.barrier }, () => ({
      workgroup,
      byte: granule << this.#shift,
      bytes: 1 << this.#shift,
      wave,
      lane,
      otherWave: wave,
      otherLane: (last - 1) % LANES,
    }));
  }
}

/**
 * The LDS of a workgroup, with a shadow that finds accesses which no wait and no barrier keeps in order.
 *
 * An access is one execution of a load, store, atomic or copy: it belongs to a wave, is issued between two barriers (an
 * epoch), and is *settled* once the wave has waited for it. Another wave may rely on it when a barrier has followed that wait:
 *
 *     wave 0   ds_write   s_waitcnt lgkmcnt(0)   s_barrier                   settled in epoch 0
 *     wave 1                                     s_barrier   ds_read         epoch 1 > 0: safe
 *
 * One that is not settled before the barrier is *in flight* in the next epoch too: a read may then get what another wave writes
 * there. Accesses between the halves of a split barrier are in flight in the next epoch in any case.
 *
 * Accesses are logged while waves execute and looked at when an epoch ends, when all of them are known: what is found
 * does not depend on the order in which waves were executed (`findUnordered` of core, which the interpreter of MLIR
 * uses as well). It is exact to the granule, the narrowest access of the kernel (1, 2 or 4 bytes), so that waves which
 * write neighbouring halves of a word do not race. Barriers are counted per wave; the k-th of one is that of all.
 *
 * Waves may also hand data over by flags in LDS, where the caller says which instructions see them (`watchFlags`).
 *
 * LIMITATIONS. Accesses that are kept apart by other means (flags in global memory, `s_sleep`) are reported as well. Which of two
 * accesses is called first is the order of the program's text, in loops too.
 */
import type { Direction } from '../access/opcode.ts';
import { EpochLog, type LdsLanes, WAVES } from './epoch-log.ts';
import { FlagOrder, type FlagSites } from './flag-order.ts';
import { Flights } from './flights.ts';
import type { InFlight } from './in-flight.ts';
import { type LdsRoom, type LdsRooms, LdsUnit } from './lds-unit.ts';
import type { LeftOut } from './left-out.ts';
import { type LaneMeeting, PairFindings } from './pair-findings.ts';
import { BLOCK_SHIFT, HotBlocks } from './hot-blocks.ts';
import type { LdsSite } from './lds-kinds.ts';
import { type Epoch, findUnordered } from './unordered.ts';
import { type GranuleShift, stampBytes, Stamps } from './stamps.ts';
import { type LaneBarrier, WithinWaves } from './within-waves.ts';

/**
 * What a shadow asks of a wave: its number in the workgroup, the barriers that it has passed, and, where a barrier has two
 * halves, those that it has come to.
 */
export interface LdsWave {
  readonly index: number;
  readonly barriers: number;
  readonly signals?: number;
}

/** `compare`: an atomic that stores only where memory has the value that was read before. */
export type WriteKind = 'plain' | 'atomic' | 'compare' | 'copy';

/** A read of `bytes` per lane by all lanes of a wave. */
export interface WholeRead {
  /** Of its instruction. */
  readonly number: number;
  readonly lanes: LdsLanes;
  readonly bytes: number;
}

const SITES: Readonly<Record<WriteKind, Omit<LdsSite, 'bytes'>>> = {
  plain: { direction: 'write' },
  atomic: { direction: 'atomic' },
  compare: { direction: 'atomic', compares: true },
  copy: { direction: 'async' },
};

/** Kinds of writes by their numbers among `Flights`; reads have the next number. */
const KINDS: readonly WriteKind[] = ['plain', 'atomic', 'compare', 'copy'];
const READ = KINDS.length;

/** Accesses of an epoch that are compared at most: as many as are recorded. */
const MOST_ROWS = 2 ** 20;
const NOTHING: Uint8Array = new Uint8Array(0);

/** What workgroups have left in the shadow of LDS beside races; plain data. */
export interface LeftLds {
  readonly touched: number;
  /** By instruction number. */
  readonly sites: readonly (readonly [number, LdsSite])[];
  readonly observed: readonly number[];
}

export class Lds {
  readonly bytes: number;
  /** Bytes up to the last one that was touched, in any workgroup. */
  touched = 0;
  readonly data: Uint8Array;
  readonly words: Uint32Array;
  /** Where the data is in the memory of compiled code; -1 where it is not there. */
  readonly base: number;
  /** Pairs of instructions that nothing keeps in order, by their numbers. */
  readonly races = new PairFindings();
  /** Instructions that got what another wave writes between the same two barriers: loads that race, and atomics that return. */
  readonly observed = new Set<number>();
  #flags: FlagSites | undefined;
  #hidesHazards = false;
  /** Some instruction gets values by which waves hand data over. */
  #hasObservers = false;
  readonly #leftOut: LeftOut | undefined;
  readonly #shift: GranuleShift;
  readonly #rooms: LdsRooms | undefined;
  #room: LdsRoom | undefined;
  /** By instruction number. */
  readonly #sites: (LdsSite | undefined)[] = [];
  readonly #log: EpochLog;
  readonly #stamps: Stamps;
  readonly #hot: HotBlocks;
  readonly #flights = new Flights();
  /** Accesses were left out of the log: their tags may still be in use. */
  #isLogFull = false;
  /** Barriers passed: the same for all waves that run. */
  #epoch = 0;
  #waves: readonly LdsWave[] = [];
  #workgroup: readonly [number, number, number] = [0, 0, 0];
  #lanesGoApart = false;
  /** Made for the first epoch that is looked at. */
  #withinWaves: WithinWaves | undefined;
  /** Barriers of lanes in this epoch. */
  #laneBarriers: LaneBarrier[] = [];

  /** Loads and atomics of this epoch that read something unwritten, by their rows, and their numbers among the accesses. */
  #unwritten: (readonly [row: number, access: number])[] = [];
  /** The writer of each granule in this epoch, made when it is first asked for. */
  #writers: Readonly<Record<'all' | 'storers', ReadonlyMap<number, number>>> | undefined;

  /**
   * `granuleBytes`: the narrowest access of the kernel. `leftOut`: stored data is not computed, and reads of it are
   * reported here. `rooms`: where its data is, if there is room; an `LdsUnit` also stamps the stores of whole waves there.
   */
  constructor(
    bytes: number,
    granuleBytes: 1 | 2 | 4,
    leftOut?: LeftOut,
    rooms?: LdsRooms,
    waveSize: 32 | 64 = 64,
  ) {
    this.bytes = bytes;
    this.#leftOut = leftOut;
    this.#log = new EpochLog(bytes, waveSize);
    this.#shift = granuleBytes === 4 ? 2 : granuleBytes === 2 ? 1 : 0;
    const length = (bytes + 3) & ~3;
    const size = length + stampBytes(length, this.#shift);
    this.#rooms = rooms;
    this.#room = rooms?.take(size);
    this.base = this.#room?.at ?? -1;
    const { buffer, at } = this.#room ?? { buffer: new ArrayBuffer(size), at: 0 };
    this.data = new Uint8Array(buffer, at, length);
    this.words = new Uint32Array(buffer, at, length / 4);
    const unit = this.#room !== undefined && rooms instanceof LdsUnit ? rooms : undefined;
    this.#stamps = new Stamps({ buffer, at, bytes: length }, this.#shift, unit);
    this.#hot = new HotBlocks(length);
    if (this.#room !== undefined) this.reset([]);
  }

  /** From here on lanes of a wave may go apart: what two of them do needs a barrier of their wave between (`passLanes`). */
  letLanesGoApart(): void {
    this.#lanesGoApart = true;
  }

  /** Accesses of this workgroup from the last barrier on are not checked: something that is not known may keep them in order. */
  hideHazards(): void {
    this.#hidesHazards = true;
  }

  /** From here on flags in LDS order accesses, too. */
  watchFlags(flags: FlagSites): void {
    this.#flags = flags;
  }

  /** Lanes of a wave pass a barrier of the wave. */
  passLanes(wave: LdsWave, low: number, high = 0): void {
    const row = this.#log.count;
    const last = this.#laneBarriers.at(-1);
    // The same barrier again, with no access between, orders nothing more.
    if (last?.row === row && last.wave === wave.index && last.low === low && last.high === high)
      return;
    this.#laneBarriers.push({ row, wave: wave.index, low, high });
  }

  /** Gives back its room: it is not used any more. */
  release(): void {
    if (this.#room !== undefined) this.#rooms?.give(this.#room);
    this.#room = undefined;
  }

  /** Begins a workgroup: what LDS holds is undefined, here 0. */
  reset(waves: readonly LdsWave[], workgroup: readonly [number, number, number] = [0, 0, 0]): void {
    this.data.fill(0);
    this.#stamps.reset();
    this.#log.clear();
    this.#laneBarriers = [];
    this.#flights.clear();
    this.#isLogFull = false;
    this.#hidesHazards = false;
    this.#epoch = 0;
    this.#unwritten = [];
    this.#waves = waves;
    this.#workgroup = workgroup;
  }

  /** The direction of an instruction's accesses to LDS; `undefined` before its first one. */
  directionOf(number: number): Direction | undefined {
    return this.#sites[number]?.direction;
  }

  leave(): LeftLds {
    const sites = [...this.#sites.entries()].flatMap(([number, site]) =>
      site === undefined ? [] : [[number, site] as const],
    );
    return { touched: this.touched, sites, observed: [...this.observed] };
  }

  /** Adds what later workgroups have left. */
  take({ touched, sites, observed }: LeftLds): void {
    this.touched = Math.max(this.touched, touched);
    for (const [number, site] of sites)
      if (this.#sites[number] === undefined) this.#addSite(number, site);
    for (const number of observed) this.observed.add(number);
  }

  /** Registers a write; its tag goes to `settle` when the wave has waited for it. `data`: what a copy stores. */
  beginWrite(wave: LdsWave, kind: WriteKind, data?: Uint8Array): number {
    this.#enter(wave.barriers);
    return this.#flights.begin(wave.index, KINDS.indexOf(kind), data);
  }

  /** Registers a read that its wave has to wait for; its tag goes to `settle` as well. 0 where reads are not logged any more. */
  beginRead(wave: LdsWave): number {
    this.#enter(wave.barriers);
    if (this.#log.count >= MOST_ROWS) return 0;
    return this.#flights.begin(wave.index, READ);
  }

  settle(tag: number): void {
    // Waves that have signalled a barrier do not tell others any more what they wait for.
    const wave = this.#waves[this.#flights.waveOf(tag)];
    this.#flights.settle(tag, wave?.signals ?? wave?.barriers ?? 0, this.#log.count);
  }

  /** Stores what the last `write` has registered, and sees whether that is what other stores of the epoch left there. */
  storeChecked(store: () => void): void {
    this.#stamps.storeChecked(store);
  }

  /** Lanes of the last write may have stored to the same bytes: what each stores is looked at (`collide`), where it is known. */
  get lanesOverlap(): boolean {
    if (this.#stamps.lanesOverlap) this.#leftOut?.ask();
    return this.#stamps.lanesOverlap;
  }

  /** Lanes of one store have written different values to a byte. */
  collide(site: number, { index }: LdsWave, meeting: LaneMeeting): void {
    if (this.#hidesHazards) return;
    this.races.collide(site, { workgroup: this.#workgroup, wave: index }, meeting);
  }

  /** Registers the lanes of a write of `bytes` per lane. Addresses are inside. */
  write(number: number, wave: LdsWave, tag: number, lanes: LdsLanes, bytes: number): void {
    this.#enter(wave.barriers);
    const top = lanes.top + bytes - 1;
    if (top >= this.touched) this.touched = top + 1;
    const kind = KINDS[this.#flights.kindOf(tag)] ?? 'plain';
    const site = this.#sites[number] ?? this.#addSite(number, { ...SITES[kind], bytes });
    const reads = site.direction === 'atomic' && this.#stamps.hasUnwritten(lanes, bytes);
    const access = this.#stamps.write(kind === 'plain', lanes, bytes);
    if (this.#log.count >= MOST_ROWS) {
      this.#isLogFull = true;
      return;
    }
    const row = this.#log.add(number, wave.index, site.direction, tag, lanes, bytes, access);
    if (reads) this.#unwritten.push([row, access]);
  }

  /** Registers a read of `bytes` per lane, which is finished at once; addresses are inside. */
  read(number: number, wave: LdsWave, lanes: LdsLanes, bytes: number): void {
    this.readInFlight(number, wave, 0, lanes, bytes);
  }

  /** Registers reads of a whole wave, in their order; `addresses` has those of one behind those of another. */
  readWhole(wave: LdsWave, reads: readonly WholeRead[], addresses: Uint32Array): void {
    this.#enter(wave.barriers);
    const log = this.#log;
    if (log.count + reads.length > MOST_ROWS) {
      for (const { number, lanes, bytes } of reads) this.read(number, wave, lanes, bytes);
      return;
    }
    log.place(addresses, reads.length);
    for (const { number, lanes, bytes } of reads) {
      this.#touchRead(number, lanes, bytes, false);
      const access = this.#stamps.read();
      const row = log.addPlaced(number, wave.index, lanes, bytes, access);
      if (this.#stamps.hasUnwritten(lanes, bytes)) this.#unwritten.push([row, access]);
    }
  }

  /** A read that its wave has to wait for. `copies`: a unit reads for the wave, in no order with what the wave does itself. */
  readInFlight(
    number: number,
    wave: LdsWave,
    tag: number,
    lanes: LdsLanes,
    bytes: number,
    copies = false,
  ): void {
    this.#enter(wave.barriers);
    this.#touchRead(number, lanes, bytes, copies);
    const access = this.#stamps.read();
    if (this.#log.count >= MOST_ROWS) return;
    const part = copies ? 'async' : 'read';
    const row = this.#log.add(number, wave.index, part, tag, lanes, bytes, access);
    if (this.#stamps.hasUnwritten(lanes, bytes)) this.#unwritten.push([row, access]);
  }

  #touchRead(number: number, lanes: LdsLanes, bytes: number, copies: boolean): void {
    const top = lanes.top + bytes - 1;
    if (top >= this.touched) this.touched = top + 1;
    if (this.#sites[number] !== undefined) return;
    this.#addSite(number, {
      direction: 'read',
      bytes,
      ...(copies && { copies }),
      ...(this.#flags?.polls(number) === true && { polls: true }),
    });
  }

  /** Without holes, which would make the list slow. */
  #addSite(number: number, site: LdsSite): LdsSite {
    while (this.#sites.length <= number) this.#sites.push(undefined);
    this.#sites[number] = site;
    const returns = site.direction === 'atomic' && this.#flags?.returns(number) === true;
    this.#hasObservers ||= returns || site.polls === true;
    return site;
  }

  /** All waves have ended: what they did since the last barrier is looked at. */
  finish(): void {
    this.#endEpoch(this.#epoch + 1);
  }

  #enter(epoch: number): void {
    if (epoch !== this.#epoch) this.#endEpoch(epoch);
  }

  #endEpoch(next: number): void {
    const log = this.#log;
    if (log.count > log.from && !this.#hidesHazards) {
      this.#findWithinWaves();
      if (log.findMeeting(this.#stamps.storesMeet)) this.#findRaces();
      if (this.#flags !== undefined && this.#hasObservers)
        for (const number of this.#flagOrder(this.#flags).observed()) this.observed.add(number);
      for (const [row, access] of this.#unwritten) this.#reportUnwritten(row, access);
    }
    this.#unwritten = [];
    this.#writers = undefined;
    this.#laneBarriers = [];
    const flights = this.#flights;
    log.next((tag) => flights.isInFlight(tag, next), this.#sites);
    // Stores of the next epoch may differ from those in flight.
    let earliest = Infinity;
    for (let row = 0; row < log.count; row++) {
      flights.renumber(log.tag[row] ?? 0, log.count);
      if (this.#sites[log.site[row] ?? 0]?.direction === 'write')
        earliest = Math.min(earliest, log.access[row] ?? 0);
    }
    if (log.count === 0 && !this.#isLogFull) flights.clear();
    this.#epoch = next;
    this.#stamps.next(earliest);
  }

  #findWithinWaves(): void {
    const log = this.#log;
    if (!this.#lanesGoApart || !log.mayMeetWithin(this.#stamps.storesMeet)) return;
    this.#withinWaves ??= new WithinWaves(this.#stamps.granules, this.#shift, this.races);
    this.#withinWaves.look({
      log,
      sites: this.#sites,
      barriers: this.#laneBarriers,
      workgroup: this.#workgroup,
      differs: (granule) => this.#differs(granule),
    });
  }

  /** Whether stores of this epoch to a granule differ. */
  #differs(granule: number): boolean {
    this.#leftOut?.ask();
    return this.#stamps.differs(granule);
  }

  /** Whether stores to a granule differ from a row in flight on. */
  #differsSince(granule: number, row: number): boolean {
    this.#leftOut?.ask();
    return this.#stamps.differsSince(granule, this.#log.access[row] ?? 0);
  }

  #findRaces(): void {
    const log = this.#log;
    const hotBlocks = this.#hot.find(log, this.#sites);
    if (hotBlocks === 0) return;
    const epoch: Epoch = {
      rows: log,
      from: log.from,
      positions: log.positions,
      masked: new Map(),
      sites: this.#sites,
      firstWave: 0,
      workgroup: this.#workgroup,
      shift: this.#shift,
      hotBlocks,
      blockShift: BLOCK_SHIFT,
      hotIndex: this.#hot.index,
      copies: this.#entriesInFlight(),
      differs: (granule) => this.#differs(granule),
      differsSince: (granule, row) => this.#differsSince(granule, row),
    };
    const flags = this.#flags;
    if (flags === undefined) findUnordered(epoch, this.races);
    else this.#findRacesBesideFlags(epoch, flags);
  }

  /** Clocks cost time: they are made where accesses would race without flags. */
  #findRacesBesideFlags(epoch: Epoch, flags: FlagSites): void {
    const found = new PairFindings();
    findUnordered(epoch, found);
    const pairs = found.all;
    if (pairs.length === 0) return;
    for (const { kind, site, other } of pairs) {
      if (kind !== 'unordered') continue;
      for (const number of [site, other])
        if (this.#sites[number]?.direction === 'read') this.observed.add(number);
    }
    const only = new Set(pairs.flatMap(({ site, other }) => [site, other]));
    const order = this.#flagOrder(flags);
    findUnordered({ ...epoch, only, order: order.isLong ? undefined : order }, this.races);
  }

  #flagOrder(flags: FlagSites): FlagOrder {
    return new FlagOrder({
      log: this.#log,
      sites: this.#sites,
      flags,
      granules: this.#stamps.granules,
      shift: this.#shift,
      settledAt: (tag) => this.#flights.settledAt(tag),
    });
  }

  /** Accesses that were in flight when the epoch began, its copies, and accesses in flight when their own wave makes a copy. */
  #entriesInFlight(): InFlight[] {
    const [log, flights, leftOut] = [this.#log, this.#flights, this.#leftOut];
    const entries: InFlight[] = [];
    /** By wave: its next copy. */
    const copyRows = Array.from({ length: WAVES }, () => Infinity);
    for (let row = log.count - 1; row >= 0; row--) {
      const [tag = 0, wave = 0] = [log.tag[row], log.wave[row]];
      const { direction, copies } = this.#sites[log.site[row] ?? 0] ?? {};
      const isCopy = direction === 'async' || copies === true;
      const crossed = (copyRows[wave] ?? Infinity) < flights.settledAt(tag);
      if (isCopy) copyRows[wave] = row;
      if (tag === 0 || (row >= log.from && !isCopy && !crossed)) continue;
      entries.push({
        row,
        settledAfter: flights.settledAfter(tag),
        settledAt: flights.settledAt(tag),
        get data() {
          leftOut?.ask();
          return flights.dataOf(tag) ?? NOTHING;
        },
      });
    }
    return entries.reverse();
  }

  /** Bytes that nothing had written of a load or an atomic; a granule that others write meanwhile is a race instead. */
  #reportUnwritten(row: number, access: number): void {
    const log = this.#log;
    const site = log.site[row] ?? 0;
    const { bytes = 1, direction } = this.#sites[site] ?? {};
    const isAtomic = direction === 'atomic';
    const wave = log.wave[row] ?? 0;
    const before = isAtomic ? access - 1 : access;
    const granules = new Set<number>();
    let [first, lane] = [-1, 0];
    log.eachGranule(row, bytes, this.#shift, (granule, of) => {
      if (this.#stamps.isWrittenBefore(granule, before)) return;
      if (this.#isWrittenByOthers(granule, wave, of, isAtomic)) return;
      granules.add(granule);
      if (first < 0) [first, lane] = [granule, of];
    });
    if (first < 0) return;
    this.races.readUnwritten(site, {
      workgroup: this.#workgroup,
      byte: first << this.#shift,
      bytes: granules.size << this.#shift,
      wave,
      lane,
    });
  }

  /** Whether others write a granule in this epoch. Atomics do not race with each other: the first reads what nothing has written. */
  #isWrittenByOthers(granule: number, wave: number, lane: number, isAtomic: boolean): boolean {
    this.#writers ??= { all: this.#findWriters(true), storers: this.#findWriters(false) };
    const writer = this.#writers[isAtomic ? 'storers' : 'all'].get(granule);
    return writer !== undefined && writer !== this.#writerOf(wave, lane);
  }

  /** The writer of each granule in this epoch; -1 for several. */
  #findWriters(withAtomics: boolean): ReadonlyMap<number, number> {
    const log = this.#log;
    const writers = new Map<number, number>();
    for (let row = log.from; row < log.count; row++) {
      const { direction = 'read', bytes = 1 } = this.#sites[log.site[row] ?? 0] ?? {};
      if (direction === 'read' || (direction === 'atomic' && !withAtomics)) continue;
      log.eachGranule(row, bytes, this.#shift, (granule, lane) => {
        const writer = this.#writerOf(log.wave[row] ?? 0, lane);
        writers.set(granule, (writers.get(granule) ?? writer) === writer ? writer : -1);
      });
    }
    return writers;
  }

  /** A wave, or a lane of it where lanes may go apart. */
  #writerOf(wave: number, lane: number): number {
    return this.#lanesGoApart ? 64 * wave + lane : wave;
  }
}

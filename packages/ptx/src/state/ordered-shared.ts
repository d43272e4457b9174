/**
 * Shared memory of a block with a shadow that has the last accesses to each granule, and checks by `order.ts` that they came
 * before.
 *
 *     granule 7    written by (warp 0, 3)    read by (wgmma 4-7, 2)        a copy to it has to know both times
 *
 * A write has to come after the last write and all reads since; a read after the last write. What a warp stored and a unit
 * reads through the async proxy has to be fenced besides. Warps that store the value that is there already do not race, as
 * in core's `Lds`, which shadows kernels that have `bar.sync` alone.
 *
 * Lanes of one warp may go apart: what two of them do has to have a barrier of both between, or something that the warp
 * releases.
 *
 * LIMITATIONS. Accesses to the shared memory of other blocks, and to mbarriers, are not looked at. Of the lanes of a warp
 * that have read a granule since its last store, two are known.
 */
import {
  type Direction,
  type HazardKind,
  LaneOrder,
  type LeftLds,
  type LeftOut,
  type LaneMeeting,
  type Lds,
  needs,
  PairFindings,
  type WholeRead,
  type WriteKind,
} from '@ldscope/core';
import type { Order, Published, Stamp } from './order.ts';
import { Unwritten } from './unwritten.ts';
import type { Warp } from '@ldscope/simt';

/** The interface of shared memory for accesses, whichever shadow it has. */
export type SharedMemory = Pick<
  Lds,
  | 'base'
  | 'bytes'
  | 'touched'
  | 'data'
  | 'words'
  | 'races'
  | 'directionOf'
  | 'leave'
  | 'take'
  | 'finish'
  | 'release'
  | 'passLanes'
  | 'lanesOverlap'
  | 'collide'
> & {
  reset(warps: readonly Warp[], workgroup: readonly [number, number, number]): void;
  /** `isStrong`: a read that does not race with atomics and other strong writes. */
  read(number: number, warp: Warp, lanes: Lanes, bytes: number, isStrong?: boolean): void;
  readWhole(warp: Warp, reads: readonly WholeRead[], addresses: Uint32Array): void;
  write(number: number, warp: Warp, tag: number, lanes: Lanes, bytes: number): void;
  /** `completion`: when the write is complete, where that is not with its own warp. */
  beginWrite(warp: Warp, kind: WriteKind, data?: Uint8Array, completion?: Stamp): number;
  settle(tag: number): void;
  storeChecked(store: () => void): void;
};

/** Lanes of an access: their addresses, and a bit for each that takes part. */
type Lanes = Parameters<Lds['read']>[2];

/** A write by its tag. */
interface Write {
  readonly warp: Warp;
  readonly kind: WriteKind;
  readonly direction: Direction;
  readonly stamp: Stamp;
}

/** By granule and agent: when it was read, and by which site. */
type Readers = Map<number, Map<number, { readonly time: number; readonly site: number }>>;

function readersOf(all: Readers, granule: number): NonNullable<ReturnType<Readers['get']>> {
  let readers = all.get(granule);
  if (readers === undefined) all.set(granule, (readers = new Map()));
  return readers;
}

/** The last writer of no granule. */
const NOBODY = 0xffff;
/** An unknown lane, since several stored at once. */
const NO_LANE = 0xff;

const DIRECTIONS: Readonly<Record<WriteKind, Direction>> = {
  plain: 'write',
  atomic: 'atomic',
  compare: 'atomic',
  copy: 'async',
};

export class OrderedShared implements SharedMemory {
  /** Compiled code does not see it. */
  readonly base = -1;
  readonly bytes: number;
  readonly data: Uint8Array;
  readonly words: Uint32Array;
  readonly races: PairFindings;
  touched = 0;
  #order: Order;
  readonly #leftOut: LeftOut | undefined;
  readonly #shift: number;
  readonly #directions = new Map<number, Direction>();
  readonly #warpOf = new Map<number, number>();
  #workgroup: readonly [number, number, number] = [0, 0, 0];
  #writes: Write[] = [];
  /** Granules of the last write that others have stored to without order, with what was there. */
  #suspects: { granule: number; value: number; report: () => void }[] = [];

  // By granule.
  readonly #writer: Uint16Array;
  readonly #writeTime: Uint32Array;
  readonly #writeSite: Uint32Array;
  readonly #isAtomic: Uint8Array;
  readonly #reader: Uint16Array;
  readonly #readTime: Uint32Array;
  readonly #readSite: Uint32Array;
  /** The lane of the last write, and its number among all accesses. */
  readonly #writeLane: Uint8Array;
  readonly #writeAccess: Uint32Array;
  /** The lane that read last, and the first one of its warp that it does not come after, or `NO_LANE`; with their numbers. */
  readonly #readLane: Uint8Array;
  readonly #readAccess: Uint32Array;
  readonly #readLaneBefore: Uint8Array;
  readonly #readAccessBefore: Uint32Array;
  /** Accesses and barriers of warps. */
  #accesses = 0;
  readonly #lanes = new LaneOrder();
  readonly #unwritten: Unwritten;
  /** Lanes of the last write meet. */
  lanesOverlap = false;
  /** Further readers since the last write, by agent; and those that only weak writes race with. */
  readonly #readers: Readers = new Map();
  readonly #strongReaders: Readers = new Map();

  /**
   * `granuleBytes`: the narrowest access of the kernel. `leftOut`: stored data is not computed, and reads of it are reported
   * there.
   */
  constructor(
    bytes: number,
    granuleBytes: 1 | 2 | 4,
    order: Order,
    races = new PairFindings(),
    leftOut?: LeftOut,
  ) {
    this.bytes = bytes;
    const buffer = new ArrayBuffer((bytes + 7) & ~7);
    this.data = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.races = races;
    this.#order = order;
    this.#leftOut = leftOut;
    this.#shift = granuleBytes >> 1;
    const granules = (buffer.byteLength >> this.#shift) + 1;
    this.#writer = new Uint16Array(granules);
    this.#writeTime = new Uint32Array(granules);
    this.#writeSite = new Uint32Array(granules);
    this.#isAtomic = new Uint8Array(granules);
    this.#reader = new Uint16Array(granules);
    this.#readTime = new Uint32Array(granules);
    this.#readSite = new Uint32Array(granules);
    this.#writeLane = new Uint8Array(granules);
    this.#writeAccess = new Uint32Array(granules);
    this.#readLane = new Uint8Array(granules);
    this.#readAccess = new Uint32Array(granules);
    this.#readLaneBefore = new Uint8Array(granules);
    this.#readAccessBefore = new Uint32Array(granules);
    this.#unwritten = new Unwritten(granules, this.#lanes);
  }

  /** Begins a cluster, with an order of its own. */
  begin(order: Order): void {
    this.#order = order;
  }

  reset(warps: readonly Warp[], workgroup: readonly [number, number, number]): void {
    this.data.fill(0);
    this.#writer.fill(NOBODY);
    this.#reader.fill(NOBODY);
    this.#readers.clear();
    this.#strongReaders.clear();
    this.#writes = [];
    this.#suspects = [];
    this.#unwritten.reset();
    this.#workgroup = workgroup;
    this.#warpOf.clear();
    for (const warp of warps) this.#warpOf.set(this.#order.agentOf(warp), warp.index);
  }

  directionOf(number: number): Direction | undefined {
    return this.#directions.get(number);
  }

  leave(): LeftLds {
    const sites = [...this.#directions].map(
      ([number, direction]) => [number, { direction, bytes: 0 }] as const,
    );
    return { touched: this.touched, sites, observed: [] };
  }

  /** Adds what later blocks have left. */
  take({ touched, sites }: LeftLds): void {
    this.touched = Math.max(this.touched, touched);
    for (const [number, { direction }] of sites)
      if (!this.#directions.has(number)) this.#directions.set(number, direction);
  }

  release(): void {}

  /** All warps have ended: reads of what nothing wrote are known. */
  finish(): void {
    this.#unwritten.report(this.races, this.#shift, this.#workgroup);
  }

  /** Registers writes that are not checked: to an mbarrier, or by another block. */
  writeUnseen(byte: number, bytes: number): void {
    const last = (byte + bytes - 1) >> this.#shift;
    for (let granule = byte >> this.#shift; granule <= last; granule++)
      this.#unwritten.write(granule, []);
  }

  /** A unit writes to an unknown address. */
  writeAnywhere(): void {
    this.#unwritten.writeAnywhere();
  }

  /** Lanes of one store have written different values to a byte. */
  collide(site: number, { index }: Warp, meeting: LaneMeeting): void {
    this.races.collide(site, { workgroup: this.#workgroup, wave: index }, meeting);
  }

  /** Some lanes of a warp wait for each other. */
  passLanes(warp: Warp, lanes: number): void {
    this.#lanes.pass(warp.index, lanes, 0, ++this.#accesses);
  }

  beginWrite(warp: Warp, kind: WriteKind, _data?: Uint8Array, completion?: Stamp): number {
    const own = kind === 'copy' ? this.#order.inGroup('copy', warp) : this.#order.now(warp);
    const isLater = completion !== undefined && kind === 'plain';
    const direction = isLater ? 'async' : DIRECTIONS[kind];
    return this.#writes.push({ warp, kind, direction, stamp: completion ?? own });
  }

  /** The warp of a copy has waited for it. */
  settle(tag: number): void {
    const write = this.#writes[tag - 1];
    if (write?.kind === 'copy') this.#order.learn(write.warp, write.stamp);
  }

  read(number: number, warp: Warp, lanes: Lanes, bytes: number, isStrong = false): void {
    this.#directions.set(number, 'read');
    const stamp = this.#order.now(warp);
    const { known } = this.#order.knowledge(warp);
    const access = ++this.#accesses;
    this.#eachGranule(lanes, bytes, (granule, lane) => {
      if (this.#unwritten.has(granule))
        this.#unwritten.read(granule, lane, { site: number, warp, stamp, access, isAtomic: false });
      if (isStrong) {
        if (this.#isAtomic[granule] === 0)
          this.#checkWriter(granule, number, 'read', known, undefined, warp, lane);
        readersOf(this.#strongReaders, granule).set(stamp.agent, { ...stamp, site: number });
        return;
      }
      this.#checkWriter(granule, number, 'read', known, undefined, warp, lane);
      this.#checkStoringLane(granule, number, stamp, warp, lane)?.();
      const others =
        this.#reader[granule] === stamp.agent && this.#readTime[granule] === stamp.time;
      this.#addReader(granule, stamp, number, known);
      if (this.#reader[granule] === stamp.agent) this.#addReadingLane(granule, warp, lane, others);
    });
  }

  readWhole(warp: Warp, reads: readonly WholeRead[]): void {
    for (const { number, lanes, bytes } of reads) this.read(number, warp, lanes, bytes);
  }

  write(number: number, warp: Warp, tag: number, lanes: Lanes, bytes: number): void {
    const begun = this.#writes[tag - 1];
    const { kind = 'plain', stamp = this.#order.now(warp) } = begun ?? {};
    const direction = begun?.direction ?? DIRECTIONS[kind];
    this.#directions.set(number, direction);
    const { known } = this.#order.knowledge(warp);
    this.#suspects = [];
    const access = ++this.#accesses;
    const isAtomic = direction === 'atomic';
    /** Granules that an atomic is the first to come to, in whichever order its lanes do. */
    const firsts = isAtomic ? new Set<number>() : undefined;
    this.lanesOverlap = false;
    this.#eachGranule(lanes, bytes, (granule, lane) => {
      this.#overwrite(granule);
      const isFirst = firsts !== undefined && (firsts.has(granule) || this.#unwritten.has(granule));
      this.#unwritten.write(granule, known, { warp, lane }, isAtomic);
      if (isFirst) {
        firsts.add(granule);
        this.#unwritten.read(granule, lane, { site: number, warp, stamp, access, isAtomic });
      }
      if (direction === 'write') this.#checkLanes(granule, number, stamp, warp, lane, access);
      if (this.#writer[granule] !== stamp.agent || this.#writeTime[granule] !== stamp.time)
        this.#checkWriter(granule, number, direction, known, undefined, warp, lane);
      if (kind === 'compare') {
        // It finds out a plain read that is old: only weak writes race with it.
        readersOf(this.#strongReaders, granule).set(stamp.agent, { ...stamp, site: number });
        return;
      }
      this.#checkReaders(granule, number, known, warp, lane);
      if (direction !== 'atomic')
        this.#checkAll(this.#strongReaders, granule, number, known, warp, lane);
      const isAlone = this.#writeAccess[granule] !== access;
      if (!isAlone) this.lanesOverlap = true;
      this.#setWriter(granule, stamp, number, direction === 'atomic');
      this.#writeAccess[granule] = access;
      this.#writeLane[granule] = isAlone && direction === 'write' ? lane : NO_LANE;
    });
  }

  /** A report where another lane of the warp has stored to a granule, with nothing since that orders the two. */
  #checkStoringLane(
    granule: number,
    number: number,
    { agent, time }: Stamp,
    warp: Warp,
    lane: number,
  ): (() => void) | undefined {
    if (this.#writer[granule] !== agent || this.#writeTime[granule] !== time) return undefined;
    const other = this.#writeLane[granule] ?? NO_LANE;
    const at = this.#writeAccess[granule] ?? 0;
    if (other === NO_LANE || this.#lanes.knows(warp.index, lane, other, at)) return undefined;
    const site = this.#writeSite[granule] ?? 0;
    return () => this.#report('unordered-lanes', granule, number, site, agent, warp, lane, other);
  }

  /** Checks a store against loads and, in earlier instructions, stores of other lanes of its warp. */
  #checkLanes(
    granule: number,
    number: number,
    stamp: Stamp,
    warp: Warp,
    lane: number,
    access: number,
  ): void {
    if (this.#writeAccess[granule] !== access) {
      const report = this.#checkStoringLane(granule, number, stamp, warp, lane);
      if (report !== undefined)
        this.#suspects.push({ granule, value: this.#value(granule), report });
    }
    const { agent, time } = stamp;
    if (this.#reader[granule] !== agent || this.#readTime[granule] !== time) return;
    const site = this.#readSite[granule] ?? 0;
    const other = [this.#readLaneBefore, this.#readLane]
      .map((lanes) => lanes[granule] ?? NO_LANE)
      .find((_, place) => this.#isReadApart(granule, warp, lane, place === 0));
    if (other !== undefined)
      this.#report('unordered-lanes', granule, number, site, agent, warp, lane, other);
  }

  /** Whether the lane that read last, or the one before, is one that a lane does not come after. */
  #isReadApart(granule: number, warp: Warp, lane: number, isBefore: boolean): boolean {
    const other = (isBefore ? this.#readLaneBefore : this.#readLane)[granule] ?? NO_LANE;
    const at = (isBefore ? this.#readAccessBefore : this.#readAccess)[granule] ?? 0;
    return other !== NO_LANE && !this.#lanes.knows(warp.index, lane, other, at);
  }

  /** `after`: the lanes that are known to have read did so with nothing of the warp since that orders all lanes. */
  #addReadingLane(granule: number, warp: Warp, lane: number, after: boolean): void {
    if (!after || !this.#isReadApart(granule, warp, lane, true)) {
      const isApart = after && this.#isReadApart(granule, warp, lane, false);
      this.#readLaneBefore[granule] = isApart ? (this.#readLane[granule] ?? NO_LANE) : NO_LANE;
      this.#readAccessBefore[granule] = this.#readAccess[granule] ?? 0;
    }
    this.#readLane[granule] = lane;
    this.#readAccess[granule] = this.#accesses;
  }

  /** Stores what the last `write` has registered: a value that was there already races with nobody. */
  storeChecked(store: () => void): void {
    if (this.#suspects.length > 0) this.#leftOut?.ask();
    store();
    for (const { granule, value, report } of this.#suspects)
      if (this.#value(granule) !== value) report();
    this.#suspects = [];
  }

  /** A unit reads chunks of 16 bytes for some warps, through the async proxy; `stamp` says when it is done. */
  readAsync(
    number: number,
    warps: readonly Warp[],
    stamp: Stamp,
    chunks: Uint32Array,
    from: number,
    to: number,
  ): void {
    const [leader] = warps;
    if (leader === undefined) return;
    this.#directions.set(number, 'read');
    const { known, fenced } = this.#order.common(warps);
    this.#eachChunk(chunks, from, to, (granule) => {
      this.#checkWriter(granule, number, 'read', known, fenced, leader, 0);
      this.#addReader(granule, stamp, number, known);
    });
  }

  /** A unit writes chunks of 16 bytes for a warp. */
  writeAsync(
    number: number,
    warp: Warp,
    stamp: Stamp,
    chunks: Uint32Array,
    from: number,
    to: number,
  ): void {
    this.#directions.set(number, 'async');
    const { known } = this.#order.knowledge(warp);
    this.#eachChunk(chunks, from, to, (granule) => {
      this.#overwrite(granule);
      this.#unwritten.write(granule, known);
      this.#suspects = [];
      this.#checkWriter(granule, number, 'async', known, undefined, warp, 0);
      for (const { report } of this.#suspects) report();
      this.#suspects = [];
      this.#checkReaders(granule, number, known, warp, 0);
      this.#checkAll(this.#strongReaders, granule, number, known, warp, 0);
      this.#setWriter(granule, stamp, number, false);
    });
  }

  /** Where data is left out, only mbarriers are in memory: one that is stored to would be another one afterwards. */
  #overwrite(granule: number): void {
    if (this.#leftOut !== undefined && this.words[(granule << this.#shift) >> 2] !== 0)
      this.#leftOut.ask();
  }

  /** Whether the last write to a granule came before an access; `fenced` where that goes through the async proxy. */
  #checkWriter(
    granule: number,
    number: number,
    direction: Direction,
    known: Published['known'],
    fenced: Published['fenced'] | undefined,
    warp: Warp,
    lane: number,
  ): void {
    const agent = this.#writer[granule] ?? NOBODY;
    if (agent === NOBODY) return;
    const time = this.#writeTime[granule] ?? 0;
    const site = this.#writeSite[granule] ?? 0;
    const isCopy = this.#directions.get(site) === 'async';
    if ((known[agent] ?? 0) >= time) {
      if (fenced === undefined || this.#order.isAsync[agent] === true) return;
      if ((fenced[agent] ?? 0) < time)
        this.#report('unfenced-write', granule, number, site, agent, warp, lane);
      return;
    }
    if (direction === 'atomic' && this.#isAtomic[granule] === 1) return;
    const report = (): void =>
      this.#report(
        isCopy ? 'unfinished-copy' : 'unordered',
        granule,
        number,
        site,
        agent,
        warp,
        lane,
      );
    if (direction === 'read') report();
    else this.#suspects.push({ granule, value: this.#value(granule), report });
  }

  #checkReaders(
    granule: number,
    number: number,
    known: Published['known'],
    warp: Warp,
    lane: number,
  ): void {
    const agent = this.#reader[granule] ?? NOBODY;
    if (agent === NOBODY) return;
    const time = this.#readTime[granule] ?? 0;
    if ((known[agent] ?? 0) < time)
      this.#reportReader(granule, number, this.#readSite[granule] ?? 0, agent, warp, lane);
    this.#checkAll(this.#readers, granule, number, known, warp, lane);
  }

  #checkAll(
    readers: Readers,
    granule: number,
    number: number,
    known: Published['known'],
    warp: Warp,
    lane: number,
  ): void {
    for (const [agent, { time, site }] of readers.get(granule) ?? [])
      if ((known[agent] ?? 0) < time) this.#reportReader(granule, number, site, agent, warp, lane);
  }

  #reportReader(
    granule: number,
    number: number,
    site: number,
    agent: number,
    warp: Warp,
    lane: number,
  ): void {
    const kind = this.#order.isAsync[agent] === true ? 'unfinished-read' : 'unordered';
    this.#report(kind, granule, number, site, agent, warp, lane);
  }

  #addReader(
    granule: number,
    { agent, time }: Stamp,
    site: number,
    known: Published['known'],
  ): void {
    const last = this.#reader[granule] ?? NOBODY;
    if (last === NOBODY || last === agent || (known[last] ?? 0) >= (this.#readTime[granule] ?? 0)) {
      this.#reader[granule] = agent;
      this.#readTime[granule] = time;
      this.#readSite[granule] = site;
      return;
    }
    readersOf(this.#readers, granule).set(agent, { time, site });
  }

  #setWriter(granule: number, { agent, time }: Stamp, site: number, isAtomic: boolean): void {
    this.#writer[granule] = agent;
    this.#writeTime[granule] = time;
    this.#writeSite[granule] = site;
    this.#isAtomic[granule] = isAtomic ? 1 : 0;
    this.#reader[granule] = NOBODY;
    if (this.#readers.size > 0) this.#readers.delete(granule);
    if (this.#strongReaders.size > 0) this.#strongReaders.delete(granule);
  }

  #report(
    kind: HazardKind,
    granule: number,
    site: number,
    other: number,
    agent: number,
    warp: Warp,
    lane: number,
    otherLane?: number,
  ): void {
    const byte = granule << this.#shift;
    this.races.add({ kind, site, other, missing: needs.barrier, count: 1 }, () => ({
      workgroup: this.#workgroup,
      byte,
      bytes: 1 << this.#shift,
      wave: warp.index,
      lane,
      otherWave: this.#warpOf.get(agent) ?? warp.index,
      ...(otherLane === undefined ? {} : { otherLane }),
    }));
  }

  #value(granule: number): number {
    const at = granule << this.#shift;
    if (this.#shift === 2) return this.words[granule] ?? 0;
    const low = this.data[at] ?? 0;
    return this.#shift === 0 ? low : low | ((this.data[at + 1] ?? 0) << 8);
  }

  #eachGranule(
    { addresses, low }: Lanes,
    bytes: number,
    of: (granule: number, lane: number) => void,
  ): void {
    for (let lane = 0, active = low; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const address = addresses[lane] ?? 0;
      const last = (address + bytes - 1) >> this.#shift;
      if (address + bytes > this.touched) this.touched = address + bytes;
      for (let granule = address >> this.#shift; granule <= last; granule++) of(granule, lane);
    }
  }

  #eachChunk(chunks: Uint32Array, from: number, to: number, of: (granule: number) => void): void {
    for (let i = from; i < to; i++) {
      const address = chunks[i] ?? 0;
      const last = (address + 15) >> this.#shift;
      if (address + 16 > this.touched) this.touched = address + 16;
      for (let granule = address >> this.#shift; granule <= last; granule++) of(granule);
    }
  }
}

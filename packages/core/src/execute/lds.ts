/**
 * The LDS of a workgroup, with a shadow that finds accesses which no wait and no barrier keeps in order.
 *
 * A *write* is one execution of a store, atomic or direct-to-LDS load: it belongs to a wave, happens between two
 * barriers (an epoch), and is settled once the wave has waited for it. Another wave may rely on it when a barrier has
 * followed that wait:
 *
 *     wave 0   ds_write   s_waitcnt lgkmcnt(0)   s_barrier                   settled in epoch 0
 *     wave 1                                     s_barrier   ds_read         epoch 1 > 0: safe
 *
 * Accesses are logged while waves execute and looked at when an epoch ends, when all of them are known: what is found
 * does not depend on the order in which waves were executed (`findUnordered` of core, which the interpreter of MLIR asks
 * as well). It is exact to the granule, the narrowest access of the kernel (1, 2 or 4 bytes), so that waves which write
 * neighbouring halves of a word do not race. Barriers are counted per wave; the k-th of one is that of all.
 *
 * LIMITATIONS. Accesses that are kept apart by other means (flags in memory, `s_sleep`) are reported as well. Which of two
 * accesses is called first is the order of the program's text, in loops too.
 */
import type { Direction } from '../access/opcode.ts';
import { messages } from '../base/messages.ts';
import { EpochLog, type LdsLanes, WAVES } from './epoch-log.ts';
import type { Findings } from './findings.ts';
import type { InFlight } from './in-flight.ts';
import type { LdsRoom, LdsUnit } from './lds-unit.ts';
import type { LeftOut } from './left-out.ts';
import { PairFindings } from './pair-findings.ts';
import { findUnordered, type LdsSite } from './unordered.ts';
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

const SITES: Readonly<Record<WriteKind, Omit<LdsSite, 'bytes'>>> = {
  plain: { direction: 'write' },
  atomic: { direction: 'atomic' },
  compare: { direction: 'atomic', compares: true },
  copy: { direction: 'async' },
};

/** A write by its tag; `row` is that of the entry that stands for one of its accesses. */
class Write {
  readonly wave: number;
  readonly kind: WriteKind;
  /** What a copy stores, lane after lane. */
  readonly data: Uint8Array;
  settledAfter: number | undefined = undefined;
  settledAt = Infinity;

  constructor(wave: number, kind: WriteKind, data: Uint8Array) {
    this.wave = wave;
    this.kind = kind;
    this.data = data;
  }
}

/** A block of the stamps: what the widest instruction moves. */
const BLOCK_SHIFT = 4;
/** A stamp of more than one wave. */
const SEVERAL = 255;
/** Accesses of an epoch that are compared at most: as many as are recorded. */
const MOST_ROWS = 2 ** 20;
const NOTHING: Uint8Array = new Uint8Array(0);

export class Lds {
  readonly bytes: number;
  /** Bytes up to the last one that was touched, in any workgroup. */
  touched = 0;
  readonly data: Uint8Array;
  readonly words: Uint32Array;
  /** Where the data is in the memory of the unit; -1 where it is not there. */
  readonly base: number;
  /** Pairs of instructions that nothing keeps in order, by their numbers. */
  readonly races = new PairFindings();
  readonly #findings: Findings;
  readonly #leftOut: LeftOut | undefined;
  readonly #shift: 0 | 1 | 2;
  readonly #unit: LdsUnit | undefined;
  #room: LdsRoom | undefined;
  /** Where the stamps are in its memory. */
  readonly #storesAt: number;
  readonly #firstsAt: number;
  /** By bytes of a store: how the unit stamps it. */
  readonly #stampers: (((...parameters: number[]) => void) | undefined)[] = [];
  /** By instruction number. */
  readonly #sites: (LdsSite | undefined)[] = [];
  readonly #log: EpochLog;
  /** By tag, from 1 on. */
  #writes: Write[] = [];
  /** Barriers passed: the same for all waves that run. */
  #epoch = 0;
  #waves: readonly LdsWave[] = [];
  #workgroup: readonly [number, number, number] = [0, 0, 0];
  /** Accesses so far, in all epochs. */
  #accesses = 0;
  /** Those before this epoch. */
  #earlier = 0;
  /** Stores of this epoch have come to granules that it has stored to. */
  #storesMeet = false;
  #lanesGoApart = false;
  /** Made for the first epoch that is looked at. */
  #withinWaves: WithinWaves | undefined;
  /** Barriers of lanes in this epoch. */
  #laneBarriers: LaneBarrier[] = [];

  // By granule.
  /** The number of the access that wrote it first; 0: none. */
  readonly #firstWrite: Uint32Array;
  /** The number of the last store to it. */
  readonly #lastStore: Uint32Array;
  /** 1 + the last epoch in which stores to it differed. */
  readonly #differedIn: Uint32Array;
  /** All granules below have been written. */
  #written = 0;
  /** Rows of this epoch that read something unwritten, and their numbers among the accesses. */
  #unwritten: (readonly [row: number, access: number])[] = [];

  /** Granules of the last store that this epoch has stored to before, and what was there. */
  #again = new Uint32Array(64);
  #before = new Uint32Array(64);
  #againCount = 0;
  /** What stores of this epoch left where an atomic or a copy came afterwards, by granule. */
  readonly #covered = new Map<number, number>();

  // By block, while an epoch is looked at: 1 + the wave, or SEVERAL.
  readonly #readers: Uint8Array;
  readonly #writers: Uint8Array;
  readonly #atomics: Uint8Array;
  readonly #inFlight: Uint8Array;
  readonly #hotIndex: Int32Array;

  /**
   * `granuleBytes`: the narrowest access of the kernel. `leftOut`: what is stored is not computed, and it is told who asks. `unit`:
   * does what whole waves do, where it has room.
   */
  constructor(
    bytes: number,
    granuleBytes: 1 | 2 | 4,
    findings: Findings,
    leftOut?: LeftOut,
    unit?: LdsUnit,
  ) {
    this.bytes = bytes;
    this.#findings = findings;
    this.#leftOut = leftOut;
    this.#log = new EpochLog(bytes);
    this.#shift = granuleBytes === 4 ? 2 : granuleBytes === 2 ? 1 : 0;
    // Room behind the end: an access is checked once, by its first and last byte.
    const length = (bytes + 3) & ~3;
    const granules = (length >> this.#shift) + 1;
    this.#unit = unit;
    this.#room = unit?.take(length + 8 * granules);
    this.base = this.#room?.at ?? -1;
    const { buffer, at } = this.#room ?? { buffer: new ArrayBuffer(length + 8 * granules), at: 0 };
    this.data = new Uint8Array(buffer, at, length);
    this.words = new Uint32Array(buffer, at, length / 4);
    this.#storesAt = at + length;
    this.#firstsAt = at + length + 4 * granules;
    this.#lastStore = new Uint32Array(buffer, this.#storesAt, granules);
    this.#firstWrite = new Uint32Array(buffer, this.#firstsAt, granules);
    this.#differedIn = new Uint32Array(granules);
    const blocks = (this.data.length >> BLOCK_SHIFT) + 1;
    this.#readers = new Uint8Array(blocks);
    this.#writers = new Uint8Array(blocks);
    this.#atomics = new Uint8Array(blocks);
    this.#inFlight = new Uint8Array(blocks);
    this.#hotIndex = new Int32Array(blocks);
    if (this.#room !== undefined) this.reset([]);
  }

  /** From here on lanes of a wave may go apart: what two of them do needs a barrier of their wave between (`passLanes`). */
  letLanesGoApart(): void {
    this.#lanesGoApart = true;
  }

  /** Lanes of a wave pass a barrier of the wave. */
  passLanes(wave: LdsWave, low: number, high = 0): void {
    const row = this.#log.count;
    const last = this.#laneBarriers.at(-1);
    // One after the other orders nothing more.
    if (last?.row === row && last.wave === wave.index && last.low === low && last.high === high)
      return;
    this.#laneBarriers.push({ row, wave: wave.index, low, high });
  }

  /** Gives back its room: it is not used any more. */
  release(): void {
    if (this.#room !== undefined) this.#unit?.give(this.#room);
    this.#room = undefined;
  }

  /** Begins a workgroup: what LDS holds is undefined, here 0. */
  reset(waves: readonly LdsWave[], workgroup: readonly [number, number, number] = [0, 0, 0]): void {
    this.data.fill(0);
    this.#firstWrite.fill(0);
    this.#lastStore.fill(0);
    this.#differedIn.fill(0);
    this.#log.clear();
    this.#laneBarriers = [];
    this.#writes = [];
    this.#epoch = 0;
    this.#written = 0;
    this.#unwritten = [];
    this.#accesses = 0;
    this.#earlier = 0;
    this.#storesMeet = false;
    this.#waves = waves;
    this.#workgroup = workgroup;
  }

  /** What an instruction does to LDS, once it has. */
  directionOf(number: number): Direction | undefined {
    return this.#sites[number]?.direction;
  }

  /** Registers a write; its tag goes to `settle` when the wave has waited for it. `data`: what a copy stores. */
  beginWrite(wave: LdsWave, kind: WriteKind, data = NOTHING): number {
    return this.#writes.push(new Write(wave.index, kind, data));
  }

  settle(tag: number): void {
    const write = this.#writes[tag - 1];
    if (write === undefined) return;
    // Waves that have signalled a barrier do not tell others any more what they wait for.
    const wave = this.#waves[write.wave];
    write.settledAfter = wave?.signals ?? wave?.barriers ?? 0;
    write.settledAt = this.#log.count;
  }

  /** Stores what the last `write` has registered, and sees whether that is what other stores of the epoch left there. */
  storeChecked(store: () => void): void {
    if (this.#againCount === 0) {
      store();
      return;
    }
    for (let i = 0; i < this.#againCount; i++) {
      const granule = this.#again[i] ?? 0;
      this.#before[i] = this.#covered.get(granule) ?? this.#value(granule);
      this.#covered.delete(granule);
    }
    store();
    for (let i = 0; i < this.#againCount; i++) {
      const granule = this.#again[i] ?? 0;
      if (this.#value(granule) !== this.#before[i]) this.#differedIn[granule] = this.#epoch + 1;
    }
    this.#againCount = 0;
  }

  /** Registers the lanes of a write of `bytes` per lane. Addresses are inside. */
  write(number: number, wave: LdsWave, tag: number, lanes: LdsLanes, bytes: number): void {
    this.#checkHalves(number, wave);
    this.#enter(wave.barriers);
    const top = lanes.top + bytes - 1;
    if (top >= this.touched) this.touched = top + 1;
    const kind = this.#writes[tag - 1]?.kind ?? 'plain';
    const site = this.#sites[number] ?? this.#addSite(number, { ...SITES[kind], bytes });
    this.#againCount = 0;
    const access = ++this.#accesses;
    if (this.#log.count < MOST_ROWS) {
      this.#log.add(number, wave.index, site.direction, tag, lanes, bytes);
    }
    const isStamped = kind === 'plain' && this.#stampAtOnce(access, lanes, bytes);
    if (!isStamped) this.#stampWrite(access, kind, lanes, bytes - 1);
  }

  /** Stamps a store of a whole wave; false where it is none, or meets another of this epoch: nothing is stamped then. */
  #stampAtOnce(access: number, { slot = -1, top }: LdsLanes, bytes: number): boolean {
    if (slot < 0 || this.base < 0) return false;
    const stamp = (this.#stampers[bytes] ??= this.#unit?.stamper(bytes, this.#shift));
    if (stamp === undefined) return false;
    const fresh = (top + bytes - 1) >> this.#shift >= this.#written;
    stamp(slot, this.#storesAt, fresh ? this.#firstsAt : 0, this.#earlier, access);
    return this.#unit?.report[0] === 0;
  }

  /** Registers a read of `bytes` per lane; addresses are inside. */
  read(number: number, wave: LdsWave, lanes: LdsLanes, bytes: number): void {
    this.#checkHalves(number, wave);
    this.#enter(wave.barriers);
    const top = lanes.top + bytes - 1;
    if (top >= this.touched) this.touched = top + 1;
    if (this.#sites[number] === undefined) this.#addSite(number, { direction: 'read', bytes });
    const access = ++this.#accesses;
    if (this.#log.count >= MOST_ROWS) return;
    const row = this.#log.add(number, wave.index, 'read', 0, lanes, bytes);
    if (top >> this.#shift >= this.#written && this.#hasUnwritten(lanes, bytes - 1)) {
      this.#unwritten.push([row, access]);
    }
  }

  /** An access between the halves of a barrier is in no order with either side of it: races with it are not found. */
  #checkHalves(number: number, { signals, barriers }: LdsWave): void {
    if (signals !== undefined && signals > barriers)
      this.#findings.problem(number, messages.emulate.insideBarrier());
  }

  /** Without holes, which would make the list slow. */
  #addSite(number: number, site: LdsSite): LdsSite {
    while (this.#sites.length <= number) this.#sites.push(undefined);
    this.#sites[number] = site;
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
    if (log.count > log.from) {
      this.#findWithinWaves();
      if (log.findMeeting(this.#storesMeet)) this.#findRaces();
      for (const [row, access] of this.#unwritten) this.#reportUnwritten(row, access);
    }
    this.#unwritten = [];
    this.#laneBarriers = [];
    const writes = this.#writes;
    const isInFlight = (row: number): boolean => {
      const write = writes[(log.tag[row] ?? 0) - 1];
      if (write === undefined || (write.kind !== 'copy' && write.kind !== 'plain')) return false;
      return write.settledAfter === undefined || write.settledAfter >= next;
    };
    this.#covered.clear();
    log.next(isInFlight);
    for (let row = 0; row < log.count; row++) {
      const write = writes[(log.tag[row] ?? 0) - 1];
      if (write?.settledAfter !== undefined) write.settledAt = log.count;
    }
    this.#epoch = next;
    this.#earlier = this.#accesses;
    this.#storesMeet = false;
    this.#findWritten();
  }

  #findWithinWaves(): void {
    const log = this.#log;
    if (!this.#lanesGoApart || !log.mayMeetWithin(this.#storesMeet)) return;
    const granules = this.#firstWrite.length;
    this.#withinWaves ??= new WithinWaves(granules, this.#shift, WAVES, this.races);
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
    return this.#differedIn[granule] === this.#epoch + 1;
  }

  #findRaces(): void {
    const log = this.#log;
    const hot = this.#hotBlocks();
    if (hot.length > 0) {
      findUnordered(
        {
          rows: log,
          from: log.from,
          positions: log.positions,
          masked: new Map(),
          sites: this.#sites,
          firstWave: 0,
          workgroup: this.#workgroup,
          shift: this.#shift,
          hotBlocks: hot.length,
          blockShift: BLOCK_SHIFT,
          hotIndex: this.#hotIndex,
          copies: this.#entriesInFlight(),
          differs: (granule) => this.#differs(granule),
        },
        this.races,
      );
    }
    for (const block of hot) this.#hotIndex[block] = 0;
  }

  /** Copies of this epoch, and what was in flight when it began. */
  #entriesInFlight(): InFlight[] {
    const log = this.#log;
    const entries: InFlight[] = [];
    const leftOut = this.#leftOut;
    for (let row = 0; row < log.count; row++) {
      const write = this.#writes[(log.tag[row] ?? 0) - 1];
      if (write === undefined || (row >= log.from && write.kind !== 'copy')) continue;
      const { settledAfter, settledAt, data } = write;
      entries.push({
        row,
        settledAfter,
        settledAt,
        get data() {
          leftOut?.ask();
          return data;
        },
      });
    }
    return entries;
  }

  /** Blocks that need an exact look, with their numbers in `#hotIndex`. */
  #hotBlocks(): number[] {
    const log = this.#log;
    const [readers, writers, atomics, inFlight] = [
      this.#readers,
      this.#writers,
      this.#atomics,
      this.#inFlight,
    ];
    const seen: number[] = [];
    for (let row = 0; row < log.count; row++) {
      if (!log.mayMeet(row)) continue;
      const { direction = 'read', bytes = 1 } = this.#sites[log.site[row] ?? 0] ?? {};
      const old = row < log.from;
      const stamps = direction === 'read' ? readers : direction === 'atomic' ? atomics : writers;
      const mine = (log.wave[row] ?? 0) + 1;
      for (let half = 0; half < 2; half++) {
        let active = log.activeMask[2 * row + half] ?? 0;
        for (let lane = 64 * row + 32 * half; active !== 0; lane++, active >>>= 1) {
          if ((active & 1) === 0) continue;
          const address = log.addressBytes[lane] ?? 0;
          const last = (address + bytes - 1) >> BLOCK_SHIFT;
          for (let block = address >> BLOCK_SHIFT; block <= last; block++) {
            const before =
              (readers[block] ?? 0) |
              (writers[block] ?? 0) |
              (atomics[block] ?? 0) |
              (inFlight[block] ?? 0);
            if (before === 0) seen.push(block);
            if (old || direction === 'async') inFlight[block] = 1;
            if (old) continue;
            const stamp = stamps[block] ?? 0;
            if (stamp !== mine) stamps[block] = stamp === 0 ? mine : SEVERAL;
          }
        }
      }
    }
    const hot = seen.filter((block) => this.#isHot(block));
    for (const block of seen) {
      readers[block] = 0;
      writers[block] = 0;
      atomics[block] = 0;
      inFlight[block] = 0;
    }
    for (const [index, block] of hot.entries()) this.#hotIndex[block] = index + 1;
    return hot;
  }

  #isHot(block: number): boolean {
    const [r = 0, w = 0, a = 0] = [
      this.#readers[block],
      this.#writers[block],
      this.#atomics[block],
    ];
    if (this.#inFlight[block] !== 0 && (r | w | a) !== 0) return true;
    const apart = (x: number, y: number): boolean =>
      x !== 0 && y !== 0 && (x !== y || x === SEVERAL);
    return w === SEVERAL || apart(w, r) || apart(w, a) || apart(a, r);
  }

  #cover(granule: number): void {
    if (!this.#covered.has(granule)) this.#covered.set(granule, this.#value(granule));
  }

  #value(granule: number): number {
    if (this.#shift === 2) return this.words[granule] ?? 0;
    const low = this.data[granule << this.#shift] ?? 0;
    return this.#shift === 0 ? low : low | ((this.data[2 * granule + 1] ?? 0) << 8);
  }

  /** Notes a granule that this epoch has stored to before. */
  #noteAgain(granule: number): void {
    this.#storesMeet = true;
    if (this.#againCount === this.#again.length) this.#growAgain();
    this.#again[this.#againCount++] = granule;
  }

  #growAgain(): void {
    const longer = new Uint32Array(2 * this.#again.length);
    longer.set(this.#again);
    this.#again = longer;
    this.#before = new Uint32Array(longer.length);
  }

  #stampWrite(access: number, kind: WriteKind, lanes: LdsLanes, more: number): void {
    const { addresses, low, high } = lanes;
    const stores = kind === 'plain';
    const fresh = (lanes.top + more) >> this.#shift >= this.#written;
    const shift = this.#shift;
    const [firstWrite, lastStore, earlier] = [this.#firstWrite, this.#lastStore, this.#earlier];
    for (let half = 0; half < 64; half += 32) {
      let active = half === 0 ? low : high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = addresses[lane] ?? 0;
        const end = (address + more) >> shift;
        for (let granule = address >> shift; granule <= end; granule++) {
          const last = lastStore[granule] ?? 0;
          if (last > earlier && last !== access) {
            if (stores) this.#noteAgain(granule);
            else this.#cover(granule);
          }
          if (stores) lastStore[granule] = access;
          if (fresh && firstWrite[granule] === 0) firstWrite[granule] = access;
        }
      }
    }
  }

  #findWritten(): void {
    while ((this.#firstWrite[this.#written] ?? 0) !== 0) this.#written++;
  }

  #hasUnwritten({ addresses, low, high }: LdsLanes, more: number): boolean {
    const shift = this.#shift;
    const firstWrite = this.#firstWrite;
    this.#findWritten();
    for (let half = 0; half < 64; half += 32) {
      let active = half === 0 ? low : high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = addresses[lane] ?? 0;
        const last = (address + more) >> shift;
        for (let granule = address >> shift; granule <= last; granule++) {
          if (firstWrite[granule] === 0) return true;
        }
      }
    }
    return false;
  }

  /** Bytes of a read that nothing had written; a granule that other waves write meanwhile is a race instead. */
  #reportUnwritten(row: number, access: number): void {
    const log = this.#log;
    const number = log.site[row] ?? 0;
    const bytes = this.#sites[number]?.bytes ?? 1;
    const others = this.#writtenByOthers(log.wave[row] ?? 0);
    let unwritten = 0;
    this.#eachGranule(row, bytes, (granule) => {
      const first = this.#firstWrite[granule] ?? 0;
      if ((first === 0 || first > access) && !others.has(granule)) unwritten++;
    });
    if (unwritten > 0) {
      this.#findings.hazard(number, messages.hazard.uninitialized(unwritten << this.#shift));
    }
  }

  /** Granules that waves but one write in this epoch. */
  #writtenByOthers(wave: number): ReadonlySet<number> {
    const log = this.#log;
    const granules = new Set<number>();
    for (let row = log.from; row < log.count; row++) {
      const { direction = 'read', bytes = 1 } = this.#sites[log.site[row] ?? 0] ?? {};
      if (direction === 'read' || log.wave[row] === wave) continue;
      this.#eachGranule(row, bytes, (granule) => void granules.add(granule));
    }
    return granules;
  }

  #eachGranule(row: number, bytes: number, visit: (granule: number) => void): void {
    const { activeMask, addressBytes } = this.#log;
    for (let lane = 0; lane < 64; lane++) {
      if ((((activeMask[2 * row + (lane >> 5)] ?? 0) >>> (lane & 31)) & 1) === 0) continue;
      const address = addressBytes[64 * row + lane] ?? 0;
      const last = (address + bytes - 1) >> this.#shift;
      for (let granule = address >> this.#shift; granule <= last; granule++) visit(granule);
    }
  }
}

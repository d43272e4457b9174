/**
 * The first and the last store to each granule of LDS, by the numbers of accesses: which bytes were read before
 * anything was stored there, and where stores of an epoch come to the same bytes with other values.
 *
 *     access     1    2    3         the epoch begins after access 1
 *     granule    st   st   st        1 is of an earlier epoch; 2 and 3 meet: what 3 leaves is compared with what 2 left
 */
import type { LdsLanes } from './epoch-log.ts';
import type { LdsUnit } from './lds-unit.ts';

type WholeWave = (...parameters: number[]) => void;

/** Where LDS is, with room for stamps behind it. */
interface StampRoom {
  readonly buffer: ArrayBuffer;
  /** Where LDS begins in it. */
  readonly at: number;
  /** The length of LDS, a multiple of 4. */
  readonly bytes: number;
}

/** Bits of a granule: of 1, 2 or 4 bytes. */
export type GranuleShift = 0 | 1 | 2;

/** One granule more than there are: an access is checked by its first and last byte. */
const granulesOf = (bytes: number, shift: GranuleShift): number => (bytes >> shift) + 1;

/** The bytes that the stamps of an LDS take. */
export const stampBytes = (bytes: number, shift: GranuleShift): number =>
  8 * granulesOf(bytes, shift);

export class Stamps {
  readonly granules: number;
  /** Lanes of the last write may have stored to the same bytes. */
  lanesOverlap = false;
  /** Stores of this epoch have come to granules that it has stored to. */
  storesMeet = false;
  /** Accesses so far, in all epochs. */
  #accesses = 0;
  /** Accesses before this epoch. */
  #before = 0;
  /** Accesses before the first store that this epoch is compared with, which may be of an earlier epoch. */
  #earlier = 0;
  readonly #shift: GranuleShift;
  readonly #data: Uint8Array;
  readonly #words: Uint32Array;
  readonly #unit: LdsUnit | undefined;
  readonly #storesAt: number;
  readonly #firstsAt: number;
  /** By bytes of a store: how the unit stamps it. */
  readonly #stampers: (WholeWave | undefined)[] = [];
  /** By granule: the number of the access that wrote it first; 0: none. */
  readonly #firstWrite: Uint32Array;
  /** By granule: the number of the last store to it. */
  readonly #lastStore: Uint32Array;
  /** By granule: the last access that stored another value than others of its epoch had. */
  readonly #lastDiffered: Uint32Array;
  /** By granule: the last access that was the first of its epoch, and stored another value than one before. */
  readonly #lastChanged: Uint32Array;
  /** Accesses before each epoch. */
  #epochs: number[] = [];
  /** All granules below have been written. */
  #written = 0;
  /** Granules of the last store that were stored to before, and what was there. */
  #again = new Uint32Array(64);
  #wasThere = new Uint32Array(64);
  /** 1 where this epoch has stored to them. */
  #isOfEpoch = new Uint8Array(64);
  #againCount = 0;
  /** What stores of this epoch left where an atomic or a copy came afterwards, by granule. */
  readonly #covered = new Map<number, number>();

  /** `unit`: stamps what whole waves store; only where the room is in its memory. */
  constructor({ buffer, at, bytes }: StampRoom, shift: GranuleShift, unit: LdsUnit | undefined) {
    const granules = granulesOf(bytes, shift);
    this.granules = granules;
    this.#shift = shift;
    this.#unit = unit;
    this.#data = new Uint8Array(buffer, at, bytes);
    this.#words = new Uint32Array(buffer, at, bytes / 4);
    this.#storesAt = at + bytes;
    this.#firstsAt = at + bytes + 4 * granules;
    this.#lastStore = new Uint32Array(buffer, this.#storesAt, granules);
    this.#firstWrite = new Uint32Array(buffer, this.#firstsAt, granules);
    this.#lastDiffered = new Uint32Array(granules);
    this.#lastChanged = new Uint32Array(granules);
  }

  /** Begins a workgroup. */
  reset(): void {
    this.#firstWrite.fill(0);
    this.#lastStore.fill(0);
    this.#lastDiffered.fill(0);
    this.#lastChanged.fill(0);
    this.#epochs = [];
    this.#accesses = 0;
    this.#written = 0;
    this.next();
  }

  /** Begins an epoch, of which stores are compared with those that are in flight too; `earliest`: the number of the first. */
  next(earliest = Infinity): void {
    this.#before = this.#accesses;
    this.#epochs.push(this.#before);
    this.#earlier = Math.min(this.#accesses, earliest - 1);
    this.storesMeet = false;
    if (earliest > this.#accesses) this.#covered.clear();
    this.#findWritten();
  }

  /** Whether stores of this epoch to a granule differ. */
  differs(granule: number): boolean {
    return (this.#lastDiffered[granule] ?? 0) > this.#before;
  }

  /** Whether stores to a granule differ from one in flight on, by its number: those of its epoch as well. */
  differsSince(granule: number, access: number): boolean {
    if ((this.#lastChanged[granule] ?? 0) > access) return true;
    const begin = this.#epochs.findLast((before) => before < access) ?? 0;
    return (this.#lastDiffered[granule] ?? 0) > begin;
  }

  /** The number of a read. */
  read(): number {
    return ++this.#accesses;
  }

  /**
   * Stamps the lanes of a write of `bytes` per lane, and gives its number; `stores`: not an atomic, and not a copy that is in
   * flight.
   */
  write(stores: boolean, lanes: LdsLanes, bytes: number): number {
    this.#againCount = 0;
    this.lanesOverlap = false;
    const access = ++this.#accesses;
    if (!stores || !this.#stampWholeWave(access, lanes, bytes))
      this.#stampLanes(access, stores, lanes, bytes - 1);
    return access;
  }

  /** Stores what the last `write` has stamped, and sees whether that is what other stores of the epoch left there. */
  storeChecked(store: () => void): void {
    if (this.#againCount === 0) {
      store();
      return;
    }
    for (let i = 0; i < this.#againCount; i++) {
      const granule = this.#again[i] ?? 0;
      this.#wasThere[i] = this.#covered.get(granule) ?? this.#value(granule);
      this.#covered.delete(granule);
    }
    store();
    for (let i = 0; i < this.#againCount; i++) {
      const granule = this.#again[i] ?? 0;
      if (this.#value(granule) === this.#wasThere[i]) continue;
      const last = this.#isOfEpoch[i] === 1 ? this.#lastDiffered : this.#lastChanged;
      last[granule] = this.#accesses;
    }
    this.#againCount = 0;
  }

  /** Whether nothing has written some of the bytes that lanes read, so far. */
  hasUnwritten({ addresses, low, high, top }: LdsLanes, bytes: number): boolean {
    const more = bytes - 1;
    const shift = this.#shift;
    if ((top + more) >> shift < this.#written) return false;
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

  /** Whether a granule was written before an access. */
  isWrittenBefore(granule: number, access: number): boolean {
    const first = this.#firstWrite[granule] ?? 0;
    return first !== 0 && first <= access;
  }

  /** Stamps a store of a whole wave; false where it is none, or meets another of this epoch: nothing is stamped then. */
  #stampWholeWave(access: number, { slot = -1, top }: LdsLanes, bytes: number): boolean {
    if (slot < 0 || this.#unit === undefined) return false;
    const stamp = (this.#stampers[bytes] ??= this.#unit.stamper(bytes, this.#shift));
    if (stamp === undefined) return false;
    const fresh = (top + bytes - 1) >> this.#shift >= this.#written;
    stamp(slot, this.#storesAt, fresh ? this.#firstsAt : 0, this.#earlier, access);
    const { report } = this.#unit;
    if (report[0] !== 0) return false;
    this.lanesOverlap = report[1] !== 0;
    return true;
  }

  #stampLanes(access: number, stores: boolean, lanes: LdsLanes, more: number): void {
    const { addresses, low, high } = lanes;
    const shift = this.#shift;
    const fresh = (lanes.top + more) >> shift >= this.#written;
    const [firstWrite, lastStore, earlier] = [this.#firstWrite, this.#lastStore, this.#earlier];
    for (let half = 0; half < 64; half += 32) {
      let active = half === 0 ? low : high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = addresses[lane] ?? 0;
        const end = (address + more) >> shift;
        for (let granule = address >> shift; granule <= end; granule++) {
          const last = lastStore[granule] ?? 0;
          if (last === access) this.lanesOverlap = true;
          else if (last > earlier) {
            if (stores) this.#noteAgain(granule, last);
            else this.#cover(granule);
          }
          if (stores) lastStore[granule] = access;
          if (fresh && firstWrite[granule] === 0) firstWrite[granule] = access;
        }
      }
    }
  }

  /** Notes a granule that was stored to before, by the number of that access. */
  #noteAgain(granule: number, last: number): void {
    this.storesMeet = true;
    if (this.#againCount === this.#again.length) this.#growAgain();
    this.#isOfEpoch[this.#againCount] = last > this.#before ? 1 : 0;
    this.#again[this.#againCount++] = granule;
  }

  #growAgain(): void {
    const longer = new Uint32Array(2 * this.#again.length);
    longer.set(this.#again);
    this.#again = longer;
    this.#wasThere = new Uint32Array(longer.length);
    const ofEpoch = new Uint8Array(longer.length);
    ofEpoch.set(this.#isOfEpoch);
    this.#isOfEpoch = ofEpoch;
  }

  #cover(granule: number): void {
    if (!this.#covered.has(granule)) this.#covered.set(granule, this.#value(granule));
  }

  #value(granule: number): number {
    if (this.#shift === 2) return this.#words[granule] ?? 0;
    const low = this.#data[granule << this.#shift] ?? 0;
    return this.#shift === 0 ? low : low | ((this.#data[2 * granule + 1] ?? 0) << 8);
  }

  #findWritten(): void {
    while ((this.#firstWrite[this.#written] ?? 0) !== 0) this.#written++;
  }
}

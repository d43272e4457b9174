/**
 * One LDS access of a wave: lane addresses, range and alignment, recording, and moving the data.
 *
 * Inactive lanes have address 0 here, so that the largest address and the bits in use can be found without testing each
 * lane. A lane out of range reads 0 and stores nothing. Source: AMD CDNA3 ISA, "Data Share".
 */
import { hasLane, type Lds, type LdsUnit, messages, type WriteKind } from '@ldscope/core';
import { type Environment, MOST_ACCESSES } from '../../state/environment.ts';
import { ldsUnit } from '../../state/register-memory.ts';
import type { LaneAddresses } from '../../state/lane-addresses.ts';
import { EXEC, type Wave } from '../../state/wave.ts';
import { type LoadForm, type StoreForm, wordsOf } from '../memory/values.ts';

const FULL = 0xffffffff;

/** Addresses of one access, and which lanes take part. */
export class LdsAccess {
  readonly addresses: Uint32Array;
  /** The address of these in the memory of the unit, where it may move all lanes at once; -1 otherwise. */
  slot = -1;
  /** Lanes that are active, and in range once `admit` has been called. */
  low = 0;
  high = 0;
  #bits = 0;
  /** The highest address; the lowest, where inactive lanes count as 0. */
  top = 0;
  bottom = 0;
  /** False where the loaded or stored data is not needed. */
  readonly movesData: boolean;
  readonly #unit: LdsUnit | undefined;
  readonly #place: number;
  /** The number of the instruction's site; -1 before the first record. */
  #site = -1;

  /** `slot`: which of the two accesses of an instruction; absent for instructions with one access. */
  constructor(movesData = true, slot?: 0 | 1) {
    this.movesData = movesData;
    this.#unit = slot === undefined ? undefined : ldsUnit();
    this.#place = this.#unit?.placeOf(slot ?? 0) ?? -1;
    this.addresses = this.#unit?.addressesOf(slot ?? 0) ?? new Uint32Array(64);
  }

  /** True when all 64 lanes take part. */
  get full(): boolean {
    return this.low === FULL && this.high === FULL;
  }

  /** True when all addresses are multiples of 4. */
  get aligned(): boolean {
    return (this.#bits & 3) === 0;
  }

  /** Addresses from a register plus an offset. */
  fromRegister(wave: Wave, row: number, offset: number): void {
    const { addresses } = this;
    const { u, s } = wave;
    const start = row * 64;
    const low = (this.low = s[EXEC] ?? 0);
    const high = (this.high = s[EXEC + 1] ?? 0);
    this.slot = -1;
    let bits = 0;
    let top = 0;
    if (low === FULL && high === FULL) {
      const unit = this.#unit;
      if (unit !== undefined && wave.base >= 0) {
        unit.locate(wave.base + 4 * start, offset, this.#place);
        const { report } = unit;
        this.top = report[0] ?? 0;
        this.bottom = report[1] ?? 0;
        this.#bits = report[2] ?? 0;
        this.slot = this.#place;
        return;
      }
      let bottom = FULL;
      for (let lane = 0; lane < 64; lane++) {
        const address = ((u[start + lane] ?? 0) + offset) >>> 0;
        addresses[lane] = address;
        bits |= address;
        if (address > top) top = address;
        if (address < bottom) bottom = address;
      }
      this.#bits = bits;
      this.top = top;
      this.bottom = bottom;
      return;
    }
    this.bottom = 0;
    for (let lane = 0; lane < 64; lane++) {
      const active = hasLane(low, high, lane);
      const address = active ? ((u[start + lane] ?? 0) + offset) >>> 0 : 0;
      addresses[lane] = address;
      bits |= address;
      if (address > top) top = address;
    }
    this.#bits = bits;
    this.top = top;
  }

  /** The lanes of a flat access that are in LDS: the low words of their addresses count. */
  fromList(wave: Wave, { addresses, low, high }: LaneAddresses): void {
    this.fromLanes(wave, 0, 0);
    this.low = low >>> 0;
    this.high = high >>> 0;
    for (let lane = 0; lane < 64; lane++) {
      const address = hasLane(low, high, lane) ? (addresses[lane] ?? 0) % 2 ** 32 : 0;
      this.addresses[lane] = address;
      this.#bits |= address;
      if (address > this.top) this.top = address;
    }
  }

  /** Consecutive addresses: `base + lane * step`. */
  fromLanes(wave: Wave, base: number, step: number): void {
    this.low = wave.s[EXEC] ?? 0;
    this.high = wave.s[EXEC + 1] ?? 0;
    this.slot = -1;
    this.#bits = base | step;
    this.top = 0;
    this.bottom = base >>> 0;
    for (let lane = 0; lane < 64; lane++) {
      const active = hasLane(this.low, this.high, lane);
      const address = active ? (base + lane * step) >>> 0 : 0;
      this.addresses[lane] = address;
      if (address > this.top) this.top = address;
      if (active && address < this.bottom) this.bottom = address;
    }
  }

  /** One address of the wave, at which its first active lane is. */
  fromFirstLane(wave: Wave, address: number): void {
    this.fromLanes(wave, address, 0);
    const { low, high } = this;
    this.low = (low & -low) >>> 0;
    this.high = low === 0 ? (high & -high) >>> 0 : 0;
  }

  /** One row of the trace. */
  record(environment: Environment, op: number, number: number, wave: Wave): void {
    const { recorder } = environment;
    if (this.#site < 0) this.#site = recorder.siteOf(number);
    recorder.record(op, number, wave, this.addresses, this.low, this.high, this.#site);
    if (recorder.count >= MOST_ACCESSES) {
      wave.fail(messages.execute.tooManyAccesses(MOST_ACCESSES));
    }
  }

  /** Drops lanes out of range, and reports them and those that are not aligned to `alignment`. */
  admit(environment: Environment, number: number, bytes: number, alignment: number): void {
    const { lds } = environment;
    if (this.top + bytes <= lds.bytes && (this.#bits & (alignment - 1)) === 0) return;
    this.slot = -1;
    this.#admitSlowly(environment, number, bytes, alignment);
  }

  #admitSlowly(
    { lds, findings }: Environment,
    number: number,
    bytes: number,
    alignment: number,
  ): void {
    let misaligned = false;
    let outside = false;
    for (let lane = 0; lane < 64; lane++) {
      const active = hasLane(this.low, this.high, lane);
      if (!active) continue;
      const address = this.addresses[lane] ?? 0;
      if (address + bytes > lds.bytes) {
        if (!outside) {
          findings.hazard(number, messages.hazard.ldsOutOfRange(address, lds.bytes, lane));
        }
        outside = true;
        if (lane < 32) this.low = (this.low & ~(1 << lane)) >>> 0;
        else this.high = (this.high & ~(1 << (lane & 31))) >>> 0;
        this.addresses[lane] = 0;
      } else if ((address & (alignment - 1)) !== 0 && !misaligned) {
        findings.hazard(number, messages.hazard.misaligned(address, alignment, lane));
        misaligned = true;
      }
    }
  }

  /** Moves data from LDS to the rows of `row` on. Lanes that were dropped by `admit` get 0. */
  load(lds: Lds, wave: Wave, row: number, form: LoadForm): void {
    if (!this.movesData) return;
    const { u } = wave;
    const { addresses, low, high } = this;
    const start = row * 64;
    const words = wordsOf(form.bytes);
    if (this.slot >= 0 && lds.base >= 0 && form.merge === undefined) {
      if (this.#unit?.load(words, this.slot, lds.base, wave.base + 4 * start) === true) return;
    }
    if (low !== wave.s[EXEC] || high !== wave.s[EXEC + 1]) this.#clear(wave, row, words, form);
    if (form.merge !== undefined) {
      const { merge } = form;
      for (let lane = 0; lane < 64; lane++) {
        if (!hasLane(low, high, lane)) continue;
        const raw = loadNarrow(lds, addresses[lane] ?? 0, form.bytes);
        u[start + lane] = merge(u[start + lane] ?? 0, raw);
      }
      return;
    }
    const { aligned, full } = this;
    const source = lds.words;
    if (aligned && full) {
      for (let word = 0; word < words; word++) {
        const to = start + 64 * word;
        for (let lane = 0; lane < 64; lane++) {
          u[to + lane] = source[((addresses[lane] ?? 0) >>> 2) + word] ?? 0;
        }
      }
      return;
    }
    for (let lane = 0; lane < 64; lane++) {
      if (!hasLane(low, high, lane)) continue;
      const address = addresses[lane] ?? 0;
      for (let word = 0; word < words; word++) {
        u[start + 64 * word + lane] = loadWord(lds, address + 4 * word);
      }
    }
  }

  /** Moves data from the rows of `row` on to LDS; later lanes win. */
  store(lds: Lds, wave: Wave, row: number, form: StoreForm): void {
    if (!this.movesData) return;
    const { u } = wave;
    const { addresses, low, high } = this;
    const start = row * 64;
    if (this.slot >= 0 && lds.base >= 0) {
      const { bytes, shift } = form;
      const registers = wave.base + 4 * start;
      if (this.#unit?.store(bytes, this.slot, lds.base, registers, shift) === true) return;
    }
    if (form.bytes >= 4 && this.aligned && this.full) {
      const words = wordsOf(form.bytes);
      const target = lds.words;
      // Lane by lane: where lanes overlap, all of the later one has to stay.
      for (let lane = 0; lane < 64; lane++) {
        const at = (addresses[lane] ?? 0) >>> 2;
        for (let word = 0; word < words; word++) {
          target[at + word] = u[start + 64 * word + lane] ?? 0;
        }
      }
      return;
    }
    for (let lane = 0; lane < 64; lane++) {
      if (!hasLane(low, high, lane)) continue;
      const address = addresses[lane] ?? 0;
      if (form.bytes < 4) {
        storeNarrow(lds, address, (u[start + lane] ?? 0) >>> form.shift, form.bytes);
        continue;
      }
      for (let word = 0; 4 * word < form.bytes; word++) {
        storeWord(lds, address + 4 * word, u[start + 64 * word + lane] ?? 0);
      }
    }
  }

  /** After a store, registers the first byte of a lane that another lane has overwritten with a different value. */
  checkCollision(lds: Lds, wave: Wave, number: number, row: number, form: StoreForm): void {
    if (!lds.lanesOverlap || !this.movesData) return;
    const { addresses, low, high } = this;
    const { shift } = form;
    for (let lane = 0; lane < 64; lane++) {
      if (!hasLane(low, high, lane)) continue;
      const first = addresses[lane] ?? 0;
      for (let i = 0; i < form.bytes; i++) {
        const word = wave.u[(row + (i >> 2)) * 64 + lane] ?? 0;
        const byte = first + i;
        if (((word >>> (shift + 8 * (i & 3))) & 0xff) === lds.data[byte]) continue;
        lds.collide(number, wave, { byte, lane, otherLane: this.#lastAt(byte, form.bytes) });
        return;
      }
    }
  }

  /** The last lane that stores to a byte. */
  #lastAt(byte: number, bytes: number): number {
    for (let lane = 63; lane >= 0; lane--) {
      const first = this.addresses[lane] ?? 0;
      if (hasLane(this.low, this.high, lane) && first <= byte && byte < first + bytes) return lane;
    }
    return 0;
  }

  /**
   * Checks a read against the shadow of LDS; the tag of a read that several accesses make is given again. `copies`: the read
   * belongs to a copy that runs beside the wave's own instructions.
   */
  checkRead(
    lds: Lds,
    wave: Wave,
    number: number,
    bytes: number,
    tag = lds.beginRead(wave),
    copies = false,
  ): number {
    lds.readInFlight(number, wave, tag, this, bytes, copies);
    return tag;
  }

  /** Registers a write in the shadow; the tag of a write that several accesses make is given again. */
  checkWrite(
    lds: Lds,
    wave: Wave,
    number: number,
    bytes: number,
    kind: WriteKind,
    tag = lds.beginWrite(wave, kind),
  ): number {
    lds.write(number, wave, tag, this, bytes);
    return tag;
  }

  #clear(wave: Wave, row: number, words: number, form: LoadForm): void {
    for (let lane = 0; lane < 64; lane++) {
      const active = wave.isActive(lane);
      if (!active) continue;
      for (let word = 0; word < words; word++) {
        const at = (row + word) * 64 + lane;
        wave.u[at] = (wave.u[at] ?? 0) & ~form.mask;
      }
    }
  }
}

function loadNarrow({ data }: Lds, address: number, bytes: number): number {
  const low = data[address] ?? 0;
  return bytes === 1 ? low : low | ((data[address + 1] ?? 0) << 8);
}

function storeNarrow({ data }: Lds, address: number, value: number, bytes: number): void {
  data[address] = value;
  if (bytes === 2) data[address + 1] = value >>> 8;
}

export function loadWord(lds: Lds, address: number): number {
  if ((address & 3) === 0) return lds.words[address >>> 2] ?? 0;
  return (loadNarrow(lds, address, 2) | (loadNarrow(lds, address + 2, 2) << 16)) >>> 0;
}

export function storeWord(lds: Lds, address: number, value: number): void {
  if ((address & 3) === 0) {
    lds.words[address >>> 2] = value;
    return;
  }
  storeNarrow(lds, address, value, 2);
  storeNarrow(lds, address + 2, value >>> 16, 2);
}

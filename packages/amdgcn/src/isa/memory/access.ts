/**
 * One vector-memory access of a wave: lane addresses, and moving the data.
 *
 * An address is either global, or an offset into the lane's private memory. Private memory is interleaved by words:
 *
 *     word k of lane l    base + 256 * k + 4 * l      in a wave of 64 lanes; 128 * k in one of 32
 *
 * as the hardware lays it out, so that buffer, scratch and flat instructions agree on it. `rooms` has the bytes from the
 * address that a buffer descriptor allows; bytes beyond read as 0.
 */
import { hasLane, type Region } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { LaneAddresses } from '../../state/lane-addresses.ts';
import { EXEC, type Wave } from '../../state/wave.ts';
import { reach } from './global.ts';
import { type LoadForm, type StoreForm, wordsOf } from './values.ts';
import { gather, scatter } from './whole-wave.ts';

const ALL = 0xffffffff;

const holds = ({ base, bytes: size }: Region, address: number, bytes: number): boolean =>
  address >= base && address + bytes <= base + size;

export class VectorAccess implements LaneAddresses {
  readonly environment: Environment;
  readonly number: number;
  readonly mnemonic: string;
  readonly addresses = new Float64Array(64);
  readonly rooms = new Float64Array(64);
  /** `rooms` holds: the access goes through a descriptor. */
  bounded = false;
  /** Bytes from a word to the next one: more than 4 when a descriptor interleaves records by words. */
  wordStep = 4;
  /** Base of the wave's private memory when addresses are offsets into it; -1 for global addresses. */
  privateBase = -1;
  /** Bytes from a word of private memory to the next. */
  privateStep = 256;
  low = 0;
  high = 0;
  /** False where the loaded or stored data is not needed; addresses are checked all the same. */
  readonly movesData: boolean;
  #region: Region | undefined;
  readonly #places = new Int32Array(64);

  constructor(environment: Environment, number: number, mnemonic: string) {
    this.environment = environment;
    this.number = number;
    this.mnemonic = mnemonic;
    this.movesData = environment.sliced?.wants(number) ?? true;
  }

  begin(wave: Wave): void {
    this.low = wave.s[EXEC] ?? 0;
    this.high = wave.s[EXEC + 1] ?? 0;
    this.privateStep = 4 * wave.size;
  }

  isActive(lane: number): boolean {
    return hasLane(this.low, this.high, lane);
  }

  /** Into the rows of `row` on of a block of rows. */
  load(rows: Int32Array, row: number, form: LoadForm): void {
    const { addresses, low, high } = this;
    const { bytes, merge } = form;
    const words = wordsOf(bytes);
    const memory = this.#wholeWave(bytes);
    if (this.movesData) this.#note('read', memory !== undefined);
    else if (memory !== undefined) return;
    if (memory !== undefined) {
      gather(memory, this.#places, rows, row, words);
      return;
    }
    for (let lane = 0; lane < 64; lane++) {
      if (!hasLane(low, high, lane)) continue;
      const at = row * 64 + lane;
      const region = this.#regionOf(lane, bytes);
      if (region === undefined) {
        this.#loadSlowly(rows, at, lane, form);
        continue;
      }
      const offset = (addresses[lane] ?? 0) - region.base;
      if (merge !== undefined) {
        const raw = bytes === 1 ? region.load8(offset) : region.load16(offset);
        rows[at] = merge(rows[at] ?? 0, raw);
        continue;
      }
      const source = region.integers;
      if (source !== undefined && (offset & 3) === 0) {
        const first = offset >>> 2;
        for (let word = 0; word < words; word++) rows[at + 64 * word] = source[first + word] ?? 0;
      } else {
        for (let word = 0; word < words; word++)
          rows[at + 64 * word] = region.load32(offset + 4 * word);
      }
    }
  }

  /** From the rows of `row` on of a block of rows. */
  store(rows: Int32Array, row: number, form: StoreForm): void {
    const { addresses, low, high } = this;
    const { bytes, shift } = form;
    const words = wordsOf(bytes);
    const memory = this.#wholeWave(bytes);
    this.noteStores(memory !== undefined);
    if (memory !== undefined && !this.movesData) return;
    if (memory !== undefined && this.#region?.keepsStores !== true) {
      scatter(memory, this.#places, rows, row, words);
      return;
    }
    for (let lane = 0; lane < 64; lane++) {
      if (!hasLane(low, high, lane)) continue;
      const at = row * 64 + lane;
      const region = this.#regionOf(lane, bytes);
      if (region === undefined) {
        this.#storeSlowly(rows, at, lane, form);
        continue;
      }
      if (!this.movesData) continue;
      const offset = (addresses[lane] ?? 0) - region.base;
      if (bytes < 4) {
        const value = (rows[at] ?? 0) >>> shift;
        if (bytes === 1) region.store8(offset, value & 0xff);
        else region.store16(offset, value);
        continue;
      }
      for (let word = 0; word < words; word++)
        region.store32(offset + 4 * word, rows[at + 64 * word] ?? 0);
    }
  }

  /** The buffer that has all bytes of a lane, contiguously; `undefined` where they must be checked one by one. */
  #regionOf(lane: number, bytes: number): Region | undefined {
    const { addresses, rooms, wordStep } = this;
    const address = addresses[lane] ?? 0;
    if (this.privateBase >= 0 || (wordStep > 4 && (address % 4) + bytes > 4)) return undefined;
    if (this.bounded && bytes > (rooms[lane] ?? 0)) return undefined;
    const near = this.#region;
    if (near !== undefined && holds(near, address, bytes)) return near;
    const region = this.environment.memory.find(address);
    if (region === undefined || !holds(region, address, bytes)) return undefined;
    this.#region = region;
    return region;
  }

  /**
   * The common case: whole words of all lanes inside one buffer. Returns its words, and puts the first word of each lane
   * into `#places`; `undefined` for other accesses.
   */
  #wholeWave(bytes: number): Int32Array | undefined {
    if (this.low !== ALL || this.high !== ALL || (bytes & 3) !== 0) return undefined;
    if (this.privateBase >= 0 || this.wordStep > 4) return undefined;
    const { addresses, rooms } = this;
    const first = addresses[0] ?? 0;
    let region = this.#region;
    if (region === undefined || first < region.base || first >= region.base + region.bytes) {
      region = this.environment.memory.find(first);
    }
    if (region?.integers === undefined) return undefined;
    this.#region = region;
    const { base } = region;
    const places = this.#places;
    // Offsets are whole numbers of 31 bits.
    const last = Math.min(region.bytes, 4 * region.integers.length, 2 ** 31) - bytes;
    let bits = 0;
    for (let lane = 0; lane < 64; lane++) {
      const offset = (addresses[lane] ?? 0) - base;
      if (!(offset >= 0 && offset <= last)) return undefined;
      const place = offset | 0;
      bits |= place;
      places[lane] = place >> 2;
    }
    if ((bits & 3) !== 0) return undefined;
    if (this.bounded) {
      for (let lane = 0; lane < 64; lane++) if (bytes > (rooms[lane] ?? 0)) return undefined;
    }
    return region.integers;
  }

  /** Notes where the active lanes store, and whether the stored data is computed. `isNear`: all in the last region. */
  noteStores(isNear = false): void {
    this.#note(this.movesData ? 'write' : 'store', isNear);
  }

  /** Notes that atomics give what memory holds. */
  noteAtomics(): void {
    if (this.movesData) this.#note('read');
    this.noteStores();
  }

  #note(what: 'read' | 'write' | 'store', isNear = false): void {
    const { environment, addresses, privateBase } = this;
    const { leftOut } = environment.sliced ?? {};
    if (leftOut === undefined) return;
    if (isNear && this.#region !== undefined) {
      leftOut[what](this.#region);
      return;
    }
    let near: Region | undefined;
    for (let lane = 0; lane < 64; lane++) {
      if (!this.isActive(lane)) continue;
      const address = privateBase < 0 ? (addresses[lane] ?? 0) : privateBase;
      if (near !== undefined && holds(near, address, 1)) continue;
      near = environment.memory.find(address);
      if (near !== undefined) leftOut[what](near);
    }
  }

  /** A word of a lane, for atomics; `undefined` when the lane has none there. */
  loadWord(lane: number, byte: number): number | undefined {
    if (this.bounded && byte + 4 > (this.rooms[lane] ?? 0)) return undefined;
    if (this.privateBase >= 0) return this.#bytes(lane, byte, 4);
    const address = (this.addresses[lane] ?? 0) + byte;
    const region = reach(this.environment, this.number, this.mnemonic, address, 4, lane);
    return region?.load32(address - region.base);
  }

  storeWord(lane: number, byte: number, value: number): void {
    if (this.privateBase >= 0) {
      for (let i = 0; i < 4; i++) this.#storeByte(lane, byte + i, (value >>> (8 * i)) & 0xff);
      return;
    }
    const address = (this.addresses[lane] ?? 0) + byte;
    const region = reach(this.environment, this.number, this.mnemonic, address, 4, lane);
    if (this.movesData) region?.store32(address - region.base, value);
  }

  /** Lanes at a border: each word on its own, what is beyond reads as 0. */
  #loadSlowly(rows: Int32Array, at: number, lane: number, form: LoadForm): void {
    const { bytes, merge } = form;
    const room = this.bounded ? (this.rooms[lane] ?? 0) : Infinity;
    if (merge !== undefined) {
      const raw = bytes <= room ? this.#bytes(lane, 0, bytes) : 0;
      rows[at] = merge(rows[at] ?? 0, raw);
      return;
    }
    for (let byte = 0; byte < bytes; byte += 4) {
      rows[at + 16 * byte] = byte + 4 <= room ? this.#word(lane, byte) : 0;
    }
  }

  #storeSlowly(rows: Int32Array, at: number, lane: number, { bytes, shift }: StoreForm): void {
    const room = this.bounded ? (this.rooms[lane] ?? 0) : Infinity;
    for (let byte = 0; byte < bytes; byte++) {
      // Range is checked by words: a word that is partly outside is dropped.
      const end = bytes < 4 ? bytes : (byte & ~3) + 4;
      if (end > room) return;
      const word = (rows[at + 64 * (byte >> 2)] ?? 0) >>> shift;
      if (end === byte + 4 && this.#storeWhole(lane, byte, word)) byte += 3;
      else this.#storeByte(lane, byte, (word >>> (8 * (byte & 3))) & 0xff);
    }
  }

  #word(lane: number, byte: number): number {
    const region = this.#wordRegion(lane, byte);
    if (region === undefined) return this.#bytes(lane, byte, 4);
    return region.load32(this.#byteAddress(lane, byte) - region.base);
  }

  /** Stores a word of private memory at once; false when it has to go byte by byte. */
  #storeWhole(lane: number, byte: number, value: number): boolean {
    const region = this.#wordRegion(lane, byte);
    if (this.movesData) region?.store32(this.#byteAddress(lane, byte) - region.base, value);
    return region !== undefined;
  }

  /**
   * The view that has a whole word of private memory; `undefined` for other memory, and for a word that is misaligned or
   * missing.
   */
  #wordRegion(lane: number, byte: number): Region | undefined {
    if (this.privateBase < 0 || ((this.addresses[lane] ?? 0) + byte) % 4 !== 0) return undefined;
    const address = this.#byteAddress(lane, byte);
    const region = this.environment.memory.find(address);
    return region !== undefined && holds(region, address, 4) ? region : undefined;
  }

  #bytes(lane: number, from: number, count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const address = this.#byteAddress(lane, from + i);
      const region = reach(this.environment, this.number, this.mnemonic, address, 1, lane);
      value |= (region?.load8(address - region.base) ?? 0) << (8 * i);
    }
    return value >>> 0;
  }

  #storeByte(lane: number, byte: number, value: number): void {
    const address = this.#byteAddress(lane, byte);
    const region = reach(this.environment, this.number, this.mnemonic, address, 1, lane);
    if (this.movesData) region?.store8(address - region.base, value);
  }

  #byteAddress(lane: number, byte: number): number {
    const first = this.addresses[lane] ?? 0;
    const address = first + byte;
    if (this.privateBase < 0) {
      const words = Math.floor(((first % 4) + byte) / 4);
      return address + words * (this.wordStep - 4);
    }
    return this.privateBase + Math.floor(address / 4) * this.privateStep + 4 * lane + (address % 4);
  }
}

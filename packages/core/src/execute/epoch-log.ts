/**
 * The accesses to LDS between two barriers, in columns, and which parts of LDS each wave has read and written.
 *
 *     parts     256 equal ones of LDS, a bit each, by wave: read, stored, atomic, copied to
 *     rows      addresses of a wave, active lanes, instruction, wave, tag, number, first and last byte
 *
 * Most of what waves do between barriers is apart: then no bit is set in two of them, and no lane is looked at. Rows
 * before `from` are accesses of earlier epochs that are in flight.
 */
import type { Direction } from '../access/opcode.ts';
import type { LdsSite } from './lds-kinds.ts';
import type { AccessRows } from './unordered.ts';

/** As many waves as a workgroup may have. */
export const WAVES = 32;
const PARTS = 256;
const WORDS = PARTS / 32;

/** One access: where its lanes are, which take part, and the lowest and highest address. */
export interface LdsLanes {
  readonly addresses: Uint32Array;
  readonly low: number;
  readonly high: number;
  readonly bottom: number;
  readonly top: number;
  /** Where `addresses` are in the memory of an `LdsUnit`, where all lanes take part and are aligned; -1 otherwise. */
  readonly slot?: number;
}

/** Bits of parts: `wave * WORDS + word`. */
const partBits = (): Uint32Array => new Uint32Array(WAVES * WORDS);

export class EpochLog implements AccessRows {
  readonly waveSize: 32 | 64;
  count = 0;
  /** Waves that have accessed LDS, by the highest index. */
  #waves = 0;
  /** The first row of this epoch. */
  from = 0;
  addressBytes: Uint32Array;
  activeMask = new Uint32Array(2 * 64);
  site = new Uint32Array(64);
  wave = new Uint32Array(64);
  /** By row: where its instruction is in the program. */
  positions = new Float64Array(64);
  tag = new Uint32Array(64);
  /** By row: its number among all accesses of the workgroup. */
  access = new Uint32Array(64);
  first = new Uint32Array(64);
  last = new Uint32Array(64);
  readonly #parts: Readonly<Record<Direction, Uint32Array>> = {
    read: partBits(),
    write: partBits(),
    atomic: partBits(),
    async: partBits(),
  };
  /** Parts where accesses may have met. */
  readonly #meeting = new Uint32Array(WORDS);
  readonly #shift: number;

  /** `bytes`: the size of the LDS. */
  constructor(bytes: number, waveSize: 32 | 64 = 64) {
    this.waveSize = waveSize;
    this.addressBytes = new Uint32Array(waveSize * 64);
    this.#shift = Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / PARTS)));
  }

  /** Adds an access of `bytes` per lane, and gives its row. A copy from LDS counts among those to LDS. */
  add(
    number: number,
    wave: number,
    direction: Direction,
    tag: number,
    lanes: LdsLanes,
    bytes: number,
    access: number,
  ): number {
    if (this.count === this.site.length) this.#grow();
    this.addressBytes.set(lanes.addresses, this.count * this.waveSize);
    return this.#add(number, wave, direction, tag, lanes, bytes, access);
  }

  /** Makes room for the addresses of some rows that `addPlaced` adds next, one behind the other. */
  place(addresses: Uint32Array, rows: number): void {
    while (this.count + rows > this.site.length) this.#grow();
    this.addressBytes.set(addresses, this.count * this.waveSize);
  }

  /** Adds a read whose addresses are there. */
  addPlaced(number: number, wave: number, lanes: LdsLanes, bytes: number, access: number): number {
    return this.#add(number, wave, 'read', 0, lanes, bytes, access);
  }

  #add(
    number: number,
    wave: number,
    direction: Direction,
    tag: number,
    lanes: LdsLanes,
    bytes: number,
    access: number,
  ): number {
    const row = this.count++;
    this.activeMask[2 * row] = lanes.low;
    this.activeMask[2 * row + 1] = lanes.high;
    this.site[row] = number;
    this.wave[row] = wave;
    this.positions[row] = number;
    this.tag[row] = tag;
    this.access[row] = access;
    const last = lanes.top + bytes - 1;
    this.first[row] = lanes.bottom;
    this.last[row] = last;
    if (wave >= this.#waves) this.#waves = wave + 1;
    this.#mark(this.#parts[direction], wave * WORDS, lanes.bottom, last);
    return row;
  }

  /**
   * Whether any two accesses of this epoch, or one and another in flight, may have met. `storesMeet`: stores have come to
   * bytes that were stored to before, which is known without parts.
   */
  findMeeting(storesMeet: boolean): boolean {
    const { read, write, atomic, async: copied } = this.#parts;
    let any = 0;
    for (let word = 0; word < WORDS; word++) {
      let reads = 0;
      let writes = 0;
      let atomics = 0;
      let copies = 0;
      let meeting = 0;
      for (let at = word; at < this.#waves * WORDS; at += WORDS) {
        const r = read[at] ?? 0;
        const w = write[at] ?? 0;
        const a = atomic[at] ?? 0;
        const c = copied[at] ?? 0;
        meeting |= w & (reads | atomics | copies | (storesMeet ? writes : 0));
        meeting |= a & (reads | writes | copies);
        meeting |= r & (writes | atomics | copies);
        // A copy is unordered with its own wave too.
        meeting |= c & (reads | writes | atomics | copies | r | w | a);
        reads |= r;
        writes |= w;
        atomics |= a;
        copies |= c;
      }
      this.#meeting[word] = meeting;
      any |= meeting;
    }
    return any !== 0;
  }

  /** The same of the loads and stores of one wave with each other, for any wave. */
  mayMeetWithin(storesMeet: boolean): boolean {
    const { read, write } = this.#parts;
    for (let at = 0; at < this.#waves * WORDS; at++) {
      const stores = write[at] ?? 0;
      if (stores !== 0 && (storesMeet || (stores & (read[at] ?? 0)) !== 0)) return true;
    }
    return false;
  }

  /** The granules of `2 ** shift` bytes that an access of `bytes` per lane touches, lane by lane. */
  eachGranule(
    row: number,
    bytes: number,
    shift: number,
    visit: (granule: number, lane: number) => void,
  ): void {
    for (let half = 0; half < this.waveSize; half += 32) {
      let active = this.activeMask[2 * row + (half >> 5)] ?? 0;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = this.addressBytes[this.waveSize * row + lane] ?? 0;
        const last = (address + bytes - 1) >> shift;
        for (let granule = address >> shift; granule <= last; granule++) visit(granule, lane);
      }
    }
  }

  /** Whether a row is in a part where accesses may have met. */
  mayMeet(row: number): boolean {
    return this.#touches(this.#meeting, this.first[row] ?? 0, this.last[row] ?? 0);
  }

  /** Begins an epoch with the accesses that are in flight, by their tags. */
  next(isInFlight: (tag: number) => boolean, sites: readonly (LdsSite | undefined)[]): void {
    const { read, write, atomic, async: copied } = this.#parts;
    for (const bits of [read, write, atomic, copied]) bits.fill(0, 0, this.#waves * WORDS);
    let kept = 0;
    for (let row = 0; row < this.count; row++) {
      const tag = this.tag[row] ?? 0;
      if (tag === 0 || !isInFlight(tag)) continue;
      if (kept !== row) this.#move(row, kept);
      const { direction = 'read', copies } = sites[this.site[kept] ?? 0] ?? {};
      const bits = copies === true ? copied : this.#parts[direction];
      const base = (this.wave[kept] ?? 0) * WORDS;
      this.#mark(bits, base, this.first[kept] ?? 0, this.last[kept] ?? 0);
      kept++;
    }
    this.count = kept;
    this.from = kept;
  }

  clear(): void {
    this.next(() => false, []);
  }

  #move(from: number, to: number): void {
    const { waveSize } = this;
    this.addressBytes.copyWithin(to * waveSize, from * waveSize, (from + 1) * waveSize);
    this.activeMask.copyWithin(2 * to, 2 * from, 2 * from + 2);
    for (const column of [this.site, this.wave, this.tag, this.access, this.first, this.last]) {
      column[to] = column[from] ?? 0;
    }
    this.positions[to] = this.positions[from] ?? 0;
  }

  #mark(bits: Uint32Array, base: number, first: number, last: number): void {
    const lowest = Math.min(first >>> this.#shift, PARTS - 1);
    const highest = Math.min(last >>> this.#shift, PARTS - 1);
    for (let word = lowest >> 5; word <= highest >> 5; word++) {
      bits[base + word] = (bits[base + word] ?? 0) | maskOf(word, lowest, highest);
    }
  }

  #touches(bits: Uint32Array, first: number, last: number): boolean {
    const lowest = Math.min(first >>> this.#shift, PARTS - 1);
    const highest = Math.min(last >>> this.#shift, PARTS - 1);
    for (let word = lowest >> 5; word <= highest >> 5; word++) {
      if (((bits[word] ?? 0) & maskOf(word, lowest, highest)) !== 0) return true;
    }
    return false;
  }

  #grow(): void {
    this.addressBytes = longer(this.addressBytes);
    this.activeMask = longer(this.activeMask);
    this.site = longer(this.site);
    this.wave = longer(this.wave);
    this.tag = longer(this.tag);
    this.access = longer(this.access);
    this.first = longer(this.first);
    this.last = longer(this.last);
    const positions = new Float64Array(2 * this.positions.length);
    positions.set(this.positions);
    this.positions = positions;
  }
}

/** The bits of a word that are between two parts; `2 << 31` is 0, and the difference right. */
function maskOf(word: number, lowest: number, highest: number): number {
  const low = Math.max(lowest - 32 * word, 0);
  const high = Math.min(highest - 32 * word, 31);
  return (2 << high) - (1 << low);
}

function longer(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(2 * column.length);
  result.set(column);
  return result;
}

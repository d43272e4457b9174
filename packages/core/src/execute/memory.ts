/**
 * Global memory of a launch: regions in a 64-bit address space, each alone in a slot of 64 GiB.
 *
 *     slot k    |<--- 32 GiB guard --->| buffer |<--- guard --->|
 *
 * The slot of an address is a division, and an index that runs out of a buffer by less than the guard is still
 * known to be meant for it. A region is bytes that the caller gave, or pages that exist once something is written
 * to them, so memory grows with the data touched.
 *
 * LIMITATIONS. Caches and the order in which other waves see stores are not modelled: memory is one and current.
 */

const SLOT_BYTES = 2 ** 36;
const GUARD_BYTES = 2 ** 35;
const FIRST_SLOT = 512;
/** Bases are not round, so that adding an index carries into the high word as it does on hardware. */
const BASE_OFFSET = 0xfff0_0000;

const PAGE_SHIFT = 16;
const PAGE_BYTES = 2 ** PAGE_SHIFT;
/** All bytes of a word of a mask. */
const ALL = 0xffff_ffff;
/** Pages of all regions together: 1 GiB. */
const MOST_PAGES = 16384;
/** Bytes that simulated memory may take in all. */
export const MEMORY_LIMIT = PAGE_BYTES * MOST_PAGES;

/** Thrown when the budget is spent; the executor turns it into a diagnostic. */
export class MemoryLimitError extends Error {}

interface Budget {
  pages: number;
}

/** A piece of a region that something was written to. */
interface Page {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

/** Bytes of a page that were stored, each with a bit of `mask`; plain data. */
export interface StoredPage {
  readonly region: number;
  readonly page: number;
  readonly mask: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What workgroups have left in memory. */
export interface LeftMemory {
  readonly stored: readonly StoredPage[];
  /** Pages that the memory has, of all regions. */
  readonly pages: number;
}

export class Region {
  readonly name: string;
  readonly base: number;
  readonly bytes: number;
  /** The whole content as words, where the region has one block; signed, which engines move faster. */
  readonly integers: Int32Array | undefined;
  readonly #flat: Uint8Array | undefined;
  readonly #pages = new Map<number, Page>();
  /** The page that was touched last. */
  #recent: Page | undefined;
  /** The bytes that are stored, by pages, a bit each; absent where `keepStores` was not called. */
  #stored: Map<number, Uint32Array<ArrayBuffer>> | undefined;
  readonly #budget: Budget;

  constructor(
    name: string,
    base: number,
    bytes: number,
    flat: Uint8Array | undefined,
    budget: Budget,
  ) {
    this.name = name;
    this.base = base;
    this.bytes = bytes;
    this.#flat = flat;
    this.#budget = budget;
    this.integers =
      flat === undefined || flat.byteOffset % 4 !== 0
        ? undefined
        : new Int32Array(flat.buffer, flat.byteOffset, flat.byteLength >>> 2);
  }

  load8(offset: number): number {
    if (this.#flat !== undefined) return this.#flat[offset] ?? 0;
    return this.#existing(offset)?.bytes[offset % PAGE_BYTES] ?? 0;
  }

  /** From here on `stored` knows which bytes are stored; only the methods of this class may store. */
  keepStores(): void {
    this.#stored ??= new Map();
  }

  get keepsStores(): boolean {
    return this.#stored !== undefined;
  }

  /** The pages that were stored to since then; the region is number `region`. */
  stored(region: number): readonly StoredPage[] {
    return [...(this.#stored ?? [])].map(([page, mask]) => {
      const bytes = new Uint8Array(PAGE_BYTES);
      const from = page * PAGE_BYTES;
      const content = this.#flat?.subarray(from, from + PAGE_BYTES) ?? this.#existing(from)?.bytes;
      if (content !== undefined) bytes.set(content);
      return { region, page, mask, bytes };
    });
  }

  /** Stores the bytes of a page again. */
  put({ page, mask, bytes }: StoredPage): void {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, PAGE_BYTES / 4);
    for (const [index, bits] of mask.entries()) {
      if (bits === ALL) {
        for (let word = 8 * index; word < 8 * index + 8; word++)
          this.store32(page * PAGE_BYTES + 4 * word, words[word] ?? 0);
        continue;
      }
      for (let byte = 32 * index, left = bits; left !== 0; byte++, left >>>= 1)
        if ((left & 1) !== 0) this.store8(page * PAGE_BYTES + byte, bytes[byte] ?? 0);
    }
  }

  /** Everything reads as 0 again, in memory that began so. */
  clear(): void {
    for (const { words } of this.#pages.values()) words.fill(0);
  }

  #note(offset: number, bits: number): void {
    const page = Math.floor(offset / PAGE_BYTES);
    const at = offset % PAGE_BYTES;
    const mask = this.#stored?.get(page) ?? new Uint32Array(PAGE_BYTES / 32);
    this.#stored?.set(page, mask);
    mask[at >>> 5] = (mask[at >>> 5] ?? 0) | (bits << (at & 31));
  }

  store8(offset: number, value: number): void {
    if (this.#stored !== undefined) this.#note(offset, 1);
    if (this.#flat !== undefined) this.#flat[offset] = value;
    else this.#page(offset).bytes[offset % PAGE_BYTES] = value;
  }

  load16(offset: number): number {
    return this.load8(offset) | (this.load8(offset + 1) << 8);
  }

  store16(offset: number, value: number): void {
    this.store8(offset, value & 0xff);
    this.store8(offset + 1, (value >>> 8) & 0xff);
  }

  load32(offset: number): number {
    const { integers } = this;
    if (integers !== undefined && (offset & 3) === 0) {
      const word = integers[offset >>> 2];
      if (word !== undefined) return word >>> 0;
    }
    if (this.#flat === undefined && offset % 4 === 0) {
      return this.#existing(offset)?.words[(offset % PAGE_BYTES) >>> 2] ?? 0;
    }
    return (this.load16(offset) | (this.load16(offset + 2) << 16)) >>> 0;
  }

  store32(offset: number, value: number): void {
    const { integers } = this;
    if (integers !== undefined && (offset & 3) === 0 && offset >>> 2 < integers.length) {
      if (this.#stored !== undefined) this.#note(offset, 0xf);
      integers[offset >>> 2] = value;
      return;
    }
    if (this.#flat === undefined && offset % 4 === 0) {
      if (this.#stored !== undefined) this.#note(offset, 0xf);
      this.#page(offset).words[(offset % PAGE_BYTES) >>> 2] = value;
      return;
    }
    this.store16(offset, value & 0xffff);
    this.store16(offset + 2, value >>> 16);
  }

  #existing(offset: number): Page | undefined {
    const number = Math.floor(offset / PAGE_BYTES);
    if (this.#recent?.number === number) return this.#recent;
    const page = this.#pages.get(number);
    if (page !== undefined) this.#recent = page;
    return page;
  }

  #page(offset: number): Page {
    const existing = this.#existing(offset);
    if (existing !== undefined) return existing;
    if (this.#budget.pages-- <= 0) throw new MemoryLimitError();
    const number = Math.floor(offset / PAGE_BYTES);
    const buffer = new ArrayBuffer(PAGE_BYTES);
    const page = { number, bytes: new Uint8Array(buffer), words: new Uint32Array(buffer) };
    this.#pages.set(number, page);
    this.#recent = page;
    return page;
  }
}

export class GlobalMemory {
  readonly #slots: (Region | undefined)[] = [];
  readonly #budget: Budget;
  readonly #most: number;

  /** `share`: the part of the budget of pages that it may take. */
  constructor(share = 1) {
    this.#most = Math.floor(MOST_PAGES * share);
    this.#budget = { pages: this.#most };
  }

  /** Memory with a content; stores change the array that is given. */
  addBytes(name: string, data: Uint8Array): Region {
    return this.#add(name, data.byteLength, data);
  }

  /** Memory that reads as 0 until it is written. */
  addSparse(name: string, bytes: number): Region {
    return this.#add(name, Math.min(bytes, GUARD_BYTES / 2), undefined);
  }

  /** The region in whose slot an address lies; whether it is inside is for the caller to see. */
  find(address: number): Region | undefined {
    return this.#slots[Math.floor(address / SLOT_BYTES) - FIRST_SLOT];
  }

  /** The number of a region: regions are in the order in which they were added. */
  numberOf({ base }: Region): number {
    return Math.floor(base / SLOT_BYTES) - FIRST_SLOT;
  }

  /** The region of a number. */
  at(number: number): Region | undefined {
    return this.#slots[number];
  }

  /** From here on `leave` knows which bytes are stored. */
  keepStores(): void {
    for (const region of this.#slots) region?.keepStores();
  }

  /** What was stored, but to memory that nobody else reads. */
  leave(but?: Region): LeftMemory {
    const stored = this.#slots.flatMap((region, number) =>
      region === undefined || region === but ? [] : region.stored(number),
    );
    return { stored, pages: this.#pages };
  }

  get #pages(): number {
    return this.#most - this.#budget.pages;
  }

  /** Whether there is room for what later workgroups have left, as if these had been executed here. */
  hasRoomFor({ pages }: LeftMemory): boolean {
    return pages <= this.#budget.pages;
  }

  /** Stores what later workgroups have left. */
  take({ stored }: LeftMemory): void {
    for (const page of stored) this.#slots[page.region]?.put(page);
  }

  #add(name: string, bytes: number, data: Uint8Array | undefined): Region {
    const number = this.#slots.length;
    const base = (FIRST_SLOT + number) * SLOT_BYTES + GUARD_BYTES + BASE_OFFSET;
    const region = new Region(name, base, bytes, data, this.#budget);
    this.#slots.push(region);
    return region;
  }
}

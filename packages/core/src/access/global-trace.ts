/**
 * What the waves of a kernel did to global memory: the sister of `AccessTrace`, with 64-bit addresses.
 *
 * A row is one executed load, store or atomic of one wave; rows are structure-of-arrays:
 *
 *     row   instruction           site  wave  order   active      addressBytes (one per lane)
 *      0    global_load_dwordx4    0     0     0      all lanes   base, base + 16, base + 32, ...
 *      1    global_store_short     1     0     3      lanes 0-31  other, other + 512, ...
 *
 * Addresses are doubles: exact below 2^53, which holds for the 48 bits that chips have. Bytes per lane and direction
 * belong to the instruction and are in the table of instructions. Invariant: `addressBytes` of inactive lanes is 0
 * and means nothing. Private memory (scratch) is not here: the hardware interleaves it, so that it is always whole lines.
 */
import type { Site } from './trace.ts';

/** Who moves data where, seen from global memory; a direct-to-LDS copy is a load. */
export type GlobalDirection = 'load' | 'store' | 'atomic';

export interface GlobalInstruction {
  /** The name in the vendor's assembly: `global_load_dwordx4`, `ld.global.v4.b32`. */
  readonly name: string;
  readonly direction: GlobalDirection;
  /** Bytes that one lane moves. */
  readonly widthBytes: number;
}

export interface GlobalTrace {
  readonly waveSize: 32 | 64;
  /** Number of rows. */
  readonly count: number;
  /** `count * waveSize` byte addresses. */
  readonly addressBytes: Float64Array;
  /** Two words per row: lanes 0-31 and lanes 32-63, bit by bit. */
  readonly activeMask: Uint32Array;
  /** Index of each row into `instructions`. */
  readonly instruction: Uint16Array;
  /** Index of each row into `sites`. */
  readonly site: Uint32Array;
  /** The wave, counted through the workgroups of the launch. */
  readonly wave: Uint32Array;
  /** Position of the instruction among the memory instructions of its wave. */
  readonly order: Uint32Array;
  readonly instructions: readonly GlobalInstruction[];
  readonly sites: readonly Site[];
}

const FIRST_CAPACITY = 64;
const ALL = 0xffffffff;

/** Collects rows into a `GlobalTrace`; grows by doubling and never allocates per lane. */
export class GlobalTraceBuilder {
  readonly waveSize: 32 | 64;
  readonly #sites: Site[];
  readonly #instructions: GlobalInstruction[] = [];
  readonly #numbers = new Map<string, number>();
  #count = 0;
  #capacity: number;
  #addressBytes: Float64Array;
  #activeMask: Uint32Array;
  #instruction: Uint16Array;
  #site: Uint32Array;
  #wave: Uint32Array;
  #order: Uint32Array;

  /** `capacity`: rows to begin with, where their number is foreseen. */
  constructor(waveSize: 32 | 64, sites: readonly Site[] = [], capacity = FIRST_CAPACITY) {
    const rows = Math.max(1, capacity);
    this.waveSize = waveSize;
    this.#sites = [...sites];
    this.#capacity = rows;
    this.#addressBytes = new Float64Array(waveSize * rows);
    this.#activeMask = new Uint32Array(2 * rows);
    this.#instruction = new Uint16Array(rows);
    this.#site = new Uint32Array(rows);
    this.#wave = new Uint32Array(rows);
    this.#order = new Uint32Array(rows);
  }

  get count(): number {
    return this.#count;
  }

  /** Registers a site and returns its index. */
  addSite(site: Site): number {
    return this.#sites.push(site) - 1;
  }

  /** The number of an instruction in the table; equal ones share it. */
  addInstruction(instruction: GlobalInstruction): number {
    const key = `${instruction.name} ${instruction.direction} ${instruction.widthBytes}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#instructions.push(instruction) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /**
   * Appends one row. `addresses` has at least `waveSize` byte addresses (those of inactive lanes are ignored);
   * `maskLow` and `maskHigh` are the active lanes 0-31 and 32-63.
   */
  add(
    instruction: number,
    site: number,
    wave: number,
    order: number,
    addresses: ArrayLike<number>,
    maskLow = ALL,
    maskHigh = ALL,
  ): void {
    const row = this.#count;
    if (row === this.#capacity) this.#grow();
    const { waveSize } = this;
    const high = waveSize === 64 ? maskHigh : 0;
    this.#activeMask[2 * row] = maskLow;
    this.#activeMask[2 * row + 1] = high;
    this.#instruction[row] = instruction;
    this.#site[row] = site;
    this.#wave[row] = wave;
    this.#order[row] = order;
    this.#count = row + 1;
    const base = row * waveSize;
    const full = maskLow >>> 0 === ALL && (waveSize === 32 || high >>> 0 === ALL);
    if (full && addresses instanceof Float64Array && addresses.length === waveSize) {
      this.#addressBytes.set(addresses, base);
      return;
    }
    for (let lane = 0; lane < waveSize; lane++) {
      const active = ((lane < 32 ? maskLow : high) >>> (lane & 31)) & 1;
      this.#addressBytes[base + lane] = active === 1 ? (addresses[lane] ?? 0) : 0;
    }
  }

  /** The rows so far. The arrays are cut to size and shared with the builder until it grows or is cleared. */
  finish(): GlobalTrace {
    const count = this.#count;
    return {
      waveSize: this.waveSize,
      count,
      addressBytes: this.#addressBytes.subarray(0, count * this.waveSize),
      activeMask: this.#activeMask.subarray(0, 2 * count),
      instruction: this.#instruction.subarray(0, count),
      site: this.#site.subarray(0, count),
      wave: this.#wave.subarray(0, count),
      order: this.#order.subarray(0, count),
      instructions: this.#instructions,
      sites: this.#sites,
    };
  }

  /** Drops the rows; memory, sites and instructions are kept. A trace that was given out is overwritten from here on. */
  clear(): void {
    this.#count = 0;
  }

  #grow(): void {
    this.#capacity *= 2;
    const larger = (array: Uint32Array): Uint32Array => {
      const copy = new Uint32Array(2 * array.length);
      copy.set(array);
      return copy;
    };
    const addresses = new Float64Array(2 * this.#addressBytes.length);
    addresses.set(this.#addressBytes);
    const instruction = new Uint16Array(2 * this.#instruction.length);
    instruction.set(this.#instruction);
    this.#addressBytes = addresses;
    this.#instruction = instruction;
    this.#activeMask = larger(this.#activeMask);
    this.#site = larger(this.#site);
    this.#wave = larger(this.#wave);
    this.#order = larger(this.#order);
  }
}

/** A trace of a single access by one wave: the way to ask about one instruction. */
export function singleGlobalAccess(
  instruction: GlobalInstruction,
  addresses: ArrayLike<number>,
  options: {
    readonly waveSize?: 32 | 64;
    readonly maskLow?: number;
    readonly maskHigh?: number;
    readonly site?: Site | undefined;
  } = {},
): GlobalTrace {
  const waveSize = options.waveSize ?? (addresses.length > 32 ? 64 : 32);
  const { site = { id: instruction.name } } = options;
  const builder = new GlobalTraceBuilder(waveSize, [site], 1);
  const number = builder.addInstruction(instruction);
  builder.add(number, 0, 0, 0, addresses, options.maskLow, options.maskHigh);
  return builder.finish();
}

/** Rows of a batch: half a megabyte, which stays in a cache. */
const BATCH_ROWS = 1024;

/** A trace with arrays of its own, of one that is only lent. */
export function copyGlobalTrace(trace: GlobalTrace): GlobalTrace {
  return {
    ...trace,
    addressBytes: trace.addressBytes.slice(),
    activeMask: trace.activeMask.slice(),
    instruction: trace.instruction.slice(),
    site: trace.site.slice(),
    wave: trace.wave.slice(),
    order: trace.order.slice(),
  };
}

/**
 * Hands rows on in batches, so that a kernel of any length needs the memory of one batch. A sink has its trace only
 * during the call: the arrays are used again.
 */
export class GlobalRecorder {
  readonly #builder: GlobalTraceBuilder;
  readonly #sink: (trace: GlobalTrace) => void;

  constructor(waveSize: 32 | 64, sink: (trace: GlobalTrace) => void) {
    this.#builder = new GlobalTraceBuilder(waveSize, [], BATCH_ROWS);
    this.#sink = sink;
  }

  addSite(site: Site): number {
    return this.#builder.addSite(site);
  }

  addInstruction(instruction: GlobalInstruction): number {
    return this.#builder.addInstruction(instruction);
  }

  /** One row, as `GlobalTraceBuilder.add` takes it. */
  add(
    instruction: number,
    site: number,
    wave: number,
    order: number,
    addresses: Float64Array,
    maskLow: number,
    maskHigh: number,
  ): void {
    this.#builder.add(instruction, site, wave, order, addresses, maskLow, maskHigh);
    if (this.#builder.count >= BATCH_ROWS) this.flush();
  }

  /** Hands on what is left; to be called at the end of each workgroup. */
  flush(): void {
    if (this.#builder.count === 0) return;
    this.#sink(this.#builder.finish());
    this.#builder.clear();
  }
}

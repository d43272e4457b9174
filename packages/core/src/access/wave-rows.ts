/**
 * Rows of traces: one executed memory instruction of one wave each, as structure-of-arrays. Shared memory (`trace.ts`) and
 * global memory (`global-trace.ts`) differ in how wide an address is and in what the number of an instruction counts.
 *
 * Invariant: `addressBytes` of inactive lanes is 0 and means nothing.
 */
import { hasLane } from '../base/lanes.ts';
import type { SourceLine } from './source-line.ts';

/** The instruction in the source that an access comes from. Lines and columns count from 1. */
export interface Site {
  /** Unique in a trace and stable between runs: `line:column` or a name that the frontend gives. */
  readonly id: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The source line, trimmed. */
  readonly text?: string;
  /** Of compiled code: what it was compiled from, the innermost function first. */
  readonly source?: readonly SourceLine[];
  /** The allocation it touches, as the source names it. */
  readonly buffer?: string | undefined;
  /** The bytes between rows of a matrix in global memory that addresses assume where the input does not give them. */
  readonly assumedPitchBytes?: number;
  /** Each execution by a wave is a round of a loop: one instruction, however often it is executed. */
  readonly repeats?: boolean;
}

/** The common part of traces of all memories; `Addresses` holds 32-bit integers, or doubles that are exact below 2^53. */
export interface WaveRows<Addresses extends Uint32Array | Float64Array> {
  readonly waveSize: 32 | 64;
  /** Number of rows. */
  readonly count: number;
  /** `count * waveSize` byte addresses. */
  readonly addressBytes: Addresses;
  /** Two words per row: lanes 0-31 and lanes 32-63, bit by bit. */
  readonly activeMask: Uint32Array;
  /** Index of each row into `sites`. */
  readonly site: Uint32Array;
  /** The wave, counted through the workgroups of the launch. */
  readonly wave: Uint32Array;
  /** Position of the instruction among the memory instructions of its wave. */
  readonly order: Uint32Array;
  readonly sites: readonly Site[];
}

/** True when a lane takes part in a row: of a trace, or of anything with two words of lanes per row. */
export function isActive(
  { activeMask }: Pick<WaveRows<Uint32Array>, 'activeMask'>,
  row: number,
  lane: number,
): boolean {
  return (((activeMask[2 * row + (lane >> 5)] ?? 0) >>> (lane & 31)) & 1) === 1;
}

/** Where the lanes of a row begin; `undefined` for those that take no part. */
export function laneAddresses(
  trace: WaveRows<Uint32Array | Float64Array>,
  row: number,
): (number | undefined)[] {
  const { waveSize, addressBytes } = trace;
  return Array.from({ length: waveSize }, (_, lane) =>
    isActive(trace, row, lane) ? addressBytes[row * waveSize + lane] : undefined,
  );
}

const ALL = 0xffffffff;

/** Collects rows; grows by doubling and never allocates per lane. */
export class RowBuilder<Addresses extends Uint32Array | Float64Array> {
  readonly waveSize: 32 | 64;
  readonly #sites: Site[];
  #count = 0;
  #addressBytes: Addresses;
  #activeMask: Uint32Array;
  #instruction: Uint16Array;
  #site: Uint32Array;
  #wave: Uint32Array;
  #order: Uint32Array;

  /** `addresses`: the memory of the rows to begin with, `waveSize` entries each. */
  constructor(waveSize: 32 | 64, sites: readonly Site[], addresses: Addresses) {
    const rows = addresses.length / waveSize;
    this.waveSize = waveSize;
    this.#sites = [...sites];
    this.#addressBytes = addresses;
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

  /**
   * Appends one row. `addresses` has at least `waveSize` byte addresses (those of inactive lanes are
   * ignored); `maskLow` and `maskHigh` are the active lanes 0-31 and 32-63.
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
    if (row === this.#instruction.length) this.#grow();
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
    if (full && ArrayBuffer.isView(addresses) && addresses.length === waveSize) {
      this.#addressBytes.set(addresses, base);
      return;
    }
    for (let lane = 0; lane < waveSize; lane++) {
      const active = hasLane(maskLow, high, lane);
      this.#addressBytes[base + lane] = active ? (addresses[lane] ?? 0) : 0;
    }
  }

  /**
   * Appends rows of one wave in which all lanes take part, by their instructions and sites: `addresses` has those of one row behind
   * those of another, and `order` is that of the first.
   */
  addWhole(
    instructions: readonly number[],
    sites: readonly number[],
    wave: number,
    order: number,
    addresses: Addresses,
  ): void {
    const { waveSize } = this;
    const first = this.#count;
    const end = first + instructions.length;
    while (end > this.#instruction.length) this.#grow();
    this.#addressBytes.set(addresses, first * waveSize);
    for (let row = first; row < end; row++) {
      this.#activeMask[2 * row] = ALL;
      this.#activeMask[2 * row + 1] = waveSize === 64 ? ALL : 0;
      this.#instruction[row] = instructions[row - first] ?? 0;
      this.#site[row] = sites[row - first] ?? 0;
      this.#wave[row] = wave;
      this.#order[row] = order + row - first;
    }
    this.#count = end;
  }

  /** Starts over in the same memory: what `finish` has given so far is overwritten. Sites are kept. */
  clear(): void {
    this.#count = 0;
  }

  /** Forgets the rows from a count on. */
  truncate(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  /** The rows so far. The arrays are cut to size and shared with the builder until it grows or is cleared. */
  rows(): WaveRows<Addresses> & { readonly instruction: Uint16Array } {
    const count = this.#count;
    return {
      waveSize: this.waveSize,
      count,
      addressBytes: cut(this.#addressBytes, count * this.waveSize),
      activeMask: cut(this.#activeMask, 2 * count),
      instruction: cut(this.#instruction, count),
      site: cut(this.#site, count),
      wave: cut(this.#wave, count),
      order: cut(this.#order, count),
      sites: this.#sites,
    };
  }

  #grow(): void {
    this.#addressBytes = doubled(this.#addressBytes);
    this.#activeMask = doubled(this.#activeMask);
    this.#instruction = doubled(this.#instruction);
    this.#site = doubled(this.#site);
    this.#wave = doubled(this.#wave);
    this.#order = doubled(this.#order);
  }
}

type Column = Uint16Array | Uint32Array | Float64Array;

function cut<T extends Column>(column: T, length: number): T;
function cut(column: Column, length: number): Column {
  return column.subarray(0, length);
}

function doubled<T extends Column>(column: T): T;
function doubled(column: Column): Column {
  const length = 2 * column.length;
  const larger =
    column instanceof Uint16Array
      ? new Uint16Array(length)
      : column instanceof Uint32Array
        ? new Uint32Array(length)
        : new Float64Array(length);
  larger.set(column);
  return larger;
}

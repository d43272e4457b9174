/**
 * The one type between every frontend and every analysis: what the waves of a kernel did to shared memory.
 *
 * A row is one executed memory instruction of one wave; rows are structure-of-arrays:
 *
 *     row   op             site  wave  order   active      addressBytes (one per lane)
 *      0    ds_write_b128   0     0     0      all lanes   0, 16, 32, ...
 *      1    ds_read_u16     1     0     1      all lanes   0, 512, 1024, ...
 *      2    ds_read_u16     1     1     1      lanes 0-31  2, 514, 1026, ...
 *
 * A two-address instruction (`ds_read2_b32`) gives two rows with the same `wave` and `order`.
 * Invariant: `addressBytes` of inactive lanes is 0 and means nothing.
 */
import { opcodeAt } from './opcodes.ts';
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
  /** Bytes between rows of a matrix in global memory where the input does not give them: addresses have this stand-in. */
  readonly assumedPitchBytes?: number;
  /** Each execution by a wave is a round of a loop: one instruction, however often it is executed. */
  readonly repeats?: boolean;
}

export interface AccessTrace {
  readonly waveSize: 32 | 64;
  /** Number of rows. */
  readonly count: number;
  /** `count * waveSize` byte addresses in the workgroup's shared memory. */
  readonly addressBytes: Uint32Array;
  /** Two words per row: lanes 0-31 and lanes 32-63, bit by bit. */
  readonly activeMask: Uint32Array;
  /** Opcode number of each row (see `opcodes`). */
  readonly op: Uint16Array;
  /** Index of each row into `sites`. */
  readonly site: Uint32Array;
  /** The wave, counted through the workgroups of the launch. */
  readonly wave: Uint32Array;
  /** Position of the instruction among those of its wave. */
  readonly order: Uint32Array;
  readonly sites: readonly Site[];
}

const FIRST_CAPACITY = 256;

/** Collects rows into an `AccessTrace`; grows by doubling and never allocates per lane. */
export class TraceBuilder {
  readonly waveSize: 32 | 64;
  readonly #sites: Site[];
  #count = 0;
  #addressBytes: Uint32Array;
  #activeMask: Uint32Array;
  #op: Uint16Array;
  #site: Uint32Array;
  #wave: Uint32Array;
  #order: Uint32Array;

  /** `capacity`: rows to begin with, where their number is foreseen. */
  constructor(waveSize: 32 | 64, sites: readonly Site[] = [], capacity = FIRST_CAPACITY) {
    const rows = Math.max(capacity, FIRST_CAPACITY);
    this.waveSize = waveSize;
    this.#sites = [...sites];
    this.#addressBytes = new Uint32Array(waveSize * rows);
    this.#activeMask = new Uint32Array(2 * rows);
    this.#op = new Uint16Array(rows);
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
    op: number,
    site: number,
    wave: number,
    order: number,
    addresses: ArrayLike<number>,
    maskLow = 0xffffffff,
    maskHigh = 0xffffffff,
  ): void {
    const row = this.#count;
    if (row === this.#op.length) this.#grow();
    const { waveSize } = this;
    const high = waveSize === 64 ? maskHigh : 0;
    this.#activeMask[2 * row] = maskLow;
    this.#activeMask[2 * row + 1] = high;
    this.#op[row] = op;
    this.#site[row] = site;
    this.#wave[row] = wave;
    this.#order[row] = order;
    const base = row * waveSize;
    const full = maskLow === 0xffffffff && (waveSize === 32 || high === 0xffffffff);
    if (full && addresses instanceof Uint32Array && addresses.length === waveSize) {
      this.#addressBytes.set(addresses, base);
      this.#count = row + 1;
      return;
    }
    for (let lane = 0; lane < waveSize; lane++) {
      const active = ((lane < 32 ? maskLow : high) >>> (lane & 31)) & 1;
      this.#addressBytes[base + lane] = active === 1 ? (addresses[lane] ?? 0) : 0;
    }
    this.#count = row + 1;
  }

  /** Begins anew in the same memory: what `finish` has given so far is overwritten. */
  clear(): void {
    this.#count = 0;
  }

  /** Forgets the rows from a count on. */
  truncate(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  /** The rows so far. The arrays are cut to size and shared with the builder until it grows. */
  finish(): AccessTrace {
    const count = this.#count;
    return {
      waveSize: this.waveSize,
      count,
      addressBytes: this.#addressBytes.subarray(0, count * this.waveSize),
      activeMask: this.#activeMask.subarray(0, 2 * count),
      op: this.#op.subarray(0, count),
      site: this.#site.subarray(0, count),
      wave: this.#wave.subarray(0, count),
      order: this.#order.subarray(0, count),
      sites: this.#sites,
    };
  }

  #grow(): void {
    this.#addressBytes = doubled(this.#addressBytes);
    this.#activeMask = doubled(this.#activeMask);
    this.#op = doubled(this.#op);
    this.#site = doubled(this.#site);
    this.#wave = doubled(this.#wave);
    this.#order = doubled(this.#order);
  }
}

function doubled<T extends Uint32Array | Uint16Array>(array: T): T;
function doubled(array: Uint32Array | Uint16Array): Uint32Array | Uint16Array {
  const larger =
    array instanceof Uint16Array
      ? new Uint16Array(2 * array.length)
      : new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** A trace with arrays of its own, of one that is only lent. */
export function copyTrace(trace: AccessTrace): AccessTrace {
  return {
    ...trace,
    addressBytes: trace.addressBytes.slice(),
    activeMask: trace.activeMask.slice(),
    op: trace.op.slice(),
    site: trace.site.slice(),
    wave: trace.wave.slice(),
    order: trace.order.slice(),
  };
}

/** A trace of a single access by one wave: the way to ask about one instruction. */
export function singleAccess(
  op: number,
  addresses: ArrayLike<number>,
  options: {
    readonly waveSize?: 32 | 64;
    readonly maskLow?: number;
    readonly maskHigh?: number;
  } = {},
): AccessTrace {
  const builder = new TraceBuilder(options.waveSize ?? (addresses.length > 32 ? 64 : 32), [
    { id: opcodeAt(op).name },
  ]);
  builder.add(op, 0, 0, 0, addresses, options.maskLow, options.maskHigh);
  return builder.finish();
}

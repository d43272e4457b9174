/**
 * The global memory accesses of a kernel's waves: the counterpart of `AccessTrace`, with 64-bit addresses.
 *
 * A row is one executed load, store or atomic of one wave; rows are structure-of-arrays:
 *
 *     row   instruction           site  wave  order   active      addressBytes (one per lane)
 *      0    global_load_dwordx4    0     0     0      all lanes   base, base + 16, base + 32, ...
 *      1    global_store_short     1     0     3      lanes 0-31  other, other + 512, ...
 *
 * Addresses are doubles: exact below 2^53, which holds for the 48 bits that chips have. Bytes per lane and direction
 * belong to the instruction and are in the table of instructions. Private memory (scratch) is not here: the hardware
 * interleaves it, so that it is always whole lines.
 */
import { RowBuilder, type Site, type WaveRows } from './wave-rows.ts';

/** Who moves data where, seen from global memory; a direct-to-LDS copy is a load. */
export type GlobalDirection = 'load' | 'store' | 'atomic';

/** An instruction on global memory, and the bytes that one lane moves with it. */
export interface GlobalInstruction {
  /** The name in the vendor's assembly: `global_load_dwordx4`, `ld.global.v4.b32`. */
  readonly name: string;
  readonly direction: GlobalDirection;
  /** Bytes that one lane moves. */
  readonly widthBytes: number;
  /** The unit that copies boxes and ranges makes this access, and has counters of its own; lanes are the pieces of a copy. */
  readonly byCopyUnit?: true;
  /** How many sectors it moves is not known. */
  readonly hasUnknownSectors?: true;
}

/** Executed accesses to global memory, one row each, like `AccessTrace` for shared memory; addresses are 64 bits wide. */
export interface GlobalTrace extends WaveRows<Float64Array> {
  /** Index of each row into `instructions`. */
  readonly instruction: Uint16Array;
  readonly instructions: readonly GlobalInstruction[];
  /** Sectors that each row moves; 0 where they follow from its addresses. Absent: they do in all rows. */
  readonly movedSectors?: Uint32Array | undefined;
}

const FIRST_CAPACITY = 64;

/** Collects rows into a `GlobalTrace`; `add` takes the number of an instruction in the table. */
export class GlobalTraceBuilder extends RowBuilder<Float64Array> {
  readonly #instructions: GlobalInstruction[] = [];
  readonly #numbers = new Map<string, number>();
  #movedSectors: Uint32Array | undefined;

  /** `capacity`: rows to begin with, where their number is foreseen. */
  constructor(waveSize: 32 | 64, sites: readonly Site[] = [], capacity = FIRST_CAPACITY) {
    super(waveSize, sites, new Float64Array(waveSize * Math.max(1, capacity)));
  }

  /** The number of an instruction in the table; equal ones share it. */
  addInstruction(instruction: GlobalInstruction): number {
    const { name, direction, widthBytes, byCopyUnit, hasUnknownSectors } = instruction;
    const key = `${name} ${direction} ${widthBytes} ${byCopyUnit} ${hasUnknownSectors}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#instructions.push(instruction) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** Says how many sectors the last row moves. */
  moved(sectors: number): void {
    const row = this.count - 1;
    const before = this.#movedSectors ?? new Uint32Array(FIRST_CAPACITY);
    if (row >= before.length) {
      this.#movedSectors = new Uint32Array(2 * row);
      this.#movedSectors.set(before);
    } else this.#movedSectors = before;
    this.#movedSectors[row] = sectors;
  }

  override clear(): void {
    super.clear();
    this.#movedSectors = undefined;
  }

  /** The rows so far; the arrays are lent until the builder grows or is cleared. */
  finish(): GlobalTrace {
    return {
      ...this.rows(),
      instructions: this.#instructions,
      movedSectors: this.#movedSectors?.subarray(0, this.count),
    };
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
    readonly movedSectors?: number;
  } = {},
): GlobalTrace {
  const waveSize = options.waveSize ?? (addresses.length > 32 ? 64 : 32);
  const { site = { id: instruction.name } } = options;
  const builder = new GlobalTraceBuilder(waveSize, [site], 1);
  const number = builder.addInstruction(instruction);
  builder.add(number, 0, 0, 0, addresses, options.maskLow, options.maskHigh);
  if (options.movedSectors !== undefined) builder.moved(options.movedSectors);
  return builder.finish();
}

/** Rows of a batch: half a megabyte, which stays in a cache. */
const BATCH_ROWS = 1024;

/** A copy of a lent trace, with arrays of its own. */
export function copyGlobalTrace(trace: GlobalTrace): GlobalTrace {
  return {
    ...trace,
    addressBytes: trace.addressBytes.slice(),
    activeMask: trace.activeMask.slice(),
    instruction: trace.instruction.slice(),
    site: trace.site.slice(),
    wave: trace.wave.slice(),
    order: trace.order.slice(),
    movedSectors: trace.movedSectors?.slice(),
  };
}

/** Takes a batch of accesses, which `times` workgroups make: 1 where it is absent. The trace is good during the call only. */
export type GlobalSink = (trace: GlobalTrace, times?: number) => void;

/**
 * Hands rows on in batches, so that a kernel of any length needs the memory of one batch. A sink has its trace only
 * during the call: the arrays are used again.
 */
export class GlobalRecorder {
  readonly #builder: GlobalTraceBuilder;
  readonly #sink: GlobalSink;
  #times = 1;
  /** True while rows are dropped, because their addresses are made up. */
  muted = false;

  constructor(waveSize: 32 | 64, sink: GlobalSink) {
    this.#builder = new GlobalTraceBuilder(waveSize, [], BATCH_ROWS);
    this.#sink = sink;
  }

  addSite(site: Site): number {
    return this.#builder.addSite(site);
  }

  addInstruction(instruction: GlobalInstruction): number {
    return this.#builder.addInstruction(instruction);
  }

  /** One row, as `GlobalTraceBuilder.add` takes it; `movedSectors` where its addresses do not say how many. */
  add(
    instruction: number,
    site: number,
    wave: number,
    order: number,
    addresses: Float64Array,
    maskLow: number,
    maskHigh: number,
    movedSectors?: number,
  ): void {
    if (this.muted) return;
    this.#builder.add(instruction, site, wave, order, addresses, maskLow, maskHigh);
    if (movedSectors !== undefined) this.#builder.moved(movedSectors);
    if (this.#builder.count >= BATCH_ROWS) this.flush();
  }

  /** Hands on what is left; to be called at the end of each workgroup. */
  flush(): void {
    if (this.#builder.count === 0) return;
    this.#sink(this.#builder.finish(), this.#times);
    this.#builder.clear();
  }

  /** The rows that `add` adds are made by `times` workgroups. */
  repeated(times: number, add: () => void): void {
    this.flush();
    this.#times = times;
    add();
    this.flush();
    this.#times = 1;
  }
}

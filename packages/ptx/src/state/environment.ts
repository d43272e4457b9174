/**
 * The state that steps act on, apart from their warp: made once per launch; shared memory and recorder start over with each
 * block.
 */
import {
  type AccessTrace,
  type Findings,
  type GlobalMemory,
  type GlobalRecorder,
  type LeftOut,
  type Site,
  TraceBuilder,
} from '@ldscope/core';
import type { Heap } from './heap.ts';
import type { Order } from './order.ts';
import type { SharedMemory } from './ordered-shared.ts';
import type { Warp } from '@ldscope/simt';

/** Generic addresses of shared and local memory have these high words. */
export const SHARED_WINDOW = 0x7fa0;
export const LOCAL_WINDOW = 0x7fb0;

/** Rows of one block: a row is some 150 bytes. */
export const MOST_ACCESSES = 2 ** 20;

/** The state of one block. */
export interface Block {
  readonly shared: SharedMemory;
  readonly recorder: Recorder;
}

/** Blocks that reach each other's shared memory. */
export interface Cluster {
  /** By rank. */
  readonly blocks: readonly Block[];
  /** The order of accesses, where kernels synchronize by more than barriers of the block. */
  order: Order | undefined;
}

export interface Environment extends Block, Cluster {
  readonly memory: GlobalMemory;
  /** The heap of `malloc`. */
  readonly heap: Heap;
  /** The blocks of the cluster that is executed, by rank. */
  blocks: readonly Block[];
  /** The rank of the block whose warps are executed; `shared` and `recorder` are its own. */
  rank: number;
  shared: SharedMemory;
  recorder: Recorder;
  /** Addresses may name blocks of the cluster. */
  readonly hasWindows: boolean;
  /** Warps take turns at compare-and-swap and exchanges. */
  readonly inTurns: boolean;
  /** Changes of barriers in memory so far: while it does not change, waiting warps keep waiting. */
  changes: number;
  /** Memory of arguments that are not given: addresses, and bytes from there. */
  unknown: readonly { readonly base: number; readonly bytes: number }[];
  /** The unknown part of the copy being executed: its address in global memory, or its size. */
  open: 'nothing' | 'place' | 'size';
  /** The data of the store that is executed is not known. */
  hasUnknownData: boolean;
  /** The sources of arrivals that are not made, since their barrier is unknown. */
  openArrivals: string | undefined;
  /** Barriers, as `rank byte`, that wait for copies of an unknown size. */
  readonly openPhases: Set<string>;
  /** Absent where global accesses are not recorded. */
  readonly global: GlobalRecorder | undefined;
  /** Present where only the inputs of accesses are computed, and where other threads help. */
  readonly leftOut: LeftOut | undefined;
  readonly findings: Findings;
  /** Instructions that touched shared memory and whose cost is not known, with their names. */
  readonly uncounted: Map<number, string>;
  readonly siteOf: (number: number) => Site;
}

/** Turns to the warps of a block. */
export function enterBlock(
  environment: Environment,
  { blocks, order }: Cluster,
  rank: number,
): void {
  const block = blocks[rank];
  if (block === undefined) return;
  environment.blocks = blocks;
  environment.order = order;
  environment.rank = rank;
  environment.shared = block.shared;
  environment.recorder = block.recorder;
}

/** Collects the shared-memory accesses of a block's warps. */
export class Recorder {
  readonly #indices = new Map<number, number>();
  readonly #builder = new TraceBuilder(32);
  readonly #siteOf: (number: number) => Site;
  #skipped: ReadonlySet<number> = new Set();
  /** Instructions of accesses that were too many to be recorded, in any block. */
  readonly beyond = new Set<number>();
  /** Barriers before each row. */
  #barriers = new Uint32Array(256);

  /** Accesses without a cost are recorded as well, to be compared with those of SASS. */
  readonly isForSass: boolean;
  /** Instructions that the chip lacks; those of them that accessed shared memory are in `lacked`. */
  readonly #lacking: ReadonlySet<number>;
  readonly lacked = new Set<number>();

  constructor(
    siteOf: (number: number) => Site,
    isForSass = false,
    lacking: ReadonlySet<number> = new Set(),
  ) {
    this.#siteOf = siteOf;
    this.isForSass = isForSass;
    this.#lacking = lacking;
  }

  /** Begins a block, in the memory of the last one. */
  begin(): void {
    this.#builder.clear();
  }

  get count(): number {
    return this.#builder.count;
  }

  /** Forgets the accesses from a count on: the way through the kernel that made them did not end. */
  truncate(count: number): void {
    this.#builder.truncate(count);
  }

  /** Leaves out the accesses of instructions that were seen on an earlier way through the kernel. */
  skip(numbers: ReadonlySet<number>): void {
    this.#skipped = numbers;
  }

  /** Instructions that were recorded, in any block. */
  get instructions(): Iterable<number> {
    return this.#indices.keys();
  }

  /** The number of the site of an instruction; sites are in the order of their first use. */
  site(number: number): number {
    const known = this.#indices.get(number);
    if (known !== undefined) return known;
    const site = this.#builder.addSite(this.#siteOf(number));
    this.#indices.set(number, site);
    return site;
  }

  record(op: number, number: number, warp: Warp, addresses: Uint32Array, mask: number): void {
    const row = this.#builder.count;
    if (this.#skipped.has(number)) return;
    if (this.#lacking.has(number)) {
      this.lacked.add(number);
      return;
    }
    if (row >= MOST_ACCESSES) {
      this.beyond.add(number);
      return;
    }
    if (row === this.#barriers.length) this.#growBarriers();
    this.#barriers[row] = warp.barriers;
    this.#builder.add(op, this.site(number), warp.number, warp.order, addresses, mask, 0);
  }

  /** Rows in which all lanes take part, one behind the other in `addresses`; `order` is that of the first. */
  recordWhole(
    ops: readonly number[],
    numbers: readonly number[],
    warp: Warp,
    order: number,
    addresses: Uint32Array,
  ): void {
    const first = this.#builder.count;
    const end = first + ops.length;
    while (end > this.#barriers.length) this.#growBarriers();
    this.#barriers.fill(warp.barriers, first, end);
    const sites = numbers.map((number) => this.site(number));
    this.#builder.addWhole(ops, sites, warp.number, order, addresses);
  }

  /** Whether `count` more accesses are recorded, whatever their instructions are. */
  takesAll(count: number): boolean {
    return (
      this.#skipped.size === 0 &&
      this.#lacking.size === 0 &&
      this.#builder.count + count <= MOST_ACCESSES
    );
  }

  #growBarriers(): void {
    const larger = new Uint32Array(2 * this.#barriers.length);
    larger.set(this.#barriers);
    this.#barriers = larger;
  }

  finish(): AccessTrace {
    const trace = this.#builder.finish();
    return { ...trace, barriers: this.#barriers.subarray(0, trace.count) };
  }
}

/** The state that memory instructions act on: made once per launch; its LDS and recorder start over with each workgroup. */
import {
  type AccessTrace,
  type Findings,
  type GlobalMemory,
  type LeftOut,
  type Lds,
  opcodeNumber,
  type Site,
  TraceBuilder,
} from '@ldscope/core';
import type { CodeMode, WaveSize } from './target.ts';
import type { ExecutionLog } from './execution-log.ts';
import type { GlobalAccesses } from './global-accesses.ts';
import type { Wave } from './wave.ts';

export interface Environment extends CodeMode {
  readonly memory: GlobalMemory;
  readonly lds: Lds;
  readonly recorder: Recorder;
  /** Absent where global accesses are not recorded. */
  readonly global: GlobalAccesses | undefined;
  /** Absent where the order of execution is not recorded. */
  readonly log: ExecutionLog | undefined;
  readonly findings: Findings;
  /** Present where only accesses are computed, and where other threads help. */
  readonly sliced?: Sliced | undefined;
  /** Data of loads arrives when a counter forces it. */
  readonly late: boolean;
  /** Bytes of private memory of a lane, and the address of that of the first wave. */
  readonly scratch: { readonly laneBytes: number; readonly base: number };
}

/** The data that is moved; addresses are formed, recorded and checked in any case. */
interface Sliced {
  /** The result of an instruction is required. */
  readonly wants: (number: number) => boolean;
  readonly leftOut: LeftOut;
}

/** Rows of one workgroup: a row is some 300 bytes. */
export const MOST_ACCESSES = 2 ** 20;

/** Collects the LDS accesses of a workgroup's waves. */
export class Recorder {
  readonly #indices = new Map<number, number>();
  readonly #builder: TraceBuilder;
  readonly #siteAt: (number: number) => Site;
  #skipped: ReadonlySet<number> = new Set();

  /** `siteAt`: the place of an instruction. */
  constructor(siteAt: (number: number) => Site, waveSize: WaveSize) {
    this.#builder = new TraceBuilder(waveSize);
    this.#siteAt = siteAt;
  }

  get count(): number {
    return this.#builder.count;
  }

  /** The number of the site of an instruction; sites are in the order of their first use. */
  siteOf(number: number): number {
    const known = this.#indices.get(number);
    if (known !== undefined) return known;
    const site = this.#builder.addSite(this.#siteAt(number));
    this.#indices.set(number, site);
    return site;
  }

  /** True for an instruction that has a site. */
  has(number: number): boolean {
    return this.#indices.has(number);
  }

  /** The instructions that have a site. */
  get recorded(): readonly number[] {
    return [...this.#indices.keys()];
  }

  /** Begins a workgroup, in the memory of the last one. */
  begin(): void {
    this.#builder.clear();
  }

  /** Forgets the accesses from a count on: the way through the kernel that made them did not end. */
  truncate(count: number): void {
    this.#builder.truncate(count);
  }

  /** Leaves out the accesses of instructions that were seen on an earlier way through the kernel. */
  skip(numbers: ReadonlySet<number>): void {
    this.#skipped = numbers;
  }

  /**
   * One row: an instruction of a wave at one address per lane. `site`: the number of its site, where that is known already.
   */
  record(
    op: number,
    number: number,
    wave: Wave,
    addresses: Uint32Array,
    low: number,
    high: number,
    site?: number,
  ): void {
    if (this.#builder.count >= MOST_ACCESSES) return;
    if (this.#skipped.size > 0 && this.#skipped.has(number)) return;
    const index = site ?? this.siteOf(number);
    this.#builder.add(op, index, wave.number, wave.order, addresses, low, high);
  }

  /** The accesses of the workgroup; `left`: instructions whose accesses are left out. */
  finish(left: ReadonlySet<number> = new Set()): AccessTrace {
    const trace = this.#builder.finish();
    if (left.size === 0) return trace;
    const sites = new Set([...left].map((number) => this.#indices.get(number)));
    const kept = new TraceBuilder(trace.waveSize, trace.sites, trace.count);
    const { waveSize, addressBytes } = trace;
    for (let row = 0; row < trace.count; row++) {
      if (sites.has(trace.site[row])) continue;
      kept.addLike(trace, row, addressBytes.subarray(row * waveSize, (row + 1) * waveSize));
    }
    return kept.finish();
  }
}

/** The number of an LDS instruction in the list of `core`; a missing one is a mistake of the tables here. */
export function requireOpcode(name: string): number {
  const number = opcodeNumber(name);
  if (number === undefined) throw new RangeError(`core knows no LDS instruction ${name}`);
  return number;
}

/**
 * Collects what the waves of a workgroup do to LDS, and turns it into an `AccessTrace`.
 *
 * A source operation is one static instruction, so its alignment is that of all its executions together;
 * the choice of instruction waits until the workgroup has ended.
 */
import {
  type AccessTrace,
  type Direction,
  emittedInstructions,
  type Isa,
  type Site,
  TraceBuilder,
} from '@ldscope/core';
import type { LaneMask } from './registers.ts';

export interface RecordedSite {
  readonly site: Site;
  readonly direction: Direction;
  /** Bytes that one lane moves. */
  readonly bytes: number;
  /** The opcode, where the operation names one (asynchronous copies). */
  readonly op?: number | undefined;
  /** Why its instructions are not counted, where that is so: it is executed, and no row is made of it. */
  readonly uncounted?: string | undefined;
}

/** Rows of one workgroup: a row is some 300 bytes, and is kept twice. */
export const MOST_ACCESSES = 2 ** 19;

/** More instructions than a counter leaves in flight. */
const UNCOUNTED = 1024;

export class Recorder {
  readonly #waveSize: 32 | 64;
  readonly #isa: Isa;
  readonly #sites: readonly RecordedSite[];
  readonly #raw: TraceBuilder;
  /** OR of all addresses of a site. */
  readonly #addressBits: Uint32Array;
  /** Names of the buffers that a site has touched, in order. */
  readonly #buffers: Set<string>[];

  constructor(waveSize: 32 | 64, isa: Isa, sites: readonly RecordedSite[]) {
    this.#waveSize = waveSize;
    this.#isa = isa;
    this.#sites = sites;
    this.#raw = new TraceBuilder(waveSize);
    this.#addressBits = new Uint32Array(sites.length);
    this.#buffers = sites.map(() => new Set());
  }

  /** Accesses recorded so far. */
  get count(): number {
    return this.#raw.count;
  }

  /**
   * One execution by a wave; `addresses` are byte addresses in the workgroup's LDS, one per lane. Gives the OR of those
   * of active lanes.
   */
  add(
    site: number,
    wave: number,
    order: number,
    addresses: Uint32Array,
    mask: LaneMask,
    buffer: string,
  ): number {
    this.#raw.add(0, site, wave, order, addresses, mask.low, mask.high);
    for (const name of buffer.split(', ')) this.#buffers[site]?.add(name);
    let bits = 0;
    for (let half = 0; half < this.#waveSize; half += 32) {
      let active = half === 0 ? mask.low : mask.high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) !== 0) bits |= addresses[lane] ?? 0;
      }
    }
    this.#addressBits[site] = (this.#addressBits[site] ?? 0) | bits;
    return bits;
  }

  /** Instructions of one execution of a site, by the alignment of its addresses so far; many where they have no count. */
  instructionsOf(site: number): number {
    const { op, direction = 'read', bytes = 0, uncounted } = this.#sites[site] ?? {};
    if (uncounted !== undefined) return UNCOUNTED;
    if (op !== undefined) return 1;
    return emittedInstructions(this.#isa, direction, bytes, this.#addressBits[site] ?? 0).length;
  }

  /** Source operations as they were executed, before they become instructions: a row for each. */
  rows(): AccessTrace {
    return this.#raw.finish();
  }

  /** The instructions that were executed, without those of some sites. */
  finish(without?: ReadonlySet<number>): AccessTrace {
    const raw = this.#raw.finish();
    const sites = this.#sites.map(({ site }, index): Site => {
      const buffers = [...(this.#buffers[index] ?? [])];
      return buffers.length === 0 ? site : { ...site, buffer: buffers.join(', ') };
    });
    const built = new TraceBuilder(this.#waveSize, sites);
    const emitted = this.#sites.map(({ op, direction, bytes, uncounted }, index) => {
      if (uncounted !== undefined) return [];
      if (op !== undefined) return [{ op, offsets: [0] }];
      return emittedInstructions(this.#isa, direction, bytes, this.#addressBits[index] ?? 0);
    });
    const addresses = new Uint32Array(this.#waveSize);
    /** Position of the next instruction of each wave. */
    const next = new Map<number, number>();
    for (let row = 0; row < raw.count; row++) {
      const site = raw.site[row] ?? 0;
      if (without?.has(site) === true) continue;
      const wave = raw.wave[row] ?? 0;
      const start = row * this.#waveSize;
      for (const { op, offsets } of emitted[site] ?? []) {
        const order = next.get(wave) ?? 0;
        next.set(wave, order + 1);
        for (const offset of offsets) {
          for (let lane = 0; lane < this.#waveSize; lane++) {
            addresses[lane] = (raw.addressBytes[start + lane] ?? 0) + offset;
          }
          const [low, high] = [raw.activeMask[2 * row], raw.activeMask[2 * row + 1]];
          built.add(op, site, wave, order, addresses, low, high);
        }
      }
    }
    return built.finish();
  }
}

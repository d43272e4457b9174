/**
 * A workgroup while it executes: its LDS with a shadow that finds what depends on timing, and its accesses.
 */
import { type AccessTrace, type AsyncCompletion, type Isa, messages } from '@ldscope/core';
import type { GlobalAccesses } from './global-accesses.ts';
import type { AccessingWave } from './hazards/accessing-wave.ts';
import type { AsyncCopy, WaitsFor } from './hazards/copies.ts';
import type { LdsShadow } from './hazards/lds-shadow.ts';
import type { MaskedElements } from '@ldscope/core';
import { flatMemory, type Memory } from './memory.ts';
import { MOST_ACCESSES, Recorder, type RecordedSite } from './recorder.ts';
import type { LaneMask } from './registers.ts';
import type { Comparison } from './slice/comparison.ts';
import type { Sliced } from './slice/sliced.ts';

/** The data shared by all workgroups of a launch. */
export interface WorkgroupOptions {
  readonly waveCount: number;
  readonly waveSize: 32 | 64;
  readonly ldsBytes: number;
  readonly isa: Isa;
  readonly sites: readonly RecordedSite[];
  readonly asyncCompletion: AsyncCompletion;
  readonly shadow: LdsShadow;
  /** True where some barriers do not wait for the LDS operations of the waves. */
  readonly hasRawBarriers?: boolean;
  /** Absent where global accesses are not recorded. */
  readonly global: GlobalAccesses | undefined;
  /** Present where only accesses are computed. */
  readonly sliced: Sliced | undefined;
  /** Present where a part of the kernel is executed again, of which nothing in LDS is recorded. */
  readonly replay?: Replay | undefined;
}

/** A part of a kernel that is executed again, and what of it is compared. */
export interface Replay {
  readonly comparison: Comparison | undefined;
  readonly comparedSites: ReadonlySet<number>;
  /** LDS, which holds nothing that the part reads. */
  readonly lds: Uint8Array;
}

export class Workgroup {
  readonly number: number;
  readonly waveCount: number;
  readonly ids: readonly [number, number, number];
  readonly lds: Memory;
  readonly shadow: LdsShadow;
  readonly hasRawBarriers: boolean;
  readonly isa: Isa;
  readonly global: GlobalAccesses | undefined;
  readonly sliced: Sliced | undefined;
  readonly replay: Replay | undefined;
  readonly #ldsData: Uint8Array;
  readonly #sites: readonly RecordedSite[];
  readonly #asyncCompletion: AsyncCompletion;
  readonly #recorder: Recorder;
  readonly #addresses: Uint32Array;

  constructor(number: number, ids: readonly [number, number, number], options: WorkgroupOptions) {
    const { waveCount, waveSize, ldsBytes, sites } = options;
    this.number = number;
    this.waveCount = waveCount;
    this.ids = ids;
    this.isa = options.isa;
    this.global = options.global;
    this.sliced = options.sliced;
    this.replay = options.replay;
    this.#ldsData = options.replay?.lds ?? new Uint8Array(ldsBytes);
    this.lds = flatMemory('lds', 'LDS', this.#ldsData);
    this.#sites = sites;
    this.#asyncCompletion = options.asyncCompletion;
    this.#recorder = new Recorder(waveSize, options.isa, sites);
    this.#addresses = new Uint32Array(waveSize);
    this.shadow = options.shadow;
    this.hasRawBarriers = options.hasRawBarriers === true;
    if (options.replay === undefined)
      this.shadow.begin(ids, number * waveCount, () => this.#recorder.rows());
  }

  /** Accesses to LDS so far. */
  get accesses(): number {
    return this.#recorder.count;
  }

  /** The accesses so far, without those of some sites. */
  trace(without?: ReadonlySet<number>): AccessTrace {
    return this.#recorder.finish(without);
  }

  /**
   * Records one LDS instruction of a wave: a read or an atomic before it takes its data, a store before it writes it
   * (`stored` follows). `elements`: those that a masked vector moves.
   */
  record(
    site: number,
    wave: AccessingWave,
    addresses: Float64Array,
    mask: LaneMask,
    buffer: string,
    elements?: MaskedElements,
  ): void {
    if (this.replay !== undefined) {
      const { comparison, comparedSites } = this.replay;
      if (comparedSites.has(site))
        comparison?.takeAccess(wave.index, site, addresses, mask, elements);
      return;
    }
    const row = this.#recorder.count;
    const { direction = 'read', bytes = 0 } = this.#sites[site] ?? {};
    const places = this.#addresses;
    places.set(addresses);
    const bits = this.#recorder.add(site, wave.number, wave.order++, places, mask, buffer);
    if (direction !== 'async') wave.flight?.issue(this.#recorder.instructionsOf(site));
    this.shadow.note(row, direction, wave, places, bits, mask, bytes, elements);
    if (row >= MOST_ACCESSES) wave.fail(messages.execute.tooManyAccesses(MOST_ACCESSES));
  }

  /** The store that was recorded last has written its data. */
  stored(): void {
    if (this.replay === undefined) this.shadow.stored(this.#ldsData);
  }

  /**
   * Records an asynchronous copy into LDS, and gives it, for the loads that its wave has in flight. `fetch`: what each lane
   * copies, lane after lane; `deliver` writes it. Data that LDS need not hold is fetched on demand.
   */
  copy(
    site: number,
    wave: AccessingWave,
    addresses: Float64Array,
    mask: LaneMask,
    buffer: string,
    fetch: () => Uint8Array,
    deliver: (data: Uint8Array) => void,
    waitsFor: WaitsFor,
  ): AsyncCopy | undefined {
    const row = this.#recorder.count;
    this.record(site, wave, addresses, mask, buffer);
    if (this.replay !== undefined) return undefined;
    const isLate = this.#asyncCompletion !== 'early';
    let data = this.sliced?.keepsLds === false ? undefined : fetch();
    const known = data;
    if (!isLate && known !== undefined) deliver(known);
    const copy: AsyncCopy = {
      wave,
      row,
      waitsFor,
      targets: addresses,
      mask,
      bytes: this.#sites[site]?.bytes ?? 0,
      settledAfter: undefined,
      settledAt: Infinity,
      deliver: isLate && known !== undefined ? () => deliver(known) : undefined,
      get data() {
        return (data ??= fetch());
      },
      set data(value) {
        data = value;
      },
    };
    this.shadow.addCopy(copy);
    return copy;
  }
}

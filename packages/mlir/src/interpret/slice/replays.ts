/**
 * Executes a part of a kernel again for other workgroups: each wave by itself, without LDS, barriers and hazards.
 */
import { type Extent, type Isa, PairFindings, wavesPerWorkgroup } from '@ldscope/core';
import { beginWave, emptyRegisters, type WaveSource } from '../begin-waves.ts';
import type { GlobalAccesses } from '../global-accesses.ts';
import { LdsShadow } from '../hazards/lds-shadow.ts';
import { runWave } from '../run-waves.ts';
import { Workgroup, type WorkgroupOptions } from '../workgroup.ts';
import { Comparison } from './comparison.ts';
import type { Sliced } from './sliced.ts';

/** Operations that are executed again for one class at most. */
const MOST_REPLAYED = 2 ** 23;

/** The effects of a part apart from its comparison. */
export interface ReplayOptions {
  readonly isa: Isa;
  readonly maxSteps: number;
  /** Takes its accesses to global memory. */
  readonly global?: GlobalAccesses | undefined;
  readonly sliced: Sliced | undefined;
}

export class Replays {
  readonly #source: WaveSource;
  readonly #maxSteps: number;
  readonly #comparison = new Comparison();
  readonly #options: WorkgroupOptions;
  /** Registers by wave, which are used again. */
  readonly #registers: Float64Array[][];
  /** Operations of the workgroup that was executed last. */
  steps = 0;

  constructor(source: WaveSource, { isa, maxSteps, global, sliced }: ReplayOptions) {
    const { shape, lowered } = source;
    this.#source = source;
    this.#maxSteps = maxSteps;
    const waveCount = wavesPerWorkgroup(shape);
    const { ldsBytes, sites, comparedSites } = lowered;
    this.#registers = Array.from({ length: waveCount }, () => emptyRegisters(source));
    const lds = new Uint8Array(ldsBytes);
    this.#options = {
      waveCount,
      waveSize: shape.waveSize,
      ldsBytes,
      isa,
      sites,
      asyncCompletion: 'late',
      shadow: new LdsShadow(ldsBytes, waveCount, sites, new PairFindings()),
      global,
      sliced,
      replay: { comparison: this.#comparison, comparedSites, lds },
    };
  }

  /** The workgroups among some that make the accesses of the one executed last. */
  alike(
    recorded: Extent,
    numbers: readonly number[],
    coordinates: (number: number) => Extent,
  ): readonly number[] {
    this.#comparison.record(this.#registers.length);
    if (!this.run(0, recorded) || this.steps * numbers.length > MOST_REPLAYED) return [];
    return numbers.filter((number) => {
      this.#comparison.compare();
      return this.run(number, coordinates(number)) && this.#comparison.end();
    });
  }

  /** Executes the part; false after a failure, or where it differs from what it is compared with. */
  run(number: number, ids: Extent): boolean {
    this.steps = 0;
    const workgroup = new Workgroup(number, ids, this.#options);
    return this.#registers.every((registers, index) => {
      for (const register of registers) register.fill(0);
      const wave = beginWave(this.#source, workgroup, index, registers);
      const state = runWave(wave, Infinity, {
        program: this.#source.lowered,
        maxSteps: this.#maxSteps,
        report: () => {},
      });
      this.steps += wave.steps;
      return state === 'ended' && this.#comparison.isSame;
    });
  }
}

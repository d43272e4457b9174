/**
 * The region of each branch, numbered through the code: where its paths meet, and the registers and memory that they may
 * write before.
 *
 *     10: @p bra 13        join: 13
 *     11: mov r1, 5        registers: r1
 *     12: st.shared        stores: shared memory
 *     13: ...
 *
 * `regions.ts` finds the regions of one function.
 */
import type { UnknownProgram } from './program.ts';
import { Regions } from './regions.ts';

export interface BranchRegion {
  /** The instruction where the paths meet; `undefined` where one of them ends before, or both end there. */
  readonly join: number | undefined;
  /** Registers that its instructions may write. */
  readonly registers: readonly number[];
  /** The memory that they may write: a set of `STORES`. */
  readonly stores: number;
}

export class BranchRegions {
  readonly #program: UnknownProgram;
  /** By the first instruction of a function. */
  readonly #regions = new Map<number, Regions>();
  readonly #known = new Map<number, BranchRegion>();

  constructor(program: UnknownProgram) {
    this.#program = program;
  }

  /** The region of a branch. */
  of(branch: number): BranchRegion {
    const known = this.#known.get(branch);
    if (known !== undefined) return known;
    const { effectsOf, functionOf, goingOf, storesOf } = this.#program;
    const { start, count } = functionOf(branch);
    const { join, inside } = this.#regionsOf(start, count).of(branch - start);
    const registers = new Set<number>();
    let stores = 0;
    for (const number of inside) {
      for (const one of effectsOf(start + number)?.writes ?? []) registers.add(one);
      stores |= storesOf(start + number);
    }
    // Lanes that meet at their end have exited early: no instruction follows.
    const meets = join !== undefined && !['return', 'exit'].includes(goingOf(start + join));
    const region = { join: meets ? start + join : undefined, registers: [...registers], stores };
    this.#known.set(branch, region);
    return region;
  }

  #regionsOf(start: number, count: number): Regions {
    const known = this.#regions.get(start);
    if (known !== undefined) return known;
    const { successors } = this.#program;
    const regions = new Regions(count, (number) =>
      successors(start + number).map((next) => next - start),
    );
    this.#regions.set(start, regions);
    return regions;
  }
}

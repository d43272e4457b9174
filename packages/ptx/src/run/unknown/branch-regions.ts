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
import { factsOf } from '../../rows/facts.ts';
import type { Code } from '../code.ts';
import type { NumberedEffects } from './numbered.ts';
import { Regions } from './regions.ts';
import { storesOf } from './stores.ts';

export interface BranchRegion {
  /** The instruction where the paths meet; `undefined` where one of them ends before, or both end there. */
  readonly join: number | undefined;
  /** Numbers of the registers that its instructions may write. */
  readonly registers: readonly number[];
  /** The memory that they may write: a set of `STORES`. */
  readonly stores: number;
}

export class BranchRegions {
  readonly #code: Code;
  readonly #effects: NumberedEffects;
  /** By function. */
  readonly #regions = new Map<number, Regions>();
  readonly #known = new Map<number, BranchRegion>();

  constructor(code: Code, effects: NumberedEffects) {
    this.#code = code;
    this.#effects = effects;
  }

  /** The region of a branch. */
  of(branch: number): BranchRegion {
    const known = this.#known.get(branch);
    if (known !== undefined) return known;
    const owner = this.#code.ownerOf(branch);
    const { start } = this.#code.rangeOf(owner);
    const { join, inside } = this.#regionsOf(owner).of(branch - start);
    const registers = new Set<number>();
    let stores = 0;
    for (const number of inside) {
      const instruction = this.#code.instructions[start + number];
      for (const one of this.#effects.of(start + number)?.writes ?? []) registers.add(one);
      if (instruction !== undefined) stores |= storesOf(instruction);
    }
    // Lanes that meet at their end have exited early: no instruction follows.
    const meeting = join === undefined ? undefined : this.#code.instructions[start + join];
    const meets = meeting !== undefined && !['return', 'exit'].includes(factsOf(meeting).control);
    const region = {
      join: meets && join !== undefined ? start + join : undefined,
      registers: [...registers],
      stores,
    };
    this.#known.set(branch, region);
    return region;
  }

  #regionsOf(owner: number): Regions {
    const known = this.#regions.get(owner);
    if (known !== undefined) return known;
    const { start, count } = this.#code.rangeOf(owner);
    const regions = new Regions(count, (number) =>
      this.#code.successors(start + number).map((next) => next - start),
    );
    this.#regions.set(owner, regions);
    return regions;
  }
}

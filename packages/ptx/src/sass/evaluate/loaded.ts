/**
 * The values that threads loaded when PTX was executed: a load of SASS by the same thread, at the same address, gives the
 * same value.
 *
 *     PTX, lane 3:  ld.global.u32 [0x1040] = 7, once or always      SASS, lane 3:  LDG.E [0x1040] = 7
 *
 * Of shared memory that holds between two barriers of the block, of global memory in a whole launch. Where a thread loaded
 * several values from one place, none of them is known to be the one.
 */

export type LoadSpace = 'shared' | 'global';

/** Words of a block that are kept: some 100 bytes each. */
const MOST_WORDS = 2 ** 20;
const SEVERAL = NaN;

export class LoadedValues {
  /** By warp, lane and space; then by place and width. */
  readonly #threads = new Map<number, Map<number, number>>();
  readonly #spaces: ReadonlySet<LoadSpace>;
  #count = 0;

  /** `spaces`: those in which loads matter. */
  constructor(spaces: ReadonlySet<LoadSpace>) {
    this.#spaces = spaces;
  }

  keeps(space: LoadSpace): boolean {
    return this.#spaces.has(space);
  }

  /** Begins other blocks. */
  begin(): void {
    this.#threads.clear();
    this.#count = 0;
  }

  /** `epoch`: barriers of the block before it; `bytes`: 1, 2 or 4. */
  add(warp: number, lane: number, place: LoadPlace, value: number): void {
    const thread = threadOf(warp, lane, place.space);
    const values = this.#threads.get(thread) ?? new Map<number, number>();
    this.#threads.set(thread, values);
    const key = keyOf(place);
    const known = values.get(key);
    if (known === undefined) {
      // Values beyond the limit are not known; for those stored, a different later value has to be noticed.
      if (this.#count >= MOST_WORDS) return;
      this.#count++;
      values.set(key, value);
    } else if (known !== value) values.set(key, SEVERAL);
  }

  /** The value; `undefined` where the thread loaded none or several. */
  find(warp: number, lane: number, place: LoadPlace): number | undefined {
    const value = this.#threads.get(threadOf(warp, lane, place.space))?.get(keyOf(place));
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }
}

export interface LoadPlace {
  readonly space: LoadSpace;
  /** Barriers of the block before it; of shared memory. */
  readonly epoch: number;
  readonly address: number;
  readonly bytes: number;
}

const threadOf = (warp: number, lane: number, space: LoadSpace): number =>
  (32 * warp + lane) * 2 + (space === 'shared' ? 1 : 0);

/** Shared memory has less than 2^20 bytes. */
const keyOf = ({ space, epoch, address, bytes }: LoadPlace): number =>
  4 * (space === 'shared' ? epoch * 2 ** 20 + address : address) + (bytes >>> 1);

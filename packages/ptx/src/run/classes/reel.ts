/**
 * The recording of one warp: the instructions of the slice that depend on the block's index, with the other values that they
 * read.
 */
import type { Warp } from '../../state/warp.ts';

export interface Entry {
  readonly kind: 'step' | 'sign';
  readonly number: number;
  /** Lanes at the instruction, before its guard. */
  readonly mask: number;
  /** Registers to put in place before, with their words. */
  readonly places: readonly number[];
  readonly values: readonly Int32Array[];
  /** The value of a sign. */
  readonly sign: readonly number[];
}

/** The carry of the lanes is among the registers (`unknown/effects.ts`). */
const CARRY = -1;

export class Reel {
  readonly entries: Entry[] = [];
  /** Lanes that the warp began with. */
  readonly lanes: number;
  /** Registers that depend on the place of the block. */
  readonly #marked: Set<number>;
  /** How often each register was written since the block began, and the version that a replay has. */
  readonly #version = new Map<number, number>();
  readonly #has = new Map<number, number>();
  readonly #widthOf: (place: number) => number;

  constructor(lanes: number, marked: readonly number[], widthOf: (place: number) => number) {
    this.lanes = lanes;
    this.#marked = new Set(marked);
    this.#widthOf = widthOf;
  }

  marksAny(places: readonly number[]): boolean {
    for (let i = 0; i < places.length; i++) if (this.#marked.has(places[i] ?? 0)) return true;
    return false;
  }

  marks(place: number): boolean {
    return this.#marked.has(place);
  }

  /** Registers get other values. `isMarked`: these depend on the place; `isWhole`: in all lanes. */
  write(places: readonly number[], isMarked: boolean, isWhole: boolean): void {
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      this.#version.set(place, (this.#version.get(place) ?? 0) + 1);
      if (isMarked) this.#marked.add(place);
      else if (isWhole) this.#marked.delete(place);
    }
  }

  /**
   * Registers were compared in all lanes, by the entry that was added last: from here on they are the same in every block of
   * the class, and a replay has them.
   */
  unmark(places: readonly number[]): void {
    for (const place of places) {
      this.#marked.delete(place);
      this.#has.set(place, this.#version.get(place) ?? 0);
    }
  }

  /** Adds an entry, with those of some registers that a replay does not have yet. */
  add(
    entry: Pick<Entry, 'kind' | 'number' | 'mask' | 'sign'>,
    warp: Warp,
    inputs: readonly number[],
  ): void {
    const places = [...new Set(inputs)].filter(
      (place) =>
        !this.#marked.has(place) && this.#has.get(place) !== (this.#version.get(place) ?? 0),
    );
    for (const place of places) this.#has.set(place, this.#version.get(place) ?? 0);
    const values = places.map((place) =>
      place === CARRY
        ? Int32Array.of(warp.carry)
        : warp.i.slice(place, place + this.#widthOf(place)),
    );
    this.entries.push({ ...entry, places, values });
  }
}

/** Puts the registers of an entry in place. */
export function putInputs(warp: Warp, { places, values }: Entry): void {
  for (let i = 0; i < places.length; i++) {
    const place = places[i] ?? 0;
    const value = values[i];
    if (value === undefined) continue;
    if (place === CARRY) warp.carry = value[0] ?? 0;
    else warp.i.set(value, place);
  }
}

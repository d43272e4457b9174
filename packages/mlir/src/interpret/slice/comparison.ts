/**
 * The decisions and LDS addresses of a part of a kernel, as a sequence of numbers, and whether another workgroup has the
 * same.
 */
import type { MaskedElements } from '@ldscope/core';
import { isActive, type LaneMask } from '../registers.ts';

/** Numbers of one wave at most; what has more is not compared. */
const MOST_NUMBERS = 2 ** 20;

export class Comparison {
  #first: number[][] = [];
  /** By wave: how many numbers of the first have been met; absent while it is recorded. */
  #met: number[] | undefined;
  /** Numbers compared so far are equal, or are being recorded. */
  isSame = true;

  /** Records a workgroup that others are compared with. */
  record(waves: number): void {
    this.#first = Array.from({ length: waves }, () => []);
    this.#met = undefined;
    this.isSame = true;
  }

  /** Compares another one. */
  compare(): void {
    this.#met = this.#first.map(() => 0);
    this.isSame = true;
  }

  /** Ends a comparison: true where nothing is left over. */
  end(): boolean {
    const isWhole = this.#met?.every((count, wave) => count === this.#first[wave]?.length) ?? true;
    return this.isSame && isWhole;
  }

  takeMask(wave: number, { low, high }: LaneMask): void {
    this.#take(wave, low);
    this.#take(wave, high);
  }

  /** An access of active lanes, with the elements that a masked vector moves. */
  takeAccess(
    wave: number,
    site: number,
    addresses: Float64Array,
    mask: LaneMask,
    elements: MaskedElements | undefined,
  ): void {
    this.#take(wave, site);
    this.takeMask(wave, mask);
    for (let lane = 0; lane < addresses.length; lane++)
      if (isActive(mask, lane)) this.#take(wave, addresses[lane] ?? 0);
    this.#take(wave, elements?.wanted.length ?? 0);
    for (const want of elements?.wanted ?? []) this.#take(wave, want);
  }

  #take(wave: number, number: number): void {
    const first = this.#first[wave];
    if (first === undefined || first.length >= MOST_NUMBERS) {
      this.isSame = false;
    } else if (this.#met === undefined) {
      first.push(number);
    } else {
      const at = this.#met[wave] ?? 0;
      if (!Object.is(first[at], number)) this.isSame = false;
      this.#met[wave] = at + 1;
    }
  }
}

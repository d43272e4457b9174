/**
 * What an execution of accesses alone leaves out, and whether something needed it after all: then its answer does not
 * count, and everything is executed.
 *
 *     store to x     not required, left out: x holds what it held before
 *     load of x      wanted, at an address that no one knew beforehand: what it gives is wrong
 */
import type { Region as MemoryRegion } from './memory.ts';

/** The regions that some workgroups used, by their numbers: plain data. */
export interface LeftRegions {
  readonly stored: readonly number[];
  readonly read: readonly number[];
  readonly written: readonly number[];
}

/** Regions are the objects by which a frontend tells memories apart. */
export class LeftOut<Region extends object = MemoryRegion> {
  readonly #stored = new Set<Region>();
  readonly #read = new Set<Region>();
  readonly #written = new Set<Region>();
  #isAsked = false;
  readonly #isAll: boolean;

  /** `isAll`: everything is computed, and only reads and stores are noted. */
  constructor(isAll = false) {
    this.#isAll = isAll;
  }

  /** A store to global memory was left out. */
  store(region: Region): void {
    this.#stored.add(region);
  }

  /** A store was made, since something may ask for it. */
  write(region: Region): void {
    this.#written.add(region);
  }

  /** The slice has read global memory. */
  read(region: Region): void {
    this.#read.add(region);
  }

  /** Something depends on data that was not computed. */
  ask(): void {
    this.#isAsked ||= !this.#isAll;
  }

  /** Some store was made. */
  get hasWrites(): boolean {
    return this.#written.size > 0;
  }

  /** The regions so far. */
  leave(numberOf: (region: Region) => number): LeftRegions {
    const numbers = (regions: ReadonlySet<Region>): number[] => [...regions].map(numberOf);
    return {
      stored: numbers(this.#stored),
      read: numbers(this.#read),
      written: numbers(this.#written),
    };
  }

  /** Adds the regions of later workgroups; false, and nothing is added, where they may have read what earlier ones store. */
  take(
    { stored, read, written }: LeftRegions,
    regionOf: (number: number) => Region | undefined,
    own?: Region,
  ): boolean {
    const known = [...stored, ...read, ...written].every((one) => regionOf(one) !== undefined);
    const depends = read.map(regionOf).some((region) => {
      if (region === undefined || region === own) return false;
      return this.#stored.has(region) || this.#written.has(region);
    });
    if (!known || depends) return false;
    const add = (regions: Set<Region>, numbers: readonly number[]): void => {
      for (const region of numbers.map(regionOf)) if (region !== undefined) regions.add(region);
    };
    add(this.#stored, stored);
    add(this.#read, read);
    add(this.#written, written);
    return true;
  }

  /**
   * True when what the slice has read may change from workgroup to workgroup, since the kernel stores there. `own`: memory that no
   * other wave reads.
   */
  changes(own: Region | undefined): boolean {
    return [...this.#read].some(
      (region) => region !== own && (this.#stored.has(region) || this.#written.has(region)),
    );
  }

  /**
   * True when classes rest on an assumption that nothing checked: that workgroups which were not executed do not store
   * to the memory that the slice has read, either. `but`: memory that no workgroup stores to, such as arguments.
   */
  restsOnStores(but: ReadonlySet<Region | undefined>): boolean {
    const stores = this.#stored.size + this.#written.size > 0;
    return stores && [...this.#read].some((region) => !but.has(region));
  }

  /** True when what was executed may differ from an execution of everything. */
  get isMissed(): boolean {
    return this.#isAsked || [...this.#read].some((region) => this.#stored.has(region));
  }
}

/**
 * What an execution of accesses alone leaves out, and whether something needed it after all: then its answer does not
 * count, and everything is executed.
 *
 *     store to x     not required, left out: x holds what it held before
 *     load of x      wanted, at an address that no one knew beforehand: what it gives is wrong
 */
import type { Region as MemoryRegion } from './memory.ts';

/** Regions are the objects by which a frontend tells memories apart. */
export class LeftOut<Region extends object = MemoryRegion> {
  readonly #stored = new Set<Region>();
  readonly #read = new Set<Region>();
  readonly #written = new Set<Region>();
  #isAsked = false;

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
    this.#isAsked = true;
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

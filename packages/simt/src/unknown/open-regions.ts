/**
 * Branches at which lanes of a warp have gone one way together, until they reach the join.
 *
 *     @%p1 bra L1;        p1 unknown in lanes 0-7: they go one way, the region opens
 *     mov.u32 %r1, 5;
 *     L1: ...             lanes 0-7 come here: r1 depends on what p1 depends on, the region closes
 *
 * Lanes that end inside a region leave it; lanes that return may have skipped the writes of another path.
 */
import type { Frame, Group } from '../lanes/warp.ts';
import type { BlockMemory } from './block-memory.ts';
import type { BranchRegion } from './branch-regions.ts';
import type { LocalLabels } from './memory.ts';
import type { UnknownRegisters } from './registers.ts';
import { STORES } from './program.ts';

interface Open {
  readonly branch: number;
  readonly region: BranchRegion;
  readonly frame: Frame | undefined;
  lanes: number;
  labels: number;
}

export class OpenRegions {
  readonly #registers: UnknownRegisters;
  readonly #local: LocalLabels;
  readonly #memory: BlockMemory;
  #open: Open[] = [];

  /** `registers` and `local` are the warp's; registers and words that regions may write are marked there and in `memory`. */
  constructor(registers: UnknownRegisters, local: LocalLabels, memory: BlockMemory) {
    this.#registers = registers;
    this.#local = local;
    this.#memory = memory;
  }

  /** Lanes have gone one way at a branch, in a call. */
  open(
    branch: number,
    region: BranchRegion,
    frame: Frame | undefined,
    lanes: number,
    labels: number,
  ): void {
    const same = this.#open.find((one) => one.branch === branch && one.frame === frame);
    if (same === undefined) {
      this.#open.push({ branch, region, frame, lanes, labels });
      return;
    }
    same.lanes |= lanes;
    same.labels |= labels;
  }

  /**
   * Lanes reach an instruction: where it is the join of a region, everything that the region may have written depends on the
   * branch.
   */
  arrive({ mask, frame }: Group, number: number): void {
    if (this.#open.length === 0) return;
    for (const one of this.#open) {
      const lanes = one.lanes & mask;
      if (one.region.join !== number || one.frame !== frame || lanes === 0) continue;
      one.lanes &= ~lanes;
      for (const register of one.region.registers) {
        this.#registers.write(register, lanes, lanes, one.labels);
        this.#registers.fresh(register);
      }
      this.#spread(one.labels, one.region.stores);
    }
    this.#close();
  }

  /** Lanes end. */
  end(lanes: number): void {
    for (const one of this.#open) one.lanes &= ~lanes;
    this.#close();
  }

  /** Lanes return from a call: the possible stores of its open regions are not known. */
  leave(frame: Frame, lanes: number): void {
    for (const one of this.#open) {
      if (one.frame !== frame || (one.lanes & lanes) === 0) continue;
      one.lanes &= ~lanes;
      this.#spread(one.labels, STORES.all);
    }
    this.#close();
  }

  /** Some of the lanes are between a branch and its join. */
  hasLanes(lanes: number): boolean {
    return this.#open.some((one) => one.region.join !== undefined && (one.lanes & lanes) !== 0);
  }

  /** The labels of the branches whose joins some of the lanes have not reached. */
  labelsOf(lanes: number): number {
    let labels = 0;
    for (const one of this.#open)
      if (one.region.join !== undefined && (one.lanes & lanes) !== 0) labels |= one.labels;
    return labels;
  }

  /** The labels of all branches at which lanes have gone one way, including those without a join. */
  get labels(): number {
    let labels = 0;
    for (const one of this.#open) if (one.lanes !== 0) labels |= one.labels;
    return labels;
  }

  #spread(labels: number, stores: number): void {
    this.#memory.spread(labels, stores);
    if ((stores & STORES.local) !== 0) this.#local.spread(labels);
  }

  #close(): void {
    if (this.#open.some(({ lanes }) => lanes === 0))
      this.#open = this.#open.filter(({ lanes }) => lanes !== 0);
  }
}

/**
 * The sources of the words of shared memory and of the module's variables, as lanes read and store them.
 *
 *     st.shared.f32 [%r4], %f2     the words of the lanes in which %f2 is unknown
 *     ld.shared.f32 %f3, [%r4]     %f3 is unknown in the lanes that read those words
 *     ld.global.f32 %f1, [%rd1]    bytes that are not given: unknown, whatever was stored
 *
 * Shared memory starts over with each block, variables of the module with each launch. Private memory of lanes belongs to
 * its warp.
 */
import type { Sources } from '@ldscope/core';
import type { Warp } from '../lanes/warp.ts';
import { SOURCES } from './labels.ts';
import { type LocalLabels, WordLabels } from './memory.ts';
import type { Gathered } from './registers.ts';
import { type LaneAddresses, STORES, type Touched } from './program.ts';

/** Bytes of memory that are not given. */
export interface UnknownBytes {
  readonly base: number;
  readonly bytes: number;
  readonly label: string;
}

export interface BlockMemoryContext {
  readonly sources: Sources;
  readonly bytes: readonly UnknownBytes[];
  /** The module has variables that kernels may write. */
  readonly hasGlobals: boolean;
}

export class BlockMemory {
  readonly shared = new WordLabels();
  readonly module = new WordLabels();
  readonly #places: LaneAddresses = {
    low: new Int32Array(32),
    high: new Int32Array(32),
    split: { shared: 0, local: 0, global: 0 },
  };
  readonly #context: BlockMemoryContext;

  constructor(context: BlockMemoryContext) {
    this.#context = context;
  }

  /** Begins a block, on the ways through the kernel of a pass. */
  begin(pass: number): void {
    this.shared.clear();
    if (pass === 0) this.module.clear();
  }

  /** Any word of a set of `STORES` may have been written. */
  spread(labels: number, stores: number): void {
    if ((stores & STORES.shared) !== 0) this.shared.spread(labels);
    if ((stores & STORES.module) !== 0 && this.#context.hasGlobals) this.module.spread(labels);
  }

  /** Gathers the sources of the words that lanes read. */
  read(warp: Warp, local: LocalLabels, place: Touched, lanes: number, into: Gathered): void {
    const mask = lanes & place.lanes;
    place.find(warp, mask, this.#places);
    const { bytes } = place;
    const isConstant = place.space === 'const';
    const { split } = this.#places;
    for (let lane = 0, rest = mask; rest !== 0; lane++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const isGlobal = ((split.global >>> lane) & 1) === 1;
      const address = addressOf(this.#places, lane, isGlobal);
      const labels = isGlobal
        ? this.#globalLabels(address, bytes, isConstant)
        : (split.shared >>> lane) & 1
          ? this.shared.at(inBlock(warp, address), bytes)
          : local.at(lane, address, bytes);
      into.labels |= labels;
      if ((labels & SOURCES) !== 0) into.lanes |= 1 << lane;
    }
  }

  /** Gives the words that lanes store the gathered sources. */
  store(warp: Warp, local: LocalLabels, place: Touched, lanes: number, of: Gathered): void {
    const mask = lanes & place.lanes;
    place.find(warp, mask, this.#places);
    const { bytes } = place;
    const { split } = this.#places;
    for (let lane = 0, rest = mask; rest !== 0; lane++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const isGlobal = ((split.global >>> lane) & 1) === 1;
      const address = addressOf(this.#places, lane, isGlobal);
      const isUnknown = ((of.lanes >>> lane) & 1) === 1;
      const own = isUnknown ? of.labels : of.labels & ~SOURCES;
      if (isGlobal) this.module.put(address, bytes, own & SOURCES);
      else if ((split.shared >>> lane) & 1)
        this.shared.put(inBlock(warp, address), bytes, own & SOURCES);
      else local.put(lane, address, bytes, own);
    }
  }

  /** Nothing writes constants. */
  #globalLabels(address: number, bytes: number, isConstant: boolean): number {
    let labels = isConstant ? 0 : this.module.at(address, bytes);
    for (const one of this.#context.bytes) {
      if (address < one.base + one.bytes && address + bytes > one.base)
        labels |= this.#context.sources.bit(one.label);
    }
    return labels;
  }
}

/** The address of a lane, whole in global memory and an offset in the others. */
function addressOf({ low, high }: LaneAddresses, lane: number, isGlobal: boolean): number {
  const word = (low[lane] ?? 0) >>> 0;
  return isGlobal ? (high[lane] ?? 0) * 2 ** 32 + word : word;
}

/** Shared memory of the blocks of a cluster, one behind the other. */
const inBlock = ({ block }: Warp, address: number): number => 2 ** 24 * block + address;

/**
 * The blocks that are executed at one time: shared memory and recorder of each, used again by the next that are executed.
 *
 *     one block; the blocks of a cluster; all blocks of a grid that waits for all its blocks
 */
import {
  greatestOf,
  type Direction,
  Lds,
  type LaunchShape,
  type LeftLds,
  type LeftOut,
  PairFindings,
  type SeenHazard,
  volume,
  wavesPerWorkgroup,
} from '@ldscope/core';
import type { Block, Cluster, Recorder } from '../state/environment.ts';
import { Order } from '../state/order.ts';
import { sharedRooms } from '../state/register-memory.ts';
import { OrderedShared } from '../state/ordered-shared.ts';
import { ONE } from './shape.ts';

interface ClustersOptions {
  readonly shape: LaunchShape;
  /** Clusters that are executed together. */
  readonly count: number;
  readonly sharedBytes: number;
  readonly granule: 1 | 2 | 4;
  /** True when more than barriers of the block orders accesses. */
  readonly isOrdered: boolean;
  /** Present where the contents of shared memory are not computed. */
  readonly leftOut: LeftOut | undefined;
  readonly recorder: () => Recorder;
}

/** What blocks leave for another thread, by rank; plain data. */
export interface LeftClusters {
  readonly races: readonly SeenHazard[];
  readonly blocks: readonly {
    readonly shared: LeftLds;
    readonly recorded: readonly number[];
    readonly lacked: readonly number[];
  }[];
}

export class Clusters {
  readonly all: readonly Cluster[];
  readonly #shape: LaunchShape;

  constructor({
    shape,
    count,
    sharedBytes,
    granule,
    isOrdered,
    leftOut,
    recorder,
  }: ClustersOptions) {
    this.#shape = shape;
    const races = new PairFindings();
    this.all = Array.from({ length: count }, (): Cluster => {
      const order = isOrdered ? this.#order() : undefined;
      // Many blocks would leave no room for registers.
      const rooms = count * this.#blocks === 1 ? sharedRooms : undefined;
      const plain = (): Lds => {
        const shared = new Lds(sharedBytes, granule, leftOut, rooms, 32);
        shared.letLanesGoApart();
        return shared;
      };
      const blocks = Array.from({ length: this.#blocks }, (): Block => ({
        shared:
          order === undefined
            ? plain()
            : new OrderedShared(sharedBytes, granule, order, races, leftOut),
        recorder: recorder(),
      }));
      return { blocks, order };
    });
  }

  get #blocks(): number {
    return volume(this.#shape.cluster ?? ONE);
  }

  #order(): Order {
    return new Order(wavesPerWorkgroup(this.#shape), this.#blocks);
  }

  /** Forgets the order of accesses. */
  beginOrder(): void {
    for (const cluster of this.all) {
      if (cluster.order === undefined) continue;
      const order = this.#order();
      cluster.order = order;
      for (const { shared } of cluster.blocks)
        if (shared instanceof OrderedShared) shared.begin(order);
    }
  }

  /** Gives back the room of shared memory: no block is executed any more. */
  release(): void {
    for (const { shared } of this.blocks) shared.release();
  }

  get blocks(): readonly Block[] {
    return this.all.flatMap(({ blocks }) => blocks);
  }

  /** Bytes up to the last one that a block touched. */
  get touched(): number {
    return greatestOf(this.blocks.map(({ shared }) => shared.touched));
  }

  /** Pairs of accesses that nothing orders. */
  get races(): readonly SeenHazard[] {
    const all = new PairFindings();
    for (const races of new Set(this.blocks.map(({ shared }) => shared.races)))
      for (const hazard of races.all) all.add({ ...hazard }, () => hazard.witness);
    return all.all;
  }

  /** What the blocks of a range leave, for a launch with one cluster at a time. */
  leave(): LeftClusters {
    return {
      races: this.races,
      blocks: this.blocks.map(({ shared, recorder }) => ({
        shared: shared.leave(),
        recorded: [...recorder.instructions],
        lacked: [...recorder.lacked],
      })),
    };
  }

  /** Adds what later blocks have left. */
  take({ races, blocks }: LeftClusters): void {
    const own = this.blocks;
    own[0]?.shared.races.take(races);
    for (const [rank, { shared, recorder }] of own.entries()) {
      const left = blocks[rank];
      if (left === undefined) continue;
      shared.take(left.shared);
      for (const number of left.recorded) recorder.site(number);
      for (const number of left.lacked) recorder.lacked.add(number);
    }
  }

  /** The direction of an instruction's access to shared memory, in any block. */
  directionOf(site: number): Direction | undefined {
    for (const { shared } of this.blocks) {
      const direction = shared.directionOf(site);
      if (direction !== undefined) return direction;
    }
    return undefined;
  }
}

/**
 * The vector accesses of a workgroup that reads or writes memory with a `nested_layout`.
 *
 *     batch_tile = [1, 2], thread_tile = [8, 8], element_tile = [1, 4] on 8 x 64 elements, a wave of 64
 *
 *     access 0, batch (0, 0)   lane 0 from (0, 0)   lane 1 from (0, 4)    lane 8 from (1, 0)   4 elements each
 *     access 1, batch (0, 1)   lane 0 from (0, 32)  lane 1 from (0, 36)   lane 8 from (1, 32)
 *
 * As in upstream's distribution of `vector.transfer_read` and `transfer_write`: one access per batch and outer
 * index, last fastest, and inside the element tile one per row of neighbours in memory. A thread that reads what
 * others read too does so; of several that would write the same, only the lowest writes.
 *
 * Invariant: the reads of a thread are its `nestedRegisters`, each once; the writes of a workgroup are the elements of
 * the vector, each once. Elements become addresses, and accesses instructions, in `nested-trace.ts`.
 * Source: iree-org/iree `Codegen/Common/GPU/GPUNestedLayoutDistributionPatterns.cpp`.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { roundUp } from '../../base/numbers.ts';
import { failure, type Result, success } from '../../base/result.ts';
import {
  nestedElement,
  type NestedLayout,
  nestedLayoutFaults,
  nestedRegisters,
  nestedShape,
} from './nested-layout.ts';

/** One vector access of one wave. */
export interface NestedAccess {
  /** Counted in the workgroup. */
  readonly wave: number;
  /** Position among the accesses of the wave; the same number is the same static access in every wave. */
  readonly order: number;
  /** Neighbours in memory that each lane moves. */
  readonly widthElements: number;
  /** The registers of the lane that it moves: positions in the distributed vector (batch, outer, element). */
  readonly registers: readonly number[];
  /** Entry `lane * rank + d`: the lane's first element along dimension d of the vector. */
  readonly coordinates: Int32Array;
  /** Lanes 0-31 and 32-63 that take part. */
  readonly maskLow: number;
  readonly maskHigh: number;
}

export interface NestedAccessOptions {
  /** The shape of the vector; it must be the layout's. */
  readonly shape: readonly number[];
  readonly subgroupSize: 32 | 64;
  /** Threads of the workgroup. */
  readonly threads: number;
  readonly direction: 'read' | 'write';
  /** Dimensions of the vector from the slowest to the fastest in memory; `[0, 1, ...]` when absent. */
  readonly memoryOrder?: readonly number[];
  /** An access is cut into pieces of at most this many elements, as swizzles cut it. */
  readonly mostElements?: number;
}

/** The accesses of all waves, wave after wave. Errors: a layout that does not fit vector or workgroup. */
export function nestedAccesses(
  layout: NestedLayout,
  options: NestedAccessOptions,
): Result<NestedAccess[]> {
  const faults = accessFaults(layout, options);
  if (faults.length > 0) return failure(...faults);
  const { subgroupSize, threads, direction } = options;
  const pieces = registerPieces(layout, options);
  const origins = threadOrigins(layout, subgroupSize, threads);
  const owners = direction === 'write' ? writers(layout, origins, threads) : undefined;
  const all = nestedRegisters(layout);
  const rank = layout.element_tile.length;
  // Thread 0 has the origin, so its elements are the distances between registers for every thread.
  const distances = pieces.map(([first = 0]) => {
    const register = all[first];
    return register === undefined ? [] : nestedElement(layout, 0, subgroupSize, register);
  });
  const accesses: NestedAccess[] = [];
  for (let wave = 0; wave * subgroupSize < threads; wave++) {
    const [maskLow, maskHigh] = waveMask(wave, subgroupSize, threads, owners);
    for (const [order, registers] of pieces.entries()) {
      const start = wave * subgroupSize * rank;
      const coordinates = origins.slice(start, start + subgroupSize * rank);
      for (let i = 0; i < coordinates.length; i++) {
        coordinates[i] = (coordinates[i] ?? 0) + (distances[order]?.[i % rank] ?? 0);
      }
      const widthElements = registers.length;
      accesses.push({ wave, order, widthElements, registers, coordinates, maskLow, maskHigh });
    }
  }
  return success(accesses);
}

function accessFaults(layout: NestedLayout, options: NestedAccessOptions): Diagnostic[] {
  const { shape, subgroupSize, threads, memoryOrder, mostElements = 1 } = options;
  // Where no subgroups are told apart, threads are dealt through the whole workgroup: derived copy layouts.
  const dealt = subgroupReach(layout) === 1 ? Math.max(subgroupSize, threads) : subgroupSize;
  const faults = nestedLayoutFaults(layout, dealt);
  const own = nestedShape(layout);
  const fault = (what: string, hint: string): void => {
    faults.push(diagnose(messages.notation.parameter(what, hint)));
  };
  if (own.length !== shape.length || own.some((size, d) => size !== shape[d])) {
    fault(
      `the layout is of ${own.join('x')} elements, the vector of ${shape.join('x')}`,
      'give the layout of this vector',
    );
  }
  const needed = subgroupReach(layout) * subgroupSize;
  if (needed > threads) {
    fault(`the layout needs ${needed} threads, there are ${threads}`, 'launch more threads');
  }
  const dimensions = memoryOrder?.toSorted((a, b) => a - b);
  if (dimensions?.length !== undefined && dimensions.join() !== own.map((_, d) => d).join()) {
    fault(`the order ${memoryOrder?.join(', ')}`, 'name each dimension of the vector once');
  }
  if (!(mostElements >= 1)) fault(`pieces of ${mostElements} elements`, 'give at least 1');
  return faults;
}

/** Subgroups that the layout tells apart. */
function subgroupReach({ subgroup_tile, subgroup_strides }: NestedLayout): number {
  return subgroup_tile.reduce(
    (most, tile, d) => Math.max(most, tile * (subgroup_strides[d] ?? 0)),
    1,
  );
}

/** The registers of each access of a lane, in the order of the accesses. */
function registerPieces(layout: NestedLayout, options: NestedAccessOptions): number[][] {
  const tile = layout.element_tile;
  const order = options.memoryOrder ?? tile.map((_, d) => d);
  const elements = tile.reduce((product, size) => product * size, 1);
  const pitches = tile.map((_, d) =>
    tile.slice(d + 1).reduce((product, size) => product * size, 1),
  );
  const fastest = order.at(-1) ?? 0;
  const inMemoryOrder = order.reduce<number[]>(
    (list, d) =>
      list.flatMap((base) =>
        Array.from({ length: tile[d] ?? 1 }, (_, i) => base + i * (pitches[d] ?? 1)),
      ),
    [0],
  );
  const row = tile[fastest] ?? 1;
  const width = Math.min(row, options.mostElements ?? row);
  const pieces: number[][] = [];
  const tiles = nestedRegisters(layout).length / elements;
  for (let first = 0; first < tiles * elements; first += elements) {
    for (let start = 0; start < elements; start += row) {
      const registers = inMemoryOrder.slice(start, start + row).map((register) => first + register);
      for (let at = 0; at < row; at += width) pieces.push(registers.slice(at, at + width));
    }
  }
  return pieces;
}

/** Entry `thread * rank + d`: the first element of each thread, also of those that fill the last wave. */
function threadOrigins(layout: NestedLayout, subgroupSize: number, threads: number): Int32Array {
  const rank = layout.element_tile.length;
  const zeros = layout.element_tile.map(() => 0);
  const register = { batch: zeros, outer: zeros, element: zeros };
  const all = roundUp(threads, subgroupSize);
  const origins = new Int32Array(all * rank);
  for (let thread = 0; thread < all; thread++) {
    origins.set(nestedElement(layout, thread, subgroupSize, register), thread * rank);
  }
  return origins;
}

/** For each thread whether it is the lowest of those that have its elements. */
function writers({ element_tile }: NestedLayout, origins: Int32Array, threads: number): Uint8Array {
  const rank = element_tile.length;
  const seen = new Set<string>();
  return Uint8Array.from({ length: threads }, (_, thread) => {
    const key = origins.subarray(thread * rank, (thread + 1) * rank).join();
    if (seen.has(key)) return 0;
    seen.add(key);
    return 1;
  });
}

function waveMask(
  wave: number,
  subgroupSize: number,
  threads: number,
  owners: Uint8Array | undefined,
): readonly [low: number, high: number] {
  const mask: [number, number] = [0, 0];
  for (let lane = 0; lane < subgroupSize; lane++) {
    const thread = wave * subgroupSize + lane;
    if (thread >= threads || owners?.[thread] === 0) continue;
    if (lane < 32) mask[0] |= 1 << lane;
    else mask[1] |= 1 << (lane - 32);
  }
  return [mask[0] >>> 0, mask[1] >>> 0];
}

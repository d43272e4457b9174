/**
 * How the lanes hold a vector: what element each register of a lane is.
 *
 *     vector<2x4xf16> of one lane        register 5 is (1, 1); every lane has its own vector
 *     the same with a nested_layout      register 5 of lane l is origin(l) + coordinates(5); the lanes share a vector
 *
 * Registers come in tiles, a whole vector or the element tile of a layout: accesses do not go across tiles.
 */
import { nestedElement, type NestedLayout, nestedRegisters, nestedShape } from '@ldscope/core';
import { denseStrides } from './ops/memref.ts';

export interface LaneVector {
  /** The shape of the vector that is held. */
  readonly shape: readonly number[];
  readonly registers: number;
  /** The element tile: its registers follow each other, last dimension fastest. */
  readonly tile: readonly number[];
  /** Entry `register * rank + d`: the element relative to the lane's origin. */
  readonly coordinates: Int32Array;
  /** Entry `thread * rank + d`: the first element of each thread; absent where all have the whole vector. */
  readonly origins?: Int32Array;
  /** By thread: 0 for one that holds only what a lower one has too. */
  readonly writers?: Uint8Array;
}

/** A vector that each lane holds by itself. */
export function wholeVector(shape: readonly number[]): LaneVector {
  const registers = shape.reduce((product, size) => product * size, 1);
  const pitches = denseStrides(shape);
  const coordinates = new Int32Array(registers * shape.length);
  for (let register = 0; register < registers; register++) {
    for (const [d, pitch] of pitches.entries()) {
      coordinates[register * shape.length + d] = Math.floor(register / pitch) % (shape[d] ?? 1);
    }
  }
  return { shape, registers, tile: shape, coordinates };
}

/** A vector of the workgroup, in the registers that a layout says. */
export function distributedVector(
  layout: NestedLayout,
  waveSize: number,
  threads: number,
): LaneVector {
  const registers = nestedRegisters(layout);
  const rank = layout.element_tile.length;
  const coordinates = new Int32Array(registers.length * rank);
  // Thread 0 has the origin.
  for (const [i, register] of registers.entries()) {
    coordinates.set(nestedElement(layout, 0, waveSize, register), i * rank);
  }
  const zeros = layout.element_tile.map(() => 0);
  const first = { batch: zeros, outer: zeros, element: zeros };
  const origins = new Int32Array(threads * rank);
  const seen = new Set<string>();
  const writers = new Uint8Array(threads);
  for (let thread = 0; thread < threads; thread++) {
    const origin = nestedElement(layout, thread, waveSize, first);
    origins.set(origin, thread * rank);
    if (seen.has(origin.join())) continue;
    seen.add(origin.join());
    writers[thread] = 1;
  }
  const shape = nestedShape(layout);
  return {
    shape,
    registers: registers.length,
    tile: layout.element_tile,
    coordinates,
    origins,
    writers,
  };
}

/** Entry `thread * registers + register`: the row-major position of the element in the whole vector. */
export function elementPositions(
  { shape, registers, coordinates, origins }: LaneVector,
  threads: number,
): Int32Array {
  const rank = shape.length;
  const pitches = denseStrides(shape);
  const positions = new Int32Array(threads * registers);
  for (let thread = 0; thread < threads; thread++) {
    let origin = 0;
    for (let d = 0; d < rank; d++)
      origin += (origins?.[thread * rank + d] ?? 0) * (pitches[d] ?? 0);
    for (let register = 0; register < registers; register++) {
      let position = origin;
      for (let d = 0; d < rank; d++) {
        position += (coordinates[register * rank + d] ?? 0) * (pitches[d] ?? 0);
      }
      positions[thread * registers + register] = position;
    }
  }
  return positions;
}

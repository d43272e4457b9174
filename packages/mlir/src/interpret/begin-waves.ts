/** The waves of a workgroup as they begin: who their lanes are, and views of the buffers. */
import { coordinatesIn } from '@ldscope/core';
import { argumentView, bufferParameters } from './arguments.ts';
import type { KernelSource, LaunchShape } from './kernel.ts';
import type { LoweredKernel } from './lowered-kernel.ts';
import type { Memory } from './memory.ts';
import { Wave } from './wave.ts';
import type { Workgroup } from './workgroup.ts';

/** The data shared by all waves of a launch. */
export interface WaveSource {
  readonly kernel: KernelSource;
  readonly shape: LaunchShape;
  readonly lowered: LoweredKernel;
  /** The memory behind each buffer argument by its number. */
  readonly memories: ReadonlyMap<number, Memory>;
}

/** Registers of a wave, all zero. */
export function emptyRegisters({ shape, lowered }: WaveSource): Float64Array[] {
  return lowered.dataSizes.map((size) => new Float64Array(size * shape.waveSize));
}

/** A wave of a workgroup; `data`: its registers. */
export function beginWave(
  { kernel, shape, lowered, memories }: WaveSource,
  workgroup: Workgroup,
  index: number,
  data: Float64Array[],
): Wave {
  const { block, waveSize } = shape;
  const ids = [0, 1, 2].map(() => new Float64Array(waveSize));
  const [xs = new Float64Array(), ys = new Float64Array(), zs = new Float64Array()] = ids;
  for (let lane = 0; lane < waveSize; lane++) {
    const [x, y, z] = coordinatesIn(block, index * waveSize + lane);
    [xs[lane], ys[lane], zs[lane]] = [x, y, z];
  }
  const { memrefSlots, bindings } = lowered;
  const wave = new Wave(workgroup, index, waveSize, waveSize, [xs, ys, zs], data, memrefSlots);
  const parameters = bufferParameters(kernel);
  for (const [number, slot] of bindings) {
    const memory = memories.get(number);
    if (memory === undefined) continue;
    wave.memrefs[slot] = argumentView(memory, parameters[number], waveSize);
  }
  return wave;
}

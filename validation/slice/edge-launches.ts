/** The launches of the kernels in `edges.hip`, whatever they were compiled to. */
import type { Extent, KernelArgument } from '@ldscope/core';
import { int32 } from './compare.ts';

/** A kernel with a launch of several workgroups. */
export interface GridLaunch {
  readonly name: string;
  readonly chip: string;
  readonly text: string;
  readonly kernel?: string;
  readonly grid: Extent;
  readonly block?: Extent;
  readonly dynamicLdsBytes?: number | undefined;
  readonly arguments: readonly KernelArgument[];
}

const ELEMENTS = 2 ** 20;

/** Grids and numbers of the kernels in `edges.hip`. */
const EDGES: readonly (readonly [
  name: string,
  block: number,
  grid: Extent,
  numbers: readonly number[],
])[] = [
  ['gemm_edges', 256, [12, 10, 1], [12 * 32 - 5, 12 * 32 - 7, 70]],
  ['grouped_tiles', 256, [20 * 20, 1, 1], [20, 20, 640]],
  ['transpose_edges', 256, [32, 32, 1], [1000, 1001]],
  ['stencil_edges', 256, [1024, 1, 1], [1023 * 256 + 17]],
  ['reduction_tail', 256, [1000, 1, 1], [999 * 256 + 100]],
  ['causal', 256, [32, 32, 1], [1024]],
  ['triangle', 64, [512, 1, 1], [0]],
  ['ragged', 64, [512, 1, 1], [0]],
  ['rotated', 64, [16, 64, 1], [0]],
  ['split_k', 64, [32, 1, 32], [1000, 32]],
  ['bins', 64, [256, 1, 1], [255 * 64 + 3]],
];

/** The kernels of `edges.hip`, from what is kept of them. */
export function edgeLaunches(compiled: string): GridLaunch[] {
  const words = Int32Array.from({ length: ELEMENTS }, (_, i) => (i * 7919) % 6);
  const data = new Uint8Array(words.buffer);
  return EDGES.map(([kernel, block, grid, numbers]) => ({
    name: kernel,
    chip: 'gfx942',
    text: compiled,
    kernel,
    grid,
    block: [block, 1, 1],
    arguments: [
      { kind: 'buffer', data: new Uint8Array(4 * ELEMENTS) },
      { kind: 'buffer', data },
      ...numbers.map((value): KernelArgument => ({ kind: 'value', bytes: int32(value) })),
    ],
  }));
}

/**
 * `npm run validate -- classes ptx [CUDA]`: launches of PTX whose blocks differ, and their totals by classes beside those of all
 * blocks. CUDA is a folder of CUDA kernels.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Extent, findMachine, type KernelArgument } from '@ldscope/core';
import { type Module, parsePtx, readSass } from '@ldscope/ptx';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { listingOf } from '../cuda/sass.ts';
import { argumentsOf, buffersOf } from '../triton/nvidia/execute.ts';
import { keyOf, readLaunches } from '../triton/nvidia/launches.ts';
import { compareTotals, type Comparison, printComparisons } from './class-totals.ts';
import { int32 } from './compare.ts';
import { executionOf, type PtxLaunch } from './ptx-launches.ts';

const ELEMENTS = 2 ** 21;

/** A kernel over two buffers and some numbers, on a grid. */
type GridRow = readonly [
  kernel: string,
  block: Extent,
  grid: Extent,
  numbers: readonly number[],
  cluster?: Extent,
];

/** Grids and numbers of the kernels in `edges.cu`. */
const EDGES: readonly GridRow[] = [
  ['gemm_edges', [256, 1, 1], [12, 10, 1], [12 * 32 - 5, 12 * 32 - 7, 70]],
  ['grouped_tiles', [256, 1, 1], [20 * 20, 1, 1], [20, 20, 640]],
  ['transpose_edges', [256, 1, 1], [32, 32, 1], [1000, 1001]],
  ['stencil_edges', [256, 1, 1], [1024, 1, 1], [1023 * 256 + 17]],
  ['reduction_tail', [256, 1, 1], [1000, 1, 1], [999 * 256 + 100]],
  ['causal', [256, 1, 1], [32, 32, 1], [1024]],
  ['triangle', [64, 1, 1], [512, 1, 1], [0]],
  ['ragged', [64, 1, 1], [512, 1, 1], [0]],
  ['rotated', [64, 1, 1], [16, 64, 1], [0]],
  ['split_k', [64, 1, 1], [32, 1, 32], [1000, 32]],
  ['bins', [64, 1, 1], [256, 1, 1], [255 * 64 + 3]],
  ['copied_edges', [128, 1, 1], [16, 30, 1], [940, 1020]],
  ['copied_words', [128, 1, 1], [512, 1, 1], [135]],
  ['shuffled_tail', [256, 1, 1], [1024, 1, 1], [1000 * 256 + 45]],
  ['either_memory', [64, 1, 1], [512, 1, 1], [0]],
  ['paired', [64, 1, 1], [512, 1, 1], [511 * 64 + 9], [2, 1, 1]],
  ['tickets', [64, 1, 1], [256, 1, 1], [0]],
  ['exchanged', [64, 1, 1], [512, 1, 1], [511 * 64 + 9]],
];

/** Grids of measured kernels, which are written for a few blocks. */
const CUDA: readonly GridRow[] = [
  ['tr_plain', [32, 8, 1], [32, 32, 1], [1024]],
  ['tr_xor', [32, 8, 1], [32, 32, 1], [1024]],
  ['tr_f64', [32, 8, 1], [16, 16, 1], [512]],
  ['red_seq', [256, 1, 1], [1024, 1, 1], []],
  ['red_shfl', [256, 1, 1], [1024, 1, 1], []],
  ['scan_blelloch', [128, 1, 1], [1024, 1, 1], []],
  ['softmax_row', [128, 1, 1], [512, 1, 1], []],
  ['fft256', [128, 1, 1], [512, 1, 1], []],
  ['stencil1d', [128, 1, 1], [1024, 1, 1], [1024 * 128]],
  ['stencil2d', [16, 16, 1], [32, 32, 1], [512]],
  ['uchar4_blur', [128, 1, 1], [512, 1, 1], []],
  ['generic_ptr', [64, 1, 1], [512, 1, 1], []],
  ['divergent', [128, 1, 1], [256, 1, 1], []],
  ['hist_int', [128, 1, 1], [256, 1, 1], [2000]],
];

/** Triton's kernels by a part of their names, with grids of tiles. */
const TRITON: readonly (readonly [name: string, grid: Extent])[] = [
  ['3.8.0 matmul-bf16-64x64x32-nt-s3-sm80', [72, 1, 1]],
  ['3.8.0 softmax', [256, 1, 1]],
  ['3.8.0 transpose-i8-128x64', [128, 1, 1]],
];

function launchesOf(text: string, rows: readonly GridRow[]): PtxLaunch[] {
  const { module } = parsePtx(text);
  const words = Int32Array.from({ length: ELEMENTS }, (_, i) => (i * 7919) % 6);
  return rows.map(([kernel, block, grid, numbers, cluster]) => ({
    name: kernel,
    module,
    text,
    kernel,
    grid,
    block,
    cluster,
    dynamicLdsBytes: 0,
    arguments: (): KernelArgument[] => [
      ...buffersFor(kernel, module, words),
      ...numbers.map((value): KernelArgument => ({ kind: 'value', bytes: int32(value) })),
    ],
  }));
}

/** Kernels of `edges.cu` store to their first buffer, those that were measured to their second; both take zeros there. */
function buffersFor(kernel: string, { functions }: Module, words: Int32Array): KernelArgument[] {
  const isFirst = EDGES.some(([name]) => name === kernel);
  const pointers = functions.find(({ name }) => name === kernel)?.parameters ?? [];
  return pointers.slice(0, 2).map((_, index): KernelArgument => {
    const isStored = (index === 0) === isFirst;
    const data = isStored ? new Uint8Array(words.byteLength) : new Uint8Array(words.slice().buffer);
    return { kind: 'buffer', data };
  });
}

/** The kernels of `edges.cu`, from the PTX that is kept of them. */
export const ptxEdgeLaunches = (ptx: string): PtxLaunch[] => launchesOf(ptx, EDGES);

/** Triton's kernels on several blocks: buffers have as much more as the grid. */
function tritonLaunches(): PtxLaunch[] {
  const all = readLaunches();
  return TRITON.flatMap(([name, grid]): PtxLaunch[] => {
    const launch = all.find((one) => keyOf(one).startsWith(name));
    if (launch === undefined) return [];
    const times = grid[0] * grid[1] * grid[2];
    const larger = new Map(
      [...buffersOf(launch)].map(([key, data]) => {
        const longer = new Uint8Array(times * data.length);
        for (let i = 0; i < times; i++) longer.set(data, i * data.length);
        return [key, longer];
      }),
    );
    return [
      {
        name: keyOf(launch),
        module: parsePtx(launch.ptx).module,
        text: launch.ptx,
        kernel: launch.kernel,
        grid,
        block: launch.block,
        dynamicLdsBytes: launch.shared,
        arguments: () =>
          argumentsOf(launch, new Map([...larger].map(([key, data]) => [key, data.slice()]))),
      },
    ];
  });
}

/** Launches counted by the accesses of their machine code; none where it cannot be made here. */
function inSass(
  launches: readonly PtxLaunch[],
  ptx: string,
  { complain }: Pick<Output, 'complain'>,
): PtxLaunch[] {
  if (launches.length === 0) return [];
  const listing = listingOf(ptx);
  if ('missing' in listing) {
    complain(`without SASS: ${listing.missing}`);
    return [];
  }
  const sass = readSass(listing.text);
  return launches.map((launch) => ({ ...launch, name: `${launch.name}, SASS`, sass }));
}

export function comparePtxClasses(launch: PtxLaunch): Comparison {
  const machine = findMachine('sm_90');
  if (machine === undefined) throw new Error('core knows no sm_90');
  return compareTotals(machine, executionOf(launch));
}

/** Runs the program; returns its exit code. */
export function main([folder]: readonly string[], output: Output): number {
  const root = folder === undefined ? '../shared/kernels/cuda' : givenPath(folder);
  const cuda = join(root, 'kernels.ptx');
  const edges = 'validation/slice/edges.ptx';
  const own = ptxEdgeLaunches(readFileSync(edges, 'utf8'));
  const measured = existsSync(cuda) ? launchesOf(readFileSync(cuda, 'utf8'), CUDA) : [];
  const launches = [
    ...own,
    ...measured,
    ...tritonLaunches(),
    ...inSass(own, edges, output),
    ...inSass(measured, cuda, output),
  ];
  if (!existsSync(cuda)) output.complain(`without the measured CUDA kernels: there is no ${cuda}`);
  function* comparisons(): Generator<readonly [string, Comparison]> {
    for (const launch of launches) yield [launch.name, comparePtxClasses(launch)];
  }
  return printComparisons(comparisons(), output);
}

/** Launches whose workgroups differ: of machine code, of MLIR and of PTX. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Extent, type KernelArgument, machineNamed, volume } from '@ldscope/core';
import { readSass } from '@ldscope/ptx';
import { listingOf } from '../cuda/sass.ts';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { inputPath, inputText } from '../base/inputs.ts';
import { launchOf, readKernel } from '../triton/kernels.ts';
import { argumentsOf, buffersOf } from '../triton/nvidia/execute.ts';
import { keyOf, readLaunches } from '../triton/nvidia/launches.ts';
import { type GridLaunch, machineCode, mlir, ownLaunches, ptx, textOf } from './launches.ts';

/** Triton's kernels with grids of tiles. */
const TRITON: readonly (readonly [path: string, grid: Extent])[] = [
  ['gfx942/matmul-fp16-128x128x64-nn-s3-nk32', [8, 8, 1]],
  ['gfx942/matmul-bf16-32x64x64-tn-s2-nk0', [16, 16, 1]],
  ['gfx942/matmul-fp8e4b8-64x64x32-tn-s2-nk0', [16, 16, 1]],
  ['gfx942/matmul-fp32-128x128x64-nt-s2-nk32', [8, 8, 1]],
  ['gfx90a/matmul-bf16-32x64x64-nt-s2-nk0', [16, 16, 1]],
  ['gfx950/matmul-fp16-32x64x64-tn-s2-nk0', [16, 16, 1]],
  ['gfx950/matmul-fp8e4nv-128x128x64-nn-s1-nk32', [8, 8, 1]],
  ['gfx942/transpose-fp32-32x32', [32, 32, 1]],
  ['gfx950/transpose-i8-64x32', [32, 32, 1]],
  ['gfx90a/transpose-fp16-64x64', [32, 32, 1]],
  ['gfx942/attention-fp16-d64-128x32', [8, 8, 1]],
  ['gfx950/softmax-fp32-4096', [128, 1, 1]],
];

/** Triton's PTX by a part of its name, with grids of tiles. */
const TRITON_PTX: readonly (readonly [name: string, grid: Extent])[] = [
  ['3.8.0 matmul-bf16-64x64x32-nt-s3-sm80', [72, 1, 1]],
  ['3.8.0 softmax', [256, 1, 1]],
  ['3.8.0 transpose-i8-128x64', [128, 1, 1]],
];

const SHARED = '../shared';

/** Other kernels of MLIR; those of Wave have the grid that they are for. */
const FILES: readonly (readonly [file: string, grid: Extent])[] = [
  ['examples/transpose-plain/kernel.mlir', [32, 32, 1]],
  ['examples/transpose-swizzled/kernel.mlir', [32, 32, 1]],
  ['examples/gemm-gather-to-lds/kernel.mlir', [16, 16, 1]],
  ['examples/gemm-gather-plain/kernel.mlir', [16, 8, 1]],
  ['examples/mxfp4-gemm/kernel.mlir', [32, 32, 1]],
  ['examples/reduction-strided/kernel.mlir', [1024, 1, 1]],
  [`${SHARED}/kernels/wave/gemm.mlir`, [2, 8, 1]],
  [`${SHARED}/kernels/wave/gemm-upstream.mlir`, [2, 8, 1]],
  [`${SHARED}/review/repro-wave-iree/docwave.mlir`, [2, 8, 1]],
  [`${SHARED}/review/repro-wave-iree/wave_mp4.mlir`, [2, 8, 1]],
];

/** The kernels of `edges.hip`, from their machine code. */
export async function edgesInMachineCode(): Promise<GridLaunch[]> {
  const text = inputText('slice/edges.s');
  return ownLaunches('edges.yaml', text, machineNamed('gfx942'), machineCode(text));
}

/** Those in the llvm dialect, and kernels of the dialects above it. */
export async function edgesInMlir(): Promise<GridLaunch[]> {
  const [edges, grids] = [inputText('slice/edges.mlir'), inputText('slice/grids.mlir')];
  const lowered = await ownLaunches('edges.yaml', edges, machineNamed('gfx942'), mlir(edges));
  return [
    ...lowered.map((launch) => ({ ...launch, name: `${launch.name}, llvm` })),
    ...(await ownLaunches('grids.yaml', grids, machineNamed('gfx950'), mlir(grids))),
  ];
}

/** The kernels of `edges.cu`, from the PTX that is kept of them. */
export async function edgesInPtx(): Promise<GridLaunch[]> {
  const text = inputText('slice/edges.ptx');
  return ownLaunches('edges.yaml', text, machineNamed('sm_90'), ptx(text));
}

/** Triton's kernels of a folder on several workgroups: all work on the numbers of the first, further along. */
export async function machineCodeLaunches(folder?: string): Promise<GridLaunch[]> {
  const root = folder === undefined ? `${SHARED}/kernels/triton` : givenPath(folder);
  const triton = (existsSync(root) ? TRITON : []).map(([path, grid]): GridLaunch => {
    const kernel = readKernel(root, path);
    const { launch, arguments: list } = launchOf(kernel, 2);
    const tiled = list.map((one): KernelArgument =>
      one.kind === 'buffer'
        ? { ...one, data: new Uint8Array(volume(grid) * one.data.length) }
        : one,
    );
    const run = machineCode(kernel.assembly);
    return {
      name: path,
      machine: machineNamed(kernel.chip),
      run,
      launch: { ...launch, grid },
      arguments: tiled,
    };
  });
  return [...(await edgesInMachineCode()), ...triton];
}

export async function mlirLaunches(): Promise<GridLaunch[]> {
  const files = FILES.filter(([file]) => existsSync(file)).map(([file, grid]): GridLaunch => ({
    name: file.replace(`${SHARED}/`, '').replace('/kernel.mlir', ''),
    machine: machineNamed('gfx950'),
    run: mlir(textOf(file)),
    launch: { grid, scalars: new Map() },
  }));
  return [...(await edgesInMlir()), ...files];
}

export async function ptxLaunches(
  folder: string | undefined,
  { complain }: Pick<Output, 'complain'>,
): Promise<GridLaunch[]> {
  const cuda = join(
    folder === undefined ? `${SHARED}/kernels/cuda` : givenPath(folder),
    'kernels.ptx',
  );
  const isThere = existsSync(cuda);
  if (!isThere) complain(`without the measured CUDA kernels: there is no ${cuda}`);
  const text = isThere ? textOf(cuda) : '';
  const measured = await ownLaunches('cuda.yaml', text, machineNamed('sm_90'), ptx(text));
  const own = await edgesInPtx();
  /** Launches counted by the accesses of their machine code; none where it cannot be made here. */
  const inSass = (launches: readonly GridLaunch[], file: string): GridLaunch[] => {
    if (launches.length === 0) return [];
    const listing = listingOf(file);
    if ('missing' in listing) {
      complain(`without SASS: ${listing.missing}`);
      return [];
    }
    const run = ptx(textOf(file), readSass(listing.text));
    return launches.map((launch) => ({ ...launch, name: `${launch.name}, SASS`, run }));
  };
  return [
    ...own,
    ...measured,
    ...tritonLaunches(),
    ...inSass(own, inputPath('slice/edges.ptx')),
    ...inSass(measured, cuda),
  ];
}

/** Triton's kernels on several blocks: buffers have as much more as the grid. */
function tritonLaunches(): GridLaunch[] {
  const all = readLaunches();
  return TRITON_PTX.flatMap(([name, grid]): GridLaunch[] => {
    const launch = all.find((one) => keyOf(one).startsWith(name));
    if (launch === undefined) return [];
    const larger = new Map(
      [...buffersOf(launch)].map(([key, data]) => {
        const longer = new Uint8Array(volume(grid) * data.length);
        for (let i = 0; i < volume(grid); i++) longer.set(data, i * data.length);
        return [key, longer];
      }),
    );
    return [tritonPtx(launch, grid, larger)];
  });
}

/** A launch of Triton's PTX. */
export const tritonPtx = (
  launch: ReturnType<typeof readLaunches>[number],
  grid: Extent = launch.grid,
  buffers = buffersOf(launch),
): GridLaunch => ({
  name: keyOf(launch),
  machine: machineNamed('sm_90'),
  run: ptx(launch.ptx),
  kernel: launch.kernel,
  launch: { grid, block: launch.block, dynamicLdsBytes: launch.shared, scalars: new Map() },
  arguments: argumentsOf(launch, buffers),
});

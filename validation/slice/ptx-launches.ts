/**
 * Launches of PTX whose accesses are executed alone and beside everything: CUDA kernels that were measured, the kernels of
 * `examples/cuda`, and Triton's.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Extent, findMachine, type KernelArgument, ownMemory } from '@ldscope/core';
import { launchFileOptions, parseLaunchFile } from '@ldscope/engine';
import { executePtx, type Module, parsePtx, type SassOf } from '@ldscope/ptx';
import { missingFor, readyLaunches } from '../cuda/launches.ts';
import { argumentsOf, buffersOf } from '../triton/nvidia/execute.ts';
import { keyOf, readLaunches } from '../triton/nvidia/launches.ts';
import type { ExecuteWith } from './compare.ts';

export interface PtxLaunch {
  readonly name: string;
  readonly module: Module;
  readonly text: string;
  readonly kernel?: string | undefined;
  readonly grid: Extent;
  readonly block: Extent;
  readonly cluster?: Extent | undefined;
  readonly dynamicLdsBytes: number;
  /** Its machine code, whose accesses are counted instead. */
  readonly sass?: SassOf | undefined;
  /** Memory of their own each time. */
  readonly arguments: () => readonly KernelArgument[];
}

/** Executes a launch. */
export function executionOf(launch: PtxLaunch): ExecuteWith {
  const machine = findMachine('sm_90');
  if (machine === undefined) throw new Error('core knows no sm_90');
  const { module, text, kernel, grid, block, cluster, dynamicLdsBytes } = launch;
  return (options) =>
    executePtx(module, text, {
      machine,
      kernel,
      sass: launch.sass,
      arguments: launch.arguments(),
      launch: { grid, block, cluster, dynamicLdsBytes, scalars: new Map() },
      ...options,
    });
}

/** CUDA launches of a folder; a text says why there are none. */
function cudaLaunches(folder: string): PtxLaunch[] | string {
  const missing = missingFor(folder);
  if (missing !== undefined) return missing;
  const text = readFileSync(join(folder, 'kernels.ptx'), 'utf8');
  const { module } = parsePtx(text);
  return readyLaunches(folder).map((launch) => ({
    ...launch,
    module,
    text,
    dynamicLdsBytes: launch.shared,
  }));
}

/** The kernels of `examples/cuda` with their launch files. */
async function exampleLaunches(): Promise<PtxLaunch[]> {
  const launches: PtxLaunch[] = [];
  for (const name of ['transpose', 'pipeline']) {
    const text = readFileSync(`examples/cuda/${name}.ptx`, 'utf8');
    const file = readFileSync(`examples/cuda/${name}.yaml`, 'utf8');
    const parsed = await parseLaunchFile(file, () => Promise.resolve(undefined));
    if (!parsed.ok) throw new Error(`examples/cuda/${name}.yaml cannot be read`);
    const { extents = {}, arguments: list = [] } = launchFileOptions(parsed.value);
    launches.push({
      name: `examples/cuda/${name}`,
      module: parsePtx(text).module,
      text,
      grid: extents.grid ?? [1, 1, 1],
      block: extents.block ?? [1, 1, 1],
      dynamicLdsBytes: extents.dynamicLdsBytes ?? 0,
      arguments: () => ownMemory({ arguments: list }).arguments ?? [],
    });
  }
  return launches;
}

/** Triton's launches from the data of the repository. */
export function tritonPtxLaunches(): PtxLaunch[] {
  return readLaunches().map((launch) => {
    const { module } = parsePtx(launch.ptx);
    return {
      name: keyOf(launch),
      module,
      text: launch.ptx,
      kernel: launch.kernel,
      grid: launch.grid,
      block: launch.block,
      dynamicLdsBytes: launch.shared,
      arguments: () => argumentsOf(launch, buffersOf(launch)),
    };
  });
}

/** All of them that can be had here; `complain` is told what cannot. */
export async function ptxLaunches(
  folder: string,
  complain: (text: string) => void,
): Promise<PtxLaunch[]> {
  const cuda = existsSync(folder) ? cudaLaunches(folder) : `there is no ${folder}`;
  if (typeof cuda === 'string') complain(`without the measured CUDA launches: ${cuda}`);
  return [
    ...(typeof cuda === 'string' ? [] : cuda),
    ...(await exampleLaunches()),
    ...tritonPtxLaunches(),
  ];
}

/**
 * Launches whose workgroups differ, and their totals by classes beside those of all workgroups.
 *
 *     npm run validate -- classes [KERNELS]     of machine code; those of PTX are in ptx-classes.ts
 */
import { existsSync, readFileSync } from 'node:fs';
import { executePrepared, parseAssembly, PreparedProgram } from '@ldscope/amdgcn';
import { type Extent, findMachine, volume } from '@ldscope/core';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { launchOf, readKernel } from '../triton/kernels.ts';
import { compareTotals, type Comparison, printComparisons } from './class-totals.ts';
import { ownArguments } from './compare.ts';
import { edgeLaunches, type GridLaunch } from './edge-launches.ts';

/** Executes a launch by classes, and all of it. */
export function compareClasses(launch: GridLaunch): Comparison {
  const { text, chip, kernel, grid, block, dynamicLdsBytes } = launch;
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(`${chip} is missing`);
  const { program } = parseAssembly(text);
  return compareTotals(machine, (options) =>
    executePrepared(new PreparedProgram(program, text), {
      machine,
      kernel,
      launch: {
        grid,
        ...(block === undefined ? {} : { block }),
        ...(dynamicLdsBytes === undefined ? {} : { dynamicLdsBytes }),
        scalars: new Map(),
      },
      arguments: ownArguments(launch.arguments),
      ...options,
    }),
  );
}

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

/** Triton's kernels of a folder on several workgroups: all work on the numbers of the first, further along. */
export function tritonLaunches(folder: string): GridLaunch[] {
  return TRITON.map(([path, grid]) => {
    const kernel = readKernel(folder, path);
    const { launch, arguments: list } = launchOf(kernel, 2);
    const tiles = volume(grid);
    const rest = { name: path, chip: kernel.chip, text: kernel.assembly, grid };
    return {
      ...rest,
      dynamicLdsBytes: launch.dynamicLdsBytes,
      arguments: list.map((one) =>
        one.kind === 'buffer' ? { ...one, data: new Uint8Array(tiles * one.data.length) } : one,
      ),
    };
  });
}

/** Runs the program; returns its exit code. */
export function main(args: readonly string[], output: Output): number | Promise<number> {
  if (args[0] === 'mlir')
    return import('./mlir-classes.ts').then((mlir) => mlir.main(args.slice(1), output));
  if (args[0] === 'ptx')
    return import('./ptx-classes.ts').then((ptx) => ptx.main(args.slice(1), output));
  const [folder] = args;
  const root = folder === undefined ? '../shared/kernels/triton' : givenPath(folder);
  const assembly = readFileSync('validation/slice/edges.s', 'utf8');
  const launches = [...edgeLaunches(assembly), ...(existsSync(root) ? tritonLaunches(root) : [])];
  function* comparisons(): Generator<readonly [string, Comparison]> {
    for (const launch of launches) yield [launch.name, compareClasses(launch)];
  }
  return printComparisons(comparisons(), output);
}

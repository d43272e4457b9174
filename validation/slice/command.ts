/**
 * Executes the accesses of kernels alone, and everything, and compares: the same traces bit for bit, and what the slice saves.
 *
 *     npm run validate -- slice [KERNELS]          of a folder of Triton's kernels
 *     npm run validate -- slice mlir [FOLDER ...]  of the MLIR files of some folders: our own and `../shared` by default
 *     npm run validate -- slice ptx [CUDA]         of a folder of measured CUDA launches, of examples, and Triton's
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMachine, hasErrors, type Launch, machineNamed } from '@ldscope/core';
import { kernelNames as kernelsOf, parseModule, partText, splitChunks } from '@ldscope/mlir';
import { missingFor, readyLaunches } from '../cuda/launches.ts';
import type { Output } from '../base/output.ts';
import { filesBelow, givenPath } from '../base/paths.ts';
import { type CompiledKernel, kernelNames, launchOf, readKernel } from '../triton/kernels.ts';
import { readLaunches } from '../triton/nvidia/launches.ts';
import { tritonPtx } from './class-launches.ts';
import { compareSlice, type ExecuteWith, type SliceComparison } from './compare.ts';
import {
  executionOf,
  type GridLaunch,
  launchesIn,
  machineCode,
  mlir,
  ptx,
  textOf,
} from './launches.ts';
import { SliceTable } from './table.ts';

/** A kernel that is not executed has no comparison. */
interface NamedComparison {
  readonly name: string;
  readonly comparison: SliceComparison | undefined;
}

/** Turns of the loop of Triton's kernels for AMD's chips. */
const STEPS = 64;

/** Both executions of one workgroup with `steps` turns of its loop, the faster of some repeats. */
export const compareKernel = (
  { name, machine, assembly, ...kernel }: CompiledKernel,
  steps: number,
  repeats = 1,
): SliceComparison => {
  const launch = launchOf({ name, machine, assembly, ...kernel }, steps);
  return compareSlice(
    executionOf({ name, machine, run: machineCode(assembly), ...launch }),
    repeats,
  );
};

function* machineCodeComparisons(root: string): Generator<NamedComparison> {
  for (const name of kernelNames(root))
    yield { name, comparison: compareKernel(readKernel(root, name), STEPS, 3) };
}

/** The first on which a kernel of MLIR is executed decides. */
const CHIPS = ['gfx950', 'gfx1100', 'sm_90'];
const FOLDERS = [
  'examples',
  'packages/mlir/test',
  '../shared/kernels/wave',
  '../shared/review/repro-wave-iree',
];
const BLOCK: Launch = { block: [64, 1, 1], scalars: new Map() };

/** Every kernel of every part of a file. */
export function* compareMlirFile(file: string, repeats?: number): Generator<NamedComparison> {
  const whole = textOf(file);
  const chunks = splitChunks(whole).map((span) => partText(whole, span));
  for (const [at, text] of chunks.entries()) {
    const { module, diagnostics } = parseModule(text);
    if (hasErrors(diagnostics)) continue;
    const part = chunks.length === 1 ? '' : `#${at + 1}`;
    for (const kernel of kernelsOf(module)) {
      const execute = mlirExecution(text, kernel);
      const name = `${file}${part} ${kernel}`;
      yield { name, comparison: execute && compareSlice(execute, repeats) };
    }
  }
}

/** How a kernel can be executed: on which chip, and with a workgroup of ours where it names none. */
function mlirExecution(text: string, kernel: string): ExecuteWith | undefined {
  const run = mlir(text);
  return CHIPS.flatMap((chip) => findMachine(chip) ?? [])
    .flatMap((machine) =>
      [undefined, BLOCK].map(
        (launch): ExecuteWith =>
          (options) =>
            run({ machine, kernel, launch, workgroups: 2, unknownValues: true, ...options }),
      ),
    )
    .find((execute) => !hasErrors(execute({}).diagnostics));
}

function* mlirComparisons(folders: readonly string[]): Generator<NamedComparison> {
  for (const folder of folders)
    for (const file of filesBelow(folder, /\.mlir$/) ?? []) yield* compareMlirFile(file, 3);
}

/** Blocks of a launch of PTX that are executed: as many as `ldscope analyze` executes. */
const MOST_BLOCKS = 64;

/** Both executions of some blocks, each the fastest of some repeats. */
export function comparePtxLaunch(launch: GridLaunch, repeats = 1): SliceComparison {
  const execute = executionOf(launch);
  return compareSlice((options) => execute({ ...options, workgroups: MOST_BLOCKS }), repeats);
}

/** CUDA launches of a folder; a text says why there are none. */
export function cudaLaunches(folder: string): GridLaunch[] | string {
  if (!existsSync(folder)) return `there is no ${folder}`;
  const missing = missingFor(folder);
  if (missing !== undefined) return missing;
  const run = ptx(textOf(join(folder, 'kernels.ptx')));
  return readyLaunches(folder).map(({ name, kernel, grid, block, shared, arguments: list }) => ({
    name,
    kernel,
    run,
    machine: machineNamed('sm_90'),
    arguments: list(),
    launch: { grid, block, dynamicLdsBytes: shared, scalars: new Map() },
  }));
}

/** The kernels of `examples/cuda` with their launch files. */
async function exampleLaunches(): Promise<GridLaunch[]> {
  const files = ['transpose', 'pipeline'].map(async (file): Promise<GridLaunch[]> => {
    const name = `examples/cuda/${file}`;
    const run = ptx(textOf(`${name}.ptx`));
    const launches = await launchesIn(textOf(`${name}.yaml`), name);
    return [...launches.values()].map((launch) => ({
      ...launch,
      name,
      run,
      machine: machineNamed('sm_90'),
    }));
  });
  return (await Promise.all(files)).flat();
}

/** Runs the program; returns its exit code. */
export async function main(
  [first, ...rest]: readonly string[],
  { print, complain, progress }: Output,
): Promise<number> {
  const table = new SliceTable(print);
  if (first === 'ptx') {
    const [folder] = rest;
    const cuda = cudaLaunches(folder === undefined ? '../shared/kernels/cuda' : givenPath(folder));
    if (typeof cuda === 'string') complain(`without the measured CUDA launches: ${cuda}`);
    const launches = [
      ...(typeof cuda === 'string' ? [] : cuda),
      ...(await exampleLaunches()),
      ...readLaunches().map((launch) => tritonPtx(launch)),
    ];
    for (const [number, launch] of launches.entries()) {
      progress?.(`${number + 1} of ${launches.length}: ${launch.name}`);
      table.add(launch.name, comparePtxLaunch(launch, 2));
    }
  } else {
    const comparisons =
      first === 'mlir'
        ? mlirComparisons(rest.length === 0 ? FOLDERS : rest.map(givenPath))
        : machineCodeComparisons(
            first === undefined ? '../shared/kernels/triton' : givenPath(first),
          );
    for (const { name, comparison } of comparisons) table.add(name, comparison);
  }
  table.end();
  return table.wrong === 0 ? 0 : 1;
}

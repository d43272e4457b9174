/**
 * `npm run validate -- classes mlir`: launches of MLIR kernels whose workgroups differ, and their totals by classes beside those
 * of all workgroups: kernels of HIP in the llvm dialect (`edges.mlir`), of the dialects above it (`grids.mlir`), examples and
 * kernels of Wave.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type Extent, findMachine, type KernelArgument } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import type { Output } from '../base/output.ts';
import { type Comparison, compareTotals, printComparisons } from './class-totals.ts';
import { edgeLaunches, type GridLaunch } from './edge-launches.ts';
import { ownArguments } from './compare.ts';

const CHIP = 'gfx950';
const SHARED = '../shared';

/** Grids of the kernels in `grids.mlir`. */
const GRIDS: readonly (readonly [kernel: string, grid: Extent])[] = [
  ['transpose_if', [32, 32, 1]],
  ['masked_rows', [4, 256, 1]],
  ['triangle', [512, 1, 1]],
  ['ragged', [512, 1, 1]],
  ['stored_table', [256, 1, 1]],
  ['rotated', [1024, 1, 1]],
  ['through_lds', [256, 1, 1]],
  ['some_return', [999, 1, 1]],
];

/** Other kernels; those of Wave have the grid that they are for. */
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

/** The launches that are in the repository. */
export function ownMlirLaunches(edges: string, grids: string): GridLaunch[] {
  const lengths = Int32Array.from({ length: 1024 }, (_, i) => (i * 7919) % 6);
  const table: KernelArgument = { kind: 'buffer', data: new Uint8Array(lengths.buffer) };
  return [
    ...edgeLaunches(edges).map((launch) => ({ ...launch, name: `${launch.name}, llvm` })),
    ...GRIDS.map(([kernel, grid]) => ({
      name: kernel,
      chip: CHIP,
      text: grids,
      kernel,
      grid,
      arguments: kernel === 'ragged' ? [table] : [],
    })),
  ];
}

/** Executes a launch by classes, and all of it. */
export function compareMlirClasses(launch: GridLaunch): Comparison {
  const { text, chip, kernel, grid, block, arguments: list } = launch;
  const machine = findMachine(chip);
  if (machine === undefined) throw new Error(`${chip} is missing`);
  const { module } = parseModule(text);
  return compareTotals(machine, (options) => {
    const execution = executeKernel(module, text, {
      machine,
      kernel,
      launch: { grid, ...(block === undefined ? {} : { block }), scalars: new Map() },
      ...(list.length === 0 ? {} : { arguments: ownArguments(list) }),
      ...options,
    });
    const failed = execution.diagnostics.find(({ severity }) => severity === 'error');
    if (failed !== undefined) throw new Error(`${launch.name}: ${failed.message}`);
    return execution;
  });
}

/** Runs the program; returns its exit code. */
export function main(_args: readonly string[], output: Output): number {
  const read = (file: string): string => readFileSync(file, 'utf8');
  const own = ownMlirLaunches(
    read('validation/slice/edges.mlir'),
    read('validation/slice/grids.mlir'),
  );
  const files = FILES.filter(([file]) => existsSync(file)).map(([file, grid]): GridLaunch => ({
    name: file.replace(`${SHARED}/`, '').replace('/kernel.mlir', ''),
    chip: CHIP,
    text: read(file),
    grid,
    arguments: [],
  }));
  function* comparisons(): Generator<readonly [string, Comparison]> {
    for (const launch of [...own, ...files]) yield [launch.name, compareMlirClasses(launch)];
  }
  return printComparisons(comparisons(), output);
}

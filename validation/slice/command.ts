/**
 * `npm run validate -- slice [KERNELS]`: executes the accesses of every kernel alone, and everything, and compares: the same
 * traces bit for bit, and what the slice saves. KERNELS is a folder of Triton's kernels; `slice mlir` is in `mlir-command.ts`,
 * `slice ptx` in `ptx-command.ts`.
 */
import { executePrepared, parseAssembly, PreparedProgram } from '@ldscope/amdgcn';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { type CompiledKernel, kernelNames, launchOf, readKernel } from '../triton/kernels.ts';
import { compareSlice, ownArguments, type SliceComparison } from './compare.ts';
import { SliceTable } from './table.ts';

const STEPS = 64;
const REPEATS = 3;

/** Both executions of one workgroup with `steps` turns of its loop, the faster of some repeats. */
export function compareKernel(kernel: CompiledKernel, steps: number, repeats = 1): SliceComparison {
  const { program } = parseAssembly(kernel.assembly);
  const prepared = new PreparedProgram(program, kernel.assembly);
  const { launch, arguments: list } = launchOf(kernel, steps);
  return compareSlice(
    (options) =>
      executePrepared(prepared, {
        machine: kernel.machine,
        launch,
        arguments: ownArguments(list),
        ...options,
      }),
    repeats,
  );
}

/** Runs the program; returns its exit code. */
export function main(args: readonly string[], output: Output): number | Promise<number> {
  if (args[0] === 'mlir')
    return import('./mlir-command.ts').then((mlir) => mlir.main(args.slice(1), output));
  if (args[0] === 'ptx')
    return import('./ptx-command.ts').then((ptx) => ptx.main(args.slice(1), output));
  const [folder] = args;
  const root = folder === undefined ? '../shared/kernels/triton' : givenPath(folder);
  const table = new SliceTable(output.print);
  for (const path of kernelNames(root))
    table.add(path, compareKernel(readKernel(root, path), STEPS, REPEATS));
  table.end();
  return table.wrong === 0 ? 0 : 1;
}

/**
 * `npm run validate -- slice [KERNELS]`: executes the accesses of every kernel alone, and everything, and compares: the same
 * traces bit for bit, and what the slice saves. KERNELS is a folder of Triton's kernels; `slice ptx` is in `ptx-command.ts`.
 */
import { executePrepared, parseAssembly, PreparedProgram } from '@ldscope/amdgcn';
import type { Output } from '../output.ts';
import { givenPath } from '../paths.ts';
import { type CompiledKernel, kernelNames, launchOf, readKernel } from '../triton/kernels.ts';
import {
  differencesOf,
  type ExecuteWith,
  observe,
  type Observed,
  ownArguments,
} from './compare.ts';

const STEPS = 64;
const REPEATS = 3;

export interface SliceComparison {
  readonly whole: Observed;
  readonly sliced: Observed;
  /** What the slice gives otherwise; empty where it asks for everything instead. */
  readonly differences: readonly string[];
}

/** Both executions of one workgroup with `steps` turns of its loop, the faster of some repeats. */
export function compareKernel(kernel: CompiledKernel, steps: number, repeats = 1): SliceComparison {
  const { program } = parseAssembly(kernel.assembly);
  const prepared = new PreparedProgram(program, kernel.assembly);
  const { launch, arguments: list } = launchOf(kernel, steps);
  const execute: ExecuteWith = (options) =>
    executePrepared(prepared, {
      machine: kernel.machine,
      launch,
      arguments: ownArguments(list),
      ...options,
    });
  const fastest = (accessesOnly: boolean): Observed =>
    Array.from({ length: repeats }, () => observe(execute, accessesOnly)).reduce((a, b) =>
      b.milliseconds < a.milliseconds ? b : a,
    );
  const [whole, sliced] = [fastest(false), fastest(true)];
  return { whole, sliced, differences: sliced.isMissed ? [] : differencesOf(sliced, whole) };
}

/** Runs the program; returns its exit code. */
export function main(args: readonly string[], output: Output): number | Promise<number> {
  if (args[0] === 'ptx')
    return import('./ptx-command.ts').then((ptx) => ptx.main(args.slice(1), output));
  const [folder] = args;
  const { print } = output;
  const root = folder === undefined ? '../shared/kernels/triton' : givenPath(folder);
  let wrong = 0;
  print('| kernel | all, ms | slice, ms | faster | the same |');
  print('| --- | ---: | ---: | ---: | --- |');
  for (const path of kernelNames(root)) {
    const kernel = readKernel(root, path);
    const { whole, sliced, differences } = compareKernel(kernel, STEPS, REPEATS);
    if (differences.length > 0) wrong++;
    const [all, some] = [whole.milliseconds, sliced.milliseconds];
    const verdict = differences.length === 0 ? 'yes' : `differs: ${differences.join(', ')}`;
    const cells = [
      path,
      all.toFixed(0),
      some.toFixed(0),
      sliced.isMissed ? '' : (all / some).toFixed(1),
      sliced.isMissed ? 'asks for everything' : verdict,
    ];
    print(`| ${cells.join(' | ')} |`);
  }
  return wrong === 0 ? 0 : 1;
}

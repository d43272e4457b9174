/**
 * `npm run validate -- triton sm_90`: executes Triton's PTX beside what an H100 counted (nvidia/command.ts).
 *
 * `npm run validate -- triton [FOLDER]`: prints what Triton's shared layouts cost, from compiled matmuls in `FOLDER`
 * (`CHIP/matmul-.../kernel.amdgcn`, `kernel.ttgir`, `options.json`). `validation/triton.md` is what both print.
 */
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { compareKernel, type Comparison } from './compare.ts';
import { printDocument } from './document.ts';
import { main as nvidia } from './nvidia/command.ts';
import { asMatmul, kernelNames, readKernel, runKernel } from './kernels.ts';
import { type MatmulTable, tabulate } from './table.ts';

/** Runs the program; returns its exit code. */
export function main(args: readonly string[], output: Output): number {
  if (args[0] === 'sm_90') return nvidia(args.slice(1), output);
  const { print, complain } = output;
  const folder = givenPath(args[0] ?? '../shared/kernels/triton');
  const { tables, comparisons } = survey(folder);
  if (comparisons.length === 0) {
    complain(`no kernels in '${folder}': give a folder with CHIP/matmul-.../kernel.amdgcn`);
    return 2;
  }
  print(printDocument(tables, comparisons).trimEnd());
  return 0;
}

export interface Survey {
  readonly tables: readonly MatmulTable[];
  readonly comparisons: readonly Comparison[];
}

/** Every kernel of a folder, run once: its comparison with the TTGIR, and of a matmul its table. */
export function survey(folder: string): Survey {
  const tables: MatmulTable[] = [];
  const comparisons: Comparison[] = [];
  for (const name of kernelNames(folder)) {
    const kernel = readKernel(folder, name);
    const trace = runKernel(kernel);
    comparisons.push(compareKernel(kernel, trace));
    if (kernel.name.startsWith('matmul-')) tables.push(tabulate(asMatmul(kernel), trace));
  }
  return { tables, comparisons };
}

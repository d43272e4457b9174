/** Every kernel of a folder, run once: its comparison with the TTGIR, and of a matmul its table. */
import { compareKernel, type Comparison } from './compare.ts';
import { asMatmul, kernelNames, readKernel, runKernel } from './kernels.ts';
import { type MatmulTable, tabulate } from './table.ts';

export interface Survey {
  readonly tables: readonly MatmulTable[];
  readonly comparisons: readonly Comparison[];
}

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

/**
 * `npm run triton-table [-- FOLDER]`: prints what Triton's shared layouts cost, from compiled matmuls in `FOLDER`
 * (`CHIP/matmul-.../kernel.amdgcn`, `kernel.ttgir`, `options.json`). `validation/triton.md` is what it prints.
 */
import { printDocument } from './document.ts';
import { survey } from './survey.ts';

/** Runs the command on a folder; returns its exit code. */
export function main(
  folder: string,
  print: (text: string) => void,
  complain: (line: string) => void,
): number {
  const { tables, comparisons } = survey(folder);
  if (comparisons.length === 0) {
    complain(`no kernels in '${folder}': give a folder with CHIP/matmul-.../kernel.amdgcn`);
    return 2;
  }
  print(printDocument(tables, comparisons));
  return 0;
}

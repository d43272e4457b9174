/**
 * `npm run validate -- triton [FOLDER]`: prints what Triton's shared layouts cost, from compiled matmuls in `FOLDER`
 * (`CHIP/matmul-.../kernel.amdgcn`, `kernel.ttgir`, `options.json`). `validation/triton.md` is what it prints.
 */
import { resolve } from 'node:path';
import { printDocument } from './document.ts';
import { survey } from './survey.ts';

/** Runs the program; returns its exit code. */
export function main(
  [given = '../shared/kernels/triton']: readonly string[],
  print: (line: string) => void,
  complain: (line: string) => void,
): number {
  const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
  const { tables, comparisons } = survey(folder);
  if (comparisons.length === 0) {
    complain(`no kernels in '${folder}': give a folder with CHIP/matmul-.../kernel.amdgcn`);
    return 2;
  }
  print(printDocument(tables, comparisons).trimEnd());
  return 0;
}

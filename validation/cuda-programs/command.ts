/**
 * `npm run validate -- cuda-programs FOLDER [PART]`: compiles public CUDA programs with nvcc and executes their kernels as their host
 * code launches them. FOLDER has checkouts of NVIDIA/cuda-samples (`cuda-samples`), siboehm/SGEMM_CUDA (`SGEMM_CUDA`) and NVIDIA/cutlass
 * (`cutlass`); PART chooses sources. Prints the table of docs/cuda-programs.md, of what is executed to its end and of the conflicts; exit code 1 when a
 * kernel is not, or its results are wrong.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grouped, markdown } from '../base/markdown.ts';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { compile, executeFile, type Outcome } from './execute.ts';
import { programFiles } from './program.ts';

/** Runs the program; returns its exit code. */
export async function main(
  [path, part = '']: readonly string[],
  { print, complain, progress }: Output,
): Promise<number> {
  if (path === undefined) {
    complain('npm run validate -- cuda-programs FOLDER [PART]');
    return 2;
  }
  const folder = givenPath(path);
  const work = mkdtempSync(join(tmpdir(), 'ldscope-programs-'));
  const outcomes: Outcome[] = [];
  let refused = 0;
  try {
    for (const file of programFiles) {
      const isThere = file.wrapper !== undefined || existsSync(join(folder, file.source));
      if (!file.source.includes(part) || !isThere) continue;
      progress?.(file.source);
      const compiled = compile(file, folder, work);
      if ('error' in compiled) {
        refused++;
        print(`${file.source} does not compile: ${compiled.error}`);
      } else if ('lacks' in compiled) {
        print(`${file.source} is not compiled: ${compiled.lacks} is not installed`);
      } else outcomes.push(...(await executeFile(file, compiled.ptx)));
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  for (const line of tableLines(outcomes)) print(line);
  const bad = outcomes.filter(({ wrong }) => wrong !== undefined);
  const checked = outcomes.filter(({ checked: has }) => has).length;
  print(
    `${outcomes.length - bad.length} of ${outcomes.length} kernels executed to their end; results of ${checked} checked`,
  );
  for (const { kernel, wrong } of bad) print(`${kernel}: ${wrong}`);
  return bad.length + refused > 0 || outcomes.length === 0 ? 1 : 0;
}

/** `cuda-samples/Samples/0_Introduction/clock/clock.cu` is `clock`. */
const programOf = (source: string): string =>
  source
    .replace(/^cutlass.*\/(\w+)\.cu$/, 'CuTe $1')
    .replace(/^cuda-samples\/Samples\/[^/]*\//, '')
    .replace(/(?:\/src)?\/[^/]*$/, '');

/** The table of docs/cuda-programs.md. */
function tableLines(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes.map(
    ({ source, name, ended, wrong, checked, sites, executions, wavefronts, conflicts }) => [
      programOf(source),
      name,
      wrong === undefined ? (checked ? 'right' : 'ended') : ended ? 'WRONG' : 'no',
      ...[sites, executions, wavefronts, conflicts].map(grouped),
    ],
  );
  const head =
    'program | kernel | result | sites | executions | wavefronts | of them conflicts'.split(' | ');
  return markdown(head, rows, 3);
}

/**
 * `npm run validate -- lit FILE-or-FOLDER ... [--like corrected] [--machine gfx942] [--verbose]`: runs test files of IREE through
 * our passes of the same names, and FileCheck over the result. Per file: `N of M`, and with `--verbose` what fails. The
 * files are not in this repository: fetch `compiler/src/iree/compiler/Codegen` of IREE.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findMachine } from '@ldscope/core';
import type { Likeness } from '@ldscope/mlir';
import { findFileCheck } from './filecheck.ts';
import { judgeTest } from './judge.ts';
import type { Output } from '../base/output.ts';
import { filesBelow, givenPath } from '../base/paths.ts';

const likenesses: readonly Likeness[] = ['iree', 'iree-pr-23778', 'corrected'];

/** Runs the command; returns its exit code: 0 when all checks hold, 1 when some do not, 2 for bad usage. */
export function main(args: readonly string[], { print, complain }: Output): number {
  const value = (option: string): string | undefined => args.find((_, i) => args[i - 1] === option);
  const like = likenesses.find((one) => one === (value('--like') ?? 'iree'));
  const machine = findMachine(value('--machine') ?? 'gfx942');
  const verbose = args.includes('--verbose');
  const named = args.filter(
    (arg, i) => !arg.startsWith('-') && !['--like', '--machine'].includes(args[i - 1] ?? ''),
  );
  if (named.length === 0 || like === undefined || machine === undefined) {
    complain(
      'npm run validate -- lit FILE-or-FOLDER ... [--like iree] [--machine gfx942] [--verbose]',
    );
    return 2;
  }
  const program = findFileCheck();
  if (program === undefined) {
    complain('FileCheck of LLVM is needed in PATH');
    return 2;
  }
  const files = named.flatMap((one) => filesBelow(givenPath(one), /\.mlir$/) ?? []);
  let [good, total, skipped] = [0, 0, 0];
  for (const path of files) {
    const name = basename(path);
    const verdicts = judgeTest(name, readFileSync(path, 'utf8'), { program, machine, like });
    if (typeof verdicts === 'string') {
      skipped++;
      if (verbose || files.length === named.length) print(`${name}  skipped: ${verdicts}`);
      continue;
    }
    const passed = verdicts.filter(({ problem }) => problem === undefined).length;
    good += passed;
    total += verdicts.length;
    print(`${name}  ${passed} of ${verdicts.length}`);
    for (const { place, problem } of verdicts) {
      if (problem !== undefined && verbose)
        print(`  ${place}\n${problem.replaceAll(/^/gm, '    ')}`);
    }
  }
  print(`${good} of ${total}, ${skipped} files skipped`);
  return good === total ? 0 : 1;
}

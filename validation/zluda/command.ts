/**
 * `npm run validate -- zluda FOLDER`: the tests of ZLUDA's compiler, executed; FOLDER is its `ptx/src/test/spirv_run`. What it prints is
 * docs/zluda.md; the exit code is 1 where a result is wrong.
 */
import { append } from '@ldscope/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';
import { failureOf, readTests, type ZludaTest } from './suite.ts';

/** Runs the program; returns its exit code. */
export function main([folder]: readonly string[], { print, complain }: Output): number {
  if (folder === undefined) {
    complain('give the folder ptx/src/test/spirv_run of a checkout of vosen/ZLUDA');
    return 2;
  }
  const root = givenPath(folder);
  const list = textOf(join(root, 'mod.rs'));
  if (list === undefined) {
    complain(`${folder} has no mod.rs`);
    return 2;
  }
  const tests = readTests(list);
  const failures = tests.map((test) => {
    const text = textOf(join(root, `${test.file}.ptx`));
    return text === undefined ? 'there is no such file' : failureOf(test, text);
  });
  for (const line of pageOf(tests, failures)) print(line);
  return failures.every((failure) => failure === undefined || isRefused(failure)) ? 0 : 1;
}

/** A failure that begins with the code of a diagnostic: nothing wrong was computed. */
const isRefused = (failure: string): boolean => /^[a-z]+\/[a-z-]+: /.test(failure);

/** The page, line by line. */
function pageOf(
  tests: readonly ZludaTest[],
  failures: readonly (string | undefined)[],
): readonly string[] {
  const count = (executes: boolean): string => {
    const of = tests.filter(({ output }) => (output !== undefined) === executes);
    const passed = of.filter((test) => failures[tests.indexOf(test)] === undefined);
    return `${passed.length} of ${of.length}`;
  };
  const reasons = new Map<string, string[]>();
  for (const [index, { file }] of tests.entries()) {
    const failure = failures[index];
    if (failure !== undefined) append(reasons, failure, file);
  }
  return [
    "# ZLUDA's PTX tests",
    '',
    "The tests of ZLUDA's compiler from PTX (vosen/ZLUDA, 8a7931be87d7): kernels with inputs and outputs, executed. Nothing of them is in this",
    'repository. This page is printed by `npm run validate -- zluda FOLDER`, where FOLDER is `ptx/src/test/spirv_run` of a checkout.',
    '',
    `${count(true)} give the expected results, ${count(false)} without results are read.`,
    '',
    '| tests | reason |',
    '| --- | --- |',
    ...[...reasons].map(([reason, files]) => `| ${files.join(', ')} | ${reason} |`),
    '',
    ...([...reasons.keys()].some((reason) => reason.startsWith('ptx/narrow-addresses'))
      ? [
          'Addresses of 32 bits are refused by name. ptxas 13 refuses them as well for sm_90 and later, which are the chips that tests are executed for.',
        ]
      : []),
  ];
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** `npm run validate -- zluda FOLDER`: the tests of ZLUDA's compiler, executed; FOLDER is its `ptx/src/test/spirv_run`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../output.ts';
import { givenPath } from '../paths.ts';
import { failureOf, readTests } from './suite.ts';

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
  for (const [index, { file }] of tests.entries()) {
    if (failures[index] !== undefined) print(`${file}: ${failures[index]}`);
  }
  const count = (executes: boolean): string => {
    const of = tests.filter(({ output }) => (output !== undefined) === executes);
    const passed = of.filter((test) => failures[tests.indexOf(test)] === undefined);
    return `${passed.length} of ${of.length}`;
  };
  print(`${count(true)} give the expected results, ${count(false)} without results are read`);
  return failures.every((failure) => failure === undefined) ? 0 : 1;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

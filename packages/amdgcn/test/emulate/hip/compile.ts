/** HIP to programs, by way of assembly or of a linked code object and its disassembly. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { combine, parseAssembly, type Program, readCodeObject } from '@ldscope/amdgcn';
import { expect } from 'vitest';
import { inFolder } from '../../../../../test/in-folder.ts';
import { answerOf, type KeptAnswers } from '../../../../../test/tool-answers.ts';
import { clang, disassemble } from '../../text/oracle.ts';

export interface Compiled {
  readonly program: Program;
  readonly text: string;
}

/** Signed integers wrap, as the kernels take for granted. */
const FLAGS = '-x hip --cuda-device-only -nogpulib -nogpuinc -fwrapv';

/** Compiles a file for a chip; gives what `path` holds then. */
function run(source: string, chip: string, level: string, path: string, ...more: string[]): Buffer {
  const options = [...FLAGS.split(' '), `--offload-arch=${chip}`, level, '-o', path, ...more];
  const { stderr, status } = spawnSync(clang.command, [...options, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(path);
}

/** A file of this folder. */
const here = (file: string): string => fileURLToPath(new URL(`./${file}.hip`, import.meta.url));
const COMMON = fileURLToPath(new URL('./common.h', import.meta.url));

/** What the compiler makes of a HIP file, as it writes it. */
export function assemblyOf(source: string, chip: string, level: string, ...more: string[]): string {
  return inFolder((folder) =>
    run(source, chip, level, join(folder, 'a.s'), '-S', ...more).toString('utf8'),
  );
}

/** What the compiler makes of a HIP file, by its name here or its path, by kept answers; without comments and its own version. */
export function keptAssemblyOf(
  kept: KeptAnswers,
  file: string,
  chip: string,
  level: string,
  ...more: string[]
): string {
  const path = file.includes('/') ? file : here(file);
  const source = [path, COMMON].map((one) => readFileSync(one, 'utf8')).join('');
  return answerOf(kept, clang, [FLAGS, chip, level, ...more], source, () =>
    assemblyOf(path, chip, level, '-fuse-cuid=none', ...more)
      .replaceAll(/[ \t]*;.*$/gm, '')
      .replaceAll(/^\s*\.ident.*\n/gm, ''),
  );
}

export function compileAssembly(
  kept: KeptAnswers,
  file: string,
  chip: string,
  level: string,
): Compiled {
  const text = keptAssemblyOf(kept, file, chip, level);
  const { program, diagnostics } = parseAssembly(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { program, text };
}

export function compileObject(_: KeptAnswers, file: string, chip: string, level: string): Compiled {
  const bytes = inFolder((folder) => run(here(file), chip, level, join(folder, 'a.co')));
  const object = readCodeObject(new Uint8Array(bytes), chip);
  if (!object.ok) throw new Error(object.diagnostics.map(({ message }) => message).join('; '));
  const text = disassemble(object.value.bytes) ?? '';
  const { program, diagnostics } = combine(object.value, text);
  expect(diagnostics).toEqual([]);
  return { program, text };
}

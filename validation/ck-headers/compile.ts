/** Compiles a program that calls CK Tile's headers, for the host, and runs it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenPath } from '../base/paths.ts';

export interface CompileOptions {
  /** Folders of headers, the first one first. */
  readonly includes: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly waveSize?: 32 | 64;
}

const FLAGS =
  '-x hip --offload-host-only -nogpuinc -nogpulib --offload-arch=gfx942 -std=c++17 -w -no-hip-rt';

/** What the program prints, line by line; a text says why there is nothing. */
export function outputOf(
  program: string,
  { includes, folder, waveSize = 64 }: CompileOptions,
): readonly string[] | string {
  const compiler = ['clang++-22', 'clang++'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (compiler === undefined) return 'clang++ is required';
  const [source, binary] = [join(folder, 'cases.hip'), join(folder, 'cases')];
  writeFileSync(source, program);
  const made = spawnSync(
    compiler,
    [
      ...FLAGS.split(' '),
      `-DWAVE_SIZE=${waveSize}`,
      ...[...includes, givenPath('validation/ck-headers')].map((path) => `-I${path}`),
      '-Wl,--unresolved-symbols=ignore-all',
      source,
      '-o',
      binary,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) return made.stderr.split('\n').slice(0, 40).join('\n');
  const ran = spawnSync(binary, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (ran.status !== 0) return `the program ends with ${ran.status ?? ran.signal ?? '?'}`;
  return ran.stdout.split('\n');
}

/** Lines `12: text` by their numbers. */
export function numbered(lines: readonly string[]): ReadonlyMap<number, string> {
  return new Map(
    lines.flatMap((line) => {
      const [, number, rest] = /^(\d+): (.*)$/.exec(line) ?? [];
      return number === undefined || rest === undefined ? [] : [[Number(number), rest] as const];
    }),
  );
}

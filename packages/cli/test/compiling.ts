/** What tests of compiled sources need: a folder of their own, and NVIDIA's compiler where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { CUDA_COMPILERS } from '../src/compile/command-line.ts';

/**
 * A folder for files, with a cache of its own for what is compiled. To be called in `describe`: tests ask for the path, and behind the last
 * of them the folder is removed.
 */
export function compileFolder(): () => string {
  let folder = '';
  const before = process.env['XDG_CACHE_HOME'];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ldscope-test-'));
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  });
  afterAll(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}

/** NVIDIA's compiler; `undefined`, with a printed reason, where it is not installed. */
export function installedNvcc(): string | undefined {
  const found = CUDA_COMPILERS.map(({ command }) => command)
    .filter((command) => command.endsWith('nvcc'))
    .find((command) => spawnSync(command, ['--version']).status === 0);
  if (found === undefined) console.warn('skipped: nvcc is not installed');
  return found;
}

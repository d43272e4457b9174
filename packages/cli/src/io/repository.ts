/**
 * Paths as a code host has them, relative to the repository, wherever in it the command runs.
 *
 *     in sub/ of a clone: kernel.mlir -> sub/kernel.mlir
 */
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Io } from './io.ts';

/** Makes a path that starts from the folder of the process one of the repository; `undefined` where there is no repository. */
export async function repositoryPaths(io: Io): Promise<((path: string) => string) | undefined> {
  const root = await rootOf(io, resolve('.'));
  if (root === undefined) return undefined;
  return (path) => {
    const inside = relative(root, resolve(path)).replaceAll('\\', '/');
    return isOutside(inside) ? path : inside;
  };
}

/** The workspace of a job, else the next folder upwards with `.git`, which is a file in a work tree. */
async function rootOf(io: Io, from: string): Promise<string | undefined> {
  const workspace = io.env['GITHUB_WORKSPACE'] ?? '';
  if (workspace !== '' && !isOutside(relative(workspace, from))) return workspace;
  for (let folder = from; ; folder = dirname(folder)) {
    const inside = (await io.readFolder(folder)) ?? [];
    if (inside.includes('.git/') || inside.includes('.git')) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

const isOutside = (path: string): boolean => /^\.\.(?:[/\\]|$)/.test(path) || isAbsolute(path);

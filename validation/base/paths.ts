/** Files and folders: of the repository, for the sources as for a bundle in `.build`, and those that arguments name. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Output } from './output.ts';

/** The folder above this module, or above the bundle that it is part of, that has the budgets of the house. */
function findRoot(folder = dirname(fileURLToPath(import.meta.url))): string {
  return existsSync(join(folder, 'budget.json')) ? folder : findRoot(dirname(folder));
}

const ROOT = findRoot();

/** A path of the repository, `docs/cuda.md`; `../shared` is beside it. */
export const inRepository = (path: string): string => join(ROOT, path);

/** The path of a file in `validation/data`. */
export const dataFile = (name: string): string => inRepository(`validation/data/${name}`);

/** A path as it was given, from where npm was called. */
export function givenPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** A folder to write to, made where it is absent; without one the mistake is said. */
export function folderToWrite(
  folder: string | undefined,
  { complain }: Output,
): string | undefined {
  if (folder === undefined) {
    complain('give a folder to write to');
    return undefined;
  }
  const root = givenPath(folder);
  mkdirSync(root, { recursive: true });
  return root;
}

/** The files with an ending below a folder, sorted; a file as it is; `undefined` where there is nothing. */
export function filesBelow(root: string, ending: RegExp): readonly string[] | undefined {
  try {
    if (statSync(root).isFile()) return [root];
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .sort()
      .map((name) => join(root, name));
  } catch {
    return undefined;
  }
}

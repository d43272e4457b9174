/**
 * The kernels that files, folders and globs name, in order and without repetition.
 *
 *     kernels/transpose.mlir      the file, whatever its ending
 *     kernels/                    what is a kernel by its ending in it and below; Triton's cache entries as one each
 *     'kernels/**\/*.{hip,cu}'     what the glob matches
 *
 * Folders whose names begin with a dot, and node_modules, are not looked into.
 */
import { findFrontend, tritonEntries } from '@ldscope/engine';
import picomatch from 'picomatch';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';

/** Endings of kernels; C++ and archives may be anything else, and are checked where they are named. */
const KERNEL = /\.(?:mlir|ttgir|s|ptx|hip|cu|cl|hsaco|co)$/;
/** Endings of what may hold code objects: most libraries of a system hold none. */
const CONTAINER = /\.(?:amdgcn|so(?:\.\d+)*|a|o|obj|fatbin|hipfb|bundle)$/;
/** Specifications of tiles; other YAML is a launch or a configuration. */
const SPECIFICATION = /\.ya?ml$/;
const GLOB = /[*?[\]{}]|[!+@]\(/;

/** Folders of one walk, at most. */
const MOST_FOLDERS = 10_000;

/** The kernels, and the paths that name none. */
export interface FoundKernels {
  readonly files: readonly string[];
  readonly unmatched: readonly string[];
}

export interface FindOptions {
  /** In folders, libraries, archives and objects are kernels as well. */
  readonly containers?: boolean;
}

/** Paths are as they are given; those of a glob begin as it does. */
export async function findKernels(
  io: Io,
  patterns: readonly string[],
  { containers = false }: FindOptions = {},
): Promise<FoundKernels> {
  const files = new Set<string>();
  const unmatched: string[] = [];
  for (const pattern of patterns) {
    const found = await matchesOf(io, pattern.replaceAll('\\', '/'), containers);
    if (found.length === 0) unmatched.push(pattern);
    for (const file of found) files.add(file);
  }
  return { files: [...files], unmatched };
}

async function matchesOf(io: Io, pattern: string, containers: boolean): Promise<readonly string[]> {
  if (!GLOB.test(pattern)) {
    const inside = pattern === '-' ? undefined : await io.readFolder(pattern);
    return inside === undefined ? [pattern] : await walk(io, pattern, undefined, containers);
  }
  // The beginning of a glob is a folder without a pattern in it.
  const parts = pattern.split('/');
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => GLOB.test(part)),
  );
  const folder = fixed.length === 0 ? '.' : fixed.join('/') || '/';
  return await walk(io, folder, fitsGlob(pattern), containers);
}

/** True for paths that a glob matches. */
function fitsGlob(glob: string): (path: string) => boolean {
  return picomatch(plainPath(glob), { dot: false });
}

/** Whether a glob or a folder of the configuration has a file, both relative to it. */
export function fitsFile(glob: string, file: string): boolean {
  const pattern = plainPath(glob).replace(/\/+$/, '');
  return pattern === file || file.startsWith(`${pattern}/`) || fitsGlob(pattern)(file);
}

const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

/** The kernels of a folder and of those below; those that fit, where there is something to fit. */
async function walk(
  io: Io,
  folder: string,
  fits: ((path: string) => boolean) | undefined,
  containers: boolean,
): Promise<string[]> {
  const found: string[] = [];
  const open = [folder.replace(/(?<=.)\/+$/, '')];
  for (let visited = 0; open.length > 0 && visited < MOST_FOLDERS; visited++) {
    const here = open.shift() ?? '.';
    const inside = (await io.readFolder(here)) ?? [];
    const path = (name: string): string =>
      here === '.' ? name : `${here === '/' ? '' : here}/${name}`;
    const files = inside.filter((name) => !name.endsWith('/'));
    if (fits === undefined && tritonEntries(files).length > 0) {
      found.push(here);
      continue;
    }
    for (const name of files) {
      const file = path(name);
      const isFound =
        fits === undefined
          ? (containers && CONTAINER.test(name)) || (await isKernel(io, file))
          : fits(plainPath(file));
      if (isFound) found.push(file);
    }
    const folders = inside
      .filter((name) => name.endsWith('/') && !name.startsWith('.') && name !== 'node_modules/')
      .map((name) => path(name.slice(0, -1)));
    for (const each of folders) open.push(each);
  }
  return found.sort();
}

async function isKernel(io: Io, file: string): Promise<boolean> {
  if (KERNEL.test(file)) return true;
  if (!SPECIFICATION.test(file)) return false;
  try {
    const name = findFrontend(await io.readFile(file))?.name;
    return name === 'spec' || name === 'ck-tile';
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return false;
  }
}

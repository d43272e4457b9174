/**
 * Surroundings that see some folders alone: what a command runs in for somebody whose input is not trusted, as for an agent.
 *
 *     readFile('/repo/kernels/a.mlir')     inside a root: read, where links lead too
 *     readFile('/repo/link-to-etc')        leads outside: there is no such file
 *     compile(...)                         refused: a source can include any file
 *     ireeOpt('./program', ...)            there is no such program: a caller that names one could name any
 *
 * Files are written to one folder only, which the caller chooses.
 */
import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { messages } from '@ldscope/core';
import type { Confinement } from '../system/confinement.ts';
import type { Io } from '../io/io.ts';

/** The surroundings with less in them. */
export function confinedIo(io: Io, { roots, out, compiles = false }: Confinement): Io {
  const readable = out === undefined ? roots : [...roots, out];
  const within = async (path: string, folders: readonly string[]): Promise<string> => {
    if (path === '-') return path;
    const found = await insideOf(path, folders);
    if (found === undefined) throw missing(path);
    return found;
  };
  return {
    ...io,
    readFile: async (path) => await io.readFile(await within(path, readable)),
    readBytes: async (path, most) => await io.readBytes(await within(path, readable), most),
    readFolder: async (path) => {
      const found = await insideOf(path, readable);
      return found === undefined ? undefined : await io.readFolder(found);
    },
    writeFile: async (path, content) => {
      const isInside = out !== undefined && isWithin(resolve(path), resolve(out));
      if (!isInside) throw missing(path);
      await io.writeFile(path, content);
    },
    // A commit has files that no folder shows any more.
    readRevision: (_, path) => Promise.reject(missing(path)),
    compile: async (request) =>
      compiles
        ? await io.compile(request)
        : { diagnostics: [messages.usage.compilesNothing(request.path)], text: '' },
    ireeOpt: () => Promise.resolve(() => undefined),
    openBrowser: () => Promise.resolve(false),
    // As many commands run at once as the machine has cores.
    threads: undefined,
  };
}

/** The path that links lead to, where that is in one of some folders. */
export async function insideOf(
  path: string,
  folders: readonly string[],
): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isWithin(real, root)) return real;
  }
  return undefined;
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

const missing = (path: string): Error =>
  Object.assign(new Error(`${path} is outside of the folders that may be used`), {
    code: 'ENOENT',
  });

/**
 * The texts of the files that a kernel was compiled from: those that the user names, and those at the paths in line tables
 * and locations, in the folder of the kernel or below.
 *
 *     build/softmax.ttgir with loc("softmax.py":12:15)     build/softmax.py, where it exists
 *     loc("/home/me/k/softmax.py":12:15)                   --source softmax.py, by the name of the file
 *
 * A kernel may come from anywhere, so no file outside of its folder is read because the kernel names it.
 */
import { basename, dirname, relative, resolve } from 'node:path';
import { baseName, diagnose, type Diagnostic, messages } from '@ldscope/core';
import type { Analyzed } from '@ldscope/engine';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';

/** Files of one kernel; those of compilers are a few. */
const MOST_FILES = 64;
/** Longer files are not those that somebody wrote. */
const MOST_BYTES = 2 ** 23;

export interface FoundSources {
  /** By the names that line tables have; absent where no text is known. */
  readonly sources?: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `known`: texts that are there already, of what was compiled; `given`: paths that the user names. */
export async function findSources(
  io: Io,
  path: string,
  analyses: readonly Analyzed[],
  known: ReadonlyMap<string, string> | undefined,
  given: readonly string[] = [],
): Promise<FoundSources> {
  const sources = new Map(known);
  const diagnostics: Diagnostic[] = [];
  const named = namedFiles(analyses);
  for (const one of given) {
    const fitting = named.filter((name) => baseName(name) === basename(one));
    if (fitting.length === 0) diagnostics.push(diagnose(messages.usage.otherSource(one, named)));
    else {
      const text = await readText(io, one);
      if (typeof text === 'string') for (const name of fitting) sources.set(name, text);
      else diagnostics.push(diagnose(messages.usage.unreadable(one, text.problem)));
    }
  }
  const folder = path === '-' ? undefined : dirname(resolve(path));
  for (const name of named) {
    if (folder === undefined || sources.has(name)) continue;
    const place = resolve(folder, name);
    if (!isInside(folder, place)) continue;
    const text = await readText(io, place);
    if (typeof text === 'string') sources.set(name, text);
  }
  return sources.size === 0 ? { diagnostics } : { sources, diagnostics };
}

/** The files that sites, accesses of global memory and hazards come from. */
function namedFiles(analyses: readonly Analyzed[]): string[] {
  const files = new Set<string>();
  for (const { analysis } of analyses) {
    const { sites = [], hazards = [], global } = analysis?.report ?? {};
    for (const { location } of [...sites, ...(global?.sites ?? []), ...hazards]) {
      for (const { file } of location.source ?? []) files.add(file);
    }
  }
  return [...files].slice(0, MOST_FILES);
}

function isInside(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way !== '' && !/^\.\.(?:[\\/]|$)/.test(way) && resolve(folder, way) === place;
}

async function readText(io: Io, path: string): Promise<string | { readonly problem: string }> {
  try {
    const bytes = await io.readBytes(path);
    if (bytes.length > MOST_BYTES) return { problem: 'it is too large for a source' };
    return new TextDecoder().decode(bytes);
  } catch (error) {
    const problem = fileProblem(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

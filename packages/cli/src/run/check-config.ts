/** Where the configuration of a check is, and what it says. Its paths are relative to its folder. */
import { dirname, join, relative, resolve } from 'node:path';
import { type FileDiagnostics, placeDiagnostics } from '@ldscope/core';
import { type CheckConfig, noConfig, parseCheckConfig } from '@ldscope/engine';
import { readInput } from '../answer/failure.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';

const CONFIG = 'ldscope.yaml';

interface FoundConfig {
  readonly config: CheckConfig;
  /** The path of the file, or of the one that could be there. */
  readonly file: string;
  /** The folder of the file; that of the process where there is none. */
  readonly folder: string;
  readonly problem?: FileDiagnostics | undefined;
}

/** The configuration that is named, else the next one upwards from the first file that is checked. */
export async function readConfig(
  io: Io,
  checked: readonly string[],
  named: string | undefined,
): Promise<FoundConfig> {
  if (named !== undefined) {
    const read = await readInput(io, named);
    const folder = dirname(named);
    return 'problem' in read
      ? {
          config: noConfig,
          file: named,
          folder,
          problem: { file: named, diagnostics: [read.problem] },
        }
      : parsed(named, read.text);
  }
  const [first = '.'] = checked;
  const start = (await io.readFolder(first)) === undefined ? dirname(first) : first;
  for (let folder = resolve(start), before = ''; folder !== before; folder = dirname(folder)) {
    before = folder;
    const file = relative('.', join(folder, CONFIG)) || CONFIG;
    try {
      return parsed(file, await io.readFile(file));
    } catch (error) {
      if (fileProblem(error) === undefined) throw error;
    }
    if (dirname(folder) === folder) break;
  }
  return { config: noConfig, file: CONFIG, folder: '.' };
}

function parsed(file: string, text: string): FoundConfig {
  const read = parseCheckConfig(text);
  const folder = dirname(file);
  if (read.ok) return { config: read.value, file, folder };
  const diagnostics = placeDiagnostics(read.diagnostics, text);
  return { config: noConfig, file, folder, problem: { file, text, diagnostics } };
}

/** A path of the configuration, for this process. */
export const relativeTo = (folder: string, path: string): string =>
  folder === '.' ? path : join(folder, path);

/** A path of this process as the configuration has it, with `/` between folders. */
export const fromFolder = (folder: string, path: string): string =>
  relative(folder, path).replaceAll('\\', '/');

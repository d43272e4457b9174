/** The analysis of an open document, for the chips and launches for which `ldscope check` takes its file. */
import { basename, dirname, extname, join } from 'node:path';
import { messages, type ReportDiagnostic } from '@ldscope/core';
import { findFrontend } from '@ldscope/engine';
import { conflictResults, hazardResults, misalignedResults } from '@ldscope/render';
import { analyzeLaunches } from '../../run/check-cases.ts';
import { fromFolder, readConfig } from '../../run/check-config.ts';
import { sourceLanguage } from '../../compile/language.ts';
import { fileProblem } from '../../system/file-problem.ts';
import { fitsFile } from '../../input/find-kernels.ts';
import type { Io } from '../../io/io.ts';
import { overlayIo } from './overlay-io.ts';
import type { AnalyzedText, DocumentRequest } from './request.ts';

/**
 * Every kernel of the document under each of its launches; none where the document is not a kernel, and where it is a source in C++
 * whose text is not the saved one: compilers read files.
 */
export async function analyzeDocument(
  files: Io,
  request: DocumentRequest,
): Promise<AnalyzedText[]> {
  const { path, texts, machine, compiles } = request;
  const io = overlayIo(files, texts);
  const text = texts.get(path) ?? '';
  const isCompiled = sourceLanguage(path) !== undefined;
  if (isCompiled && !compiles) return [unread([messages.usage.notCompiled()])];
  if (isCompiled ? (await textAt(files, path)) !== text : !isKernel(path, text)) return [];
  const { config, folder, problem } = await readConfig(io, [path], undefined);
  // Faults of the configuration are reported in the configuration.
  const own = problem === undefined ? config.files : [];
  const inFolder = fromFolder(folder, path);
  const named = own.findLast(({ file }) => fitsFile(file, inFolder))?.machines ?? [];
  // A setting is of all files, an entry of the configuration of some.
  const machines = named.length > 0 ? named : machine !== undefined ? [machine] : config.machines;
  const isLaunched = config.launches.some(
    ({ file }) => file === undefined || fitsFile(file, inFolder),
  );
  const launch =
    request.launch ?? (isLaunched ? undefined : await launchBeside(io, path, isCompiled));
  const launched = await analyzeLaunches(
    io,
    path,
    { ...config, machines, workgroups: request.workgroups ?? config.workgroups },
    {
      launch,
      compilerFlags: compiles ? config.flags : [],
      folder,
      fitsFile: (glob, file) => fitsFile(glob, fromFolder(folder, file)),
    },
  );
  return launched.map(({ one, launch: name, option }): AnalyzedText => {
    const { analysis, abilities, diagnostics, file, kernel, source } = one;
    const isOther = file !== path && !file.startsWith(`${path} (`);
    return {
      kernel: kernel ?? analysis?.report.kernel.name ?? '',
      launch: name,
      launchOption: option,
      report: analysis?.report,
      worst: analysis?.sites.map(({ worst }) => worst) ?? [],
      findings:
        analysis === undefined
          ? []
          : [
              ...conflictResults(analysis, one),
              ...misalignedResults(analysis),
              ...hazardResults(analysis.report),
            ],
      isFixable: abilities?.fix ?? false,
      diagnostics,
      otherFile: isOther ? file : undefined,
      // Messages of a compiler about the source have their places there.
      isCompiled: isCompiled && source !== text,
    };
  });
}

const unread = (diagnostics: readonly ReportDiagnostic[]): AnalyzedText => ({
  kernel: '',
  launch: '',
  worst: [],
  findings: [],
  isFixable: false,
  diagnostics,
  isCompiled: false,
});

/** YAML and JSON are kernels where they are specifications; other files by what they say. */
function isKernel(path: string, text: string): boolean {
  const isData = /\.(?:ya?ml|json)$/i.test(path);
  const name = isData ? findFrontend(text)?.name : undefined;
  return !isData || name === 'spec' || name === 'ck-tile';
}

/** The launch file that has the name of the kernel's file, or `launch.yaml` in its folder. */
async function launchBeside(
  io: Io,
  path: string,
  isCompiled: boolean,
): Promise<string | undefined> {
  if (!isCompiled && /\.(?:ya?ml|json)$/i.test(path)) return undefined;
  const stem = basename(path, extname(path));
  for (const name of [`${stem}.yaml`, 'launch.yaml']) {
    const file = join(dirname(path), name);
    const text = await textAt(io, file);
    if (text !== undefined && findFrontend(text)?.name === undefined) return file;
  }
  return undefined;
}

async function textAt(io: Io, path: string): Promise<string | undefined> {
  try {
    return await io.readFile(path);
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return undefined;
  }
}

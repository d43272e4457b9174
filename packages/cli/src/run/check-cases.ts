/** The kernels of a file under the launches that a configuration has for them. */
import { type FileDiagnostics, readableName } from '@ldscope/core';
import {
  type AnalyzedCase,
  type CheckConfig,
  type CheckLaunch,
  type FitsFile,
  type Selected,
  selectsKernel,
} from '@ldscope/engine';
import type { Io } from '../io/io.ts';
import type { KernelOptionsOfAnyChip } from '../options/options.ts';
import { isLaunchFile } from './launch.ts';
import { relativeTo } from './check-config.ts';
import { type AnalyzedFile, analyzeFile } from './kernel.ts';

interface CaseOptions extends KernelOptionsOfAnyChip {
  /** That of the configuration. */
  readonly folder: string;
  readonly fitsFile: FitsFile;
}

/** A case with its launch as `--launch` takes it. */
export type LaunchedCase = AnalyzedCase & { readonly option: string | undefined };

export interface AnalyzedCases {
  readonly analyzed: readonly LaunchedCase[];
  /** Diagnostics of inputs without a report. */
  readonly unread: readonly FileDiagnostics[];
}

/** A kernel with its launch, by the name of the configuration. */
export interface LaunchedFile {
  readonly one: AnalyzedFile;
  readonly launch: string;
  /** The launch itself, as `--launch` takes it. */
  readonly option: string | undefined;
}

/** The cases of a file as a check judges them. */
export async function analyzeCases(
  io: Io,
  file: string,
  config: CheckConfig,
  options: CaseOptions,
): Promise<AnalyzedCases> {
  const results = await analyzeLaunches(io, file, config, options);
  return {
    analyzed: results.flatMap(({ one, launch, option }): LaunchedCase[] => {
      const { analysis, diagnostics } = one;
      if (analysis === undefined) return [];
      const name = nameOf(one, file);
      const report = { ...analysis.report, diagnostics };
      return [{ ...name, launch, option, title: readableName(name.kernel), report }];
    }),
    unread: results.flatMap(({ one }): FileDiagnostics[] =>
      one.analysis === undefined
        ? [{ file: one.file, text: one.source, diagnostics: one.diagnostics }]
        : [],
    ),
  };
}

/**
 * Each kernel under each launch that is for it. A launch that names kernels or a chip goes before those that are for all; a
 * kernel without any is launched as it says itself.
 */
export async function analyzeLaunches(
  io: Io,
  file: string,
  config: CheckConfig,
  { folder, fitsFile, ...options }: CaseOptions,
): Promise<readonly LaunchedFile[]> {
  const analyze = async (
    launch: CheckLaunch | undefined,
    machines: readonly string[],
    kernel = options.kernel,
  ): Promise<LaunchedFile[]> => {
    const given = launch?.launch ?? options.launch;
    const isOfConfig = launch !== undefined && isLaunchFile(launch.launch);
    const path = isOfConfig ? relativeTo(folder, launch.launch) : given;
    const { workgroups } = config;
    const all = await analyzeFile(
      io,
      file,
      { ...options, kernel, launch: path, workgroups },
      machines,
    );
    return all.map((one) => ({ one, launch: launch?.name ?? '', option: path }));
  };
  // Options of the command line take precedence over the configuration.
  const launches = (options.launch === undefined ? config.launches : []).filter(
    (one) => one.file === undefined || fitsFile(one.file, file),
  );
  const isForAll = ({ kernel, machine }: CheckLaunch): boolean =>
    kernel === undefined && machine === undefined;
  const common = launches.filter(isForAll);
  const special = launches.filter((launch) => !isForAll(launch));
  const first: LaunchedFile[] = [];
  for (const launch of common.length > 0 ? common : [undefined])
    for (const each of await analyze(launch, config.machines)) first.push(each);
  const results: LaunchedFile[] = [];
  const relaunched = new Set<string>();
  for (const launched of first) {
    const name = nameOf(launched.one, file);
    const own = special.filter((launch) => isFor(launch, name, fitsFile));
    if (own.length === 0) results.push(launched);
    const key = `${name.kernel}\n${name.machine}`;
    if (relaunched.has(key)) continue;
    relaunched.add(key);
    for (const launch of own) {
      const machines = name.machine === '' ? config.machines : [name.machine];
      for (const each of await analyze(launch, machines, name.kernel || launch.kernel))
        results.push(each);
    }
  }
  return results;
}

/** A kernel that could not be read may be any that a launch names. */
function isFor(launch: CheckLaunch, name: Selected, fitsFile: FitsFile): boolean {
  return name.kernel === ''
    ? launch.machine === undefined || launch.machine === name.machine
    : selectsKernel(launch, name, fitsFile);
}

function nameOf({ kernel, analysis, machine }: AnalyzedFile, file: string): Selected {
  return {
    file,
    kernel: kernel ?? analysis?.report.kernel.name ?? '',
    machine: analysis?.report.machine ?? machine?.name ?? '',
  };
}

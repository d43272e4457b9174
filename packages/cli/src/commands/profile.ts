/** `ldscope validate COUNTERS.csv KERNEL`: counters of a profiler with those that ldscope predicts for the launch. */
import {
  type Diagnostic,
  isSourcePage,
  placeDiagnostics,
  PROFILE_SCHEMA,
  profileReport,
  readProfile,
  readSourcePages,
  SiteLanes,
  SOURCE_PAGE_SCHEMA,
  sourcePageReport,
} from '@ldscope/core';
import { profileJson, sayProfile, saySourcePage } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { exitCode, readInput } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import type { ValidateCommandOptions } from '../options/commands.ts';
import type { KernelOptions } from '../options/options.ts';
import { analyzeFile } from '../run/kernel.ts';

export type ProfileCommandOptions = KernelOptions & Pick<ValidateCommandOptions, 'format'>;

/** Prints both; exit code 0 when all counters are exact, 1 when one is not, 2 when they cannot be compared. */
export async function profileCommand(
  io: Io,
  path: string,
  kernel: string,
  options: ProfileCommandOptions,
): Promise<number> {
  const fail = (diagnostics: readonly Diagnostic[], source?: string): Promise<number> =>
    refuse(io, PROFILE_SCHEMA, placeDiagnostics(diagnostics, ''), options, { file: path, source });
  const input = await readInput(io, path);
  if ('problem' in input) return await fail([input.problem]);
  if (isSourcePage(input.text))
    return await sourcePageCommand(io, path, input.text, kernel, options);
  const profile = readProfile(input.text);
  if (!profile.ok) return await fail(profile.diagnostics);
  const { machine, ...rest } = options;
  const [analyzed] = await analyzeFile(io, kernel, rest, [machine]);
  if (analyzed?.analysis === undefined) {
    const { diagnostics = [], file = kernel, source } = analyzed ?? {};
    return await refuse(io, PROFILE_SCHEMA, diagnostics, options, { file, source });
  }
  const compared = profileReport(profile.value, analyzed.analysis.report);
  if (!compared.ok) return await fail(compared.diagnostics);
  const report = compared.value;
  const diagnostics = placeDiagnostics(compared.diagnostics, '');
  const forms = {
    json: () => profileJson(report, diagnostics),
    document: () => sayProfile(report),
  };
  const isExact = report.exact === report.counters && report.counters > 0;
  return await answer(io, forms, options, {
    diagnostics,
    code: isExact ? exitCode.done : exitCode.unmet,
  });
}

/** The same of the source page of Nsight Compute, instruction by instruction. */
async function sourcePageCommand(
  io: Io,
  path: string,
  text: string,
  kernel: string,
  options: ProfileCommandOptions,
): Promise<number> {
  const fail = (diagnostics: readonly Diagnostic[]): Promise<number> =>
    refuse(io, SOURCE_PAGE_SCHEMA, placeDiagnostics(diagnostics, ''), options, { file: path });
  const pages = readSourcePages(text);
  if (!pages.ok) return await fail(pages.diagnostics);
  const lanes = new SiteLanes();
  const { machine, ...rest } = options;
  const [analyzed] = await analyzeFile(io, kernel, rest, [machine], (trace, times) =>
    lanes.add(trace, times),
  );
  if (analyzed?.analysis === undefined) {
    const { diagnostics = [], file = kernel, source } = analyzed ?? {};
    return await refuse(io, SOURCE_PAGE_SCHEMA, diagnostics, options, { file, source });
  }
  const compared = sourcePageReport(pages.value, analyzed.analysis.report, lanes);
  if (!compared.ok) return await fail(compared.diagnostics);
  const report = compared.value;
  const forms = { json: () => profileJson(report, []), document: () => saySourcePage(report) };
  const isExact = report.exact === report.instructions && report.instructions > 0;
  return await answer(io, forms, options, {
    diagnostics: [],
    code: isExact ? exitCode.done : exitCode.unmet,
  });
}

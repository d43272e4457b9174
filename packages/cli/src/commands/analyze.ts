/** `ldscope analyze FILES`: the report of their kernels, as text, JSON, a page, a comment, a log, or a picture of a site. */
import { type Diagnostic, placeDiagnostics, readableName } from '@ldscope/core';
import { type Analyzed, analysisOfSite, explainSite } from '@ldscope/engine';
import {
  type AnalyzedFile,
  reportsJson,
  sarifReports,
  sayReports,
  svgOfGlobalSite,
  svgOfSite,
} from '@ldscope/render';
import { documentText, errorsOf, refuse } from '../answer/document.ts';
import {
  deliver,
  exitCode,
  failedReport,
  printDiagnostics,
  reportCode,
} from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { repositoryPaths } from '../io/repository.ts';
import { findSources } from '../input/source-files.ts';
import { pageOf } from '../answer/terminal.ts';
import { ownVersion } from '../system/package-files.ts';
import { withLayoutsAndTime } from './beside.ts';
import { type AnalyzedFile as AnalyzedPart, analyzeFile, fileName } from '../run/kernel.ts';
import type { AnalyzeCommandOptions } from '../options/commands.ts';

/** The analyses of a file, with the texts that it was compiled from. */
interface ReadFile extends Omit<AnalyzedFile, 'kernels'> {
  readonly kernels: readonly AnalyzedPart[];
  /** Rows of its tables of sites. */
  readonly by: NonNullable<AnalyzeCommandOptions['by']>;
  /** Sources that the user names and nothing in the file does. */
  readonly unfound: readonly Diagnostic[];
}

/** Writes the report of all kernels of files; of those that cannot be analyzed the diagnostics, in the requested format. */
export async function analyzeCommand(
  io: Io,
  paths: readonly string[],
  options: AnalyzeCommandOptions,
): Promise<number> {
  const { format, output, heatmap = false, all = false } = options;
  const { machine: machines, ...rest } = options;
  const files: ReadFile[] = [];
  for (const path of paths) files.push(await readFile(io, path, options));
  // A source belongs to one of the files, not to each of them.
  const [first] = files;
  if (first !== undefined && files.every(({ unfound }) => unfound.length > 0)) {
    const form = format === 'json' ? format : 'text';
    const placed = placeDiagnostics(first.unfound, '');
    return await refuse(io, 'ldscope-report/1', placed, { format: form, output });
  }
  const analyses = files.flatMap(({ kernels }) => kernels);
  const code = reportCode(analyses);
  const write = (text: string): Promise<number> => deliver(io, text, output, code);
  const page = output === undefined ? pageOf(io) : {};
  if (format === 'json') {
    const names = files.flatMap(({ title = '', kernels }) => kernels.map(() => title));
    const reports = analyses.map((one) => reportOf(one, machines));
    return await write(reportsJson(reports, files.length > 1 ? names : []));
  }
  if (format === 'svg') return await drawSite(io, analyses, options, code);
  if (format === 'text') {
    for (const { analysis, diagnostics, kernel = '', file: own, source: text } of analyses) {
      if (analysis !== undefined) continue;
      if (analyses.length > 1) io.stderr.write(`${kernel === '' ? own : readableName(kernel)}\n`);
      printDiagnostics(io, diagnostics, { file: own, source: text });
    }
    const isEmpty =
      analyses.every(({ analysis, kernel }) => analysis === undefined && kernel === undefined) ||
      (analyses.length === 1 && analyses[0]?.analysis === undefined);
    return isEmpty
      ? code
      : await write(await documentText(sayReports(files, { heatmap, all }), format, page));
  }
  // A document has its diagnostics in it; whoever only sees the exit code is told where it went wrong.
  if (code === exitCode.wrong) {
    for (const { diagnostics, file: own, source: text } of analyses)
      printDiagnostics(io, errorsOf(diagnostics), { file: own, source: text });
  }
  if (format === 'sarif') {
    const pathOf = await repositoryPaths(io);
    return await write(sarifReports(files, { version: ownVersion(), pathOf }));
  }
  if (format === 'markdown')
    return await write(await documentText(sayReports(files, { form: 'comment', all }), format));
  const whole = files.map((file) => ({
    ...file,
    kernels: file.kernels.map((one) => withLayoutsAndTime(io, one, file.kernels.length, rest)),
  }));
  return await write(await documentText(sayReports(whole, { form: 'page', all }), format));
}

async function readFile(
  io: Io,
  path: string,
  { machine: machines, source: given = [], by, ...rest }: AnalyzeCommandOptions,
): Promise<ReadFile> {
  const kernels = await analyzeFile(io, path, rest, machines);
  const [{ file = fileName(path), source, read } = {}] = kernels;
  const compiled = read?.input.sources;
  const { sources, diagnostics: unfound } = await findSources(io, path, kernels, compiled, given);
  return {
    file,
    ...(source !== undefined && { source }),
    title: fileName(path),
    sources,
    kernels,
    by: by ?? (compiled === undefined && given.length === 0 ? 'instruction' : 'source'),
    unfound,
  };
}

const reportOf = (
  { analysis, machine, model, kernel, diagnostics }: Analyzed,
  machines: readonly string[],
) =>
  analysis?.report ??
  failedReport(diagnostics, machine?.name ?? machines[0] ?? '', model?.name ?? '', kernel);

/** The picture of a site, of the most expensive one when none is named. */
async function drawSite(
  io: Io,
  analyses: readonly AnalyzedPart[],
  { site, output }: AnalyzeCommandOptions,
  code: number,
): Promise<number> {
  const analyzed = analysisOfSite(analyses, site);
  const explained = explainSite(analyzed, { site });
  if (explained.kind === 'failed') {
    printDiagnostics(io, explained.diagnostics, analyzed);
    return exitCode.wrong;
  }
  const text = explained.kind === 'global' ? svgOfGlobalSite(explained) : svgOfSite(explained);
  return await deliver(io, text, output, code);
}

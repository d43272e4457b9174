/** `ldscope analyze FILE`: the report of a kernel, as text, JSON, a page, a comment, a log, or a picture of a site. */
import { placeDiagnostics, readableName } from '@ldscope/core';
import { type Analyzed, analysisOfSite, explainSite } from '@ldscope/engine';
import {
  type AnalyzedFile,
  reportsJson,
  sarifReport,
  sayReport,
  svgOfGlobalSite,
  svgOfSite,
} from '@ldscope/render';
import { documentText, errorsOf, refuse } from '../document.ts';
import { deliver, exitCode, failedReport, printDiagnostics, reportCode } from '../failure.ts';
import type { Io } from '../io.ts';
import { findSources } from '../source-files.ts';
import type { DocumentFormat, Format, KernelOptions } from '../options.ts';
import { pageOf } from '../terminal.ts';
import { ownVersion } from '../version.ts';
import { withLayoutsAndTime } from './beside.ts';
import { analyzeRead, fileName, readKernelFile } from './kernel.ts';

export interface AnalyzeCommandOptions extends KernelOptions {
  readonly format: Format | DocumentFormat;
  /** The site of a picture. */
  readonly site?: string;
  readonly heatmap?: boolean;
  readonly all?: boolean;
  /** Rows of the table of sites; lines where the file is a source that was compiled. */
  readonly by?: 'instruction' | 'source';
}

/** Writes the report of all kernels of a file; of one that cannot be analysed the diagnostics, in the form that was asked for. */
export async function analyzeCommand(
  io: Io,
  path: string,
  options: AnalyzeCommandOptions,
): Promise<number> {
  const { format, output, heatmap = false, all = false, source: given = [] } = options;
  const read = await readKernelFile(io, path, options);
  const analyses: readonly Analyzed[] =
    read.kind === 'failed'
      ? [{ diagnostics: read.diagnostics }]
      : analyzeRead(io, read.value, options);
  const compiled = read.kind === 'read' ? read.value.input.sources : undefined;
  const { sources, diagnostics: unfound } = await findSources(io, path, analyses, compiled, given);
  if (unfound.length > 0) {
    const form = format === 'json' ? format : 'text';
    const placed = placeDiagnostics(unfound, '');
    return await refuse(io, 'ldscope-report/1', placed, { format: form, output });
  }
  const code = reportCode(analyses);
  const { file, text: source } =
    read.kind === 'read'
      ? { file: read.value.file, text: read.value.input.text }
      : { file: fileName(path), text: read.text };
  const origin = { file, ...(source !== '' && { source }) };
  const write = (text: string): Promise<number> => deliver(io, text, output, code);
  const page = output === undefined ? pageOf(io) : {};
  if (format === 'json')
    return await write(reportsJson(analyses.map((one) => reportOf(one, options))));
  if (format === 'svg') return await drawSite(io, analyses, origin, options, code);
  const kernels =
    format === 'html' && read.kind === 'read'
      ? analyses.map((one) => withLayoutsAndTime(io, one, analyses.length, read.value, options))
      : analyses;
  const by =
    options.by ?? (compiled === undefined && given.length === 0 ? 'instruction' : 'source');
  const analyzed: AnalyzedFile = { ...origin, title: fileName(path), sources, kernels };
  if (format === 'text') {
    for (const { analysis, diagnostics, kernel = '' } of analyses) {
      if (analysis !== undefined) continue;
      if (analyses.length > 1) io.stderr.write(`${readableName(kernel)}\n`);
      printDiagnostics(io, diagnostics, origin);
    }
    const isEmpty = analyses.length === 1 && analyses[0]?.analysis === undefined;
    return isEmpty
      ? code
      : await write(documentText(sayReport(analyzed, { heatmap, all, by }), format, page));
  }
  // A document has its diagnostics in it; whoever only sees the exit code is told where it went wrong.
  if (code === exitCode.wrong) {
    for (const { diagnostics } of analyses) printDiagnostics(io, errorsOf(diagnostics), origin);
  }
  if (format === 'sarif') return await write(sarifReport(analyzed, { version: ownVersion() }));
  const form = format === 'html' ? 'page' : 'comment';
  return await write(documentText(sayReport(analyzed, { form, all, by }), format));
}

const reportOf = (
  { analysis, machine, model, kernel, diagnostics }: Analyzed,
  options: KernelOptions,
) =>
  analysis?.report ??
  failedReport(diagnostics, machine?.name ?? options.machine ?? '', model?.name ?? '', kernel);

/** The picture of a site, of the most expensive one when none is named. */
async function drawSite(
  io: Io,
  analyses: readonly Analyzed[],
  origin: { readonly file: string; readonly source?: string },
  { site, output }: AnalyzeCommandOptions,
  code: number,
): Promise<number> {
  const explained = explainSite(analysisOfSite(analyses, site), { site });
  if (explained.kind === 'failed') {
    printDiagnostics(io, explained.diagnostics, origin);
    return exitCode.wrong;
  }
  const text = explained.kind === 'global' ? svgOfGlobalSite(explained) : svgOfSite(explained);
  return await deliver(io, text, output, code);
}

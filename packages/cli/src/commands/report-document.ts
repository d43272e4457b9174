/** An analysed file as a document: HTML with layouts and time, SARIF, Markdown, or a picture of a site. */
import type { ReportDiagnostic } from '@ldscope/core';
import {
  type Analyzed,
  explainSite,
  analysisOfSite,
  suggestKernel,
  timelineKernel,
} from '@ldscope/engine';
import {
  type AnalyzedFile,
  type AnalyzedKernel,
  htmlReport,
  markdownReport,
  sarifReport,
  svgOfGlobalSite,
  svgOfSite,
} from '@ldscope/render';
import { deliver, exitCode, faultMessage, printDiagnostics, reportCode } from '../failure.ts';
import type { Io } from '../io.ts';
import { type DocumentFormat, type KernelOptions, partOf } from '../options.ts';
import { ownVersion } from '../version.ts';
import { analyzeRead, fileName, type KernelFile, readKernelFile } from './kernel.ts';

export interface DocumentOptions extends KernelOptions {
  /** The site of a picture. */
  readonly site?: string;
}

/** Writes the document; also of a file that cannot be analysed, except where there is nothing to draw. */
export async function documentCommand(
  io: Io,
  path: string,
  format: DocumentFormat,
  options: DocumentOptions,
): Promise<number> {
  const read = await readKernelFile(io, path, options);
  const analyses: readonly Analyzed[] =
    read.kind === 'failed'
      ? [{ diagnostics: read.diagnostics }]
      : analyzeRead(io, read.value, options);
  const code = reportCode(analyses);
  const { file } = read.kind === 'read' ? read.value : { file: fileName(path) };
  const source = read.kind === 'read' ? { source: read.value.input.text } : {};
  if (format === 'svg') return await drawSite(io, analyses, { file, ...source }, options, code);
  const document: AnalyzedFile = {
    file,
    ...source,
    kernels:
      format === 'html' && read.kind === 'read'
        ? analyses.map((one) => withLayoutsAndTime(io, one, analyses.length, read.value, options))
        : analyses,
  };
  // A document has its diagnostics in it; whoever only sees the exit code is told where it went wrong.
  if (code === exitCode.wrong) {
    for (const { diagnostics } of analyses) {
      printDiagnostics(
        io,
        diagnostics.filter(({ severity }) => severity === 'error'),
        {
          file,
          ...source,
        },
      );
    }
  }
  return await deliver(io, textOf(format, document), options.output, code);
}

function textOf(format: Exclude<DocumentFormat, 'svg'>, document: AnalyzedFile): string {
  switch (format) {
    case 'html':
      return htmlReport(document);
    case 'sarif':
      return sarifReport(document, { version: ownVersion() });
    case 'markdown':
      return markdownReport(document);
  }
}

/** The picture of a site, of the most expensive one when none is named. */
async function drawSite(
  io: Io,
  analyses: readonly Analyzed[],
  origin: { readonly file: string; readonly source?: string },
  { site, output }: DocumentOptions,
  code: number,
): Promise<number> {
  const explained = explainSite(analysisOfSite(analyses, site), site === undefined ? {} : { site });
  if (explained.kind === 'failed') {
    printDiagnostics(io, explained.diagnostics, origin);
    return exitCode.wrong;
  }
  const text = explained.kind === 'global' ? svgOfGlobalSite(explained) : svgOfSite(explained);
  return await deliver(io, text, output, code);
}

function withLayoutsAndTime(
  io: Io,
  analyzed: Analyzed,
  kernels: number,
  { file, input, launch }: KernelFile,
  options: DocumentOptions,
): AnalyzedKernel {
  const { analysis, machine, model, abilities } = analyzed;
  if (analysis === undefined || machine === undefined) return analyzed;
  const { name } = analysis.report.kernel;
  const which = kernels > 1 ? { kernel: name } : {};
  const steps = options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps };
  // The search knows the chip's own model only: under another one its figures would not be those of the report.
  const suggested =
    model === machine.models[0]
      ? attempt(io, () =>
          suggestKernel(input.text, {
            file,
            machines: [machine.name],
            ...launch,
            ...partOf(options),
            ...which,
            ...steps,
            ...(input.source === undefined ? {} : { source: input.source }),
            ...(options.async === undefined ? {} : { asyncCompletion: options.async }),
          }),
        )
      : undefined;
  const timed =
    abilities?.timeline === true
      ? attempt(io, () =>
          timelineKernel(input.text, {
            file,
            machine: machine.name,
            ...launch,
            ...(options.kernel === undefined ? {} : { kernel: options.kernel }),
            ...which,
            ...steps,
            ...(input.source === undefined ? {} : { source: input.source }),
          }),
        )
      : undefined;
  return {
    ...analyzed,
    ...(suggested === undefined
      ? {}
      : { layouts: suggested.buffers, layoutNotes: suggested.diagnostics }),
    ...(timed?.report === undefined
      ? {}
      : { time: { report: timed.report, program: timed.program, timeline: timed.timeline } }),
  };
}

/** What is only added to a report does not take it down: a fault there is said and the rest is written. */
function attempt<T>(io: Io, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const fault: readonly ReportDiagnostic[] = [faultMessage(error, io)];
    printDiagnostics(io, fault);
    return undefined;
  }
}

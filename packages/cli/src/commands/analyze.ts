/** `ldscope analyze FILE`: the report of a kernel. */
import { readableName } from '@ldscope/core';
import { renderKernelTable, renderReport, reportsJson } from '@ldscope/render';
import { deliver, failedReport, printDiagnostics, reportCode } from '../failure.ts';
import type { Io } from '../io.ts';
import {
  type DocumentFormat,
  documentFormats,
  type Format,
  type KernelOptions,
} from '../options.ts';
import { pageOf } from '../terminal.ts';
import { analyzeFile } from './kernel.ts';
import { documentCommand } from './report-document.ts';

export interface AnalyzeCommandOptions extends KernelOptions {
  readonly format: Format | DocumentFormat;
  /** The site of a picture. */
  readonly site?: string;
  readonly heatmap?: boolean;
  readonly all?: boolean;
}

/** Prints the report of each kernel; diagnostics alone where nothing could be executed. */
export async function analyzeCommand(
  io: Io,
  path: string,
  options: AnalyzeCommandOptions,
): Promise<number> {
  const document = documentFormats.find((one) => one === options.format);
  if (document !== undefined) return await documentCommand(io, path, document, options);
  const analyzed = await analyzeFile(io, path, options);
  const failed = analyzed.filter(({ analysis }) => analysis === undefined);
  const code = reportCode(analyzed);
  const { format, output } = options;
  if (format === 'json') {
    const reports = analyzed.map(
      ({ analysis, machine, model, kernel, diagnostics }) =>
        analysis?.report ??
        failedReport(
          diagnostics,
          machine?.name ?? options.machine ?? '',
          model?.name ?? '',
          kernel,
        ),
    );
    return await deliver(io, reportsJson(reports), output, code);
  }
  for (const { diagnostics, kernel = '', file, source } of failed) {
    if (analyzed.length > 1) io.stderr.write(`${readableName(kernel)}\n`);
    printDiagnostics(io, diagnostics, source === undefined ? { file } : { file, source });
  }
  const page = output === undefined ? pageOf(io) : {};
  const { heatmap = false, all = false } = options;
  const texts = analyzed.flatMap(({ analysis, file, source }) =>
    analysis === undefined
      ? []
      : [
          renderReport(analysis, {
            ...page,
            ...(source === undefined ? { file } : { file, source }),
            heatmap,
            all,
          }),
        ],
  );
  if (analyzed.length > 1) {
    const listed = analyzed.map(({ kernel: name = '', analysis, diagnostics }) => ({
      name,
      ...(analysis === undefined ? {} : { report: analysis.report }),
      diagnostics,
    }));
    texts.unshift(renderKernelTable(listed, page));
  }
  return texts.length === 0 ? code : await deliver(io, texts.join('\n'), output, code);
}

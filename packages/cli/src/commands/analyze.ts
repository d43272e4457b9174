/** `ldscope analyze FILE`: the report of a kernel. */
import { renderReport, reportJson } from '@ldscope/render';
import { deliver, exitCode, failedReport, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { KernelOptions } from '../options.ts';
import { pageOf } from '../terminal.ts';
import { analyzeFile } from './kernel.ts';

export interface AnalyzeCommandOptions extends KernelOptions {
  readonly heatmap?: boolean;
  readonly all?: boolean;
}

/** Prints the report; without a complete analysis only diagnostics. */
export async function analyzeCommand(
  io: Io,
  path: string,
  options: AnalyzeCommandOptions,
): Promise<number> {
  const { analysis, machine, model, diagnostics, file, source } = await analyzeFile(
    io,
    path,
    options,
  );
  const origin = source === undefined ? { file } : { file, source };
  const { format, output, heatmap = false, all = false } = options;
  if (format === 'json') {
    const report =
      analysis?.report ??
      failedReport(diagnostics, machine?.name ?? options.machine ?? '', model?.name ?? '');
    const code = analysis === undefined ? exitCode.wrong : exitCode.done;
    return await deliver(io, reportJson(report), output, code);
  }
  if (analysis === undefined) {
    printDiagnostics(io, diagnostics, origin);
    return exitCode.wrong;
  }
  const page = output === undefined ? pageOf(io) : {};
  const text = renderReport(analysis, { ...page, ...origin, heatmap, all });
  return await deliver(io, text, output, exitCode.done);
}

/** `ldscope explain FILE --site ID`: one site, bank by bank and phase by phase. */
import { analysisOfSite, explainSite } from '@ldscope/engine';
import {
  explanationJson,
  failureJson,
  globalExplanationJson,
  htmlExplanation,
  htmlGlobalExplanation,
  sayExplanation,
  sayGlobalExplanation,
  svgOfGlobalSite,
  svgOfSite,
} from '@ldscope/render';
import { deliverDocument } from '../document.ts';
import { deliver, exitCode, hasError, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { Format, KernelOptions } from '../options.ts';
import { analyzeFile } from './kernel.ts';

export interface ExplainCommandOptions extends KernelOptions {
  readonly format: Format | 'html' | 'markdown' | 'svg';
  readonly site?: string;
  readonly phase?: number;
  readonly allPhases?: boolean;
  readonly lanes?: boolean;
  /** The side of global memory, of a site that copies from it to LDS. */
  readonly global?: boolean;
}

/** Prints the explanation of a site, of the most expensive one when none is named. */
export async function explainCommand(
  io: Io,
  path: string,
  options: ExplainCommandOptions,
): Promise<number> {
  const analyzed = analysisOfSite(await analyzeFile(io, path, options), options.site);
  const explained = explainSite(analyzed, options);
  const { format, output, phase, allPhases = false, lanes = false } = options;
  if (explained.kind === 'failed') {
    const { file, source } = analyzed;
    if (format === 'json') {
      const text = failureJson('ldscope-explain/1', explained.diagnostics);
      return await deliver(io, text, output, exitCode.wrong);
    }
    printDiagnostics(io, explained.diagnostics, source === undefined ? { file } : { file, source });
    return exitCode.wrong;
  }
  const code = hasError(analyzed.diagnostics) ? exitCode.wrong : exitCode.done;
  if (format === 'json') {
    const text =
      explained.kind === 'global'
        ? globalExplanationJson(explained, analyzed.diagnostics)
        : explanationJson(explained, analyzed.diagnostics);
    return await deliver(io, text, output, code);
  }
  const { file, source } = analyzed;
  const origin = { file, ...(source === undefined ? {} : { source }) };
  // What limits the analysis limits the explanation: the worst execution is the worst of those executed.
  if (format === 'html' || format === 'svg') printDiagnostics(io, analyzed.diagnostics);
  if (format === 'svg') {
    const text = explained.kind === 'global' ? svgOfGlobalSite(explained) : svgOfSite(explained);
    return await deliver(io, text, output, code);
  }
  if (format === 'html') {
    const text =
      explained.kind === 'global'
        ? htmlGlobalExplanation(explained, origin, analyzed.diagnostics)
        : htmlExplanation(explained, origin, analyzed.diagnostics);
    return await deliver(io, text, output, code);
  }
  const document =
    explained.kind === 'global'
      ? sayGlobalExplanation(explained, { all: allPhases })
      : sayExplanation(explained, {
          allPhases,
          lanes,
          ...(phase === undefined ? {} : { phase }),
        });
  // The place is in the explanation.
  return await deliverDocument(
    io,
    document,
    { format, output },
    {
      diagnostics: analyzed.diagnostics,
      origin: {},
      code,
    },
  );
}

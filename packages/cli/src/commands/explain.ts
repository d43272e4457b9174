/** `ldscope explain FILE --site ID`: one site, bank by bank and phase by phase. */
import { analysisOfSite, explainSite } from '@ldscope/engine';
import {
  explanationJson,
  failureJson,
  globalExplanationJson,
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
  if (format === 'svg') {
    // What limits the analysis limits the explanation: the worst execution is the worst of those executed.
    printDiagnostics(io, analyzed.diagnostics);
    const text = explained.kind === 'global' ? svgOfGlobalSite(explained) : svgOfSite(explained);
    return await deliver(io, text, output, code);
  }
  const pictures = format === 'html';
  const document =
    explained.kind === 'global'
      ? sayGlobalExplanation(explained, { all: allPhases, pictures })
      : sayExplanation(explained, {
          allPhases,
          lanes,
          pictures,
          phase,
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

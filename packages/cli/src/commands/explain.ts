/** `ldscope explain FILE --site ID`: one site, bank by bank and phase by phase. */
import { analysisOfSite, explainSite } from '@ldscope/engine';
import {
  explanationJson,
  globalExplanationJson,
  sayExplanation,
  sayGlobalExplanation,
  svgOfGlobalSite,
  svgOfSite,
} from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { deliver, exitCode, hasError, printDiagnostics } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { readCkCpp } from '../input/ck-cpp.ts';
import { explainCkLayouts } from './ck-layouts.ts';
import { analyzeFile } from '../run/kernel.ts';
import type { ExplainCommandOptions } from '../options/commands.ts';

/** Prints the explanation of a site, of the most expensive one when none is named. */
export async function explainCommand(
  io: Io,
  path: string,
  options: ExplainCommandOptions,
): Promise<number> {
  const cpp = await readCkCpp(io, path);
  if (cpp !== undefined) {
    const { format } = options;
    return await explainCkLayouts(io, path, cpp, {
      ...options,
      format: format === 'svg' ? 'html' : format,
    });
  }
  const { machine, ...rest } = options;
  const files = await analyzeFile(io, path, rest, [machine]);
  const analyzed = analysisOfSite(files, options.site);
  // Readers count phases from 1.
  const phase = options.phase === undefined ? undefined : options.phase - 1;
  const explained = explainSite(analyzed, { ...options, phase });
  const { format, output, allPhases = false, lanes = false } = options;
  if (explained.kind === 'failed') {
    const { file, source } = analyzed;
    const form = format === 'svg' ? 'text' : format;
    const asked = { format: form, output };
    return await refuse(io, 'ldscope-explain/1', explained.diagnostics, asked, { file, source });
  }
  const { diagnostics } = analyzed;
  const code = hasError(diagnostics) ? exitCode.wrong : exitCode.done;
  const isGlobal = explained.kind === 'global';
  if (format === 'svg') {
    // The limits of the analysis are those of the explanation: the worst execution is the worst of those executed.
    printDiagnostics(io, diagnostics);
    return await deliver(
      io,
      isGlobal ? svgOfGlobalSite(explained) : svgOfSite(explained),
      output,
      code,
    );
  }
  const pictures = format === 'html';
  const json = () =>
    isGlobal
      ? globalExplanationJson(explained, diagnostics)
      : explanationJson(explained, diagnostics);
  const document = () =>
    isGlobal
      ? sayGlobalExplanation(explained, { all: allPhases, pictures })
      : sayExplanation(explained, { allPhases, lanes, pictures, phase });
  // The place is in the explanation.
  return await answer(io, { json, document }, { format, output }, { diagnostics, code });
}

/** `ldscope explain FILE --site ID`: one site, bank by bank and phase by phase. */
import {
  type AnalysisSite,
  explainAccess,
  type Message,
  messages,
  type ReportDiagnostic,
} from '@ldscope/core';
import { type Explained, explanationJson, failureJson, renderExplanation } from '@ldscope/render';
import { deliver, exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { KernelOptions } from '../options.ts';
import { pageOf } from '../terminal.ts';
import { analyzeFile, type AnalyzedFile } from './kernel.ts';

export interface ExplainCommandOptions extends KernelOptions {
  readonly site?: string;
  readonly phase?: number;
  readonly allPhases?: boolean;
  readonly lanes?: boolean;
}

/** Prints the explanation of a site, of the most expensive one when none is named. */
export async function explainCommand(
  io: Io,
  path: string,
  options: ExplainCommandOptions,
): Promise<number> {
  const analyzed = ofSite(await analyzeFile(io, path, options), options.site);
  const explained = explain(analyzed, options);
  const { format, output, phase, allPhases = false, lanes = false } = options;
  if ('diagnostics' in explained) {
    const { file, source } = analyzed;
    if (format === 'json') {
      const text = failureJson('ldscope-explain/1', explained.diagnostics);
      return await deliver(io, text, output, exitCode.wrong);
    }
    printDiagnostics(io, explained.diagnostics, source === undefined ? { file } : { file, source });
    return exitCode.wrong;
  }
  if (format === 'json') {
    return await deliver(
      io,
      explanationJson(explained, analyzed.diagnostics),
      output,
      exitCode.done,
    );
  }
  const page = output === undefined ? pageOf(io) : {};
  const text = renderExplanation(explained, {
    ...page,
    allPhases,
    lanes,
    ...(phase === undefined ? {} : { phase }),
  });
  // What limits the analysis limits the explanation: the worst execution is the worst of those executed.
  const remarks = analyzed.diagnostics.filter(({ severity }) => severity !== 'error');
  if (remarks.length > 0) printDiagnostics(io, remarks);
  return await deliver(io, text, output, exitCode.done);
}

/** Of several kernels the one that has the site; the first when none has. */
function ofSite(files: readonly AnalyzedFile[], id: string | undefined): AnalyzedFile {
  const has = ({ analysis }: AnalyzedFile): boolean =>
    analysis?.sites.some((site) => site.id === id) ?? false;
  const [first] = files;
  if (first === undefined) throw new Error('an analysis gives at least one result');
  return files.find(has) ?? first;
}

const NAMED_SITES = 20;

function unknownSite(id: string, sites: readonly AnalysisSite[]): Message {
  const ids = sites.slice(0, NAMED_SITES).map((site) => site.id);
  const rest = sites.length - ids.length;
  return messages.usage.unknownSite(id, rest > 0 ? [...ids, `... (${rest} more)`] : ids);
}

function explain(
  { analysis, machine, model, diagnostics }: AnalyzedFile,
  { site: id, phase }: ExplainCommandOptions,
): Explained | { readonly diagnostics: readonly ReportDiagnostic[] } {
  if (analysis === undefined || machine === undefined || model === undefined)
    return { diagnostics };
  const fail = (message: Message) => ({ diagnostics: [message] });
  const { sites } = analysis;
  const site = id === undefined ? sites[0] : sites.find((candidate) => candidate.id === id);
  if (site === undefined) {
    return fail(
      id === undefined || sites.length === 0 ? messages.usage.noSites() : unknownSite(id, sites),
    );
  }
  const explanation = explainAccess(site.worst, 0, machine, model);
  if (explanation === undefined) {
    return fail(messages.usage.noRule(site.op, machine.name, model.name));
  }
  const { length } = explanation.phases;
  if (phase !== undefined && phase >= length)
    return fail(messages.usage.unknownPhase(phase, length));
  return { machine, model, site, explanation };
}

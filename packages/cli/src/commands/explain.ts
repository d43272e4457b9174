/** `ldscope explain FILE --site ID`: one site, bank by bank and phase by phase. */
import {
  explainAccess,
  explainGlobalAccess,
  type Message,
  messages,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  type Explained,
  explanationJson,
  failureJson,
  type GlobalExplained,
  globalExplanationJson,
  renderExplanation,
  renderGlobalExplanation,
} from '@ldscope/render';
import { deliver, exitCode, hasError, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import type { KernelOptions } from '../options.ts';
import { pageOf } from '../terminal.ts';
import { analyzeFile, type AnalyzedFile } from './kernel.ts';

export interface ExplainCommandOptions extends KernelOptions {
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
  const analyzed = ofSite(await analyzeFile(io, path, options), options.site);
  const explained = explainGlobal(analyzed, options) ?? explain(analyzed, options);
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
  const code = hasError(analyzed.diagnostics) ? exitCode.wrong : exitCode.done;
  if (format === 'json') {
    const text = isGlobal(explained)
      ? globalExplanationJson(explained, analyzed.diagnostics)
      : explanationJson(explained, analyzed.diagnostics);
    return await deliver(io, text, output, code);
  }
  const page = output === undefined ? pageOf(io) : {};
  const text = isGlobal(explained)
    ? renderGlobalExplanation(explained, { ...page, all: allPhases })
    : renderExplanation(explained, {
        ...page,
        allPhases,
        lanes,
        ...(phase === undefined ? {} : { phase }),
      });
  // What limits the analysis limits the explanation: the worst execution is the worst of those executed.
  if (analyzed.diagnostics.length > 0) printDiagnostics(io, analyzed.diagnostics);
  return await deliver(io, text, output, code);
}

/** Of several kernels the one that has the site; the first when none has. */
function ofSite(files: readonly AnalyzedFile[], id: string | undefined): AnalyzedFile {
  const has = ({ analysis }: AnalyzedFile): boolean =>
    [...(analysis?.sites ?? []), ...(analysis?.globalSites ?? [])].some((site) => site.id === id);
  const [first] = files;
  if (first === undefined) throw new Error('an analysis gives at least one result');
  return files.find(has) ?? first;
}

const NAMED_SITES = 20;

function unknownSite(id: string, sites: readonly { readonly id: string }[]): Message {
  const ids = sites.slice(0, NAMED_SITES).map((site) => site.id);
  const rest = sites.length - ids.length;
  return messages.usage.unknownSite(id, rest > 0 ? [...ids, `... (${rest} more)`] : ids);
}

type Failed = { readonly diagnostics: readonly ReportDiagnostic[] };

function isGlobal(explained: Explained | GlobalExplained): explained is GlobalExplained {
  return 'blocks' in explained.explanation;
}

/**
 * The explanation of a site of global memory; `undefined` when one of shared memory is meant: a site of both is, unless
 * the options ask for its other side.
 */
function explainGlobal(
  { analysis, machine, coalescing }: AnalyzedFile,
  { site: id, global = false }: ExplainCommandOptions,
): GlobalExplained | Failed | undefined {
  if (analysis === undefined || machine === undefined || coalescing === undefined) return undefined;
  const { sites, globalSites } = analysis;
  const shared = id === undefined ? sites.length > 0 : sites.some((site) => site.id === id);
  const site = id === undefined ? globalSites[0] : globalSites.find((found) => found.id === id);
  if (shared && !global) return undefined;
  if (site === undefined) {
    if (!global) return undefined;
    const none = id === undefined || globalSites.length === 0;
    return { diagnostics: [none ? messages.usage.noGlobalSites() : unknownSite(id, globalSites)] };
  }
  const explanation = explainGlobalAccess(site.worst, 0, coalescing);
  return { machine, site, explanation };
}

function explain(
  { analysis, machine, model, diagnostics }: AnalyzedFile,
  { site: id, phase }: ExplainCommandOptions,
): Explained | Failed {
  if (analysis === undefined || machine === undefined || model === undefined)
    return { diagnostics };
  const fail = (message: Message) => ({ diagnostics: [message] });
  const { sites } = analysis;
  const site = id === undefined ? sites[0] : sites.find((candidate) => candidate.id === id);
  if (site === undefined) {
    return fail(
      id === undefined || sites.length === 0
        ? messages.usage.noSites()
        : unknownSite(id, [...sites, ...analysis.globalSites]),
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

/**
 * Why one site of an analysis costs what it costs: its most expensive execution decomposed, in shared memory phase by
 * phase, in global memory line by line.
 */
import {
  type AccessExplanation,
  type AnalysisGlobalSite,
  type AnalysisSite,
  type ConflictModel,
  explainAccess,
  explainGlobalAccess,
  elementsOfObject,
  type GlobalExplanation,
  type Machine,
  type Message,
  messages,
  type ReportDiagnostic,
  type TileElements,
} from '@ldscope/core';
import type { Analyzed } from './analyze.ts';

/** Which site is explained, and which side of it. */
export interface ExplainOptions {
  /** Which site; by default the most expensive one. */
  readonly site?: string | undefined;
  /** A phase that the site has to have, from 0. */
  readonly phase?: number | undefined;
  /** The side of global memory, of a site that copies from it to LDS. */
  readonly global?: boolean | undefined;
}

/** A site with its most expensive execution decomposed, or the diagnostics with the reason for its absence. */
export type ExplainedSite =
  | {
      readonly kind: 'shared';
      readonly machine: Machine;
      readonly model: ConflictModel;
      readonly site: AnalysisSite;
      readonly explanation: AccessExplanation;
      /** The tile in shared memory, where it is known. */
      readonly elements?: TileElements | undefined;
    }
  | {
      readonly kind: 'global';
      readonly machine: Machine;
      readonly site: AnalysisGlobalSite;
      readonly explanation: GlobalExplanation;
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly ReportDiagnostic[] };

/** Explains a site: of a site of both memories the side of shared memory, unless the options ask for the other. */
export function explainSite(analyzed: Analyzed, options: ExplainOptions = {}): ExplainedSite {
  return explainGlobal(analyzed, options) ?? explainShared(analyzed, options);
}

/** The analysis of the kernel that has the site; where no site is named, the first that has one; else the first. */
export function analysisOfSite<T extends Analyzed>(
  analyses: readonly T[],
  id: string | undefined,
): T {
  const has = ({ analysis }: T): boolean =>
    [...(analysis?.sites ?? []), ...(analysis?.globalSites ?? [])].some((site) => site.id === id);
  const found =
    (id === undefined
      ? analyses.find(({ analysis }) => (analysis?.sites.length ?? 0) > 0)
      : analyses.find(has)) ?? analyses[0];
  if (found === undefined) throw new Error('an analysis gives at least one result');
  return found;
}

const NAMED_SITES = 20;

function unknownSite(id: string, sites: readonly { readonly id: string }[]): Message {
  const ids = sites.slice(0, NAMED_SITES).map((site) => site.id);
  const rest = sites.length - ids.length;
  return messages.usage.unknownSite(id, rest > 0 ? [...ids, `... (${rest} more)`] : ids);
}

const failed = (...diagnostics: readonly ReportDiagnostic[]): ExplainedSite => ({
  kind: 'failed',
  diagnostics,
});

/** `undefined` when a site of shared memory is meant. */
function explainGlobal(
  { analysis, machine, coalescing }: Analyzed,
  { site: id, global = false }: ExplainOptions,
): ExplainedSite | undefined {
  if (analysis === undefined || machine === undefined || coalescing === undefined) return undefined;
  const { sites, globalSites } = analysis;
  const shared = id === undefined ? sites.length > 0 : sites.some((site) => site.id === id);
  const site = id === undefined ? globalSites[0] : globalSites.find((found) => found.id === id);
  if (shared && !global) return undefined;
  if (site === undefined) {
    if (!global) return undefined;
    const none = id === undefined || globalSites.length === 0;
    return failed(none ? messages.usage.noGlobalSites() : unknownSite(id, globalSites));
  }
  const explanation = explainGlobalAccess(site.worst, 0, coalescing);
  return { kind: 'global', machine, site, explanation };
}

function unservedMessage(
  { op, unserved = 'no-rule' }: AnalysisSite,
  machine: Machine,
  model: ConflictModel,
): Message {
  switch (unserved) {
    case 'no-banks':
      return messages.usage.passesBanks(op);
    case 'no-instruction':
      return messages.usage.lacksInstruction(op, machine.name);
    case 'no-rule':
      return messages.usage.noRule(op, machine.name, model.name);
  }
}

function explainShared(
  { analysis, machine, model, diagnostics }: Analyzed,
  { site: id, phase }: ExplainOptions,
): ExplainedSite {
  if (analysis === undefined || machine === undefined || model === undefined) {
    return failed(...diagnostics);
  }
  const { sites, ldsObjects = [] } = analysis;
  const site = id === undefined ? sites[0] : sites.find((candidate) => candidate.id === id);
  if (site === undefined) {
    return failed(
      id === undefined
        ? messages.usage.noSites()
        : unknownSite(id, [...sites, ...analysis.globalSites]),
    );
  }
  const explanation = explainAccess(site.worst, 0, machine, model);
  if (explanation === undefined) {
    return failed(unservedMessage(site, machine, model));
  }
  const { length } = explanation.phases;
  if (phase !== undefined && (phase < 0 || phase >= length)) {
    return failed(messages.usage.unknownPhase(phase + 1, length));
  }
  const object = ldsObjects.find(({ name }) => name === site.buffer);
  const { elements = object && elementsOfObject(object) } = analysis;
  return { kind: 'shared', machine, model, site, explanation, elements };
}

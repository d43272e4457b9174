/** The sites of an analysis at their lines in the document as it is now. */
import {
  type AccessExplanation,
  type AnalysisSite,
  type ConflictModel,
  explainAccess,
  findMachine,
  findModel,
  type Machine,
  type Report,
  type ReportSite,
} from '@ldscope/core';
import type { Finding } from '@ldscope/render';
import type { Range } from 'vscode-languageserver';
import type { AnalyzedText } from '../work/request.ts';
import type { DocumentView } from '../view.ts';

/** A site of a kernel that was executed. */
export interface MarkedSite {
  readonly kernel: AnalyzedText;
  readonly report: Report;
  readonly site: ReportSite;
  /** Its place in the report. */
  readonly index: number;
}

/** The accesses of a line, the most expensive first. */
export interface LineMark {
  readonly range: Range;
  readonly sites: readonly MarkedSite[];
}

/** The lines with accesses to shared memory, in order. */
export function lineMarks(kernels: readonly AnalyzedText[], view: DocumentView): LineMark[] {
  const lines = new Map<number, { readonly range: Range; readonly sites: MarkedSite[] }>();
  for (const kernel of kernels) {
    const { report, isCompiled } = kernel;
    for (const [index, site] of (report?.sites ?? []).entries()) {
      const range = view.rangeOf(site.location, isCompiled);
      if (range === undefined || report === undefined) continue;
      const mark = lines.get(range.start.line) ?? { range, sites: [] };
      mark.sites.push({ kernel, report, site, index });
      lines.set(range.start.line, mark);
    }
  }
  return [...lines.values()]
    .map(({ range, sites }) => ({
      range,
      sites: sites.sort((a, b) => b.site.bankConflict - a.site.bankConflict),
    }))
    .sort((a, b) => a.range.start.line - b.range.start.line);
}

/** A site with what its pictures and words are made of; `undefined` where the chip has no rule for it. */
export function explained({ kernel, report, site, index }: MarkedSite):
  | {
      readonly machine: Machine;
      readonly model: ConflictModel;
      readonly site: AnalysisSite;
      readonly explanation: AccessExplanation;
    }
  | undefined {
  const machine = findMachine(report.machine);
  const model = machine && findModel(machine, report.model);
  const worst = kernel.worst[index];
  if (machine === undefined || model === undefined || worst === undefined) return undefined;
  const explanation = explainAccess(worst, 0, machine, model);
  return explanation && { machine, model, site: { ...site, worst }, explanation };
}

/** The code of diagnostics of conflicts. */
export const CONFLICT = 'ldscope/bank-conflict';

/** The site that a finding is about, where that is a conflict. */
export const conflictingSite = (
  { ruleId, properties }: Finding,
  { report }: AnalyzedText,
): ReportSite | undefined =>
  ruleId === CONFLICT ? report?.sites.find(({ id }) => id === properties?.['site']) : undefined;

/** Of the accesses of a line the one that costs most on each chip. */
export function worstByChip(sites: readonly MarkedSite[]): readonly MarkedSite[] {
  const found = new Map<string, MarkedSite>();
  for (const one of sites) if (!found.has(one.report.machine)) found.set(one.report.machine, one);
  return [...found.values()];
}

/** The same of those that conflict. */
export const conflicting = (sites: readonly MarkedSite[]): readonly MarkedSite[] =>
  worstByChip(sites.filter(({ site }) => site.bankConflict > 0));

/** ` on gfx942`, where a line is about several chips. */
export const onChip = ({ report }: MarkedSite, sites: readonly MarkedSite[]): string =>
  sites.some((one) => one.report.machine !== report.machine) ? ` on ${report.machine}` : '';

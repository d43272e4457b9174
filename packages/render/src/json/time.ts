/** The JSON forms of timelines, budgets and pipelines, documented in docs/report-json.md. */
import type { BudgetReport, PipelineReport, TimelineReport } from '@ldscope/core';

/** Schema `ldscope-timeline/1`, keys in the order of `TimelineReport`; several of them as a list under `reports`. */
export function timelinesJson(reports: readonly TimelineReport[]): string {
  return oneOrAll(reports);
}

/** Schema `ldscope-budget/1`; several of them as a list under `reports`. */
export function budgetsJson(reports: readonly BudgetReport[]): string {
  return oneOrAll(reports);
}

/** Schema `ldscope-pipeline/1`, keys in the order of `PipelineReport`. */
export function pipelineJson(report: PipelineReport): string {
  return oneOrAll([report]);
}

function oneOrAll(reports: readonly object[]): string {
  const [first, second] = reports;
  const all =
    first !== undefined && second === undefined ? first : { schema: 'ldscope-reports/1', reports };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

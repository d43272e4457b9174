/** The JSON forms of what concerns time, documented in docs/report-json.md. */
import type { BudgetReport, TimelineReport } from '@ldscope/core';

/** Schema `ldscope-timeline/1`; keys in the order of `TimelineReport`. */
export function timelineJson(report: TimelineReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** Schema `ldscope-budget/1`; several of them as a list under `reports`. */
export function budgetsJson(reports: readonly BudgetReport[]): string {
  const [first, second] = reports;
  const all =
    first !== undefined && second === undefined ? first : { schema: 'ldscope-reports/1', reports };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

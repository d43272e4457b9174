/** The JSON forms of what concerns time, documented in docs/report-json.md. */
import type { BudgetReport, TimelineReport } from '@ldscope/core';

/** Schema `ldscope-timeline/1`; keys in the order of `TimelineReport`. */
export function timelineJson(report: TimelineReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** Schema `ldscope-budget/1`. */
export function budgetJson(report: BudgetReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

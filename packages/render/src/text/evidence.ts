/** The evidence of a report, in one line. */
import type { Alternative, Evidence, Report } from '@ldscope/core';
import type { Terms } from './terminology.ts';
import { grouped, percent } from './numbers.ts';
import type { Style } from './style.ts';

const ORDER: readonly Evidence[] = ['measured', 'documented', 'inferred', 'disputed'];

/** How each kind of evidence looks, wherever it is shown. */
export const evidenceStyles = {
  measured: 'good',
  documented: 'plain',
  inferred: 'warn',
  disputed: 'bad',
} as const satisfies Readonly<Record<Evidence, Style>>;

/** `measured: ds_read_b128, ds_write_b64; disputed: ds_read_u16`. */
export function evidenceAtAGlance(report: Report): string {
  return ORDER.flatMap((evidence) => {
    const ops = report.evidence
      .filter((rule) => rule.evidence === evidence)
      .flatMap((rule) => rule.ops);
    return ops.length === 0 ? [] : [`${evidence}: ${[...new Set(ops)].join(', ')}`];
  }).join('; ');
}

/** One line under the verdict: the result with the alternative of a disputed rule. */
export function alternativeSummary(alternative: Alternative, report: Report, terms: Terms): string {
  const { model, ops, totals } = alternative;
  const { idxActive, bankConflict } = totals;
  const same = idxActive === report.totals.idxActive && bankConflict === report.totals.bankConflict;
  const outcome = same
    ? 'gives the same'
    : `gives ${grouped(bankConflict)} of ${grouped(idxActive)} ${terms.cycles} ` +
      `(${percent(bankConflict, idxActive)})`;
  return `Sources disagree on ${ops.join(', ')}: the alternative rule (--model ${model}) ${outcome}`;
}

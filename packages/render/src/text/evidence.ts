/** How what a report rests on is known, in a line. */
import type { Alternative, Evidence, Report } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { grouped, percent } from './numbers.ts';
import type { Style } from './style.ts';

const ORDER: readonly Evidence[] = ['measured', 'documented', 'inferred', 'disputed'];

export const evidenceStyles: Readonly<Record<Evidence, Style>> = {
  measured: 'good',
  documented: 'plain',
  inferred: 'warn',
  disputed: 'bad',
};

/** `measured: ds_read_b128, ds_write_b64; disputed: ds_read_u16`. */
export function evidenceAtAGlance(report: Report): string {
  return ORDER.flatMap((evidence) => {
    const ops = report.evidence
      .filter((rule) => rule.evidence === evidence)
      .flatMap((rule) => rule.ops);
    return ops.length === 0 ? [] : [`${evidence}: ${[...new Set(ops)].join(', ')}`];
  }).join('; ');
}

/** One line for under the verdict: what the other reading of a disputed rule gives. */
export function alternativeSummary(alternative: Alternative, report: Report, terms: Terms): string {
  const { model, ops, totals } = alternative;
  const { idxActive, bankConflict } = totals;
  const same = idxActive === report.totals.idxActive && bankConflict === report.totals.bankConflict;
  const outcome = same
    ? 'gives the same'
    : `gives ${grouped(bankConflict)} of ${grouped(idxActive)} ${terms.cycles} ` +
      `(${percent(bankConflict, idxActive)})`;
  return `Disputed: ${ops.join(', ')}; the other reading (--model ${model}) ${outcome}`;
}

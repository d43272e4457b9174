/** What the numbers of a report rest on: the service rules that were used, how they are known, and disputes. */
import type { Alternative, Evidence, Report } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { Footnotes, noteLines } from './footnotes.ts';
import { hang } from './measure.ts';
import { grouped, percent } from './numbers.ts';
import type { Page, Style } from './style.ts';
import { type Row, table } from './table.ts';

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

/** The rules with evidence and numbered sources, and the titles of the other readings. */
export function restsOnLines(report: Report, terms: Terms, page: Page): string[] {
  const notes = new Footnotes();
  const rules = report.evidence.map((rule): Row => ({
    cells: [
      { text: rule.evidence, style: evidenceStyles[rule.evidence] },
      { text: rule.ops.join(', ') },
      { text: rule.phases },
      { text: String(rule.banks) },
      { text: notes.mark(rule.source) },
    ],
  }));
  const rows = [...rules, ...globalRow(report, notes)];
  if (rows.length === 0) return [];
  const remarks = remarksOf(report).flatMap((remark) => hang('    ', remark, page.width));
  const readings = report.alternatives.flatMap((alternative) =>
    hang(
      '    ',
      `${alternative.model}: ${alternative.title}. ${comparison(alternative, report, terms)}`,
      page.width,
    ),
  );
  const columns = [
    { title: 'evidence' },
    { title: 'instructions', least: 12 },
    { title: 'phases', least: 12, spared: true, leaves: 1 },
    { title: 'banks', align: 'right' },
    { title: 'sources' },
  ] as const;
  return [
    ...table(columns, rows, page),
    ...(remarks.length > 0 ? ['  notes', ...remarks] : []),
    ...(readings.length > 0 ? ['  other readings', ...readings] : []),
    '  sources',
    ...noteLines(notes.notes(), page).map((line) => page.paint('faint', line)),
  ];
}

/** What a transaction of global memory moves, where there was one. */
function globalRow({ global }: Report, notes: Footnotes): Row[] {
  if (global === undefined || global.sites.length === 0) return [];
  const { evidence, unit, transactionBytes, source } = global;
  return [
    {
      cells: [
        { text: evidence, style: evidenceStyles[evidence] },
        { text: 'global memory' },
        { text: `${unit}s of ${transactionBytes} B` },
        { text: '-' },
        { text: notes.mark(source) },
      ],
    },
  ];
}

/** Notes of the rules; classes with the same note share it: `async.b32, async.b128: ...`. */
function remarksOf(report: Report): string[] {
  const requests = new Map<string, string[]>();
  for (const { request, note } of report.evidence) {
    if (note !== undefined) requests.set(note, [...(requests.get(note) ?? []), request]);
  }
  return [...requests].map(([note, classes]) => `${classes.join(', ')}: ${note}`);
}

function comparison({ totals }: Alternative, report: Report, terms: Terms): string {
  return `Conflicts: ${share(totals)} ${terms.memoryCycles}, here ${share(report.totals)}`;
}

function share({ bankConflict, idxActive }: Report['totals']): string {
  return `${grouped(bankConflict)} of ${grouped(idxActive)}`;
}

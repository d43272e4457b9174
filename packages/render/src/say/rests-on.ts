/** The basis of the numbers in a report: the service rules, their evidence, and disputes. */
import { append, type Alternative, type Report } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import { type Block, paragraph } from '../document/document.ts';
import { phaseMapPicture } from '../svg/phase-map.ts';
import type { Terms } from '../text/terminology.ts';
import { evidenceStyles } from '../text/evidence.ts';
import { Footnotes } from '../text/footnotes.ts';
import { grouped } from '../text/numbers.ts';
import type { Row } from '../text/table.ts';
import { sayMachine } from './machine.ts';

/** The rules with evidence and numbered sources, and the alternatives where sources disagree. */
export function restsOnBlocks(report: Report, terms: Terms): Block[] {
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
  const readings = report.alternatives.map(
    (alternative) =>
      `${alternative.model}: ${alternative.title}. ${comparison(alternative, report, terms)}`,
  );
  const columns = [
    { title: 'evidence' },
    { title: 'instructions', least: 12 },
    { title: 'phases', least: 12, spared: true, leaves: 1 },
    { title: 'banks', align: 'right' },
    { title: 'sources' },
  ] as const;
  return [
    { kind: 'table', columns, rows },
    ...titled('notes', remarksOf(report)),
    ...titled('alternative rules', readings),
    paragraph('sources'),
    { kind: 'notes', notes: notes.notes(), style: 'faint' },
  ];
}

function titled(title: string, texts: readonly string[]): Block[] {
  if (texts.length === 0) return [];
  return [paragraph(title), ...texts.map((text) => paragraph(text, undefined, 4))];
}

/** The size of a global memory transaction, if there was one. */
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
    if (note !== undefined) append(requests, note, request);
  }
  return [...requests].map(([note, classes]) => `${classes.join(', ')}: ${note}`);
}

function comparison({ totals }: Alternative, report: Report, terms: Terms): string {
  return `Conflicts: ${share(totals)} ${terms.memoryCycles}, here ${share(report.totals)}`;
}

function share({ bankConflict, idxActive }: Report['totals']): string {
  return `${grouped(bankConflict)} of ${grouped(idxActive)}`;
}

/** All facts of the chip, folded. */
export function chipBlocks({ machine, model }: AnalyzedKernel): Block[] {
  if (machine === undefined) return [];
  const known = sayMachine(machine, model).sections.flatMap(({ heading, blocks }): Block[] =>
    heading === undefined || blocks.length === 0
      ? [...blocks]
      : [{ kind: 'heading', text: heading }, ...blocks],
  );
  const choice = { machine, ...(model === undefined ? {} : { model }) };
  return [
    { kind: 'group', title: `Facts of ${machine.name}`, blocks: known },
    {
      kind: 'group',
      title: `Which lanes ${machine.name} serves together`,
      blocks: [{ kind: 'drawing', picture: () => phaseMapPicture(choice), isWordless: true }],
    },
  ];
}

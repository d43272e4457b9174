/**
 * A report as Markdown, short enough for a comment on a pull request: the verdict, a table of kernels where there are
 * several, a table of the instructions that conflict, hazards and diagnostics, and on what the figures rest.
 */
import { type Analysis, type Report, type ReportDiagnostic, type ReportSite } from '@ldscope/core';
import type { AnalyzedFile, AnalyzedKernel } from '../document/analyzed-file.ts';
import { termsFor } from '../terminology.ts';
import { alternativeSummary, evidenceAtAGlance } from '../text/evidence.ts';
import { hintSentences } from '../text/hints.ts';
import { byteSize, counted, grouped, percent } from '../text/numbers.ts';
import { occupancyText } from '../text/occupancy.ts';
import { languageTitle, verdict } from '../text/verdict.ts';
import { messageItems } from './messages.ts';
import { code, mdTable, prose } from './syntax.ts';

const MOST_SITES = 20;

/** The text of the comment. */
export function markdownReport({ file, kernels }: AnalyzedFile): string {
  const blocks = [
    `### ldscope: ${code(file)}`,
    ...(kernels.length > 1 ? [kernelTable(kernels)] : []),
    ...kernels.flatMap((kernel) => kernelBlocks(kernel, kernels.length > 1)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A row for each kernel of a file that has several. */
function kernelTable(kernels: readonly AnalyzedKernel[]): string {
  return mdTable(
    [
      { title: 'kernel' },
      { title: 'machine' },
      { title: 'conflicts', numeric: true },
      { title: 'cycles', numeric: true },
      { title: 'share', numeric: true },
    ],
    kernels.flatMap(({ analysis }) => {
      if (analysis === undefined) return [];
      const { kernel, machine, totals } = analysis.report;
      const { bankConflict, idxActive } = totals;
      return [
        [
          code(kernel.name),
          prose(machine),
          grouped(bankConflict),
          grouped(idxActive),
          percent(bankConflict, idxActive),
        ],
      ];
    }),
  );
}

function kernelBlocks(kernel: AnalyzedKernel, several: boolean): string[] {
  const { analysis, diagnostics } = kernel;
  if (analysis === undefined) {
    return ['**Nothing could be analysed.**', ...messageBlocks([], diagnostics)];
  }
  const { report } = analysis;
  const terms = termsFor(kernel.machine);
  const title = several ? [`#### ${code(report.kernel.name)}`] : [];
  return [
    ...title,
    `**${prose(verdict(report, terms))}.**`,
    ...report.alternatives.map((one) => `${prose(alternativeSummary(one, report, terms))}.`),
    ...(report.hints === undefined ? [] : hintSentences(report.hints, terms)).map(
      (line) => `${prose(line)}.`,
    ),
    summaryTable(report, kernel),
    ...(report.occupancy === undefined
      ? []
      : [`Room for ${prose(occupancyText(report.occupancy, terms))}.`]),
    ...siteBlocks(analysis, kernel),
    ...globalBlocks(report),
    ...messageBlocks(report.hazards, diagnostics),
    ...evidenceBlock(report),
  ];
}

function summaryTable(report: Report, { machine, model }: AnalyzedKernel): string {
  const { kernel, totals } = report;
  const { block } = kernel;
  const { memoryCycles, wave, sharedMemory, workgroup } = termsFor(machine);
  const products = machine === undefined ? '' : ` (${machine.products})`;
  const row = [
    code(kernel.name),
    languageTitle(kernel),
    `${report.machine}${products}`,
    model === undefined ? report.model : model.name,
    grouped(kernel.waves),
    ...(block === undefined ? [] : [`${block.shape.join(' x ')} from ${block.from}`]),
    byteSize(kernel.ldsBytes),
    grouped(totals.idxActive),
    grouped(totals.bankConflict),
  ];
  return mdTable(
    [
      { title: 'kernel' },
      { title: 'language' },
      { title: 'machine' },
      { title: 'model' },
      { title: `${wave}s`, numeric: true },
      ...(block === undefined ? [] : [{ title: 'block' }]),
      { title: `${sharedMemory} a ${workgroup}`, numeric: true },
      { title: memoryCycles, numeric: true },
      { title: 'conflict', numeric: true },
    ],
    [row.map((cell, index) => (index === 0 ? cell : prose(cell)))],
  );
}

function siteBlocks({ report }: Analysis, { machine }: AnalyzedKernel): string[] {
  const { sites, totals } = report;
  const conflicting = sites.filter(({ bankConflict }) => bankConflict > 0);
  if (conflicting.length === 0) return [];
  const { cycles } = termsFor(machine);
  const shown = conflicting.slice(0, MOST_SITES);
  const rest = conflicting.length - shown.length;
  const row = (site: ReportSite): string[] => [
    code(site.id),
    code(site.op),
    site.buffer === '' ? '' : code(site.buffer),
    grouped(site.worstWays),
    grouped(site.executions),
    grouped(site.idxActive),
    grouped(site.idxActive - site.bankConflict),
    grouped(site.bankConflict),
    percent(site.idxActive, totals.idxActive),
    site.location.text === undefined ? '' : code(site.location.text.trim()),
  ];
  return [
    mdTable(
      [
        { title: 'site' },
        { title: 'instruction' },
        { title: 'buffer' },
        { title: 'ways', numeric: true },
        { title: 'runs', numeric: true },
        { title: cycles, numeric: true },
        { title: 'floor', numeric: true },
        { title: 'conflict', numeric: true },
        { title: 'share', numeric: true },
        { title: 'source' },
      ],
      shown.map(row),
    ),
    ...(rest > 0 ? [`and ${counted(rest, 'more site conflicts', 'more sites conflict')}.`] : []),
  ];
}

function globalBlocks({ global }: Report): string[] {
  if (global === undefined || global.sites.length === 0) return [];
  const { totals, unit } = global;
  const { transactions, idealTransactions, usefulBytes, fetchedBytes } = totals;
  return [
    `Global memory: ${counted(transactions, unit)}, ideal ${grouped(idealTransactions)}; ` +
      `${percent(usefulBytes, fetchedBytes)} of ${byteSize(fetchedBytes)} useful.`,
  ];
}

function messageBlocks(
  hazards: Report['hazards'],
  diagnostics: readonly ReportDiagnostic[],
): string[] {
  const items = messageItems(hazards, diagnostics);
  return items.length === 0 ? [] : [items.join('\n')];
}

function evidenceBlock(report: Report): string[] {
  const words = evidenceAtAGlance(report);
  if (words === '') return [];
  const sources = [...new Set(report.evidence.map(({ source }) => source))];
  return [
    [
      '<details><summary>Evidence</summary>',
      '',
      prose(words),
      '',
      ...sources.map((source) => `- ${prose(source)}`),
      '',
      '</details>',
    ].join('\n'),
  ];
}

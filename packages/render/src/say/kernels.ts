/**
 * The kernels of a file at a glance, in front of their reports.
 *
 *     kernel              LDS  counted  sites    conflicts of cycles  hazards
 *     copy                0 B   0 of 0      0                 0 of 0        0
 *     transpose         4 KiB   2 of 2      2         7,936 of 8,448        1
 *     histogram                                  launch/which-block
 *
 * Rows of several files also have the file's name, those for several chips the chip, and those of a file with machine code
 * and TTGIR which of the two they are.
 */
import { readableName } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import type { Section } from '../document/document.ts';
import { byteSize, grouped } from '../text/numbers.ts';
import type { Cell, Column } from '../text/table.ts';
import { languageTitle } from '../text/verdict.ts';
import {
  chipColumn,
  conflictsCell,
  conflictsColumn,
  fileColumn,
  kernelColumn,
  kernelTable,
} from './kernel-table.ts';

const languageColumn: Column = { title: 'read as', leaves: 5 };
const hazardsColumn: Column = { title: 'hazards', align: 'right', leaves: 3 };
const columns: readonly Column[] = [
  kernelColumn,
  fileColumn,
  languageColumn,
  chipColumn,
  { title: 'LDS', align: 'right', leaves: 1 },
  { title: 'counted', align: 'right' },
  { title: 'sites', align: 'right', leaves: 2 },
  conflictsColumn,
  hazardsColumn,
];

/**
 * A row for each kernel; `files` has the file of each, where there are several. Kernels of a file with the same readable name on one
 * chip show their symbols.
 */
export function sayKernels(
  kernels: readonly AnalyzedKernel[],
  files: readonly string[] = [],
): Section {
  const all = kernels.map(({ analysis, kernel, machine }, index) => {
    const symbol = kernel ?? analysis?.report.kernel.name ?? '';
    const chip = analysis?.report.machine ?? machine?.name ?? '';
    const language = analysis === undefined ? '' : languageTitle(analysis.report.kernel);
    return { symbol, chip, language, name: readableName(symbol), file: files[index] ?? '' };
  });
  const hasChips = isForSeveralChips(kernels);
  const hasHazards = kernels.some(({ analysis }) => (analysis?.report.hazards.length ?? 0) > 0);
  const hasLanguages = new Set(all.flatMap(({ language }) => language || [])).size > 1;
  const rows = kernels.map((kernel, index): Cell[] => {
    const { symbol = '', chip = '', language = '', name = '', file = '' } = all[index] ?? {};
    const isShared = all.some(
      (other, at) =>
        other.name === name && other.chip === chip && other.file === file && at !== index,
    );
    return [
      { text: isShared ? symbol : name, isCode: true, link: `k${index}` },
      { text: file },
      { text: language },
      { text: chip },
      ...figures(kernel),
    ];
  });
  const table = kernelTable(columns, rows, (column) => {
    if (column === fileColumn) return files.length > 0;
    if (column === chipColumn) return hasChips;
    return column === languageColumn ? hasLanguages : column !== hazardsColumn || hasHazards;
  });
  return { level: 2, blocks: [table] };
}

/** True where the kernels of a file were analyzed for more than one chip. */
export function isForSeveralChips(kernels: readonly AnalyzedKernel[]): boolean {
  const chips = kernels.map(({ analysis, machine }) => analysis?.report.machine ?? machine?.name);
  return new Set(chips.filter((chip) => chip !== undefined)).size > 1;
}

function figures({ analysis, diagnostics }: AnalyzedKernel): Cell[] {
  if (analysis === undefined) {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const blank = Array.from({ length: 3 }, () => ({ text: '' }));
    return [...blank, { text: error?.code ?? 'refused', style: 'bad' }, { text: '' }];
  }
  const { kernel, account, sites, totals, hazards } = analysis.report;
  const { counted, instructions } = account;
  const { bankConflict, idxActive } = totals;
  return [
    { text: byteSize(kernel.ldsBytes) },
    {
      text: `${grouped(counted)} of ${grouped(instructions)}`,
      style: counted < instructions ? 'warn' : 'plain',
    },
    { text: grouped(sites.length) },
    conflictsCell(bankConflict, idxActive, account.isCovered),
    { text: grouped(hazards.length), style: hazards.length > 0 ? 'bad' : 'plain' },
  ];
}

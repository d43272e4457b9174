/**
 * The kernels of a file at a glance, in front of their reports.
 *
 *     kernel              LDS  counted  sites    conflicts of cycles
 *     copy                0 B   0 of 0      0                 0 of 0
 *     transpose         4 KiB   2 of 2      2         7,936 of 8,448
 *     histogram                                  launch/which-block
 */
import { readableName } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import type { Section } from '../document/document.ts';
import { byteSize, grouped } from '../text/numbers.ts';
import type { Cell, Column, Row } from '../text/table.ts';

const columns: readonly Column[] = [
  { title: 'kernel', least: 16 },
  { title: 'LDS', align: 'right', leaves: 1 },
  { title: 'counted', align: 'right' },
  { title: 'sites', align: 'right', leaves: 2 },
  { title: 'conflicts of cycles', align: 'right' },
];

/** A row for each kernel. Kernels with the same readable name show their symbols. */
export function sayKernels(kernels: readonly AnalyzedKernel[]): Section {
  const symbols = kernels.map(
    ({ analysis, kernel }) => kernel ?? analysis?.report.kernel.name ?? '',
  );
  const names = symbols.map(readableName);
  const rows = kernels.map((kernel, index): Row => {
    const own = names[index] ?? '';
    const isShared = names.some((name, other) => name === own && other !== index);
    const text = isShared ? (symbols[index] ?? '') : own;
    return { cells: [{ text, isCode: true, link: `k${index}` }, ...figures(kernel)] };
  });
  return { level: 2, blocks: [{ kind: 'table', columns, rows }] };
}

function figures({ analysis, diagnostics }: AnalyzedKernel): Cell[] {
  if (analysis === undefined) {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const blank = Array.from({ length: 3 }, () => ({ text: '' }));
    return [...blank, { text: error?.code ?? 'refused', style: 'bad' }];
  }
  const { kernel, sites, totals } = analysis.report;
  const { counted, instructions } = kernel.ldsInstructions ?? {
    counted: sites.length,
    instructions: sites.length,
  };
  const { bankConflict, idxActive } = totals;
  return [
    { text: byteSize(kernel.ldsBytes) },
    {
      text: `${grouped(counted)} of ${grouped(instructions)}`,
      style: counted < instructions ? 'warn' : 'plain',
    },
    { text: grouped(sites.length) },
    {
      // Cycles of nothing that was counted would look like a kernel without conflicts.
      text:
        counted === 0 && instructions > 0
          ? 'not counted'
          : `${grouped(bankConflict)} of ${grouped(idxActive)}`,
      style: bankConflict > 0 ? 'bad' : 'plain',
    },
  ];
}

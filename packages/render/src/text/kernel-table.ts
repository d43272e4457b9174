/**
 * The kernels of a file at a glance, in front of their reports.
 *
 *     kernel              LDS  counted  sites    conflicts of cycles
 *     copy                0 B   0 of 0      0                 0 of 0
 *     transpose         4 KiB   2 of 2      2         7,936 of 8,448
 *     histogram                                  launch/which-block
 */
import { readableName, type Report, type ReportDiagnostic } from '@ldscope/core';
import { byteSize, grouped } from './numbers.ts';
import { pageFor, type TextOptions } from './style.ts';
import { type Cell, type Column, type Row, table } from './table.ts';

/** A kernel with its report, or with the diagnostics that say why it has none. */
export interface ListedKernel {
  readonly name: string;
  readonly report?: Report;
  readonly diagnostics: readonly ReportDiagnostic[];
}

const columns: readonly Column[] = [
  { title: 'kernel', least: 16 },
  { title: 'LDS', align: 'right', leaves: 1 },
  { title: 'counted', align: 'right' },
  { title: 'sites', align: 'right', leaves: 2 },
  { title: 'conflicts of cycles', align: 'right' },
];

/** A line for each kernel, ended by a newline. Kernels with the same readable name show their symbols. */
export function renderKernelTable(
  kernels: readonly ListedKernel[],
  options: TextOptions = {},
): string {
  const names = kernels.map(({ name }) => readableName(name));
  const rows = kernels.map((kernel, index): Row => {
    const own = names[index] ?? '';
    const isShared = names.some((name, other) => name === own && other !== index);
    return { cells: [{ text: isShared ? kernel.name : own }, ...figures(kernel)] };
  });
  const lines = table(columns, rows, pageFor(options));
  return lines.map((line) => `${line}\n`).join('');
}

function figures({ report, diagnostics }: ListedKernel): Cell[] {
  if (report === undefined) {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const blank = Array.from({ length: 3 }, () => ({ text: '' }));
    return [...blank, { text: error?.code ?? 'refused', style: 'bad' }];
  }
  const { kernel, sites, totals } = report;
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

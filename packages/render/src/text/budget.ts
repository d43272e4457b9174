/** `ldscope budget`: a GEMM tile as lines of arithmetic. */
import type { BudgetReport } from '@ldscope/core';
import { keyed } from './keyed.ts';
import { byteSize, counted, grouped } from './numbers.ts';
import { occupancyText } from './occupancy.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';

export function renderBudget(report: BudgetReport, options: TextOptions = {}): string {
  const page = pageFor(options);
  const { machine, step, budget, cycles, vectorRegisters, occupancy } = report;
  const { m, n, k, element, waves, instruction, accessBytes, buffers, slice } = step;
  const { registers } = budget;
  const [ownM, ownN] = [m / waves[0], n / waves[1]];
  const lines = [
    page.paint('strong', `${m} x ${n} x ${k} ${element} on one compute unit of ${machine}`),
    ...keyed('a wave', `${ownM} x ${ownN} x ${k}, ${waves[0]} x ${waves[1]} waves`, page),
    ...keyed(
      'matrix',
      `${grouped(budget.matrixInstructions)} x ${instruction}, ${grouped(budget.matrixCycles)} cycles`,
      page,
    ),
    ...keyed(
      'per lane',
      `${counted(budget.globalLoads, 'global load')}, ${counted(budget.ldsWrites, 'LDS write')} and ` +
        `${counted(budget.ldsReads, 'LDS read')} of ${accessBytes} bytes; what is written is read ${budget.reuse} times`,
      page,
    ),
    ...keyed(
      'LDS',
      `${byteSize(budget.stepBytes)} for A and B` +
        (buffers === 1 ? '' : `, ${byteSize(budget.ldsBytes)} in ${buffers} buffers`),
      page,
    ),
    ...keyed(
      'registers',
      `${registers.prefetch} for the fetched tile, ${registers.operands} for operands` +
        (budget.slices === 1 ? '' : ` of one of ${budget.slices} slices of ${slice} in k`) +
        `: ${vectorRegisters} in all; ` +
        `${registers.accumulators} accumulators`,
      page,
    ),
    ...keyed('busy', busyText(cycles), page),
    ...keyed('bound by', boundText(cycles), page),
    ...keyed('occupancy', occupancyText(occupancy), page),
    ...impossible(report, page),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const names = {
  matrix: 'matrix cores',
  ldsReads: 'LDS reads',
  ldsWrites: 'LDS writes',
  globalMemory: 'global memory',
} as const;

type Unit = keyof typeof names;

function sorted(cycles: BudgetReport['cycles']): [Unit, number][] {
  return (Object.keys(names) as Unit[])
    .map((unit): [Unit, number] => [unit, cycles[unit]])
    .sort((a, b) => b[1] - a[1]);
}

function busyText(cycles: BudgetReport['cycles']): string {
  const parts = sorted(cycles).map(
    ([unit, value]) => `${names[unit]} ${grouped(Math.round(value))}`,
  );
  return `${parts.join(', ')} cycles of a step`;
}

/** LDS serves reads and writes one after the other. */
function boundText({ matrix, ldsReads, ldsWrites, globalMemory }: BudgetReport['cycles']): string {
  const lds = ldsReads + ldsWrites;
  const most = Math.max(matrix, lds, globalMemory);
  if (most === matrix) return names.matrix;
  return most === lds ? 'LDS' : names.globalMemory;
}

function impossible({ occupancy }: BudgetReport, page: Page): string[] {
  if (occupancy.workgroups > 0) return [];
  return keyed('', 'it does not fit: no workgroup can be resident', page).map((line) =>
    page.paint('bad', line),
  );
}

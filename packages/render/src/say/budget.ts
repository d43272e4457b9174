/** `ldscope budget`: a GEMM tile as lines of arithmetic. */
import type { BudgetReport } from '@ldscope/core';
import { type Document, factOf } from '../document/document.ts';
import { byteSize, counted, grouped } from '../text/numbers.ts';
import { occupancyText } from '../text/occupancy.ts';

export function sayBudget(report: BudgetReport): Document {
  const { machine, step, budget, cycles, vectorRegisters, occupancy } = report;
  const { m, n, k, element, waves, instruction, accessBytes, buffers, slice } = step;
  const { registers } = budget;
  const [ownM, ownN] = [m / waves[0], n / waves[1]];
  const title = `${m} x ${n} x ${k} ${element} on one compute unit of ${machine}`;
  const facts = [
    ...factOf('a wave', `${ownM} x ${ownN} x ${k}, ${waves[0]} x ${waves[1]} waves`),
    ...factOf(
      'matrix',
      `${grouped(budget.matrixInstructions)} x ${instruction}, ${grouped(budget.matrixCycles)} cycles`,
    ),
    ...factOf(
      'per lane',
      `${counted(budget.globalLoads, 'global load')}, ${counted(budget.ldsWrites, 'LDS write')} and ` +
        `${counted(budget.ldsReads, 'LDS read')} of ${accessBytes} bytes; what is written is read ${budget.reuse} times`,
    ),
    ...factOf(
      'LDS',
      `${byteSize(budget.stepBytes)} for A and B` +
        (buffers === 1 ? '' : `, ${byteSize(budget.ldsBytes)} in ${buffers} buffers`),
    ),
    ...factOf(
      'registers',
      `${registers.prefetch} for the fetched tile, ${registers.operands} for operands` +
        (budget.slices === 1 ? '' : ` of one of ${budget.slices} slices of ${slice} in k`) +
        `: ${vectorRegisters} in all; ` +
        `${registers.accumulators} accumulators`,
    ),
    ...factOf('busy', busyText(cycles)),
    ...factOf('bound by', boundText(cycles)),
    ...factOf('occupancy', occupancyText(occupancy)),
    ...(occupancy.workgroups > 0
      ? []
      : factOf('', 'it does not fit: no workgroup can be resident', 'bad')),
  ];
  return {
    title,
    note: 'Made by ldscope: arithmetic on a tile and the facts of a chip, not a measurement.',
    sections: [{ level: 1, heading: title, blocks: [{ kind: 'facts', facts }] }],
  };
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

/** The states of a flow, a line for each of its functions: its cost, and whether its results equal those of the input. */
import type { OptState, StateFunction } from '@ldscope/core';
import type { Section } from '../document/document.ts';
import { grouped } from '../text/numbers.ts';
import type { Cell, Column, Row } from '../text/table.ts';
import { kernelColumn } from './kernel-table.ts';

const columns: readonly Column[] = [
  { title: 'state' },
  kernelColumn,
  { title: 'LDS', align: 'right' },
  { title: 'cycles', align: 'right' },
  { title: 'conflict', align: 'right' },
  { title: 'memory' },
];

const NOTE =
  "executed on the same random data in each state, a function's first workgroup; LDS: instructions of its waves; " +
  'memory: the bytes that it leaves in all buffers, compared with those of the input';

/** `sayStates(states)`: the table. */
export function sayStates(states: readonly OptState[]): Section {
  const names = new Set(states.flatMap(({ functions }) => functions.map(({ name }) => name)));
  const isShown = (_: unknown, at: number): boolean => at !== 1 || names.size > 1;
  const rows = states.flatMap(({ pass, functions }) =>
    functions.map((one): Row => {
      const state = pass === undefined ? 'the input' : pass.replace(/\{.*/, '');
      const cells = [{ text: state }, { text: one.name }, ...countCells(one), memoryCell(one)];
      const reason = one.reason === undefined ? {} : { below: [{ text: one.reason }] };
      return { cells: cells.filter(isShown), ...reason };
    }),
  );
  const shown = columns.filter(isShown);
  return {
    level: 2,
    heading: 'States',
    blocks: [
      { kind: 'table', columns: shown, rows },
      { kind: 'paragraph', text: NOTE, style: 'faint' },
    ],
  };
}

function countCells({ totals }: StateFunction): Cell[] {
  if (totals === undefined) return [{ text: '-' }, { text: '-' }, { text: '-' }];
  const { instructions, idxActive, bankConflict } = totals;
  return [
    { text: grouped(instructions) },
    { text: grouped(idxActive) },
    { text: grouped(bankConflict), style: bankConflict > 0 ? 'bad' : 'plain' },
  ];
}

function memoryCell({ reason, difference }: StateFunction): Cell {
  if (reason !== undefined) return { text: 'not executed', style: 'warn' };
  if (difference === undefined) return { text: 'the same' };
  return { text: `${difference} differs`, style: 'bad' };
}

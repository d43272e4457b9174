/** The same operand by every read and layout. */
import { findRule, opcodeAt, opcodeNumber } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import {
  columnsFor,
  operandRead,
  type OperandRead,
  readsFor,
  type ReadParameters,
} from './model.ts';

const orderTitles = { along: 'along rows', down: 'down columns' } as const;

/** A line for each read of each order that the tile's rows have room for, in every layout. */
export function readTable({ parameters, matrix }: OperandRead): DataTable {
  const { chip, columns } = parameters;
  const lines = (['along', 'down'] as const).flatMap((order) =>
    readsFor(chip, matrix, order)
      .filter((read) => columnsFor(matrix, order, read).includes(columns))
      .flatMap((read) => linesOf({ ...parameters, order, read })),
  );
  return tableOf(
    `Operand A of ${parameters.instruction} on ${chip}, rows of ${columns} elements`,
    lines,
    [
      ['k', ({ order }) => orderTitles[order]],
      ['read', ({ read }) => read],
      ['tile', ({ side }) => side.title],
      ['reads', ({ side }) => side.reads.length],
      ['instructions', ({ instructions }) => instructions],
      ['ways', ({ side }) => side.worstWays],
      ['cycles', ({ side }) => side.cycles],
      ['of them conflict', ({ side }) => side.conflicts],
      [
        'cycles per instruction',
        ({ side, instructions }) => Number((side.cycles / instructions).toFixed(1)),
      ],
    ],
  );
}

/** The layouts of one read; the best XOR where it is another than that of the row. */
function linesOf(parameters: ReadParameters) {
  const { order, read } = parameters;
  const { plain, other, instructions } = operandRead({ ...parameters, layout: 'padded' });
  const xor = operandRead({ ...parameters, layout: 'xor' }).other;
  const best = operandRead({ ...parameters, layout: 'best' }).other;
  const sides = [plain, other, xor, ...(best.title === xor.title ? [] : [best])];
  return sides.map((side) => ({ order, read, instructions, side }));
}

/** How a read is served: `4 x 16 lanes, 32 banks; measured`. */
export function ruleText({ machine, parameters }: OperandRead): string {
  const number = opcodeNumber(parameters.read);
  const request = number === undefined ? undefined : opcodeAt(number).request;
  const rule = request === undefined ? undefined : findRule(machine.models[0], 64, request);
  if (rule === undefined) return '';
  return `${parameters.read} on ${parameters.chip}: ${rule.phases.title}; ${rule.banks} banks; ${rule.evidence}.`;
}

/** The same operand by every read and layout. */
import { findRule, opcodeAt, opcodeNumber } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
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
  const rows = (['along', 'down'] as const).flatMap((order) =>
    readsFor(chip, matrix, order)
      .filter((read) => columnsFor(matrix, order, read).includes(columns))
      .flatMap((read) => linesOf({ ...parameters, order, read })),
  );
  return {
    caption: `Operand A of ${parameters.instruction} on ${chip}, rows of ${columns} elements`,
    columns: [
      { title: 'k' },
      { title: 'read' },
      { title: 'tile' },
      { title: 'reads', numeric: true },
      { title: 'instructions', numeric: true },
      { title: 'ways', numeric: true },
      { title: 'cycles', numeric: true },
      { title: 'of them conflict', numeric: true },
      { title: 'cycles per instruction', numeric: true },
    ],
    rows,
  };
}

/** The layouts of one read; the best XOR where it is another than that of the row. */
function linesOf(parameters: ReadParameters): string[][] {
  const read = operandRead({ ...parameters, layout: 'padded' });
  const xor = operandRead({ ...parameters, layout: 'xor' }).other;
  const best = operandRead({ ...parameters, layout: 'best' }).other;
  const sides = [read.plain, read.other, xor, ...(best.title === xor.title ? [] : [best])];
  return sides.map((side) => [
    orderTitles[parameters.order],
    parameters.read,
    side.title,
    String(side.reads.length),
    String(read.instructions),
    String(side.worstWays),
    String(side.cycles),
    String(side.conflicts),
    (side.cycles / read.instructions).toFixed(1).replace(/\.0$/, ''),
  ]);
}

/** How a read is served: `4 x 16 lanes, 32 banks; measured`. */
export function ruleText({ machine, parameters }: OperandRead): string {
  const number = opcodeNumber(parameters.read);
  const request = number === undefined ? undefined : opcodeAt(number).request;
  const rule = request === undefined ? undefined : findRule(machine.models[0], 64, request);
  if (rule === undefined) return '';
  return `${parameters.read} on ${parameters.chip}: ${rule.phases.title}; ${rule.banks} banks; ${rule.evidence}.`;
}

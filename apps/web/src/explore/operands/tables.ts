/** The same operand by every read and layout. */
import { findRule, opcodeAt, opcodeNumber } from '@ldscope/core';
import type { DataTable, ShownMatrix } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { formulasOf } from './formulas.ts';
import {
  columnsFor,
  operandRead,
  type OperandRead,
  type ReadParameters,
  readsFor,
} from './model.ts';
import {
  axes,
  nameOf,
  type OperandName,
  operandNames,
  operandTitles,
  registerCount,
  sizeOf,
} from './registers.ts';

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
      'read',
      ['tile', ({ side }) => side.title],
      ['reads', ({ side }) => side.reads.length],
      'instructions',
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

export const ruleTable = (matrix: ShownMatrix): DataTable =>
  tableOf(`${nameOf(matrix)}: element e of a lane, quotients rounded down`, operandNames, [
    ['operand', (name) => operandTitles[name]],
    ['type', (name) => matrix[name]],
    ['elements', (name) => matrix.operands[name].elements],
    ['registers', (name) => registerCount(matrix, name)],
    ['products of an element', (name) => usesOf(matrix, name)],
    ['first index', (name) => `${axes[name][0]} = ${formulasOf(matrix, name).row}`],
    ['second index', (name) => `${axes[name][1]} = ${formulasOf(matrix, name).column}`],
    ...(matrix.blocks > 1
      ? [['which product', (name: OperandName) => blockText(matrix, name)] as const]
      : []),
  ]);

/** In how many products an element takes part; for C and D, how many are summed in one. */
function usesOf(matrix: ShownMatrix, name: OperandName): number {
  const [a, b] = [sizeOf(matrix, 'a'), sizeOf(matrix, 'b')];
  return { a: b.columns, b: a.rows, d: a.columns }[name];
}

function blockText(matrix: ShownMatrix, name: OperandName): string {
  const { block } = formulasOf(matrix, name);
  return block === undefined ? '' : `block = ${block}`;
}

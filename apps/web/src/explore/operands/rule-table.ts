/** The layout of an instruction as formulas. */
import { tableOf } from '../../picture/table-of.ts';
import type { DataTable, ShownMatrix } from '@ldscope/render';
import { formulasOf } from './formulas.ts';
import {
  axes,
  nameOf,
  operandNames,
  type OperandName,
  operandTitles,
  registerCount,
  sizeOf,
} from './registers.ts';

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

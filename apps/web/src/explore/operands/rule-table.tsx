/** The layout of an instruction as formulas. */
import type { DataTable, ShownMatrix } from '@ldscope/render';
import type { JSX } from 'preact';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { formulasOf } from './formulas.ts';
import { nameOf, type OperandName, operandTitles, registerCount, sizeOf } from './registers.ts';

export function RuleTable({ matrix }: { readonly matrix: ShownMatrix }): JSX.Element {
  const table = ruleTable(matrix);
  return <ScrolledTable table={table} />;
}

function ruleTable(matrix: ShownMatrix): DataTable {
  const rows = (['a', 'b', 'd'] as const).map((name) => {
    const { row, column, block } = formulasOf(matrix, name);
    const [first, second] =
      name === 'a' ? ['row', 'k'] : name === 'b' ? ['k', 'column'] : ['row', 'column'];
    return [
      operandTitles[name],
      matrix[name],
      String(matrix.operands[name].elements),
      String(registerCount(matrix, name)),
      usesOf(matrix, name),
      `${first} = ${row}`,
      `${second} = ${column}`,
      ...(matrix.blocks > 1 ? [block === undefined ? '' : `block = ${block}`] : []),
    ];
  });
  return {
    caption: `${nameOf(matrix)}: element e of a lane, quotients rounded down`,
    columns: [
      { title: 'operand' },
      { title: 'type' },
      { title: 'elements', numeric: true },
      { title: 'registers', numeric: true },
      { title: 'products of an element', numeric: true },
      { title: 'first index' },
      { title: 'second index' },
      ...(matrix.blocks > 1 ? [{ title: 'which product' }] : []),
    ],
    rows,
  };
}

/** In how many products an element takes part; for C and D, how many are summed in one. */
function usesOf(matrix: ShownMatrix, name: OperandName): string {
  const [a, b] = [sizeOf(matrix, 'a'), sizeOf(matrix, 'b')];
  return String({ a: b.columns, b: a.rows, d: a.columns }[name]);
}

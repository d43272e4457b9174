/** The layout of an instruction as formulas. */
import type { DataTable, ShownMatrix } from '@ldscope/render';
import type { JSX } from 'preact';
import { TableOf } from '../../picture/data-table.tsx';
import { formulasOf } from './formulas.ts';
import { nameOf, operandTitles, registerCount } from './registers.ts';

export function RuleTable({ matrix }: { readonly matrix: ShownMatrix }): JSX.Element {
  const table = ruleTable(matrix);
  return (
    <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
      <TableOf table={table} />
    </div>
  );
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
      { title: 'first index' },
      { title: 'second index' },
      ...(matrix.blocks > 1 ? [{ title: 'which product' }] : []),
    ],
    rows,
  };
}

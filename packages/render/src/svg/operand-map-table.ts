/** The table of a map of operands: a row for each lane, with all blocks. */
import type { ShownMatrix } from '../text/shown-matrix.ts';
import type { DataTable } from './data-table.ts';

/** Every lane in words: what it holds of A, of B and of the result. */
export function operandMapTable(matrix: ShownMatrix): DataTable {
  const { names, lanes, blocks, operands } = matrix;
  const listed = (count: number, of: (element: number) => string): string =>
    Array.from({ length: count }, (_, element) => of(element)).join(', ');
  const inBlock = (block: number): string => (blocks > 1 ? ` of block ${block}` : '');
  return {
    caption: `Operands of ${names[0] ?? ''}, lane by lane`,
    columns: [
      { title: 'lane', numeric: true },
      { title: 'A: row, k' },
      { title: 'B: k, column' },
      { title: 'C, D: row, column' },
    ],
    rows: Array.from({ length: lanes }, (_, lane) => [
      String(lane),
      listed(operands.a.elements, (element) => {
        const { row, k, block } = operands.a.at(lane, element);
        return `(${row}, ${k})${inBlock(block)}`;
      }),
      listed(operands.b.elements, (element) => {
        const { row, k, block } = operands.b.at(lane, element);
        return `(${k}, ${row})${inBlock(block)}`;
      }),
      listed(operands.d.elements, (element) => {
        const { row, column, block } = operands.d.at(lane, element);
        return `(${row}, ${column})${inBlock(block)}`;
      }),
    ]),
  };
}

/**
 * A table of texts, declared with one line per column: its title, and its text for a row.
 *
 *     tableOf('Rows on banks', tiles, [
 *       ['tile', ({ name }) => name],
 *       ['advance', ({ rule }) => rule?.advance],                             numbers are at the right, none is '-'
 *       ['row stride', ({ pitchBytes }) => `${pitchBytes} B`, 'numeric'],     and so do texts that are said to be numeric
 *     ])
 */
import type { DataTable } from '@ldscope/render';

type Cell = string | number | undefined;

export type Column<T> = readonly [
  title: string,
  of: (row: T, index: number) => Cell,
  align?: 'numeric',
];

export function tableOf<T>(
  caption: string,
  rows: readonly T[],
  columns: readonly Column<T>[],
): DataTable {
  const cells = rows.map((row, index) => columns.map(([, of]) => of(row, index)));
  const isNumeric = (column: number): boolean =>
    cells.every((row) => typeof row[column] !== 'string') &&
    cells.some((row) => row[column] !== undefined);
  return {
    caption,
    columns: columns.map(([title, , align], column) =>
      align === 'numeric' || isNumeric(column) ? { title, numeric: true } : { title },
    ),
    rows: cells.map((row) => row.map((cell) => String(cell ?? '-'))),
  };
}

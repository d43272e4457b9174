/**
 * A table of texts, declared with one line per column: its title, and its text for a row.
 *
 *     tableOf('Rows on banks', tiles, [
 *       'tile',                                                               the property of that name
 *       ['row stride', 'pitchBytes'],                                         another property
 *       ['advance', ({ rule }) => rule?.advance],                             numbers are at the right, none is '-'
 *       ['row stride', ({ pitchBytes }) => `${pitchBytes} B`, 'numeric'],     and so do texts that are said to be numeric
 *     ])
 */
import type { DataTable } from '@ldscope/render';

type Cell = string | number | undefined;

/** The properties of a row that a cell can show. */
type Shown<T> = T extends string | number | readonly unknown[]
  ? never
  : { [K in keyof T]-?: T[K] extends Cell ? K : never }[keyof T] & string;

type Titled<T> = readonly [
  title: string,
  of: Shown<T> | ((row: T, index: number) => Cell),
  align?: 'numeric',
];

export type Column<T> = Shown<T> | Titled<T>;

const titled = <T>(column: Column<T>): Titled<T> =>
  typeof column === 'string' ? [column, column] : column;

export function tableOf<T>(
  caption: string,
  rows: readonly T[],
  shown: readonly Column<T>[],
): DataTable {
  const columns = shown.map((column) => titled(column));
  const cells = rows.map((row, index) =>
    columns.map(([, of]): Cell => (typeof of === 'function' ? of(row, index) : cellOf(row[of]))),
  );
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

const cellOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** A table whose rows are its cells; titles in `numeric` are of numbers. */
export const tableOfRows = (
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  numeric: readonly string[] = [],
): DataTable =>
  tableOf(
    caption,
    rows,
    titles.map((title, column): Column<readonly Cell[]> => {
      const of = (row: readonly Cell[]): Cell => row[column];
      return numeric.includes(title) ? [title, of, 'numeric'] : [title, of];
    }),
  );

/**
 * Common parts of tables of kernels: columns of one width, the cell of conflicts, and leaving out columns that are empty in
 * all rows.
 */
import type { Block } from '../document/document.ts';
import { grouped } from '../text/numbers.ts';
import type { Cell, Column } from '../text/table.ts';

export const kernelColumn: Column = { title: 'kernel', least: 16 };
export const fileColumn: Column = { title: 'file', least: 12, leaves: 3 };
export const chipColumn: Column = { title: 'chip', leaves: 4 };
export const conflictsColumn: Column = { title: 'conflicts of cycles', align: 'right' };

/** `7,936 of 8,448`; no conflicts are stated only of what is covered. */
export function conflictsCell(
  conflicts: number,
  cycles: number,
  isCovered: boolean,
  style: Cell['style'] = 'bad',
): Cell {
  if (conflicts > 0) return { text: `${grouped(conflicts)} of ${grouped(cycles)}`, style };
  if (!isCovered) return { text: 'not known', style: 'faint' };
  return { text: cycles === 0 ? '-' : `0 of ${grouped(cycles)}` };
}

/** The table without the columns that are not shown. */
export function kernelTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  isShown: (column: Column) => boolean,
): Block {
  const shown = columns.map(isShown);
  return {
    kind: 'table',
    columns: columns.filter((_, at) => shown[at]),
    rows: rows.map((cells) => ({ cells: cells.filter((_, at) => shown[at]) })),
  };
}

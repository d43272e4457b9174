/** Tables of the report, and the table that says the same as a picture, folded away under it. */
import type { DataColumn, DataTable } from '../svg/data-table.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';

export interface RichTable {
  readonly caption: string;
  readonly columns: readonly DataColumn[];
  /** A cell is a text or elements. */
  readonly rows: readonly (readonly HtmlChild[])[];
  /** The class of a row. */
  readonly rowClass?: (row: number) => string | undefined;
}

/** A table in a box that scrolls sideways where it is wider than the page. */
export function scrolledTable(table: RichTable): HtmlNode {
  return h(
    'div',
    { class: 'table' },
    h('p', { class: 'caption' }, table.caption),
    scrolled(nameOf(table), tableNode(table)),
  );
}

/** What may be wider than the page; it can be reached by keyboard. */
export function scrolled(name: string, ...children: readonly HtmlChild[]): HtmlNode {
  return h(
    'div',
    { 'class': 'scroll', 'tabindex': 0, 'role': 'group', 'aria-label': name },
    ...children,
  );
}

/** The caption up to where it begins to explain. */
const nameOf = ({ caption }: RichTable): string => caption.split(/[.;]\s/, 1)[0] ?? caption;

export function tableNode({ columns, rows, rowClass }: Omit<RichTable, 'caption'>): HtmlNode {
  const numeric = columns.map((column) => (column.numeric === true ? 'numeric' : undefined));
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...columns.map(({ title }, c) => h('th', { scope: 'col', class: numeric[c] }, title)),
      ),
    ),
    h(
      'tbody',
      {},
      ...rows.map((row, r) =>
        h(
          'tr',
          { class: rowClass?.(r) },
          ...row.map((cell, c) => h('td', { class: numeric[c] }, cell)),
        ),
      ),
    ),
  );
}

/** Rows that a folded table has at most; the picture has them all. */
const MOST_ROWS = 512;

/** Something folded away under a line that says what it is. */
export function folded(summary: string, ...children: readonly HtmlChild[]): HtmlNode {
  return h('details', {}, h('summary', {}, summary), ...children);
}

/** The table under a picture. */
export function tableTwin(table: DataTable): HtmlNode {
  const { rows } = table;
  const rest = rows.length - MOST_ROWS;
  return folded(
    'The same as a table',
    scrolledTable({ ...table, rows: rows.slice(0, MOST_ROWS) }),
    ...(rest > 0 ? [h('p', { class: 'soft' }, `${rest} more rows are left out.`)] : []),
  );
}

/** Tables of the report, and the table of a picture's data, folded under it. */
import type { DataColumn, DataTable } from '../svg/data-table.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';

/** A table in a box that scrolls sideways where it is wider than the page. */
export function scrolledTable({ caption, columns, rows }: DataTable): HtmlNode {
  return h(
    'div',
    { class: 'table' },
    h('p', { class: 'caption' }, caption),
    // The caption up to where it begins to explain.
    scrolled(
      caption.split(/[.;]\s/, 1)[0] ?? caption,
      tableNode({ columns, rows: rows.map((cells) => ({ cells })) }),
    ),
  );
}

/** A box for content that may be wider than the page; it can be reached by keyboard. */
export function scrolled(name: string, ...children: readonly HtmlChild[]): HtmlNode {
  return h(
    'div',
    { 'class': 'scroll', 'tabindex': 0, 'role': 'group', 'aria-label': name },
    ...children,
  );
}

interface HtmlRow {
  readonly cells: readonly HtmlChild[];
  readonly class?: string | undefined;
  /** All of it is one cell. */
  readonly isWhole?: boolean;
}

interface HtmlTable {
  readonly columns: readonly (DataColumn & { readonly isFilter?: boolean })[];
  readonly rows: readonly HtmlRow[];
}

export function tableNode({ columns, rows }: HtmlTable): HtmlNode {
  const numeric = columns.map((column) => (column.numeric === true ? 'numeric' : undefined));
  const heads = columns.map(({ title, isFilter = false }, c) =>
    h(
      'th',
      { 'scope': 'col', 'class': numeric[c], 'data-filter': isFilter ? '' : undefined },
      title,
    ),
  );
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...heads)),
    h(
      'tbody',
      {},
      ...rows.map(({ cells, class: name, isWhole = false }) =>
        h(
          'tr',
          { class: name },
          ...(isWhole
            ? [h('td', { colspan: columns.length }, ...cells.map((cell) => h('p', {}, cell)))]
            : cells.map((cell, c) => h('td', { class: numeric[c] }, cell))),
        ),
      ),
    ),
  );
}

/** Rows that a folded table has at most; the picture has them all. */
const MOST_ROWS = 512;

/** Blocks folded under a title. */
export function folded(summary: string, ...children: readonly HtmlChild[]): HtmlNode {
  return h('details', {}, h('summary', {}, summary), ...children);
}

/** The table under a picture. */
export function tableTwin(table: DataTable): HtmlNode {
  const { rows } = table;
  const rest = rows.length - MOST_ROWS;
  return folded(
    'Show as table',
    scrolledTable({ ...table, rows: rows.slice(0, MOST_ROWS) }),
    ...(rest > 0 ? [h('p', { class: 'soft' }, `${rest} more rows are left out.`)] : []),
  );
}

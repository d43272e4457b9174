/** A table of texts, and a folded table under the picture whose numbers it gives. */
import type { DataColumn, DataTable } from '@ldscope/render';
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useScrollHint } from './scroll-hint.ts';

const kindOf = (column: DataColumn | undefined): { class?: string } =>
  column?.numeric === true ? { class: 'numeric' } : {};

/** The heads of a table's columns, for tables whose cells are elements. */
export function TableHead({ columns }: { readonly columns: readonly DataColumn[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column, c) =>
          column.title === '' ? (
            <td key={c} />
          ) : (
            <th key={c} scope="col" {...kindOf(column)}>
              {column.title}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

interface TableProps {
  readonly table: DataTable;
  /** Rows that stand out, by their number. */
  readonly marked?: readonly boolean[];
  /** The first cell of each row names it. */
  readonly named?: boolean;
  /** What a cell shows where its text is not all: a button, a tone. */
  readonly cell?: (text: string, row: number, column: number) => ComponentChildren;
}

export function TableOf({
  table: { caption, columns, rows },
  marked = [],
  named = false,
  cell = (text) => text,
}: TableProps): JSX.Element {
  return (
    <table class="data-table">
      <caption>{caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {rows.map((row, r) => (
          <tr key={r} {...(marked[r] === true ? { class: 'marked' } : {})}>
            {row.map((text, c) =>
              named && c === 0 ? (
                <th key={c} scope="row">
                  {cell(text, r, c)}
                </th>
              ) : (
                <td key={c} {...kindOf(columns[c])}>
                  {cell(text, r, c)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScrolledProps {
  /** A description of the table, for screen readers. */
  readonly label: string;
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of the page with its own horizontal scrolling, also by keyboard. */
export function Scrolled({ label, class: own, children }: ScrolledProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useScrollHint(place);
  return (
    <div
      ref={place}
      class={own === undefined ? 'view-scroll' : `view-scroll ${own}`}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </div>
  );
}

export type ScrolledTableProps = TableProps & { readonly class?: string | undefined };

/** A table of texts with its own horizontal scrolling. */
export function ScrolledTable({ class: own, ...of }: ScrolledTableProps): JSX.Element {
  return (
    <Scrolled label={of.table.caption} class={own}>
      <TableOf {...of} />
    </Scrolled>
  );
}

/** A table, or a function that makes it when a reader opens it. */
export type TwinTable = DataTable | (() => DataTable);

export function TableTwin({ table }: { readonly table: TwinTable }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="table-twin" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {open ? <ScrolledTable table={typeof table === 'function' ? table() : table} /> : undefined}
    </details>
  );
}

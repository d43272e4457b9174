/** A table of texts, and the same folded away under the picture that it says in words. */
import type { DataColumn, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

const kindOf = (column: DataColumn | undefined): { class?: string } =>
  column?.numeric === true ? { class: 'numeric' } : {};

/** The heads of a table's columns, for tables whose cells are more than texts. */
export function TableHead({ columns }: { readonly columns: readonly DataColumn[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column, c) => (
          <th key={c} scope="col" {...kindOf(column)}>
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableProps {
  readonly table: DataTable;
  /** Rows that stand out, by their number. */
  readonly marked?: readonly boolean[];
}

export function TableOf({ table, marked = [] }: TableProps): JSX.Element {
  const { caption, columns, rows } = table;
  return (
    <table class="data-table">
      <caption>{caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {rows.map((row, r) => (
          <tr key={r} {...(marked[r] === true ? { class: 'marked' } : {})}>
            {row.map((cell, c) => (
              <td key={c} {...kindOf(columns[c])}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table, or what makes it: it is asked for when a reader opens it. */
export type TwinTable = DataTable | (() => DataTable);

export function TableTwin({ table }: { readonly table: TwinTable }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="table-twin" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The same as a table</summary>
      {open ? <Scrolled table={typeof table === 'function' ? table() : table} /> : undefined}
    </details>
  );
}

function Scrolled({ table }: { readonly table: DataTable }): JSX.Element {
  return (
    <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
      <TableOf table={table} />
    </div>
  );
}

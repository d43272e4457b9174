/**
 * A table of rows to pick from: sorted by its heads, in groups that fold. It is one stop of the Tab key; inside, arrow keys
 * go from row to row, Home and End to the ends, Page Up and Page Down by ten, up from the first row into the heads. The row
 * in focus is picked.
 *
 * The cells of a row are made once and kept while the row is the same, so that sorting hundreds of rows only moves them.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import {
  arrange,
  type GroupKey,
  groupValue,
  nextSort,
  type Row,
  type Sort,
  type SortColumn,
} from './arrange.ts';
import './table.css';

export interface TableColumn<T> extends SortColumn<T> {
  readonly title: string;
  /** The tooltip of the head. */
  readonly hint?: string | undefined;
  readonly numeric?: boolean;
  readonly cell: (item: T) => ComponentChildren;
  /** The tooltip of a group's figure. */
  readonly totalCell?: (value: number, items: readonly T[]) => ComponentChildren;
}

interface SortedTableProps<T> {
  /** A description of the table, for screen readers. */
  readonly label: string;
  readonly items: readonly T[];
  /** The same array while nothing changes in how a row looks: cells are kept as long. */
  readonly columns: readonly TableColumn<T>[];
  readonly keyOf: (item: T) => string;
  readonly chosen: string | undefined;
  readonly onPick: (item: T) => void;
  readonly keep?: ((item: T) => boolean) | undefined;
  readonly group?: ((item: T) => GroupKey) | undefined;
}

/** Rows beyond this number are shown on request. */
const MOST_ROWS = 500;
const PAGE = 10;

const all = (): boolean => true;

export function SortedTable<T>(props: SortedTableProps<T>): JSX.Element {
  const { label, items, columns, keyOf, chosen, onPick, keep = all, group } = props;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(MOST_ROWS);
  /** Where the Tab key comes in: a row, or a head; the chosen row while nothing had the focus. */
  const [stop, setStop] = useState<string | undefined>(undefined);
  const body = useRef<HTMLTableElement>(null);
  const { rows, kept } = useMemo(
    () => arrange(items, columns, { sort, keep, group, closed }),
    [items, columns, sort, keep, group, closed],
  );
  const shown = rows.slice(0, most);
  const stopOf = (row: Row<T>): string =>
    row.kind === 'item' ? `row:${keyOf(row.item)}` : `group:${row.group.key}`;
  const stops = new Set([...columns.map(({ key }) => `head:${key}`), ...shown.map(stopOf)]);
  const wanted = [stop, `row:${chosen ?? ''}`].find((one) => one !== undefined && stops.has(one));
  const present =
    wanted ?? (shown[0] === undefined ? `head:${columns[0]?.key ?? ''}` : stopOf(shown[0]));

  const toggle = (key: string): void => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  };
  const goTo = (target: HTMLElement | undefined): void => {
    if (target === undefined) return;
    target.focus();
    const name = target.dataset['stop'] ?? '';
    setStop(name);
    const row = shown.find((one) => stopOf(one) === name);
    if (row?.kind === 'item') onPick(row.item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return;
    const table = body.current;
    if (table === null) return;
    const heads = [...table.querySelectorAll<HTMLElement>('thead [data-stop]')];
    const lines = [...table.querySelectorAll<HTMLElement>('tbody [data-stop]')];
    const head = heads.indexOf(target);
    const line = lines.indexOf(target);
    const row = shown[line];
    if (row?.kind === 'group' && isFold(key, row.isOpen)) toggle(row.group.key);
    else if (head >= 0) goTo(fromHead(key, head, heads, lines));
    else goTo(fromLine(key, line, heads, lines));
    if (STEPS.has(key)) event.preventDefault();
  };
  return (
    <table
      class="data-table sorted-table"
      role="grid"
      aria-label={label}
      ref={body}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {columns.map(({ key, title, hint, numeric = false }) => {
            const isSorted = sort?.key === key;
            return (
              <th
                key={key}
                scope="col"
                class={numeric ? 'numeric' : ''}
                aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              >
                <button
                  type="button"
                  class="sort"
                  title={hint ?? `sort by ${title}`}
                  data-stop={`head:${key}`}
                  tabIndex={present === `head:${key}` ? 0 : -1}
                  onClick={() => setSort(nextSort(sort, key, numeric))}
                  onFocus={() => setStop(`head:${key}`)}
                >
                  {numeric ? undefined : title}
                  {isSorted || !numeric ? (
                    <span class="arrow" aria-hidden="true">
                      {isSorted ? (sort.descending ? '▾' : '▴') : ''}
                    </span>
                  ) : undefined}
                  {numeric ? title : undefined}
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) =>
          row.kind === 'group' ? (
            <tr key={stopOf(row)} class="group">
              <GroupCells
                {...row}
                columns={columns}
                stop={stopOf(row)}
                isStop={present === stopOf(row)}
                onToggle={() => {
                  setStop(stopOf(row));
                  toggle(row.group.key);
                }}
              />
            </tr>
          ) : (
            <ItemRow
              key={stopOf(row)}
              item={row.item}
              columns={columns}
              stop={stopOf(row)}
              isChosen={keyOf(row.item) === chosen}
              isStop={present === stopOf(row)}
              onPick={(item) => {
                setStop(stopOf(row));
                onPick(item);
              }}
            />
          ),
        )}
        {rows.length <= most ? undefined : (
          <tr>
            <td colSpan={columns.length}>
              <button type="button" class="place" onClick={() => setMost(rows.length)}>
                show {rows.length - most} more
              </button>
            </td>
          </tr>
        )}
        {kept > 0 ? undefined : (
          <tr>
            <td colSpan={columns.length} class="soft">
              No instruction matches the filter.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const STEPS = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);

const isFold = (key: string, isOpen: boolean): boolean =>
  key === 'ArrowLeft' ? isOpen : key === 'ArrowRight' && !isOpen;

type Stops = readonly HTMLElement[];

function fromHead(key: string, at: number, heads: Stops, lines: Stops): HTMLElement | undefined {
  switch (key) {
    case 'ArrowRight':
      return heads[at + 1];
    case 'ArrowLeft':
      return heads[at - 1];
    case 'Home':
      return heads[0];
    case 'End':
      return heads.at(-1);
    case 'ArrowDown':
      return lines[0];
    case 'PageDown':
      return lines[Math.min(PAGE, lines.length) - 1];
    default:
      return undefined;
  }
}

function fromLine(key: string, at: number, heads: Stops, lines: Stops): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return lines[at + 1];
    case 'ArrowUp':
      return at === 0 ? heads[0] : lines[at - 1];
    case 'Home':
      return lines[0];
    case 'End':
      return lines.at(-1);
    case 'PageDown':
      return lines[Math.min(at + PAGE, lines.length - 1)];
    case 'PageUp':
      return lines[Math.max(at - PAGE, 0)];
    default:
      return undefined;
  }
}

interface ItemRowProps<T> {
  readonly item: T;
  readonly columns: readonly TableColumn<T>[];
  readonly stop: string;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly onPick: (item: T) => void;
}

function ItemRow<T>({
  item,
  columns,
  stop,
  isChosen,
  isStop,
  onPick,
}: ItemRowProps<T>): JSX.Element {
  const latest = useRef(onPick);
  latest.current = onPick;
  return useMemo(
    () => (
      <tr
        class={isChosen ? 'chosen' : ''}
        aria-selected={isChosen}
        onClick={() => latest.current(item)}
      >
        {columns.map(({ key, numeric = false, cell }, index) => (
          <td key={key} class={numeric ? 'numeric' : ''}>
            {index === 0 ? (
              <button
                type="button"
                class="place"
                data-stop={stop}
                tabIndex={isStop ? 0 : -1}
                aria-pressed={isChosen}
              >
                {cell(item)}
              </button>
            ) : (
              cell(item)
            )}
          </td>
        ))}
      </tr>
    ),
    [item, columns, stop, isChosen, isStop],
  );
}

interface GroupCellsProps<T> {
  readonly group: { readonly title: string; readonly items: readonly T[] };
  readonly isOpen: boolean;
  readonly columns: readonly TableColumn<T>[];
  readonly stop: string;
  readonly isStop: boolean;
  readonly onToggle: () => void;
}

/** The title over the columns that do not add up, and the figures of the others. */
function GroupCells<T>({
  group,
  isOpen,
  columns,
  stop,
  isStop,
  onToggle,
}: GroupCellsProps<T>): JSX.Element {
  const { title, items } = group;
  const first = columns.findIndex(({ total = 'none' }) => total !== 'none');
  const named = first < 0 ? columns.length : first;
  return (
    <>
      <th scope="row" colSpan={named}>
        <button
          type="button"
          class="fold"
          data-stop={stop}
          tabIndex={isStop ? 0 : -1}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span class="arrow" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
          {title} <span class="soft">({items.length})</span>
        </button>
      </th>
      {columns.slice(named).map((column) => {
        const value = groupValue(column, items);
        return (
          <td key={column.key} class={column.numeric === true ? 'numeric' : ''}>
            {value === undefined ? '' : (column.totalCell?.(value, items) ?? String(value))}
          </td>
        );
      })}
    </>
  );
}

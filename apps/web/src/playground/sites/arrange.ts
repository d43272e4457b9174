/**
 * Which rows a table of instructions shows: those that a filter leaves, in the order of a column, in groups.
 *
 *     arrange(sites, columns, { sort: { key: 'cycles', descending: true }, group: 'buffer', closed: [] }, keep, groups)
 *       [ { kind: 'group', title: '%tile', items: 2, ... }, { kind: 'item', item }, { kind: 'item', item } ]
 *
 * Groups are in the order of their own figures in the same column. Equal rows keep the order of the report, which is by cost.
 */

/** A column that rows can be sorted by. */
export interface SortColumn<T> {
  readonly key: string;
  readonly value: (item: T) => number | string;
  /** The figure of a group: the sum by default, the largest value for columns that do not add up. */
  readonly total?: 'sum' | 'most' | 'none';
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/**
 * The key that the rows of one group share; `order` sorts groups whose titles do not sort as texts: by line number, not by
 * its digits.
 */
export interface GroupKey {
  readonly key: string;
  readonly title: string;
  readonly order?: number | undefined;
}

interface Group<T> extends GroupKey {
  readonly items: readonly T[];
}

export type Row<T> =
  | { readonly kind: 'group'; readonly group: Group<T>; readonly isOpen: boolean }
  | { readonly kind: 'item'; readonly item: T };

export interface Arrangement<T> {
  /** `undefined` keeps the order of the report. */
  readonly sort?: Sort | undefined;
  readonly keep: (item: T) => boolean;
  /** `undefined` for one list without groups. */
  readonly group?: ((item: T) => GroupKey) | undefined;
  /** Keys of the groups that are folded away. */
  readonly closed: ReadonlySet<string>;
}

/** The rows to show, and how many items the filter left. */
export function arrange<T>(
  items: readonly T[],
  columns: readonly SortColumn<T>[],
  { sort, keep, group, closed }: Arrangement<T>,
): { readonly rows: readonly Row<T>[]; readonly kept: number } {
  const column = columns.find(({ key }) => key === sort?.key);
  const descending = sort?.descending ?? false;
  const kept = items.filter(keep);
  const sorted =
    column === undefined
      ? kept
      : kept.toSorted((a, b) => compare(column.value(a), column.value(b), descending));
  if (group === undefined)
    return { rows: sorted.map((item) => ({ kind: 'item', item })), kept: kept.length };
  const groups = groupsOf(sorted, group);
  const ordered =
    column === undefined ? groups : groups.toSorted((a, b) => byGroup(a, b, column, descending));
  const rows = ordered.flatMap((one): Row<T>[] => {
    const isOpen = !closed.has(one.key);
    const inside = isOpen ? one.items.map((item): Row<T> => ({ kind: 'item', item })) : [];
    return [{ kind: 'group', group: one, isOpen }, ...inside];
  });
  return { rows, kept: kept.length };
}

/** The figure of a column for a group; `undefined` where the column has none. */
export function groupValue<T>(
  { value, total = 'none' }: SortColumn<T>,
  items: readonly T[],
): number | undefined {
  if (total === 'none') return undefined;
  const values = items.map(value).filter((one) => typeof one === 'number');
  return total === 'sum'
    ? values.reduce((sum, one) => sum + one, 0)
    : values.reduce((most, one) => Math.max(most, one), 0);
}

/**
 * The next state of a column's head: numbers begin with the largest, texts with the first, and a third click removes the
 * order.
 */
export function nextSort(
  sort: Sort | undefined,
  key: string,
  isNumeric: boolean,
): Sort | undefined {
  if (sort?.key !== key) return { key, descending: isNumeric };
  return sort.descending === isNumeric ? { key, descending: !isNumeric } : undefined;
}

function groupsOf<T>(items: readonly T[], of: (item: T) => GroupKey): Group<T>[] {
  const found = new Map<string, GroupKey & { items: T[] }>();
  for (const item of items) {
    const group = of(item);
    const known = found.get(group.key);
    if (known === undefined) found.set(group.key, { ...group, items: [item] });
    else known.items.push(item);
  }
  return [...found.values()];
}

function byGroup<T>(a: Group<T>, b: Group<T>, column: SortColumn<T>, descending: boolean): number {
  const [x, y] = [groupValue(column, a.items), groupValue(column, b.items)];
  if (x !== undefined && y !== undefined) return compare(x, y, descending);
  return a.order !== undefined && b.order !== undefined
    ? compare(a.order, b.order, descending)
    : compare(a.title, b.title, descending);
}

const collator = new Intl.Collator('en', { numeric: true });

function compare(a: number | string, b: number | string, descending: boolean): number {
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  return descending ? -order : order;
}

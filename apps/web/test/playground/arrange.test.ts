/** Rows of a table of instructions: filtered, sorted, grouped. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import {
  arrange,
  groupValue,
  nextSort,
  type SortColumn,
} from '../../src/playground/sites/arrange.ts';

interface Item {
  readonly id: string;
  readonly cycles: number;
  readonly buffer: string;
}

const columns: readonly SortColumn<Item>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'cycles', value: ({ cycles }) => cycles, total: 'sum' },
  { key: 'most', value: ({ cycles }) => cycles, total: 'most' },
];

const items: readonly Item[] = [
  { id: '22:5', cycles: 40, buffer: 'a' },
  { id: '9:5', cycles: 7, buffer: 'b' },
  { id: '18:5', cycles: 40, buffer: 'b' },
];

const plain = { keep: () => true, closed: new Set<string>() };

const ids = (...given: Parameters<typeof arrange<Item>>): string[] =>
  arrange(...given).rows.map((row) =>
    row.kind === 'item' ? row.item.id : `${row.isOpen ? '-' : '+'}${row.group.title}`,
  );

test('rows stand as in the report, or in the order of a column, equal ones as in the report', () => {
  expect(ids(items, columns, plain)).toEqual(['22:5', '9:5', '18:5']);
  const byCycles = { ...plain, sort: { key: 'cycles', descending: true } };
  expect(ids(items, columns, byCycles)).toEqual(['22:5', '18:5', '9:5']);
  // Numbers in texts count as numbers.
  expect(ids(items, columns, { ...plain, sort: { key: 'id', descending: false } })).toEqual([
    '9:5',
    '18:5',
    '22:5',
  ]);
});

test('groups stand in the order of their figures, and fold', () => {
  const group = ({ buffer }: Item) => ({ key: buffer, title: buffer });
  const sort = { key: 'cycles', descending: true };
  expect(ids(items, columns, { ...plain, sort, group })).toEqual([
    '-b',
    '18:5',
    '9:5',
    '-a',
    '22:5',
  ]);
  expect(ids(items, columns, { ...plain, sort, group, closed: new Set(['b']) })).toEqual([
    '+b',
    '-a',
    '22:5',
  ]);
  const [, sum, most] = columns;
  expect(sum && groupValue(sum, items)).toBe(87);
  expect(most && groupValue(most, items)).toBe(40);
});

test('a filter leaves what it keeps, and any arrangement is a permutation of that', () => {
  const item = fc.record({
    id: fc.string({ maxLength: 3 }),
    cycles: fc.integer({ min: 0, max: 9 }),
    buffer: fc.constantFrom('', 'a', 'b'),
  });
  forAll(
    [
      fc.array(item, { maxLength: 30 }),
      fc.constantFrom('id', 'cycles', 'nothing'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: 9 }),
    ],
    { seed: 17, numRuns: 200 },
    (all, key, descending, isGrouped, least) => {
      const { rows, kept } = arrange(all, columns, {
        closed: new Set(),
        keep: ({ cycles }) => cycles >= least,
        sort: { key, descending },
        group: isGrouped ? ({ buffer }) => ({ key: buffer, title: buffer }) : undefined,
      });
      const shown = rows.flatMap((row) => (row.kind === 'item' ? [row.item] : []));
      expect(shown).toHaveLength(kept);
      expect(new Set(shown)).toEqual(new Set(all.filter(({ cycles }) => cycles >= least)));
      if (isGrouped || key !== 'cycles') return;
      const cycles = shown.map((one) => one.cycles);
      expect(cycles).toEqual(cycles.toSorted((a, b) => (descending ? b - a : a - b)));
    },
  );
});

test('a head sorts, sorts the other way, and lets go', () => {
  const first = nextSort(undefined, 'cycles', true);
  expect(first).toEqual({ key: 'cycles', descending: true });
  const second = nextSort(first, 'cycles', true);
  expect(second).toEqual({ key: 'cycles', descending: false });
  expect(nextSort(second, 'cycles', true)).toBeUndefined();
  expect(nextSort(second, 'id', false)).toEqual({ key: 'id', descending: false });
});

/** The worked example of `linear-layout.ts`: a tile of 4 x 4 elements whose columns are XORed with the row. */
import { expect, test } from 'vitest';
import { applyLayout, layoutFromTable } from '@ldscope/core';
import { isBijective } from '../oracle/linear-layout.ts';

const inputs = [
  { name: 'column', bits: 2 },
  { name: 'row', bits: 2 },
];
const output = { name: 'offset', bits: 4 };
const table = Array.from({ length: 16 }, (_, i) => (i & ~3) + ((i & 3) ^ (i >> 2)));

test('four numbers are the whole table', () => {
  const layout = layoutFromTable(inputs, output, table);
  expect(layout?.columns).toEqual([1, 2, 5, 10]);
  expect(layout?.origin).toBe(0);
  if (layout === undefined) return;
  expect(isBijective(layout)).toBe(true);
  expect(applyLayout(layout, [1, 3])).toEqual([14]);
  expect(table.map((_, i) => applyLayout(layout, [i & 3, i >> 2])[0])).toEqual(table);
});

test('a pad of one element per row is not linear', () => {
  const padded = Array.from({ length: 16 }, (_, i) => 5 * (i >> 2) + (i & 3));
  expect(layoutFromTable(inputs, { name: 'offset', bits: 5 }, padded)).toBeUndefined();
});

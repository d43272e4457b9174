/** Random tile layouts, for conversions between notations. */
import * as fc from 'fast-check';
import type { Padding, RowKey, RowLayout, Tile, TileLayout } from '@ldscope/core';

const powers = (most: number) => fc.nat(most).map((bits) => 2 ** bits);

/** Tiles of powers of two. */
const powerTiles: fc.Arbitrary<Tile> = fc.record({
  rows: powers(5),
  columns: powers(6),
  elementBytes: powers(3),
});

/** Tiles of any size. */
const anyTiles: fc.Arbitrary<Tile> = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  columns: fc.integer({ min: 1, max: 72 }),
  elementBytes: powers(3),
});

const divisors = (n: number): number[] =>
  Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);

/** Keys that permute `units` units. */
function keys(units: number, rows: number): fc.Arbitrary<RowKey> {
  const rotate: fc.Arbitrary<RowKey> = fc.record({
    kind: fc.constant('rotate'),
    step: fc.nat(units - 1),
    rowsPerPhase: fc.constantFrom(1, 2, 4),
  });
  if (!Number.isInteger(Math.log2(units))) return rotate;
  const bits = Math.ceil(Math.log2(Math.max(rows, 2)));
  const xor: fc.Arbitrary<RowKey> = fc.record({
    kind: fc.constant('xor'),
    phases: fc.integer({ min: 1, max: units }),
    rowsPerPhase: fc.constantFrom(1, 2, 4, 3),
  });
  const linear: fc.Arbitrary<RowKey> = fc.record({
    kind: fc.constant('xor-bits'),
    columns: fc.array(fc.nat(units - 1), { minLength: bits, maxLength: bits }),
  });
  const table: fc.Arbitrary<RowKey> = fc.record({
    kind: fc.constant('xor-table'),
    keys: fc.array(fc.nat(units - 1), { minLength: 1, maxLength: 16 }),
  });
  return fc.oneof(rotate, xor, linear, table);
}

function paddings({ rows, columns, elementBytes }: Tile): fc.Arbitrary<Padding[]> {
  const row = columns * elementBytes;
  const pad = fc.integer({ min: 1, max: 8 }).map((n) => n * elementBytes);
  const intervals = [row, row * 2, row * 4, ...(columns % 2 === 0 ? [row / 2] : []), row * rows];
  const one = fc.record({ intervalBytes: fc.constantFrom(...intervals), padBytes: pad });
  return fc.oneof(fc.constant<Padding[]>([]), fc.array(one, { minLength: 1, maxLength: 2 }));
}

/** Row layouts that are bijections. */
function rowLayouts(tiles: fc.Arbitrary<Tile>): fc.Arbitrary<RowLayout> {
  return tiles.chain((tile) =>
    fc
      .tuple(fc.constantFrom(...divisors(tile.columns)), paddings(tile), fc.boolean())
      .chain(([unit, pads, keyed]) => {
        const base = {
          kind: 'rows',
          tile,
          unitBytes: unit * tile.elementBytes,
          paddings: pads,
        } as const;
        return keyed
          ? keys(tile.columns / unit, tile.rows).map((key): RowLayout => ({ ...base, key }))
          : fc.constant<RowLayout>(base);
      }),
  );
}

/** Linear layouts: products of elementary matrices with the identity, scaled to bytes. */
const linearLayouts: fc.Arbitrary<TileLayout> = powerTiles.chain((tile) => {
  const [columnBits, rowBits] = [Math.log2(tile.columns), Math.log2(tile.rows)];
  const width = columnBits + rowBits;
  const steps = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 10 });
  return steps.map((list): TileLayout => {
    const columns = Array.from({ length: width }, (_, i) => 2 ** i * tile.elementBytes);
    for (const [a, b] of list) {
      const [i, j] = width === 0 ? [0, 0] : [a % width, b % width];
      if (i !== j) columns[i] = (columns[i] ?? 0) ^ (columns[j] ?? 0);
    }
    const bits = width + Math.log2(tile.elementBytes);
    return {
      kind: 'linear',
      tile,
      layout: {
        inputs: [
          { name: 'column', bits: columnBits },
          { name: 'row', bits: rowBits },
        ],
        outputs: [{ name: 'offset', bits }],
        columns,
        origin: 0,
      },
    };
  });
});

export const tileLayouts: fc.Arbitrary<TileLayout> = fc.oneof(
  rowLayouts(powerTiles),
  rowLayouts(anyTiles),
  linearLayouts,
);

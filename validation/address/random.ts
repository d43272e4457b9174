/**
 * Random tiles, accesses and layouts that the model of address instructions is judged on.
 *
 *     64 x 32 f32, write 8 B at (t / 16 + i * 4, t % 16 * 2), in loops      plain, pad of 8 B per 4 rows, GF(2), ...
 *
 * A case has a tile, one to three accesses of it that share subexpressions, and layouts of it of every kind. Whoever changes
 * the model looks at seeds of their own, and not at the one whose score `docs/address-instructions.md` has.
 */
import * as fc from 'fast-check';
import {
  legalityFaults,
  paddedLayout,
  plainLayout,
  type RowKey,
  type Tile,
  type TileLayout,
} from '@ldscope/core';
import { powers } from '../../test/powers.ts';
import {
  type AddressCase,
  linearTile,
  type NamedLayout,
  operandOf,
  type Places,
  problemOf,
  rowsOf,
  type Walk,
} from './cases.ts';

/** A case with its layouts, the plain one first. */
export interface RandomCase extends AddressCase {
  readonly layouts: readonly NamedLayout[];
}

/** Instances of one access at most: what is compiled is unrolled. */
const MOST_INSTANCES = 32;

const tiles: fc.Arbitrary<Tile> = fc
  .record({
    rows: fc.constantFrom(16, 32, 64, 128),
    rowBytes: fc.constantFrom(64, 128, 256, 512),
    elementBytes: fc.constantFrom(1 as const, 2 as const, 4 as const),
  })
  .map(({ rows, rowBytes, elementBytes }) => ({
    rows,
    columns: rowBytes / elementBytes,
    elementBytes,
  }))
  .filter(({ rows, columns, elementBytes }) => rows * columns * elementBytes <= 32768);

/** A row per lane, one column after the other; narrow tiles are walked in two halves of the lanes. */
function columnsOf(tile: Tile, bytes: Walk['bytes']): Places {
  const { rows, columns, elementBytes } = tile;
  const width = bytes / elementBytes;
  const lanes = Math.min(64, rows);
  const across = 64 / lanes;
  const steps = columns / (width * across);
  return {
    bytes,
    instances: (steps * rows) / lanes,
    row: `t % ${lanes} + i / ${steps} * ${lanes}`,
    column: `(t / ${lanes} + i % ${steps} * ${across}) * ${width}`,
  };
}

function walksOf(tile: Tile): fc.Arbitrary<readonly Walk[]> {
  const bytes = fc.constantFrom(4 as const, 8 as const, 16 as const);
  const walk = fc
    .record({ kind: fc.constantFrom('rows', 'operand', 'columns'), bytes, isWide: fc.boolean() })
    .map(({ kind, bytes: width, isWide }): Places => {
      if (kind === 'rows') return rowsOf(tile, width);
      return kind === 'operand' ? operandOf(tile, width, isWide ? 32 : 16) : columnsOf(tile, width);
    })
    .filter(({ instances }) => Number.isInteger(instances) && instances <= MOST_INSTANCES);
  return fc
    .array(fc.record({ walk, isWrite: fc.boolean() }), { minLength: 1, maxLength: 3 })
    .map((list) => list.map(({ walk: one, isWrite }) => ({ isWrite, ...one })))
    .filter((list) => list.every(({ row, column }) => !/\/ 0|% 0/.test(row + column)));
}

function keysOf(
  tile: Tile,
  units: number,
): fc.Arbitrary<{ readonly name: string; readonly key: RowKey }> {
  const unitBits = Math.log2(units);
  const rowBits = Math.log2(tile.rows);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .record({ phases: powers(1, unitBits), rowsPerPhase: powers(0, 3) })
        .map(({ phases, rowsPerPhase }) => ({
          name: `row / ${rowsPerPhase} mod ${phases}`,
          key: { kind: 'xor' as const, phases, rowsPerPhase },
        })),
    },
    fc
      .array(fc.nat({ max: units - 1 }), { minLength: rowBits, maxLength: rowBits })
      .map((columns) => ({
        name: `row bits ${columns.join(', ')}`,
        key: { kind: 'xor-bits' as const, columns },
      })),
    fc
      .shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7].filter((key) => key < units))
      .map((keys) => keys.slice(0, 2 ** Math.floor(Math.log2(Math.max(2, keys.length)))))
      .filter((keys) => keys.length >= 2 && keys.length <= tile.rows)
      .map((keys) => ({
        name: `a table ${keys.join(', ')}`,
        key: { kind: 'xor-table' as const, keys },
      })),
    fc.record({ step: fc.constantFrom(1, 3), rowsPerPhase: powers(0, 2) }).map((key) => ({
      name: `rotated by ${key.step} per ${key.rowsPerPhase} rows`,
      key: { kind: 'rotate' as const, ...key },
    })),
  );
}

/** A permutation of the offset's bits with some of them XORed, as a solver finds them. */
function twistOf(tile: Tile): fc.Arbitrary<TileLayout> {
  const [columnBits, rowBits] = [Math.log2(tile.columns), Math.log2(tile.rows)];
  const element = Math.log2(tile.elementBytes);
  const kept = 4 - element;
  const bits = columnBits + rowBits;
  const moved = Array.from({ length: bits - kept }, (_, k) => k + kept);
  return fc
    .record({
      order: fc.oneof(fc.constant(moved), fc.shuffledSubarray(moved, { minLength: moved.length })),
      twists: fc.array(
        fc.tuple(fc.nat({ max: moved.length - 1 }), fc.nat({ max: moved.length - 1 })),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    })
    .map(({ order, twists }) => {
      const columns = Array.from(
        { length: bits },
        (_, b) => 2 ** (b < kept ? b : (order[b - kept] ?? b)),
      );
      // Adding one column to another keeps the matrix invertible.
      for (const [a, b] of twists) {
        if (a !== b) columns[a + kept] = (columns[a + kept] ?? 0) ^ (columns[b + kept] ?? 0);
      }
      return linearTile(
        tile,
        columns.map((column) => column * tile.elementBytes),
      );
    });
}

function layoutsOf(tile: Tile): fc.Arbitrary<NamedLayout> {
  const row = tile.columns * tile.elementBytes;
  const plain = plainLayout(tile);
  return fc.oneof(
    fc
      .constantFrom(4, 8, 16, 32, 48)
      .map((pad) => ({ name: `pad of ${pad} B per row`, layout: paddedLayout(tile, row + pad) })),
    fc.record({ rows: powers(1, 3), pad: fc.constantFrom(8, 16, 32) }).map(({ rows, pad }) => ({
      name: `pad of ${pad} B per ${rows} rows`,
      layout: { ...plain, paddings: [{ intervalBytes: rows * row, padBytes: pad }] },
    })),
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(4, 8, 16, 32)
        .filter((unit) => row / unit >= 2)
        .chain((unitBytes) =>
          keysOf(tile, row / unitBytes).map(({ name, key }) => ({
            name: `units of ${unitBytes} B, ${name}`,
            layout: { ...plain, unitBytes, key },
          })),
        ),
    },
    twistOf(tile).map((layout) => ({ name: 'linear over GF(2)', layout })),
  );
}

const cases: fc.Arbitrary<RandomCase> = tiles
  .chain((tile) =>
    fc.record({
      tile: fc.constant(tile),
      walks: walksOf(tile),
      keepsLoops: fc.constantFrom(false, false, true),
      drawn: fc.uniqueArray(layoutsOf(tile), {
        minLength: 4,
        maxLength: 8,
        selector: ({ name }) => name,
      }),
    }),
  )
  .map(({ tile, walks, keepsLoops, drawn }) => {
    const name = `${keepsLoops ? 'in loops, ' : ''}${tile.rows} x ${tile.columns}, ${tile.elementBytes} B, ${walks
      .map(
        ({ isWrite, bytes, row, column }) =>
          `${isWrite ? 'write' : 'read'} ${bytes} B at (${row}, ${column})`,
      )
      .join('; ')}`;
    const plain = { name: 'plain', layout: plainLayout(tile) };
    return { name, tile, walks, keepsLoops, layouts: [plain, ...drawn] };
  })
  .map((one) => {
    const problem = problemOf(one);
    const isLegal = ({ layout }: NamedLayout): boolean =>
      legalityFaults(problem, layout).length === 0;
    return { ...one, layouts: one.layouts.filter(isLegal) };
  })
  .filter(({ layouts }) => layouts.length >= 4);

/** This many cases of a seed, always the same. */
export function randomCases(seed: number, count: number): RandomCase[] {
  return fc.sample(cases, { seed, numRuns: count });
}

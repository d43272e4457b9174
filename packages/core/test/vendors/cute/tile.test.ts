/** CuTe layouts as tile layouts and back: every element at the same byte. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cute, expectValue, parseCute, printCute } from '@ldscope/core';
import {
  elementOffset,
  paddedLayout,
  type RowKey,
  type TileLayout,
} from '../../../src/layout/tile/tile-layout.ts';
import { layout } from './random.ts';
import { at } from './coordinates.ts';
import { leastCases } from '../../../../../test/cases.ts';

const tileOf = (text: string, bytes: number, rowMode: 0 | 1 = 0): TileLayout =>
  expectValue(cute.toTileLayout(expectValue(parseCute(text)), bytes, rowMode));

function differences(tile: TileLayout, a: cute.CuteLayout, rowMode: 0 | 1 = 0): number {
  const { rows, columns, elementBytes } = tile.tile;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const place = rowMode === 0 ? [row, column] : [column, row];
      if (elementOffset(tile, row, column) !== at(a, place) * elementBytes) count++;
    }
  }
  return count;
}

describe('to tile layouts', () => {
  test('rows, padded rows, padding after several rows', () => {
    expect(tileOf('(64,32):(32,1)', 4)).toMatchObject({ kind: 'rows', paddings: [] });
    expect(tileOf('(64,32):(36,1)', 4)).toMatchObject({
      paddings: [{ intervalBytes: 128, padBytes: 16 }],
    });
    expect(tileOf('((8,8),64):((64,520),1)', 2)).toMatchObject({
      paddings: [{ intervalBytes: 1024, padBytes: 16 }],
    });
    expect(tileOf('(32,64):(1,36)', 4, 1)).toEqual(tileOf('(64,32):(36,1)', 4));
  });

  test('a swizzle is a row key where it reads bits of the row', () => {
    expect(tileOf('Sw<3,3,3> o 0 o (64,64):(64,1)', 2)).toMatchObject({
      unitBytes: 16,
      key: { kind: 'xor', phases: 8, rowsPerPhase: 1 },
    });
    expect(tileOf('Sw<2,3,3> o 0 o (64,32):(32,1)', 2)).toMatchObject({
      unitBytes: 16,
      key: { kind: 'xor', phases: 4, rowsPerPhase: 2 },
    });
    expect(tileOf('Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)', 2)).toMatchObject({
      unitBytes: 16,
      key: { kind: 'xor', phases: 8, rowsPerPhase: 1 },
    });
  });

  test('what is neither is linear, or has a reason', () => {
    expect(tileOf('Sw<2,0,3> o 0 o (8,64):(64,1)', 4).kind).toBe('linear');
    expect(tileOf('((2,4),(4,8)):((1,64),(2,8))', 4).kind).toBe('linear');
    const said = (text: string): string | undefined =>
      cute.toTileLayout(expectValue(parseCute(text)), 4).diagnostics[0]?.code;
    expect(said('(3,5):(1,3)')).toBe('notation/no-tile-layout');
    expect(said('(4,4):(0,1)')).toBe('notation/collision');
    expect(said('16:1')).toBe('cute/rank');
    expect(said('(4,4):(-4,1)')).toBe('cute/negative-offset');
  });
});

describe('from tile layouts', () => {
  const tile = { rows: 64, columns: 64, elementBytes: 2 };
  const rows = (
    key: RowKey,
    unitBytes = 16,
    paddings: { intervalBytes: number; padBytes: number }[] = [],
  ): TileLayout => ({
    kind: 'rows',
    tile,
    unitBytes,
    key,
    paddings,
  });
  const said = (from: TileLayout): string => {
    const result = cute.fromTileLayout(from);
    return result.ok ? printCute(result.value) : (result.diagnostics[0]?.message ?? '');
  };

  test('what CuTe says', () => {
    expect(said(paddedLayout(tile, 136))).toBe('(64,64):(68,1)');
    expect(said(rows({ kind: 'xor', phases: 8, rowsPerPhase: 1 }))).toBe(
      'Sw<3,3,3> o 0 o (64,64):(64,1)',
    );
    expect(said(rows({ kind: 'xor', phases: 4, rowsPerPhase: 2 }))).toBe(
      'Sw<2,3,4> o 0 o (64,64):(64,1)',
    );
    expect(said(rows({ kind: 'xor-bits', columns: [1, 2, 4, 0, 0, 0] }))).toBe(
      'Sw<3,3,3> o 0 o (64,64):(64,1)',
    );
    const padded = [{ intervalBytes: 128, padBytes: 128 }];
    expect(said(rows({ kind: 'xor', phases: 8, rowsPerPhase: 1 }, 16, padded))).toBe(
      'Sw<3,3,4> o 0 o (64,64):(128,1)',
    );
  });

  test('what it does not', () => {
    expect(said(rows({ kind: 'rotate', step: 1, rowsPerPhase: 1 }))).toContain(
      'cute cannot express this layout: ',
    );
    expect(said(rows({ kind: 'xor-table', keys: [0, 3, 1, 2] }))).toContain(
      'cute cannot express this layout: ',
    );
    expect(
      said(
        rows({ kind: 'xor', phases: 8, rowsPerPhase: 1 }, 16, [
          { intervalBytes: 128, padBytes: 16 },
        ]),
      ),
    ).toBe(
      'cute cannot express this layout: rows of different keys are 72 elements apart, and a swizzle reads bits of the offset: that is not a power of two',
    );
  });
});

test('there and back, on random swizzled tiles', () => {
  let turned = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(8, 16, 32),
      fc.constantFrom(16, 32, 64),
      fc.constantFrom(0, 4, 8, 16),
      fc.constantFrom(1, 2, 4),
      fc.nat(3),
      fc.nat(4),
      fc.nat(3),
      fc.boolean(),
      (height, width, pad, bytes, bits, base, more, columnMajor) => {
        const swizzle = expectValue(cute.makeSwizzle(bits, base, bits + more));
        const inner = columnMajor
          ? layout([height, width], [1, height + pad])
          : layout([height, width], [width + pad, 1]);
        const a: cute.CuteLayout =
          bits === 0 ? inner : { kind: 'composed', swizzle, offset: 0, layout: inner };
        const rowMode = columnMajor ? 1 : 0;
        const tile = cute.toTileLayout(a, bytes, rowMode);
        if (!tile.ok) return;
        turned++;
        expect(differences(tile.value, a, rowMode)).toBe(0);
        const back = cute.fromTileLayout(tile.value);
        if (back.ok) expect(differences(tile.value, back.value)).toBe(0);
        else expect(pad).not.toBe(0);
      },
    ),
    { numRuns: 1500 },
  );
  expect(turned).toBeGreaterThan(leastCases(700));
});

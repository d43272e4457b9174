/** CuTe layouts as tile layouts and back: every element at the same byte. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cute, expectValue, parseCute, printCute } from '@ldscope/core';
import {
  elementOffset,
  paddedLayout,
  type RowKey,
  type RowLayout,
  type TileLayout,
} from '../../../src/layout/tile/tile-layout.ts';
import { layout } from './random.ts';
import { at } from './coordinates.ts';
import { leastCases } from '../../../../../test/cases.ts';
import { forAll } from '../../../../../test/for-all.ts';

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
  const xor = (phases: number, rowsPerPhase: number) => ({
    unitBytes: 16,
    key: { kind: 'xor', phases, rowsPerPhase },
  });
  test.each([
    ['(64,32):(32,1)', 4, { kind: 'rows', paddings: [] }],
    ['(64,32):(36,1)', 4, { paddings: [{ intervalBytes: 128, padBytes: 16 }] }],
    ['((8,8),64):((64,520),1)', 2, { paddings: [{ intervalBytes: 1024, padBytes: 16 }] }],
    // A swizzle is a row key where it reads bits of the row.
    ['Sw<3,3,3> o 0 o (64,64):(64,1)', 2, xor(8, 1)],
    ['Sw<2,3,3> o 0 o (64,32):(32,1)', 2, xor(4, 2)],
    ['Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)', 2, xor(8, 1)],
    // What is neither is linear.
    ['Sw<2,0,3> o 0 o (8,64):(64,1)', 4, { kind: 'linear' }],
    ['((2,4),(4,8)):((1,64),(2,8))', 4, { kind: 'linear' }],
  ])('%s of %i bytes', (text, bytes, expected) => {
    expect(tileOf(text, bytes)).toMatchObject(expected);
  });

  test('rows may be the second mode', () => {
    expect(tileOf('(32,64):(1,36)', 4, 1)).toEqual(tileOf('(64,32):(36,1)', 4));
  });

  test.each([
    ['(3,5):(1,3)', 'notation/no-tile-layout'],
    ['(4,4):(0,1)', 'notation/collision'],
    ['16:1', 'cute/rank'],
    ['(4,4):(-4,1)', 'cute/negative-offset'],
  ])('%s is none: %s', (text, code) => {
    expect(cute.toTileLayout(expectValue(parseCute(text)), 4).diagnostics[0]?.code).toBe(code);
  });
});

describe('from tile layouts', () => {
  const tile = { rows: 64, columns: 64, elementBytes: 2 };
  const rows = (key: RowKey, paddings: RowLayout['paddings'] = []): TileLayout => ({
    kind: 'rows',
    tile,
    unitBytes: 16,
    key,
    paddings,
  });
  const xor = (phases: number, rowsPerPhase: number): RowKey => ({
    kind: 'xor',
    phases,
    rowsPerPhase,
  });
  const pads = (padBytes: number) => [{ intervalBytes: 128, padBytes }];
  const never = 'cute cannot express this layout: ';

  test.each([
    [paddedLayout(tile, 136), '(64,64):(68,1)'],
    [rows(xor(8, 1)), 'Sw<3,3,3> o 0 o (64,64):(64,1)'],
    [rows(xor(4, 2)), 'Sw<2,3,4> o 0 o (64,64):(64,1)'],
    [rows({ kind: 'xor-bits', columns: [1, 2, 4, 0, 0, 0] }), 'Sw<3,3,3> o 0 o (64,64):(64,1)'],
    [rows(xor(8, 1), pads(128)), 'Sw<3,3,4> o 0 o (64,64):(128,1)'],
    [rows({ kind: 'rotate', step: 1, rowsPerPhase: 1 }), never],
    [rows({ kind: 'xor-table', keys: [0, 3, 1, 2] }), never],
    [
      rows(xor(8, 1), pads(16)),
      `${never}rows of different keys are 72 elements apart, and a swizzle reads bits of the offset: that is not a power of two`,
    ],
  ])('%j: %s', (from, expected) => {
    const result = cute.fromTileLayout(from);
    const said = result.ok ? printCute(result.value) : result.diagnostics[0]?.message;
    expect(expected === never ? said?.slice(0, never.length) : said).toBe(expected);
  });
});

test('there and back, on random swizzled tiles', () => {
  let turned = 0;
  forAll(
    [
      fc.constantFrom(8, 16, 32),
      fc.constantFrom(16, 32, 64),
      fc.constantFrom(0, 4, 8, 16),
      fc.constantFrom(1, 2, 4),
      fc.nat(3),
      fc.nat(4),
      fc.nat(3),
      fc.boolean(),
    ],
    1500,
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
  );
  expect(turned).toBeGreaterThan(leastCases(700));
});

/** Wave's swizzle: the worked example, the formula, and the conditions that upstream does not check. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commonTiles,
  elementOffset,
  expectValue,
  parseLayout,
  printLayout,
  printWave,
  rowAdvance,
  tileExtent,
  paddedLayout,
  type Tile,
  waveColumn,
  waveConditions,
  waveLayout,
  waveSwizzleFor,
  type WaveUse,
} from '@ldscope/core';
import { convertLayout } from '../convert-layout.ts';
import { rows } from '../../../../../test/rows.ts';
import { forAll } from '../../../../../test/for-all.ts';

const tile: Tile = { rows: 32, columns: 64, elementBytes: 2 };

test("thread 1 of Wave's document: banks 36 to 39", () => {
  const swizzle = waveSwizzleFor(64, 8, 2);
  expect(swizzle).toEqual({ swizzleUnit: 8, maxPhase: 8 });
  if (swizzle === undefined) return;
  expect(waveColumn(swizzle, 1, 0)).toBe(8);
  const byte = elementOffset(waveLayout(swizzle, tile), 1, 0);
  expect([0, 1, 2, 3].map((word) => (byte / 4 + word) % 64)).toEqual([36, 37, 38, 39]);
});

test('what the pass chooses', () => {
  expect(waveSwizzleFor(32, 8, 8)).toEqual({ swizzleUnit: 8, maxPhase: 4 });
  expect(waveSwizzleFor(256, 8, 8)).toEqual({ swizzleUnit: 8, maxPhase: 8 });
  expect(waveSwizzleFor(8, 8, 8)).toBeUndefined();
});

test('a legal swizzle is its own inverse and reads back', () => {
  forAll(
    [fc.nat(4), fc.nat(3), fc.integer({ min: 1, max: 3 }), fc.nat(40)],
    60,
    (u, more, p, row) => {
      const swizzle = { swizzleUnit: 2 ** u, maxPhase: 2 ** p };
      const of: Tile = { rows: 64, columns: 2 ** (u + p + more), elementBytes: 2 };
      for (let column = 0; column < of.columns; column++) {
        expect(waveColumn(swizzle, row, waveColumn(swizzle, row, column))).toBe(column);
        const place = elementOffset(waveLayout(swizzle, of), row, column);
        expect(place).toBe((row * of.columns + waveColumn(swizzle, row, column)) * 2);
      }
      const text = printWave(swizzle);
      expect(expectValue(parseLayout(text, 'wave', { tile: of }))).toEqual(waveLayout(swizzle, of));
      expect(expectValue(printLayout(waveLayout(swizzle, of), 'wave'))).toBe(text);
    },
  );
});

test('phases that no row reaches are added where they fill the row, and not beyond it', () => {
  const said = (columns: number): string | undefined => {
    const key = { kind: 'xor', phases: 6, rowsPerPhase: 1 } as const;
    const of = { rows: 6, columns, elementBytes: 2 };
    const layout = { kind: 'rows', tile: of, unitBytes: 16, key, paddings: [] } as const;
    const printed = printLayout(layout, 'wave');
    return printed.ok ? printed.value : printed.diagnostics[0]?.message;
  };
  expect(said(64)).toBe('swizzle_unit = 8, max_phase = 8');
  expect(said(48)).toContain('element [2][32] is at column 48, outside of the row');
});

describe('conditions', () => {
  const swizzle = { swizzleUnit: 8, maxPhase: 8 };
  const read: WaveUse = { kind: 'read', name: 'the read of B', column: 0, elements: 8 };
  const broken = (of: typeof swizzle, columns: number, ...uses: WaveUse[]): string[] =>
    waveConditions(of, { ...tile, columns }, uses).flatMap(({ fault, name }) =>
      fault === undefined ? [] : [`${name}: ${fault.message}`],
    );

  test('all hold for the kernel of the document', () => {
    const gather: WaveUse = { kind: 'gather', name: 'the gather of B', column: 2, elements: 2 };
    expect(broken(swizzle, 64, read, gather)).toEqual([]);
    expect(waveConditions(swizzle, tile, []).every((c) => !c.checkedUpstream)).toBe(true);
  });

  test('12 chunks: row 4, chunk 8 leaves the row', () => {
    expect(broken(swizzle, 96)).toEqual([
      'bijection: element [4][64] is at column 96, outside of the row of 96 elements',
    ]);
    expect(
      parseLayout('swizzle_unit = 8, max_phase = 8', 'wave', { tile: { ...tile, columns: 96 } }).ok,
    ).toBe(false);
    expect(broken({ swizzleUnit: 8, maxPhase: 4 }, 96)).toEqual([]);
  });

  test('accesses over two units, other phases, other users', () => {
    expect(broken(swizzle, 64, { ...read, column: 4 })[0]).toContain('not in one unit of 8');
    const half: WaveUse = { ...read, phaseRow: (row) => row >> 1 };
    expect(broken(swizzle, 64, half)[0]).toBe(
      'same-phase: the read of B uses phase 0 in row 1, whose phase is 1',
    );
    const other: WaveUse = { ...read, kind: 'other', name: 'the transposed load' };
    expect(broken(swizzle, 64, other)[0]).toContain('neither a read nor a gather');
  });
});

/** Code, place and message of what is wrong first with a text. */
const said = (text: string, notation: string): string => {
  const [first] = parseLayout(text, notation, { tile }).diagnostics;
  return `${first?.code} ${first?.span?.start}-${first?.span?.end}: ${first?.message}`;
};

test.each(rows`
  wave    | swizzle_unit = 8, max_phase = 1 | Wave does not swizzle below 2
  wave    | max_phase: 16 swizzle_unit: 4   | chooses at most 8
  wave    | swizzle_unit = 8                | expected 'max_phase', found the end
  wave    | unit = 8                        | 'unit' is not a known Wave parameter
  wave    | swizzle_unit = 0, max_phase = 8 | notation/parameter 15-16: swizzle_unit is 0
  padding | pitch = 63                      | notation/parameter 0-10: the pitch is 126 bytes, but a row of 64 elements has 128
  padding | tile[16][68]                    | notation/tile 5-7: the array has 16 rows, the tile has 32
  padding | skip 4                          | 'skip' is not a known padding parameter
`)('as a %s, %s is wrong: %s', (notation, text, expected) => {
  expect(said(text, notation)).toContain(expected);
});

describe('padding', () => {
  test('128 to 132 and 64 to 68, and their cost in LDS', () => {
    const share = (columns: number, text: string): number => {
      const of: Tile = { rows: 64, columns, elementBytes: 2 };
      const layout = expectValue(parseLayout(text, 'padding', { tile: of }));
      const pitch = elementOffset(layout, 1, 0);
      return pitch / (columns * of.elementBytes) - 1;
    };
    expect(share(128, 'pad 132')).toBe(0.03125);
    expect(share(128, 'tile[64][132]')).toBe(0.03125);
    expect(share(64, 'pitch=136B')).toBe(0.0625);
    expect(share(64, '+ 4')).toBe(0.0625);
    const of: Tile = { rows: 64, columns: 128, elementBytes: 2 };
    // No pad is needed behind the last row.
    expect(tileExtent(paddedLayout(of, 264))).toBe(64 * 264 - 8);
  });

  test('the gcd table: 16 rows of common tiles on 32 and 64 banks', () => {
    const table = commonTiles.map(({ name, pitchBytes }) => [
      name,
      ...[32, 64].map((banks) => {
        const found = rowAdvance(pitchBytes, banks, 16);
        return found && `${found.advance} gcd ${found.gcd}: ${found.ways}`;
      }),
    ]);
    expect(table).toEqual([
      ['f32 LD=32', '0 gcd 32: 16', '32 gcd 32: 8'],
      ['f16 LD=64', '0 gcd 32: 16', '32 gcd 32: 8'],
      ['f16 LD=128', '0 gcd 32: 16', '0 gcd 64: 16'],
      ['f32 LD=128', '0 gcd 32: 16', '0 gcd 64: 16'],
      ['f16 LD=68', '2 gcd 2: 1', '34 gcd 2: 1'],
      ['f16 LD=132', '2 gcd 2: 1', '2 gcd 2: 1'],
    ]);
    expect(rowAdvance(134, 32, 16)).toBeUndefined();
  });

  test('the rule of ways is what counting gives', () => {
    forAll(
      [fc.nat(300), fc.constantFrom(32, 64), fc.integer({ min: 1, max: 64 })],
      (words, banks, rows) => {
        const counts = new Map<number, number>();
        for (let row = 0; row < rows; row++) {
          const bank = (row * words) % banks;
          counts.set(bank, (counts.get(bank) ?? 0) + 1);
        }
        expect(rowAdvance(words * 4, banks, rows)?.ways).toBe(Math.max(...counts.values()));
      },
    );
  });

  test('of bytes is no array of C', () => {
    const odd = convertLayout('pitch = 129B', 'padding', 'c', { tile });
    expect(odd.diagnostics[0]?.message).toBe(
      'c cannot express this layout: an array has no places between its elements',
    );
  });
});

/** Layouts through notations: what is printed reads back as the same places, and what cannot be said has a reason. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  elementOffset,
  elementOffsetOver,
  elementOffsets,
  expectValue,
  featuresOf,
  hasElementOffsets,
  layoutFeatures,
  notations,
  parseLayout,
  printLayout,
  recognizeLayout,
  type LayoutFeature,
  type RowLayout,
  type Tile,
  type TileLayout,
} from '@ldscope/core';
import { tileLayouts } from './notation-random.ts';
import { convertLayout } from './convert-layout.ts';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

const tile: Tile = { rows: 64, columns: 64, elementBytes: 2 };

const isInjective = (layout: TileLayout): boolean => {
  const offsets = elementOffsets(layout);
  return new Set(offsets).size === offsets.length;
};

describe('notations', () => {
  test('examples parse, and print back to the same layout', () => {
    for (const { name, example } of notations) {
      const layout = expectValue(parseLayout(example, name, { tile }));
      const again = expectValue(
        parseLayout(expectValue(printLayout(layout, name)), name, { tile }),
      );
      expect([...elementOffsets(again)], name).toEqual([...elementOffsets(layout)]);
    }
  });

  test.each(notations.map(({ name }) => name))(
    '%s: what prints reads back with every element at its place',
    (name) => {
      let said = 0;
      forAll([tileLayouts], 150, (layout) => {
        if (!isInjective(layout)) return;
        const text = printLayout(layout, name);
        if (!text.ok) {
          expect(text.diagnostics[0]?.code).toMatch(/^(?:notation|triton|cute)\//);
          return;
        }
        said++;
        const again = parseLayout(text.value, name, { tile: layout.tile });
        if (!again.ok) throw new Error(`${text.value}\n${again.diagnostics[0]?.message}`);
        expect(elementOffsets(again.value), text.value).toEqual(elementOffsets(layout));
      });
      expect(said).toBeGreaterThan(leastCases(0));
    },
    60_000,
  );

  test('the table of notations and features holds for a layout of each', () => {
    const row = 128;
    const rows = (rest: Partial<RowLayout>): RowLayout => ({
      kind: 'rows',
      tile,
      unitBytes: 16,
      paddings: [],
      ...rest,
    });
    const samples: Readonly<Record<LayoutFeature, TileLayout>> = {
      'row-pad': rows({ paddings: [{ intervalBytes: row, padBytes: 8 }] }),
      'interval-pad': rows({ paddings: [{ intervalBytes: 2 * row, padBytes: 8 }] }),
      'xor': rows({ key: { kind: 'xor', phases: 8, rowsPerPhase: 1 } }),
      'rows-per-phase': rows({ key: { kind: 'xor', phases: 8, rowsPerPhase: 2 } }),
      'xor-any': rows({ key: { kind: 'xor-bits', columns: [4, 2, 1, 3, 0, 0] } }),
      'rotate': rows({ key: { kind: 'rotate', step: 1, rowsPerPhase: 1 } }),
      'linear': {
        kind: 'linear',
        tile,
        layout: {
          inputs: [
            { name: 'column', bits: 6 },
            { name: 'row', bits: 6 },
          ],
          outputs: [{ name: 'offset', bits: 13 }],
          columns: [128, 256, 512, 1024, 2048, 4096, 2, 4, 8, 16, 32, 64],
          origin: 0,
        },
      },
      'reshaped': {
        kind: 'reshaped',
        tile,
        cut: { kind: 'row-groups', rows: 2 },
        lines: {
          kind: 'rows',
          tile: { rows: 32, columns: 128, elementBytes: 2 },
          unitBytes: 16,
          key: { kind: 'xor', phases: 16, rowsPerPhase: 1 },
          paddings: [{ intervalBytes: 256, padBytes: 16 }],
        },
      },
    };
    for (const [feature, layout] of Object.entries(samples)) {
      expect(featuresOf(layout)).toEqual([feature]);
      for (const notation of notations) {
        const printed = printLayout(layout, notation.name);
        const says = notation.expresses[feature as LayoutFeature];
        expect(printed.ok, `${notation.name}, ${feature}`).toBe(says === 'yes');
        if (!printed.ok) expect(printed.diagnostics[0]?.message).toContain(says);
      }
    }
    expect(Object.keys(samples)).toEqual(Object.keys(layoutFeatures));
  });

  test('one layout in other words', () => {
    const to = (text: string, from: string, target: string, of = tile): string => {
      const result = convertLayout(text, from, target, { tile: of });
      return result.ok ? result.value : (result.diagnostics.at(-1)?.message ?? '');
    };
    expect(to('swizzle_unit = 8, max_phase = 8', 'wave', 'iree')).toBe(
      '#iree_codegen.xor_shuffle<64, 8>',
    );
    expect(to('swizzle_unit = 8, max_phase = 4', 'wave', 'iree')).toBe(
      '#iree_codegen.xor_shuffle<32, 8, 64>',
    );
    expect(to('xor_shuffle<64, 8>', 'iree', 'wave')).toBe('swizzle_unit = 8, max_phase = 8');
    expect(to('xor_shuffle<64, 8>', 'iree', 'c')).toContain(
      'return row * 64 + ((col / 8) ^ (row % 8)) * 8 + col % 8;',
    );
    expect(to('pitch = 68', 'padding', 'c')).toBe('__shared__ half tile[64][68];');
    expect(to('tile[row][col ^ row % 8 * 8]', 'c', 'wave')).toBe('swizzle_unit = 8, max_phase = 8');
    expect(to('pitch = 68', 'padding', 'wave')).toBe(
      'wave cannot express this layout: it has free bytes after each row; swizzle_unit and max_phase cannot describe row padding, and gathers to LDS cannot step over pads',
    );
    expect(to('rotate_rows<64, 8>', 'iree', 'wave')).toContain('Wave XORs, it does not rotate');
    expect(to('xor_shuffle<64, 8, 64, 2>', 'iree', 'wave')).toContain('always row mod max_phase');
    expect(to('rotate_rows<64, 8>', 'iree', 'ck-tile')).toContain('make_cyclic_shift_transform');
    expect(to('x', 'nothing', 'c')).toBe("'nothing' is not a known notation");
  });
});

describe('recognition', () => {
  test('every layout comes back from its offsets, in a form with the same ones', () => {
    forAll([tileLayouts], 500, (layout) => {
      const offsets = elementOffsets(layout);
      const again = recognizeLayout(layout.tile, offsets);
      if (!isInjective(layout)) {
        expect(again.diagnostics[0]?.code).toBe('notation/collision');
        return;
      }
      if (!again.ok) throw new Error(again.diagnostics[0]?.message);
      expect(elementOffsets(again.value)).toEqual(offsets);
      if (layout.kind === 'rows') expect(again.value.kind).toBe('rows');
    });
  });

  test('the index map over numbers gives the offsets', () => {
    const numbers = {
      constant: (value: number) => value,
      add: (a: number, b: number) => a + b,
      scale: (a: number, factor: number) => a * factor,
      quotient: (a: number, divisor: number) => Math.floor(a / divisor),
      remainder: (a: number, divisor: number) => a % divisor,
      xor: (a: number, b: number) => a ^ b,
      lookUp: (a: number, table: readonly number[]) => table[a] ?? 0,
    };
    forAll([tileLayouts, fc.nat(1000), fc.nat(1000)], 500, (layout, a, b) => {
      if (!hasElementOffsets(layout)) return;
      const [row, column] = [a % layout.tile.rows, b % layout.tile.columns];
      const bytes = elementOffsetOver(layout, row, column, numbers) * layout.tile.elementBytes;
      expect(bytes).toBe(elementOffset(layout, row, column));
    });
  });
});

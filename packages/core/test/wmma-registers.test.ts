/**
 * Registers of WMMA on RDNA3 and RDNA4 against the tables that AMD's matrix instruction calculator prints: for each group of
 * 16 lanes, which k its elements are, low bits first.
 */
import { describe, expect, test } from 'vitest';
import { type WmmaForm, wmmaForms, wmmaOperandOf, wmmaRow } from '../src/index.ts';
import { kOfGroups, rowsOfGroups } from '../../../test/wmma-layouts.ts';

const cases = ['gfx1100', 'gfx1201'].flatMap((chip) =>
  wmmaForms(chip).flatMap((form) =>
    ([32, 64] as const).map((size): [string, string, number, WmmaForm, 32 | 64] => [
      chip,
      form.name,
      size,
      form,
      size,
    ]),
  ),
);

describe.each(cases)('%s %s in waves of %i', (_chip, _name, _size, form, waveSize) => {
  test.each(['a', 'b'] as const)('%s', (side) => {
    const { lanes, elements, at } = wmmaOperandOf(form, side, waveSize);
    const groups = kOfGroups(form, side, waveSize);
    expect(lanes).toBe(16 * groups.length);
    for (let lane = 0; lane < lanes; lane++) {
      const own = groups[lane >> 4] ?? [];
      // Of sparse A, a pair of elements stands for four k.
      const slots =
        form.sparse && side === 'a' ? own.filter((k) => k % 2 === 0).map((k) => k / 2) : own;
      const found = Array.from({ length: elements }, (_, element) => at(lane, element));
      expect(found).toEqual(slots.map((slot) => ({ row: lane % 16, slot })));
    }
  });

  test('d', () => {
    for (let lane = 0; lane < waveSize; lane++) {
      const rows = Array.from({ length: 256 / waveSize }, (_, r) =>
        wmmaRow(form, waveSize, lane, r),
      );
      expect(rows).toEqual(rowsOfGroups(form, waveSize)[lane >> 4]);
    }
  });
});

describe('gfx1250', () => {
  const forms = wmmaForms('gfx1250');

  test.each(forms.map((form) => [`${form.name} ${form.a} ${form.b}`, form] as const))(
    '%s has each element once',
    (_, form) => {
      for (const side of ['a', 'b'] as const) {
        const { lanes, elements, slots, at } = wmmaOperandOf(form, side, 32);
        const places = Array.from({ length: lanes * elements }, (_, i) => {
          const { row, slot } = at(i % lanes, Math.floor(i / lanes));
          return row * slots + slot;
        });
        expect(places.sort((x, y) => x - y)).toEqual([...Array(16 * slots).keys()]);
      }
    },
  );

  // The halves of a wave take turns of 16 bytes each, those of f32 of 8.
  test.each([
    [4, 'f32', 2],
    [32, 'f16', 8],
    [64, 'iu8', 16],
    [128, 'fp8', 16],
  ] as const)('k of %i: lane 16 begins %s at %i', (k, type, slot) => {
    const form = forms.find((one) => one.k === k && one.a === type && !one.sparse);
    expect(form && wmmaOperandOf(form, 'a', 32).at(16, 0)).toEqual({ row: 0, slot });
  });
});

test('chips without WMMA have none', () => {
  expect(wmmaForms('gfx942')).toEqual([]);
});

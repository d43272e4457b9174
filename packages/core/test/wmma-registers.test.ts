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

test('chips without WMMA have none', () => {
  expect(wmmaForms('gfx942')).toEqual([]);
});

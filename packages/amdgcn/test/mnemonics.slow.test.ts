/** The names of executed instructions against the tables, and against what each chip's decoder prints. */
import { expect, test } from 'vitest';
import { executedMnemonics } from '../src/index.ts';
import { findLaneRow, findRow } from '../src/isa/valu/rows.ts';
import { chips, linesOf } from './tables.ts';

const all = (chip: Parameters<typeof executedMnemonics>[0]): string[] =>
  Object.values(executedMnemonics(chip)).flatMap((names) => [...names]);

test.each(chips)('are the lines of the tables of %s', (chip) => {
  expect(new Set(all(chip))).toEqual(new Set(linesOf(chip).keys()));
});

test.each(['gfx1100', 'gfx1151', 'gfx1201'] as const)('have rows on %s, under one name', (chip) => {
  const { VALU, MFMA, SMEM } = executedMnemonics(chip);
  for (const name of VALU)
    expect([name, findRow(name, chip) ?? findLaneRow(name, chip)]).not.toEqual([name, undefined]);
  expect(VALU.has('v_dual_mov_b32')).toBe(true);
  expect(VALU.has('v_min_num_f32')).toBe(chip === 'gfx1201');
  expect(VALU.has('v_min_f32')).toBe(chip !== 'gfx1201');
  // The name of CDNA for v_add_nc_u32, and for s_load_b32, which assemblers take.
  expect(VALU.has('v_add_u32')).toBe(false);
  expect(SMEM.has('s_load_b32') && !SMEM.has('s_load_dword')).toBe(true);
  expect(MFMA.has('v_wmma_f32_16x16x16_f16')).toBe(true);
});

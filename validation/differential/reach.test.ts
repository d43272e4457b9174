/** What a run says of the instructions that it has executed. */
import { expect, test } from 'vitest';
import { addReached, type Reached, reachLines } from './reach.ts';

test('instructions are counted by chip and unit, and the others named', () => {
  const reached: Reached = new Map();
  addReached(reached, 'gfx1201', ['v_wmma_f32_16x16x16_f16', 's_endpgm']);
  addReached(reached, 'gfx1201', ['v_wmma_i32_16x16x16_iu8', 'not_an_instruction']);
  addReached(reached, 'gfx942', []);
  const lines = reachLines(reached);
  expect(lines.map((line) => line.split(':')[0])).toEqual(
    ['gfx1201', 'gfx942'].flatMap((chip) =>
      ['SALU', 'VALU', 'MFMA', 'LDS', 'VMEM', 'SMEM'].map((unit) => `${chip} ${unit}`),
    ),
  );
  const matrix = lines.find((line) => line.startsWith('gfx1201 MFMA')) ?? '';
  expect(matrix).toMatch(/^gfx1201 MFMA: 2 of \d+ instructions executed; not: v_swmmac_/);
  expect(matrix).not.toContain('v_wmma_f32_16x16x16_f16');
  expect(matrix).toContain(' v_wmma_f32_16x16x16_bf16');
});

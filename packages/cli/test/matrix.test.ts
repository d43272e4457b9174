/** `ldscope machine NAME --matrix`. */
import { expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

test('lists the matrix instructions of CDNA1 to CDNA4 and of RDNA', async () => {
  const counts: Record<string, number> = {};
  for (const name of ['gfx908', 'gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1201']) {
    const { stdout, code } = await ldscope(['machine', name, '--matrix', '-f', 'json']);
    expect(code).toBe(0);
    counts[name] = (JSON.parse(stdout) as { instructions: unknown[] }).instructions.length;
    const text = await ldscope(['machine', name, '--matrix']);
    for (const line of text.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  }
  expect(counts).toMatchInlineSnapshot(`
    {
      "gfx1100": 6,
      "gfx1201": 11,
      "gfx908": 20,
      "gfx90a": 27,
      "gfx942": 46,
      "gfx950": 66,
    }
  `);
});

test('shows the lanes of one, under any of its names', async () => {
  const { stdout } = await ldscope('machine gfx942 --matrix v_mfma_f32_16x16x16f16');
  expect(stdout).toMatchInlineSnapshot(`
    "v_mfma_f32_16x16x16_f16 on gfx942
      D[16][16] (f32) = A[16][16] (f16) * B[16][16] (f16) + C, 4 passes
      also v_mfma_f32_16x16x16f16
    A: 4 a lane
      lanes 0-15    row 0-15       k 0-3
      lanes 16-31   row 0-15       k 4-7
      lanes 32-47   row 0-15       k 8-11
      lanes 48-63   row 0-15       k 12-15
    B: 4 a lane
      lanes 0-15    column 0-15    k 0-3
      lanes 16-31   column 0-15    k 4-7
      lanes 32-47   column 0-15    k 8-11
      lanes 48-63   column 0-15    k 12-15
    C, D: 4 a lane
      lanes 0-15    column 0-15    row 0-3
      lanes 16-31   column 0-15    row 4-7
      lanes 32-47   column 0-15    row 8-11
      lanes 48-63   column 0-15    row 12-15
      documented: ROCm/amd_matrix_instruction_calculator @2ef91896 (CDNA1 to CDNA3)
    "
  `);
});

test('the lanes as JSON are those of the text', async () => {
  const argv = ['machine', 'gfx90a', '--matrix', 'v_mfma_f32_4x4x4f16', '-f', 'json'];
  const { stdout } = await ldscope(argv);
  const { instructions } = JSON.parse(stdout) as {
    instructions: { lanes: Record<'a' | 'b' | 'd', number[][][]> }[];
  };
  const lanes = instructions[0]?.lanes;
  // Lane 5 has row 1 of block 1 with all k of A, and column 1 with all rows of D.
  expect(lanes?.a[5]).toEqual([0, 1, 2, 3].map((k) => [1, k, 1]));
  expect(lanes?.d[5]).toEqual([0, 1, 2, 3].map((row) => [row, 1, 1]));
});

test.each([
  [['gfx942', '--matrix', 'v_mfma_f32_1x1x1_f16'], 'usage/unknown-matrix'],
  [['sm_90', '--matrix'], 'usage/no-matrices'],
])('%j', async (argv, code) => {
  await expectRefused(['machine', ...argv], {}, code);
});

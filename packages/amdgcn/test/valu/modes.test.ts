/** The mode register: denormals, rounding, IEEE, clamp of NaN; and relative register indexing. */
import { describe, expect, test } from 'vitest';
import { LANES, M0, USUAL_MODE } from '../../src/state/wave.ts';
import { compileLine, newWave, run } from './harness.ts';

const TINY = 2 ** -130;

describe('mode', () => {
  test('denormals of f32 are kept, flushed at the source, at the result, or both', () => {
    const result = (denormal: number, line: string): number => {
      const wave = newWave();
      wave.mode = (USUAL_MODE & ~0x30) | (denormal << 4);
      wave.f[0] = TINY;
      wave.f[LANES] = 2 ** -100;
      wave.f[2 * LANES] = 2 ** -20;
      run(line, wave);
      return wave.f[3 * LANES] ?? 0;
    };
    expect([3, 2, 1, 0].map((mode) => result(mode, 'v_add_f32 v3, v0, v0'))).toEqual([
      2 * TINY,
      0,
      0,
      0,
    ]);
    expect([3, 2, 1, 0].map((mode) => result(mode, 'v_mul_f32 v3, v0, 2.0'))).toEqual([
      2 * TINY,
      0,
      0,
      0,
    ]);
    expect([3, 2, 1, 0].map((mode) => result(mode, 'v_ldexp_f32 v3, v0, 20'))).toEqual([
      2 ** -110,
      0,
      2 ** -110,
      0,
    ]);
    expect([3, 2, 1, 0].map((mode) => result(mode, 'v_fma_f32 v3, -v1, v2, 0'))).toEqual([
      -(2 ** -120),
      -(2 ** -120),
      -(2 ** -120),
      -(2 ** -120),
    ]);
    expect([3, 0].map((mode) => result(mode, 'v_mov_b32 v3, v0'))).toEqual([TINY, TINY]);
    const denormalProduct = [3, 2, 1, 0].map((mode) =>
      result(mode, 'v_mul_f32 v3, -v1, 0x32000000'),
    );
    expect(denormalProduct).toEqual([-(2 ** -127), -(2 ** -127), -0, -0]);
  });

  test('a mixed product keeps its sign when it vanishes, unless 0 is added to -0', () => {
    const product = (half: number, addend: string): number => {
      const wave = newWave();
      wave.u[0] = half;
      wave.f[LANES] = 2 ** -40;
      run(`v_fma_mixlo_f16 v3, v0, v1, ${addend} op_sel_hi:[1,0,0]`, wave);
      return (wave.u[3 * LANES] ?? 0) & 0xffff;
    };
    const minusZero = 0x8000;
    const addends = ['0', '-v2'];
    // Less than nothing, rounded: -0 either way. Exactly -0: what IEEE 754 makes of the sum with 0, and with -0.
    expect(addends.map((addend) => product(0x8001, addend))).toEqual([minusZero, minusZero]);
    expect(addends.map((addend) => product(minusZero, addend))).toEqual([0, minusZero]);
  });

  test('denormals of f16 and f64', () => {
    const wave = newWave();
    wave.mode = USUAL_MODE & ~0xc0;
    wave.u[0] = 0x8001;
    run('v_add_f16 v1, v0, v0', wave);
    expect(wave.u[LANES]).toBe(0x8000);
    run('v_pk_add_f16 v1, v0, v0', wave);
    expect(wave.u[LANES]).toBe(0x8000);
    wave.u[LANES] = 0;
    run('v_add_f64 v[2:3], v[0:1], v[0:1]', wave);
    expect([wave.u[2 * LANES], wave.u[3 * LANES]]).toEqual([0, 0]);
    wave.mode = USUAL_MODE;
    run('v_add_f64 v[2:3], v[0:1], v[0:1]', wave);
    expect([wave.u[2 * LANES], wave.u[3 * LANES]]).toEqual([0x10002, 0]);
  });

  test('rounding of f32 and f16 results', () => {
    const wave = newWave();
    const results = (line: string): number[] =>
      [0, 1, 2, 3].map((round) => {
        wave.mode = (USUAL_MODE & ~15) | round | (round << 2);
        run(line, wave);
        return wave.f[3 * LANES] ?? 0;
      });
    const unit = 2 ** -23;
    wave.f[0] = 1 + unit;
    expect(results('v_mul_f32 v3, v0, v0')).toEqual([
      1 + 2 * unit,
      1 + 3 * unit,
      1 + 2 * unit,
      1 + 2 * unit,
    ]);
    expect(results('v_fma_f32 v3, -v0, v0, 0')).toEqual([
      -1 - 2 * unit,
      -1 - 2 * unit,
      -1 - 3 * unit,
      -1 - 2 * unit,
    ]);
    wave.u[LANES] = 0x7fffffff;
    expect(results('v_cvt_f32_i32 v3, v1')).toEqual([
      2 ** 31,
      2 ** 31,
      2 ** 31 - 128,
      2 ** 31 - 128,
    ]);
    wave.f[0] = -(1 + 2 ** -12);
    const halves = [0, 1, 2, 3].map((round) => {
      wave.mode = (USUAL_MODE & ~15) | (round << 2);
      run('v_cvt_f16_f32 v3, v0', wave);
      return wave.u[3 * LANES];
    });
    expect(halves).toEqual([0xbc00, 0xbc00, 0xbc01, 0xbc00]);
  });

  test('IEEE mode makes a signalling NaN win in minimum and maximum', () => {
    const wave = newWave();
    wave.u[0] = 0x7f800001;
    wave.f[LANES] = 1;
    run('v_max_f32 v2, v0, v1', wave);
    expect(wave.f[2 * LANES]).toBeNaN();
    wave.mode = USUAL_MODE & ~0x200;
    run('v_max_f32 v2, v0, v1', wave);
    expect(wave.f[2 * LANES]).toBe(1);
    wave.mode = USUAL_MODE;
    wave.u[0] = 0x7fc00000;
    run('v_max_f32 v2, v0, v1', wave);
    expect(wave.f[2 * LANES]).toBe(1);
  });

  test('clamp takes NaN to zero with DX10_CLAMP only', () => {
    const wave = newWave();
    wave.f[0] = NaN;
    run('v_add_f32_e64 v2, v0, v0 clamp', wave);
    expect(wave.f[2 * LANES]).toBe(0);
    wave.mode = USUAL_MODE & ~0x100;
    run('v_add_f32_e64 v2, v0, v0 clamp', wave);
    expect(wave.f[2 * LANES]).toBeNaN();
  });

  test('a step follows the mode of each wave', () => {
    const step = compileLine('v_add_f32 v3, v0, v0');
    for (const [mode, wanted] of [
      [USUAL_MODE, 2 * TINY],
      [USUAL_MODE & ~0x30, 0],
      [USUAL_MODE, 2 * TINY],
      [USUAL_MODE & ~0x20, 0],
    ] as const) {
      const wave = newWave();
      wave.mode = mode;
      wave.f[0] = TINY;
      step(wave);
      expect(wave.f[3 * LANES]).toBe(wanted);
    }
  });

  test('s_set_gpr_idx moves the operands that it enables', () => {
    const step = compileLine('v_mov_b32 v2, v0');
    const wave = newWave();
    for (let register = 0; register < 16; register++) wave.u[register * LANES] = 100 + register;
    wave.s[M0] = 5;
    wave.indexing = 1;
    step(wave);
    expect(wave.u[2 * LANES]).toBe(105);
    wave.indexing = 8;
    wave.s[M0] = 6;
    step(wave);
    expect(wave.u[8 * LANES]).toBe(100);
    wave.indexing = 0;
    step(wave);
    expect(wave.u[2 * LANES]).toBe(100);
  });
});

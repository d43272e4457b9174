/** The vectors of `special.ts`, and whole divisions. */
import { describe, expect, test } from 'vitest';
import { LANES, VCC } from '../../src/state/wave.ts';
import { registersOf } from '../../src/isa/valu/row.ts';
import { rows } from '../../src/isa/valu/rows.ts';
import { compileLine, lineOf, maskBit, newWave, randomWords } from './harness.ts';
import { vectors } from './special.ts';

/** f32 as text: NaNs are one. */
const shown = (words: readonly number[]): string =>
  words.map((word) => ((word & 0x7fffffff) > 0x7f800000 ? 'NaN' : word.toString(16))).join(' ');

describe('vectors', () => {
  for (const [mnemonic, list] of Object.entries(vectors)) {
    test(mnemonic, () => {
      const row = rows().get(mnemonic);
      if (row === undefined) throw new Error('no row');
      const line = lineOf(row);
      const step = compileLine(line.text);
      for (const { s, d, out, mask, vcc } of list) {
        const wave = newWave();
        for (const [n, { first }] of line.sources.entries()) {
          for (const [word, bits] of (s[n] ?? []).entries()) wave.u[(first + word) * LANES] = bits;
        }
        for (const [word, bits] of (d ?? []).entries()) wave.u[word * LANES] = bits;
        wave.s[VCC] = vcc === true ? 1 : 0;
        step(wave);
        const [output = 'b32'] = row.outputs;
        const words = Array.from({ length: registersOf(output) }, (_, n) => wave.u[n * LANES] ?? 0);
        expect(shown(words)).toBe(shown(out));
        if (mask !== undefined) expect(maskBit(wave, VCC, 0)).toBe(mask);
      }
    });
  }

  test('what is NaN for the approximations', () => {
    for (const [mnemonic, input] of [
      ['v_log_f32', -1],
      ['v_rsq_f32', -1],
      ['v_sqrt_f32', -1],
      ['v_sin_f32', Infinity],
      ['v_cos_f32', -Infinity],
      ['v_exp_f32', NaN],
    ] as const) {
      const wave = newWave();
      wave.f[LANES] = input;
      compileLine(`${mnemonic} v0, v1`)(wave);
      expect(wave.f[0], mnemonic).toBeNaN();
    }
  });

  test('exp and log are within one unit of the last place', () => {
    const next = randomWords(11);
    const wave = newWave();
    const [exp, log] = [compileLine('v_exp_f32 v0, v1'), compileLine('v_log_f32 v2, v0')];
    for (let round = 0; round < 50; round++) {
      for (let lane = 0; lane < LANES; lane++)
        wave.f[LANES + lane] = (next() / 2 ** 32 - 0.5) * 240;
      exp(wave);
      log(wave);
      for (let lane = 0; lane < LANES; lane++) {
        const x = wave.f[LANES + lane] ?? 0;
        expect(Math.abs((wave.f[lane] ?? 0) / 2 ** x - 1)).toBeLessThan(2 ** -23);
        expect(Math.abs((wave.f[2 * LANES + lane] ?? 0) - x)).toBeLessThan(2 ** -16);
      }
    }
  });
});

/** The sequence that compilers emit for n / d: v1 / v0 to v9. */
const DIVISION_32 = [
  'v_div_scale_f32 v2, s[0:1], v0, v0, v1',
  'v_div_scale_f32 v3, vcc, v1, v0, v1',
  'v_rcp_f32 v4, v2',
  'v_fma_f32 v5, -v2, v4, 1.0',
  'v_fmac_f32 v4, v5, v4',
  'v_mul_f32 v5, v3, v4',
  'v_fma_f32 v6, -v2, v5, v3',
  'v_fmac_f32 v5, v6, v4',
  'v_fma_f32 v2, -v2, v5, v3',
  'v_div_fmas_f32 v2, v2, v4, v5',
  'v_div_fixup_f32 v9, v2, v0, v1',
];

const DIVISION_64 = [
  'v_div_scale_f64 v[4:5], s[0:1], v[0:1], v[0:1], v[2:3]',
  'v_div_scale_f64 v[6:7], vcc, v[2:3], v[0:1], v[2:3]',
  'v_rcp_f64 v[8:9], v[4:5]',
  'v_fma_f64 v[10:11], -v[4:5], v[8:9], 1.0',
  'v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]',
  'v_fma_f64 v[10:11], -v[4:5], v[8:9], 1.0',
  'v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]',
  'v_mul_f64 v[10:11], v[6:7], v[8:9]',
  'v_fma_f64 v[4:5], -v[4:5], v[10:11], v[6:7]',
  'v_div_fmas_f64 v[4:5], v[4:5], v[8:9], v[10:11]',
  'v_div_fixup_f64 v[12:13], v[4:5], v[0:1], v[2:3]',
];

describe('division', () => {
  test('of f32 is correctly rounded over the whole range', () => {
    const steps = DIVISION_32.map((line) => compileLine(line));
    const next = randomWords(5);
    const wave = newWave();
    for (let round = 0; round < 60; round++) {
      for (let lane = 0; lane < 2 * LANES; lane++) wave.u[lane] = next();
      const inputs = wave.f.slice(0, 2 * LANES);
      for (const step of steps) step(wave);
      for (let lane = 0; lane < LANES; lane++) {
        const [d = 0, n = 0] = [inputs[lane], inputs[LANES + lane]];
        const wanted = Math.fround(n / d);
        // A denormal quotient is scaled after it was rounded, so it may be rounded twice.
        const slack = Math.abs(wanted) < 2 ** -126 ? 2 ** -149 : 0;
        const found = wave.f[9 * LANES + lane] ?? 0;
        const right = Object.is(found, wanted) || Math.abs(found - wanted) <= slack;
        expect(`${n} / ${d} = ${right ? wanted : found}`).toBe(`${n} / ${d} = ${wanted}`);
      }
    }
  });

  test('of f64 is correctly rounded over the whole range', () => {
    const steps = DIVISION_64.map((line) => compileLine(line));
    const next = randomWords(6);
    const wave = newWave();
    const pair = (row: number, lane: number): number => {
      const view = new DataView(new ArrayBuffer(8));
      view.setUint32(4, wave.u[row * LANES + lane] ?? 0);
      view.setUint32(0, wave.u[(row + 1) * LANES + lane] ?? 0);
      return view.getFloat64(0);
    };
    for (let round = 0; round < 20; round++) {
      for (let lane = 0; lane < 4 * LANES; lane++) wave.u[lane] = next();
      const inputs = Array.from(
        { length: LANES },
        (_, lane) => [pair(0, lane), pair(2, lane)] as const,
      );
      for (const step of steps) step(wave);
      for (const [lane, [d, n]] of inputs.entries()) {
        const wanted = n / d;
        const slack = Math.abs(wanted) < 2 ** -1022 ? 5e-324 : 0;
        const found = pair(12, lane);
        const right = Object.is(found, wanted) || Math.abs(found - wanted) <= slack;
        expect(`${n} / ${d} = ${right ? wanted : found}`).toBe(`${n} / ${d} = ${wanted}`);
      }
    }
  });
});

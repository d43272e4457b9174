/** 8-bit floats of RDNA 4, which are those of OCP, by every code and by each byte and half that can be chosen. */
import { decodeSmallFloat, encodeSmallFloat, smallFloats } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { LANES } from '../../src/state/wave.ts';
import { newWave, randomWords, run } from './harness.ts';

const formats = { fp8: smallFloats['f8E4M3FN'], bf8: smallFloats['f8E5M2'] } as const;

function decode(name: 'fp8' | 'bf8', code: number): number {
  const format = formats[name];
  if (format === undefined) throw new Error(`no format of ${name}`);
  return decodeSmallFloat(format, code);
}

function encode(name: 'fp8' | 'bf8', value: number): number {
  const format = formats[name];
  if (format === undefined) throw new Error(`no format of ${name}`);
  return encodeSmallFloat(format, value);
}

describe.each(['fp8', 'bf8'] as const)('%s', (name) => {
  test('one byte to f32, by byte_sel', () => {
    for (let first = 0; first < 256; first += 32) {
      for (const byte of [0, 1, 2, 3]) {
        const wave = newWave(32);
        for (let lane = 0; lane < 32; lane++) wave.u[LANES + lane] = (first + lane) << (8 * byte);
        run(`v_cvt_f32_${name} v0, v1${byte === 0 ? '' : ` byte_sel:${byte}`}`, wave, 'gfx1201');
        for (let lane = 0; lane < 32; lane++)
          expect(wave.f[lane], `${first + lane}`).toEqual(decode(name, first + lane));
      }
    }
  });

  test('two bytes to two f32, of either half', () => {
    for (const [source, shift] of [
      ['v2', 0],
      ['v2 op_sel:[1,0]', 16],
      ['v2.h', 16],
    ] as const) {
      const wave = newWave(32);
      for (let lane = 0; lane < 32; lane++)
        wave.u[2 * LANES + lane] = ((7 * lane) | ((255 - lane) << 8)) << shift;
      run(`v_cvt_pk_f32_${name} v[0:1], ${source}`, wave, 'gfx1201');
      for (let lane = 0; lane < 32; lane++) {
        expect(wave.f[lane]).toEqual(decode(name, 7 * lane));
        expect(wave.f[LANES + lane]).toEqual(decode(name, 255 - lane));
      }
    }
  });

  test('two f32 to two bytes, the other half is kept', () => {
    const next = randomWords(3);
    for (const [operands, shift] of [
      ['v0, v1, v2', 0],
      ['v0, v1, v2 op_sel:[0,0,1]', 16],
      ['v0.h, v1, v2', 16],
    ] as const) {
      const wave = newWave(32);
      for (let lane = 0; lane < 32; lane++) {
        wave.u[lane] = 0x12345678;
        wave.f[LANES + lane] = (next() / 2 ** 32 - 0.5) * 2 ** ((next() % 20) - 12);
        wave.f[2 * LANES + lane] = (next() / 2 ** 32 - 0.5) * 2 ** ((next() % 20) - 12);
      }
      run(`v_cvt_pk_${name}_f32 ${operands}`, wave, 'gfx1201');
      for (let lane = 0; lane < 32; lane++) {
        const [a = 0, b = 0] = [wave.f[LANES + lane], wave.f[2 * LANES + lane]];
        const half = encode(name, a) | (encode(name, b) << 8);
        const kept = shift === 0 ? 0x12340000 : 0x5678;
        expect(wave.u[lane], `${a} ${b}`).toBe(((half << shift) | kept) >>> 0);
      }
    }
  });

  test('stochastically to one byte, by byte_sel', () => {
    for (const byte of [0, 1, 2, 3]) {
      const wave = newWave(32);
      wave.u.fill(0x11223344, 0, LANES);
      wave.f.fill(1.5, LANES, 2 * LANES);
      run(
        `v_cvt_sr_${name}_f32 v0, v1, 0${byte === 0 ? '' : ` byte_sel:${byte}`}`,
        wave,
        'gfx1201',
      );
      const code = encode(name, 1.5);
      const mask = 255 << (8 * byte);
      expect(wave.u[5]).toBe(((0x11223344 & ~mask) | (code << (8 * byte))) >>> 0);
    }
  });

  test.each(['fp8', 'bf8'] as const)('four products with %s', (other) => {
    const next = randomWords(4);
    const wave = newWave(32);
    // Codes of small values: every sum is exact, so that the order of the sums does not matter.
    const codes = (of: 'fp8' | 'bf8'): number => {
      const one = of === 'fp8' ? 0x38 : 0x3c;
      return (
        [0, 8, 16, 24].reduce((word, shift) => word | ((one + (next() % 3)) << shift), 0) >>> 0
      );
    };
    for (let lane = 0; lane < 32; lane++) {
      wave.u[LANES + lane] = codes(name);
      wave.u[2 * LANES + lane] = codes(other);
      wave.f[3 * LANES + lane] = lane / 4;
    }
    run(`v_dot4_f32_${name}_${other} v0, v1, v2, v3 neg_lo:[0,0,1]`, wave, 'gfx1201');
    for (let lane = 0; lane < 32; lane++) {
      let sum = -lane / 4;
      for (const shift of [0, 8, 16, 24]) {
        const a = ((wave.u[LANES + lane] ?? 0) >>> shift) & 255;
        const b = ((wave.u[2 * LANES + lane] ?? 0) >>> shift) & 255;
        sum += decode(name, a) * decode(other, b);
      }
      expect(wave.f[lane]).toBe(sum);
    }
  });
});

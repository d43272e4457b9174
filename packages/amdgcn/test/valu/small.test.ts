/** Conversions to and from small floats against the model that tries every value. */
import { decodeSmallFloat, encodeSmallFloat, smallFloats } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { LANES } from '../../src/state/wave.ts';
import { registersOf, type Type } from '../../src/isa/valu/row.ts';
import { encoder } from '../../src/isa/valu/numeric/small.ts';
import { rows } from '../../src/isa/valu/rows.ts';
import { decode, BF16, F16, F32 } from '../../../core/test/arithmetic/exact.ts';
import { compileLine, lineOf, newWave, randomWords, readBits, run, writeBits } from './harness.ts';
import { smallModels } from './small.ts';

/** Floats of moderate size, with zeros, infinities and NaN among them. */
function floats(type: 'f32' | 'f16' | 'bf16', next: () => number): bigint {
  const pick = next() % 24;
  const sign = next() & 1;
  if (type === 'f32') {
    const special = [0, 0x7f800000, 0x7fc00000, 0x43e80000, 0x43f00000][pick];
    const bits = special ?? 0x3b000000 + (next() % 0x08000000);
    return BigInt((bits | (sign << 31)) >>> 0);
  }
  const half = type === 'f16' ? [0, 0x7c00, 0x7e00][pick] : [0, 0x7f80, 0x7fc0][pick];
  const bits = half ?? (type === 'f16' ? next() % 0x7c00 : 0x3b00 + (next() % 0x0800));
  return BigInt(bits | (sign << 15));
}

function sourceBits(type: Type, from: string, next: () => number): bigint {
  const words = registersOf(type);
  let bits = 0n;
  for (let n = 0; n < words; n++) {
    const word =
      from === 'f32'
        ? floats('f32', next)
        : from === 'f16' || from === 'bf16'
          ? floats(from, next) | (floats(from, next) << 16n)
          : BigInt(next());
    bits |= word << BigInt(32 * n);
  }
  return bits;
}

const nanOf = (bits: number, code: number): boolean => {
  if (bits === 32) return decode(F32, BigInt(code)).kind === 'nan';
  return false;
};

describe('small floats', () => {
  for (const [mnemonic, models] of smallModels) {
    const row = rows().get(mnemonic);
    if (row === undefined) continue;
    const from = mnemonic.slice(mnemonic.lastIndexOf('_') + 1);
    for (const model of models) {
      test(`${mnemonic} on ${model.target}`, () => {
        const next = randomWords(7);
        const line = lineOf(row);
        const step = compileLine(line.text, model.target);
        const wave = newWave();
        const inputs: bigint[][] = [];
        const [output = 'b32'] = row.outputs;
        for (let lane = 0; lane < LANES; lane++) {
          const s = line.sources.map(({ first, type }, index) => {
            const scales = mnemonic.includes('scalef32') && index === line.sources.length - 1;
            const random = mnemonic.includes('_sr_') && index === 1;
            let bits = sourceBits(type, from, next);
            if (scales) bits = BigInt(((122 + (next() % 10)) << 23) | (next() & 0x7fffff));
            if (random) bits = BigInt(next());
            // Stochastic rounding of infinity and NaN is not modelled.
            if (mnemonic.includes('_sr_') && !scales && !random) bits = finite(bits, from);
            writeBits(wave, first, registersOf(type), lane, bits);
            return bits;
          });
          inputs.push(s);
        }
        step(wave);
        for (const [lane, s] of inputs.entries()) {
          const bits = readBits(wave, 0, registersOf(output), lane);
          const what = `${line.text} on ${s.map((value) => value.toString(16)).join(' ')}`;
          for (const [n, code] of model.of(s).entries()) {
            const found = Number(
              (bits >> BigInt(model.bits * n)) & ((1n << BigInt(model.bits)) - 1n),
            );
            if (code === -1) {
              expect(`${what} ${isNaN_(mnemonic, model.bits, model.target, found)}`).toBe(
                `${what} true`,
              );
              continue;
            }
            expect(`${what} [${n}] ${found}`).toBe(`${what} [${n}] ${code}`);
          }
        }
      });
    }
  }

  test('a scale of 255 is NaN', () => {
    const wave = newWave();
    wave.u[64] = 0x38;
    wave.u[128] = 0x7f800000;
    run('v_cvt_scalef32_f32_fp8 v0, v1, v2', wave);
    expect(wave.f[0]).toBeNaN();
  });

  test('op_sel chooses bytes and halves, and the rest is kept', () => {
    const wave = newWave();
    wave.u[0] = 0x11223344;
    wave.f[64] = 1;
    wave.f[128] = -2;
    run('v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]', wave);
    expect(wave.u[0]).toBe(0xc0383344);
    run('v_cvt_sr_fp8_f32 v0, v1, v3 op_sel:[0,0,1,0]', wave);
    expect(wave.u[0]).toBe(0xc0383844);
    wave.u[64] = 0x38400000;
    wave.f[128] = 2;
    run('v_cvt_scalef32_f32_fp8 v4, v1, v2 op_sel:[0,1,0]', wave);
    expect(wave.f[256]).toBe(4);
    run('v_cvt_scalef32_pk_f32_fp8 v[4:5], v1, v2 op_sel:[1,0,0]', wave);
    expect([wave.f[256], wave.f[320]]).toEqual([4, 2]);
  });

  test('FP16_OVFL saturates', () => {
    const wave = newWave();
    wave.f[64] = 1000;
    wave.f[128] = -1000;
    run('v_cvt_pk_fp8_f32 v0, v1, v2', wave);
    expect(wave.u[0]).toBe(0xff7f);
    wave.mode |= 1 << 23;
    run('v_cvt_pk_fp8_f32 v0, v1, v2', wave);
    expect(wave.u[0]).toBe(0xfe7e);
  });

  test('the fast encoder is the one of core', () => {
    const next = randomWords(3);
    for (const format of Object.values(smallFloats)) {
      if (format.exponentBits === 8) continue;
      const encode = encoder(format);
      for (let n = 0; n < 2000; n++) {
        const value = Math.fround((next() / 2 ** 32 - 0.5) * 2 ** ((next() % 40) - 20));
        const [ours, theirs] = [encode(value), encodeSmallFloat(format, value)];
        expect(decodeSmallFloat(format, ours)).toBe(decodeSmallFloat(format, theirs));
      }
    }
  });
});

function finite(bits: bigint, from: string): bigint {
  if (from === 'f32') {
    let result = 0n;
    for (let n = 0n; n < 32n; n++) {
      const word = BigInt.asUintN(32, bits >> (32n * n));
      result |= ((word & 0x7f800000n) === 0x7f800000n ? 0x3f800000n : word) << (32n * n);
    }
    return result;
  }
  const top = from === 'f16' ? 0x7c00n : 0x7f80n;
  let result = 0n;
  for (let n = 0n; n < 32n; n++) {
    const word = BigInt.asUintN(16, bits >> (16n * n));
    result |= ((word & top) === top ? 0x3c00n : word) << (16n * n);
  }
  return result;
}

function isNaN_(mnemonic: string, bits: number, target: string, code: number): boolean {
  if (bits === 32) return nanOf(32, code);
  if (bits === 16) return decode(/bf16/.test(mnemonic) ? BF16 : F16, BigInt(code)).kind === 'nan';
  if (target === 'gfx942') return code === 128;
  return mnemonic.includes('fp8') ? (code & 127) === 127 : (code & 127) > 124;
}

/** One row against its model, on edge values and random ones, in every lane of a wave. */
import { expect } from 'vitest';
import { EXEC, VCC } from '../../src/state/wave.ts';
import type { Target, WaveSize } from '../../src/state/target.ts';
import { isHalf, registersOf, type Row, type Type } from '../../src/isa/valu/row.ts';
import { BF16, decode, F16, F32, F64 } from '../../../core/test/arithmetic/exact.ts';
import {
  compileLine,
  lineOf,
  maskBit,
  newWave,
  randomWords,
  readBits,
  writeBits,
} from './harness.ts';
import type { Model, Result } from './model.ts';

const EDGES_32 = [
  0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40200000, 0x00000001, 0x807fffff, 0x00800000,
  0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x7fffffff, 0x4f000000,
  0xcf000000, 0x4effffff, 0x5f800000, 0x33800000, 1, 2, 31, 32, 33, 255, 65535, 65536, 0x3c003c00,
  0x80008000, 0x7bff7c00, 0x0403bc00, 0x00ff00ff, 0x0c0d0a09, 0x07060504,
];
const EDGES_64 = [
  0n,
  1n << 63n,
  0x3ff0000000000000n,
  0xbff8000000000000n,
  1n,
  0x000fffffffffffffn,
  0x0010000000000000n,
  0x7fefffffffffffffn,
  0x7ff0000000000000n,
  0xfff0000000000000n,
  0x7ff8000000000000n,
  0xffffffffffffffffn,
  0x41e0000000000000n,
  0xc1e0000000200000n,
  0x47efffffe0000000n,
  0x00000000ffffffffn,
  0xffffffff00000000n,
  0x3690000000000000n,
];

const wide = (type: Type): boolean => registersOf(type) === 2;

function input(type: Type, next: () => number): bigint {
  const pick = next();
  if (wide(type)) {
    if (pick % 3 === 0) return EDGES_64[(pick >>> 8) % EDGES_64.length] ?? 0n;
    if (pick % 3 === 1) return (BigInt(0x3e000000 + (next() % 0x03000000)) << 32n) | BigInt(next());
    return (BigInt(next()) << 32n) | BigInt(next());
  }
  let bits = 0n;
  for (let n = 0; n < registersOf(type); n++) bits = (bits << 32n) | BigInt(next());
  if (registersOf(type) > 1) return bits;
  if (pick % 3 === 0) return BigInt(EDGES_32[(pick >>> 8) % EDGES_32.length] ?? 0);
  // Floats of moderate size meet each other; other patterns seldom do.
  if (pick % 3 === 1)
    return BigInt(((0x3c000000 + (next() % 0x08000000)) | (next() & 0x80000000)) >>> 0);
  return bits;
}

/** Bits with every NaN made the same, as a type sees them. */
function canonical(type: Type, bits: bigint): string {
  const nan = (format: typeof F32, value: bigint): string =>
    decode(format, value).kind === 'nan' ? 'NaN' : value.toString(16);
  const low16 = bits & 0xffffn;
  switch (type) {
    case 'f32':
      return nan(F32, bits);
    case 'f64':
      return nan(F64, bits);
    case 'f16':
      return `${(bits >> 16n).toString(16)} ${nan(F16, low16)}`;
    case 'pkf16':
      return `${nan(F16, bits >> 16n)} ${nan(F16, low16)}`;
    case 'bf16':
      return nan(BF16, bits);
    case 'bf2':
      return `${nan(BF16, bits >> 16n)} ${nan(BF16, low16)}`;
    case 'pkf32':
      return `${nan(F32, bits >> 32n)} ${nan(F32, bits & 0xffffffffn)}`;
    default:
      return bits.toString(16);
  }
}

/** Signalling NaNs are quieted by IEEE mode in minimum and maximum; they have a test of their own. */
const quiet = (bits: bigint, type: Type): bigint => {
  if (type === 'f32' && decode(F32, bits).kind === 'nan') return bits | 0x400000n;
  if (type === 'f64' && decode(F64, bits).kind === 'nan') return bits | (1n << 51n);
  if ((type === 'f16' || type === 'pkf16') && registersOf(type) === 1) {
    const fix = (half: bigint): bigint => (decode(F16, half).kind === 'nan' ? half | 0x200n : half);
    return fix(bits & 0xffffn) | (fix(bits >> 16n) << 16n);
  }
  return bits;
};

/** Results that hold two floats without the type saying so. */
const PAIRS: Readonly<Record<string, Type>> = {
  v_cvt_pkrtz_f16_f32: 'pkf16',
  v_cvt_pk_f16_f32: 'pkf16',
  v_fma_mixhi_f16: 'pkf16',
  v_mad_mixhi_f16: 'pkf16',
  v_cvt_pk_bf16_f32: 'bf2',
  v_pk_add_bf16: 'bf2',
  v_pk_mul_bf16: 'bf2',
  v_pk_fma_bf16: 'bf2',
  v_pk_min_num_bf16: 'bf2',
  v_pk_max_num_bf16: 'bf2',
};

/** f32 approximations take and give no denormals. */
const FLUSHED = /^v_(rcp|rcp_iflag|rsq|sqrt)_f32$/;
const flush32 = (bits: bigint): bigint => ((bits >> 23n) & 255n ? bits : bits & 0x80000000n);

const targetOf = (row: Row): Target => row.chips?.[0] ?? 'gfx950';

export interface CheckOptions {
  readonly target?: Target;
  readonly waveSize?: WaveSize;
  /** Which half 16-bit operands of RDNA are in. */
  readonly half?: 'l' | 'h';
}

/**
 * Compares a row with a model of its lanes. A model of CDNA serves RDNA too: 16-bit sources are given to it in the lower
 * half, and of a 16-bit result the lower half is compared; the other half has to be what it was.
 */
export function checkRow(
  row: Row,
  model: Model,
  seed: number,
  { target = targetOf(row), waveSize = 64, half = 'l' }: CheckOptions = {},
): void {
  const line = lineOf(row, '', { waveSize, half });
  const step = compileLine(line.text, target, waveSize);
  const rdna = row.family === 'rdna';
  const shift = half === 'h' ? 16n : 0n;
  const next = randomWords(seed);
  const output = row.outputs.find((type) => type !== 'mask');
  const minimum = /_(min|max|med)/.test(row.mnemonic);
  const isMixed = row.mnemonic.includes('_mix');
  const halved = rdna && output !== undefined && isHalf(output) && !isMixed;
  const flushed = FLUSHED.test(row.mnemonic);
  const wave = newWave(waveSize);
  const before: { s: bigint[]; d: bigint; vcc: bigint }[] = [];
  for (let lane = 0; lane < waveSize; lane++) {
    const s = line.sources.map(({ first, type }) => {
      if (first < 0) return line.constant ?? 0n;
      const bits = input(type, next);
      const fixed = flushed ? flush32(bits) : minimum ? quiet(bits, type) : bits;
      writeBits(wave, first, registersOf(type), lane, fixed);
      return rdna && isHalf(type) && !isMixed ? (fixed >> shift) & 0xffffn : fixed;
    });
    const d = output === undefined ? 0n : input(output, next);
    if (output !== undefined) writeBits(wave, 0, registersOf(output), lane, d);
    const vcc = BigInt(next() & 1);
    if (vcc)
      wave.s[VCC + (lane >> 5)] = ((wave.s[VCC + (lane >> 5)] ?? 0) | (1 << (lane & 31))) >>> 0;
    before.push({ s, d, vcc });
  }
  step(wave);
  for (const [lane, { s, d, vcc }] of before.entries()) {
    const before16 = halved ? (d >> shift) & 0xffffn : d;
    const result = model(s, { d: before16, vcc, lane });
    const expected: Result = typeof result === 'bigint' ? { d: result } : result;
    const what = `${line.text} on ${s.map((bits) => `0x${bits.toString(16)}`).join(', ')}, d 0x${d.toString(16)}`;
    if (output !== undefined) {
      const whole = flushed ? flush32(expected.d ?? 0n) : (expected.d ?? 0n);
      const wanted = halved ? whole & 0xffffn : whole;
      const word = readBits(wave, 0, registersOf(output), lane);
      const found = halved ? (word >> shift) & 0xffffn : word;
      if (halved)
        expect(`${what}: ${word & ~(0xffffn << shift)}`).toBe(
          `${what}: ${d & ~(0xffffn << shift)}`,
        );
      const as = PAIRS[row.mnemonic.replace('_pk_rtz_', '_pkrtz_')] ?? output;
      expect(`${what}: ${canonical(as, found)}`).toBe(`${what}: ${canonical(as, wanted)}`);
    }
    if (expected.mask !== undefined) {
      if (row.outputs.includes('mask'))
        expect(`${what}: ${maskBit(wave, VCC, lane)}`).toBe(`${what}: ${expected.mask}`);
      if (row.exec) expect(maskBit(wave, EXEC, lane)).toBe(expected.mask);
    }
  }
}

/** Rounding modes of f16, f32 and f64 against exact arithmetic, for every instruction that rounds. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { USUAL_MODE } from '../../src/state/wave.ts';
import {
  addRounded,
  decode,
  encode,
  F16,
  F32,
  F64,
  type Format,
  multiply,
  negate,
  type Rounding,
  type Value,
} from '../../../core/test/arithmetic/exact.ts';
import { compileLine, newWave, readBits, writeBits } from './harness.ts';

const ROUNDINGS: readonly Rounding[] = ['even', 'up', 'down', 'zero'];

/** Patterns of all exponents, near each other often enough that sums cancel and tie. */
const pattern = (format: Format): fc.Arbitrary<bigint> => {
  const bits = 1 + format.exponent + format.mantissa;
  const any = fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });
  const plain = fc
    .tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -3, max: 3 }), fc.boolean())
    .map(([power, step, negative]) => {
      const one = (1n << BigInt(format.exponent - 1)) - 1n + BigInt(power);
      const sign = negative ? 1n << BigInt(bits - 1) : 0n;
      return sign | ((one << BigInt(format.mantissa)) + BigInt(step));
    });
  return fc.oneof(any, plain);
};

type Exact = (a: Value, b: Value, c: Value, rounding: Rounding) => Value;

const rows: readonly (readonly [line: string, format: Format, exact: Exact])[] = [
  ['v_add_f16 v6, v0, v2', F16, (a, b, _, r) => addRounded(a, b, r)],
  ['v_sub_f16 v6, v0, v2', F16, (a, b, _, r) => addRounded(a, negate(b), r)],
  ['v_mul_f16 v6, v0, v2', F16, (a, b) => multiply(a, b)],
  ['v_fma_f16 v6, v0, v2, v4', F16, (a, b, c, r) => addRounded(multiply(a, b), c, r)],
  ['v_pk_add_f16 v6, v0, v2 op_sel_hi:[0,0]', F16, (a, b, _, r) => addRounded(a, b, r)],
  [
    'v_pk_fma_f16 v6, v0, v2, v4 op_sel_hi:[0,0,0]',
    F16,
    (a, b, c, r) => addRounded(multiply(a, b), c, r),
  ],
  ['v_add_f32 v6, v0, v2', F32, (a, b, _, r) => addRounded(a, b, r)],
  ['v_subrev_f32 v6, v0, v2', F32, (a, b, _, r) => addRounded(b, negate(a), r)],
  ['v_mul_f32 v6, v0, v2', F32, (a, b) => multiply(a, b)],
  ['v_fma_f32 v6, v0, v2, v4', F32, (a, b, c, r) => addRounded(multiply(a, b), c, r)],
  ['v_add_f64 v[6:7], v[0:1], v[2:3]', F64, (a, b, _, r) => addRounded(a, b, r)],
  ['v_mul_f64 v[6:7], v[0:1], v[2:3]', F64, (a, b) => multiply(a, b)],
  [
    'v_fma_f64 v[6:7], v[0:1], v[2:3], v[4:5]',
    F64,
    (a, b, c, r) => addRounded(multiply(a, b), c, r),
  ],
];

describe.each(rows)('%s', (line, format, exact) => {
  const step = compileLine(line);
  const width = 1 + format.exponent + format.mantissa;
  const registers = width === 64 ? 2 : 1;

  test.each(ROUNDINGS.map((rounding, mode) => [rounding, mode] as const))(
    'rounds as the mode says: %s',
    (rounding, mode) => {
      const one = pattern(format);
      forAll([one, one, one], 300, (a, b, c) => {
        const wave = newWave();
        wave.mode = (USUAL_MODE & ~15) | mode | (mode << 2);
        for (const [index, bits] of [a, b, c].entries())
          writeBits(wave, 2 * index, registers, 0, bits);
        step(wave);
        const values = [a, b, c].map((bits) => decode(format, bits));
        const [x, y, z] = values;
        if (x === undefined || y === undefined || z === undefined) return;
        const wanted = decode(format, encode(format, exact(x, y, z, rounding), rounding));
        const bits = readBits(wave, 6, registers, 0) & ((1n << BigInt(width)) - 1n);
        const found = decode(format, bits);
        if (wanted.kind === 'nan') expect(found.kind).toBe('nan');
        else expect(bits).toBe(encode(format, wanted));
      });
    },
  );
});

test('conversions to f16 in pairs obey the mode', () => {
  const step = compileLine('v_cvt_pk_f16_f32 v6, v0, v2');
  const found = [0, 1, 2, 3].map((mode) => {
    const wave = newWave();
    wave.mode = USUAL_MODE | (mode << 2);
    wave.f.fill(1 + 2 ** -12);
    step(wave);
    return readBits(wave, 6, 1, 0) & 0xffffn;
  });
  expect(found).toEqual([0x3c00n, 0x3c01n, 0x3c00n, 0x3c00n]);
});

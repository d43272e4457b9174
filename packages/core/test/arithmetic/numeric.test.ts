/** The helpers where a wrong last bit would hide: fused steps, halves, ldexp, frexp. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asF32,
  exponentOf,
  fma,
  fma64,
  ldexp,
  mantissaOf,
  roundEven,
  roundHalf,
  toHalf,
  toHalfDown,
  toHalfUp,
  toHalfZero,
} from '@ldscope/core/arithmetic';
import { add, encode, F16, F32, F64, fromNumber, multiply, toNumber, decode } from './exact.ts';
import { forAll } from '../../../../test/for-all.ts';

const exactFma = (format: typeof F32, a: number, b: number, c: number): number =>
  toNumber(
    decode(format, encode(format, add(multiply(fromNumber(a), fromNumber(b)), fromNumber(c)))),
  );

const float = fc.oneof(
  fc.float(),
  // Few bits, far apart: sums that are ties.
  fc
    .tuple(fc.integer({ min: -4097, max: 4097 }), fc.integer({ min: -30, max: 30 }))
    .map(([n, e]) => n * 2 ** e),
  fc.integer().map((bits) => asF32(bits)),
);
const double = fc.oneof(
  fc.double(),
  fc
    .tuple(fc.integer({ min: -4097, max: 4097 }), fc.integer({ min: -60, max: 60 }))
    .map(([n, e]) => n * 2 ** e),
  fc
    .tuple(fc.double({ min: -1, max: 1 }), fc.integer({ min: -1074, max: 1023 }))
    .map(([x, e]) => x * 2 ** e),
);

describe('fused multiply-add', () => {
  test('of f32 is rounded once', () => {
    forAll([float, float, float], 5000, (a, b, c) => {
      expect(fma(a, b, c)).toBe(exactFma(F32, a, b, c));
    });
  });

  test('of f32 at ties and at the largest value', () => {
    expect(fma(1 + 2 ** -12, 1 + 2 ** -12, 2 ** -60)).toBe(Math.fround(1 + 2 ** -11 + 2 ** -23));
    expect(fma(1 + 2 ** -12, 1 + 2 ** -12, -(2 ** -60))).toBe(1 + 2 ** -11);
    const largest = 2 ** 128 - 2 ** 104;
    for (const [a, b, c] of [
      [2 ** 103, 1, largest],
      [2 ** 103, 1 - 2 ** -24, largest],
      [-(2 ** 103), 1 - 2 ** -24, -largest],
      [2 ** -149, -1, largest],
      [2 ** 127, 2, -(2 ** 127)],
    ] as const)
      expect(fma(a, b, c)).toBe(exactFma(F32, a, b, c));
  });

  test('of f64 is rounded once', () => {
    forAll([double, double, double], 5000, (a, b, c) => {
      expect(fma64(a, b, c)).toBe(exactFma(F64, a, b, c));
    });
  });

  test('of f64 near a tie and near cancellation', () => {
    forAll([double, double, fc.integer({ min: -2, max: 2 })], 3000, (a, b, n) => {
      const c = -a * b * (1 + n * 2 ** -52);
      expect(fma64(a, b, c)).toBe(exactFma(F64, a, b, c));
    });
  });
});

describe('halves', () => {
  test('every f16 is itself', () => {
    for (let bits = 0; bits < 65536; bits++) {
      const value = toNumber(decode(F16, BigInt(bits)));
      if (Number.isNaN(value)) continue;
      if (toHalf(value) !== bits) expect(toHalf(value)).toBe(bits);
      if (!Object.is(roundHalf(value), value)) expect(roundHalf(value)).toBe(value);
    }
  });

  test('doubles are rounded once, in every direction', () => {
    const near = fc
      .tuple(
        fc.integer({ min: 0, max: 0x7bff }),
        fc.constantFrom(0, 0.5, 0.25, 0.75),
        fc.constantFrom(0, 1, -1),
        fc.boolean(),
      )
      .map(([bits, part, nudge, negative]) => {
        const value = roundHalfOf(bits) + part * (roundHalfOf(bits + 1) - roundHalfOf(bits));
        return (negative ? -1 : 1) * (value + nudge * value * 2 ** -50);
      })
      .filter((value) => Number.isFinite(value));
    forAll([fc.oneof(near, fc.double({ min: -70000, max: 70000 }))], 3000, (value) => {
      const exact = fromNumber(value);
      if (Number.isNaN(value)) return;
      expect(toHalf(value)).toBe(Number(encode(F16, exact)));
      expect(toHalfZero(value)).toBe(Number(encode(F16, exact, 'zero')));
      expect(toHalfUp(value)).toBe(Number(encode(F16, exact, 'up')));
      expect(toHalfDown(value)).toBe(Number(encode(F16, exact, 'down')));
    });
  });
});

const roundHalfOf = (bits: number): number => toNumber(decode(F16, BigInt(bits)));

describe('shape of a float', () => {
  test('mantissa and exponent make the value, and ldexp rounds once', () => {
    forAll([double, fc.integer({ min: -2200, max: 2200 })], (value, by) => {
      if (Number.isNaN(value)) return;
      expect(ldexp(mantissaOf(value), exponentOf(value))).toBe(value);
      const exact = fromNumber(value);
      expect(ldexp(value, by)).toBe(
        toNumber(decode(F64, encode(F64, { ...exact, e: exact.e + by }))),
      );
    });
  });

  test('roundEven', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 2 ** 52 + 1].map(roundEven)).toEqual([
      0,
      2,
      2,
      -0,
      -2,
      0,
      2 ** 52 + 1,
    ]);
  });
});

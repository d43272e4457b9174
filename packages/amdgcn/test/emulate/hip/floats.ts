/** What the kernels of `floats.hip` mean: exact wherever one rounding is one rounding. */
import { decodeSmallFloat, encodeSmallFloat, smallFloats } from '@ldscope/core';
import { expect } from 'vitest';
import {
  add,
  decode,
  encode,
  F16,
  F32,
  F64,
  fromNumber,
  multiply,
  toNumber,
} from '../../../../core/test/arithmetic/exact.ts';
import { smallModels } from '../../valu/small.ts';
import { type Cases, expectClose, expectColumns, list, memory, numbers } from './case.ts';

const f = Math.fround;
type Format = typeof F32;
const round = (format: Format, x: number): number =>
  toNumber(decode(format, encode(format, fromNumber(x))));
/** a * b + c, rounded once. */
const fma = (format: Format, a: number, b: number, c: number): number =>
  toNumber(
    decode(format, encode(format, add(multiply(fromNumber(a), fromNumber(b)), fromNumber(c)))),
  );
/** An integer of any size, rounded once. */
const whole = (format: Format, n: bigint): number =>
  toNumber(
    decode(format, encode(format, { kind: 'finite', negative: n < 0n, n: n < 0n ? -n : n, e: 0 })),
  );
const withSign = (x: number, sign: number): number =>
  sign < 0 || Object.is(sign, -0) ? -Math.abs(x) : Math.abs(x);
/** To the nearest integer, ties to even; the sign stays, also of zero. */
function roundEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return withSign(up ? floor + 1 : floor, x);
}
const floatBits = (x: number): bigint => BigInt(new Uint32Array(Float32Array.of(x).buffer)[0] ?? 0);
const formatOf = (name: string): (typeof smallFloats)[string] => {
  const format = smallFloats[name];
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
};

/** Numbers of all magnitudes between two powers of two, none of them zero. */
function spread(seed: number, count: number, from: number, to: number): number[] {
  const { signed, below } = numbers(seed);
  return list(count, () => (signed() + 2 ** -60) * 2 ** (from + below(to - from)));
}

/** Pairs of 16-bit floats as the bits of words, and how their expressions are checked. */
function pairs(format: Format, x: readonly number[]): { words: Uint32Array; of: number[] } {
  const bits = x.map((value) => Number(encode(format, fromNumber(value))));
  const words = Uint32Array.from(
    list(x.length / 2, (t) => (bits[2 * t] ?? 0) | ((bits[2 * t + 1] ?? 0) << 16)),
  );
  return { words, of: bits.map((code) => toNumber(decode(format, BigInt(code)))) };
}

const N = 256;

export const floats: Cases = {
  series: () => {
    const { signed } = numbers(51);
    const x = Float64Array.from(list(N, () => 20 * signed()));
    const out = new Float64Array(3 * N);
    const check = (): void => {
      for (const [t, a] of x.entries()) {
        expectClose(out[t] ?? NaN, Math.exp(a), 1e-14, `exp ${a}`);
        expectClose(out[N + t] ?? NaN, Math.sin(a), 1e-14, `sin ${a}`);
        expectClose(out[2 * N + t] ?? NaN, Math.sqrt(a * a + 1), 1e-15, `sqrt ${a}`);
      }
    };
    return { arguments: [x, out].map(memory), check };
  },

  doubles: () => {
    const [x, y] = [52, 53].map((seed) => Float64Array.from(spread(seed, N, -40, 40)));
    if (x === undefined || y === undefined) return undefined;
    x[0] = -0;
    x[1] = 2.5;
    y[1] = -3.5;
    const out = new Float64Array(12 * N);
    const of =
      (result: (a: number, b: number, t: number) => number) =>
      (t: number): number =>
        result(x[t] ?? 0, y[t] ?? 0, t);
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => a + b),
        of((a, b) => a * b - b),
        of((a, b) => a / b),
        of((a) => Math.sqrt(Math.abs(a))),
        of((a, b) => fma(F64, a, b, -a)),
        of((a, b) => Math.floor(a) + 2 * Math.ceil(b)),
        of((a, b) => Math.trunc(a) - roundEven(b)),
        of((a, b) => Math.min(a, b) + 3 * Math.max(a, 0.5)),
        of((a, b) => withSign(a, b)),
        of((a, b) => (a < b ? a : b >= 0 ? -b : 1 / a)),
        of((a, _, t) => a * 2 ** (t - 32)),
        of((a, b) => f(a) + f(b)),
      ]);
    return { arguments: [x, y, out].map(memory), check };
  },

  inverse: () => {
    const { signed } = numbers(54);
    const x = Float64Array.from(
      list(64 * 16, (n) => signed() + (((n >> 2) + 1) % 4 === n % 4 ? 3 : 0)),
    );
    const y = new Float64Array(64 * 16);
    const check = (): void => {
      for (let at = 0; at < x.length; at += 16)
        for (let i = 0; i < 4; i++)
          for (let j = 0; j < 4; j++) {
            const product = list(4, (k) => (x[at + 4 * i + k] ?? 0) * (y[at + 4 * k + j] ?? 0));
            const sum = product.reduce((a, b) => a + b);
            expectClose(sum, Number(i === j), 1e-13, `matrix ${at / 16}`);
          }
    };
    return { block: [64, 1, 1], arguments: [x, y].map(memory), check };
  },

  singles: () => {
    const [x, y] = [55, 56].map((seed) => Float32Array.from(spread(seed, N, -20, 20)));
    if (x === undefined || y === undefined) return undefined;
    x[0] = -0;
    x[1] = 2.5;
    x[2] = 2 ** -140;
    y[1] = -3.5;
    const out = new Float32Array(13 * N);
    const of =
      (result: (a: number, b: number, t: number) => number) =>
      (t: number): number =>
        f(result(x[t] ?? 0, y[t] ?? 0, t));
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => a + f(b * 3)),
        of((a, b) => a / b),
        of((a) => Math.sqrt(Math.abs(a))),
        of((a, b) => fma(F32, a, b, a)),
        of((a, b) => Math.floor(a) + Math.ceil(b)),
        of((a, b) => Math.trunc(a) - roundEven(b)),
        of((a, b) => Math.min(a, b) * Math.max(a, -2)),
        of((a) => Math.max(-1, Math.min(a, 1))),
        of((a, b) => withSign(b, a)),
        of((a, _, t) => a * 2 ** (t - 30)),
        of((a, b) => a % b),
        of((a, b) => withSign(Math.floor(Math.abs(a) + 0.5), a) + Math.abs(b)),
        of((a) => Number(a === 0) + 2 + 4 * Number(withSign(1, a) < 0)),
      ]);
    return { arguments: [x, y, out].map(memory), check };
  },

  natives: () => {
    const { signed } = numbers(57);
    const x = Float32Array.from(list(N, () => 20 * signed()));
    const out = new Float32Array(11 * N);
    const exponent = (a: number): number => Math.floor(Math.log2(Math.abs(a))) + 1;
    const wanted: readonly ((a: number) => number)[] = [
      (a) => 2 ** a,
      (a) => Math.log2(Math.abs(a)),
      Math.sin,
      Math.cos,
      Math.exp,
      (a) => Math.log(Math.abs(a)),
      (a) => 1 / a,
      (a) => 1 / Math.sqrt(Math.abs(a)),
      (a) => a - Math.floor(a),
      (a) => a / 2 ** exponent(a) + exponent(a),
      (a) => Math.max(-1, Math.min(a, 1)),
    ];
    const check = (): void => {
      for (const [column, of] of wanted.entries())
        for (const [t, a] of x.entries())
          expectClose(out[column * N + t] ?? NaN, of(a), 2e-6, `column ${column} of ${a}`);
    };
    return { arguments: [x, out].map(memory), check };
  },

  conversions: () => {
    const { signed, wide, below } = numbers(58);
    const x = Float64Array.from(list(N, () => signed() * 2 ** below(32)));
    const y = BigInt64Array.from(list(N, wide));
    const ints = new BigInt64Array(6 * N);
    const singles = new Float32Array(7 * N);
    const doubles = new Float64Array(5 * N);
    const cut = (a: number): bigint => BigInt(Math.trunc(a));
    const on =
      (of: (a: number, b: bigint) => bigint) =>
      (t: number): bigint =>
        of(x[t] ?? 0, y[t] ?? 0n);
    const at =
      (of: (b: bigint, a: number) => number) =>
      (t: number): number =>
        of(y[t] ?? 0n, x[t] ?? 0);
    const s = BigInt.asIntN;
    const u = BigInt.asUintN;
    const check = (): void => {
      expectColumns(ints, N, [
        on(cut),
        on(cut),
        on((a) => cut(f(a))),
        on((a) => cut(Math.abs(a))),
        on((a) => cut(Math.abs(a))),
        on((a, b) => cut(f(a / 1e6)) + s(8, b >> 3n)),
      ]);
      expectColumns(singles, N, [
        at((b) => whole(F32, b)),
        at((b) => whole(F32, u(64, b))),
        at((b) => f(Number(s(32, b)))),
        at((b) => f(Number(u(32, b)))),
        at((b) => Number(u(24, b))),
        at((b) => Number(s(16, b))),
        at((_, a) => f(a)),
      ]);
      expectColumns(doubles, N, [
        at(Number),
        at((b) => Number(u(64, b))),
        at((b) => Number(s(32, b))),
        at((b) => Number(u(32, b))),
        at((_, a) => f(a)),
      ]);
    };
    return { arguments: [x, y, ints, singles, doubles].map(memory), check };
  },

  halves: () => {
    const { below } = numbers(59);
    const a = pairs(
      F16,
      spread(60, 2 * N, -14, 15).map((v, n) => (below(16) === 0 ? (n & 1 ? -0 : 2 ** -22) : v)),
    );
    const b = pairs(
      F16,
      spread(61, 2 * N, -6, 4).map((v) => (Math.abs(v) < 2 ** -10 ? 0.75 : v)),
    );
    const out = new Uint32Array(11 * N);
    const h = (v: number): number => round(F16, v);
    /** Values of both halves, and of the others. */
    type Half = (a: number, b: number, other: { a: number; b: number }, n: number) => number;
    const of =
      (result: Half) =>
      (t: number): number => {
        const part = (n: number): number => {
          const [i, j] = [2 * t + n, 2 * t + 1 - n];
          const v = result(a.of[i] ?? 0, b.of[i] ?? 0, { a: a.of[j] ?? 0, b: b.of[j] ?? 0 }, n);
          return Number(encode(F16, fromNumber(v)));
        };
        return (part(0) | (part(1) << 16)) >>> 0;
      };
    const check = (): void =>
      expectColumns(out, N, [
        of((a, b) => a + b),
        of((a, b) => a * b),
        of((a, _, other) => a - other.b),
        of((a, b) => fma(F16, a, b, -a)),
        of((a, b, other) => h(Math.max(a, b)) + h(Math.min(other.a, b))),
        of((a, b) => a / b),
        of((a) => Math.sqrt(Math.abs(a))),
        of((a, b) => Math.floor(a) - Math.trunc(b)),
        of((a, _, other, n) =>
          n === 0 ? f(f(a * other.b) + other.a) : Math.trunc(f(other.b * 8)) | 0,
        ),
        of((a, b, other, n) => (n === 0 ? (a < b ? other.a : other.b) : -other.b)),
        of((a, b, _, n) => (n === 0 ? Math.trunc(a) | 0 : b)),
      ]);
    return { arguments: [a.words, b.words, out].map(memory), check };
  },

  half_sums: () => {
    const x = pairs(F16, spread(62, N, -8, 4));
    const y = new Float32Array(N);
    const z = new Float64Array(N);
    const at = (n: number): number => x.of[n & 255] ?? 0;
    const sums = (t: number): number =>
      list(64, (i) => i).reduce((sum, i) => fma(F32, at(t + i), at(i), sum), 0);
    const check = (): void => {
      expectColumns(y, N, [sums]);
      expectColumns(z, N, [(t) => list(64, (i) => at(i) * t).reduce((a, b) => a + b, 0)]);
    };
    return { arguments: [x.words, y, z].map(memory), check };
  },

  mixed_dots: () => {
    const { below } = numbers(63);
    const [x, y] = [0, 1].map(() =>
      pairs(
        F16,
        list(2 * N, () => (below(200) - 100) / 8),
      ),
    );
    if (x === undefined || y === undefined) return undefined;
    const out = new Float32Array(N);
    const part = (n: number): number => (x.of[n] ?? 0) * (y.of[n] ?? 0);
    const check = (): void => expectColumns(out, N, [(t) => part(2 * t) + part(2 * t + 1) + 0.5]);
    return { arguments: [x.words, y.words, out].map(memory), check };
  },

  brains: () => {
    const BF16 = { exponent: 8, mantissa: 7 };
    const [a, b] = [64, 65].map((seed) => pairs(BF16, spread(seed, 2 * N, -20, 20)));
    if (a === undefined || b === undefined) return undefined;
    const out = new Uint32Array(3 * N);
    const wide = new Float32Array(2 * N);
    const of =
      (result: (n: number, t: number) => number) =>
      (t: number): number => {
        const part = (n: number): number => Number(encode(BF16, fromNumber(f(result(n, t)))));
        return (part(0) | (part(1) << 16)) >>> 0;
      };
    const [p, q] = [(n: number): number => a.of[n] ?? 0, (n: number): number => b.of[n] ?? 0];
    const check = (): void => {
      expectColumns(out, N, [
        of((n, t) => p(2 * t + n) + q(2 * t + n)),
        of((n, t) => p(2 * t + n) * q(2 * t + n)),
        of((n, t) => (n === 0 ? p(2 * t) * q(2 * t + 1) : p(2 * t + 1) - f(0.1))),
      ]);
      expectColumns(wide, N, [
        (t) => f(p(2 * t) + q(2 * t + 1)),
        (t) => (p(2 * t) < q(2 * t) ? p(2 * t + 1) : q(2 * t)),
      ]);
    };
    return { arguments: [a.words, b.words, out, wide].map(memory), check };
  },

  eights: (chip) => {
    if (chip === 'gfx90a') return undefined;
    const x = Float32Array.from(spread(66, N, -12, 8));
    x[0] = 0;
    const codes = new Uint32Array(3 * N);
    const back = new Float32Array(4 * N);
    const suffix = chip === 'gfx942' ? 'UZ' : '';
    const fp8 = formatOf(`f8E4M3FN${suffix}`);
    const bf8 = formatOf(suffix === '' ? 'f8E5M2' : 'f8E5M2FNUZ');
    const at = (t: number): number => x[t] ?? 0;
    const bytes = (...parts: readonly number[]): number =>
      parts.reduceRight((word, part) => (word << 8) | part, 0) >>> 0;
    const near = (format: typeof fp8) => (value: number) => encodeSmallFloat(format, value);
    const four = (t: number): number =>
      bytes(...[at(t), at(t ^ 1), at(t ^ 1), -at(t)].map(near(fp8)));
    const others = (t: number): number =>
      bytes(...[at(t), at(t ^ 1), -at(t ^ 1), at(t)].map(near(bf8)));
    const random = (name: string, value: number, bits: number): number => {
      const model = smallModels.get(`v_cvt_sr_${name}_f32`)?.find(({ target }) => target === chip);
      return model?.of([floatBits(value), BigInt(bits >>> 0)])[0] ?? NaN;
    };
    const randoms = (t: number): number =>
      bytes(
        random('fp8', at(t), Math.imul(t, 0x01234567)),
        random('bf8', at(t), Math.imul(t, 0x01020304)),
        random('fp8', at(t ^ 1), Math.imul(t, 0x07654321)),
        random('bf8', at(t ^ 1), Math.imul(t, 0x04030201)),
      );
    const value = (format: typeof fp8, word: number, n: number): number =>
      decodeSmallFloat(format, (word >>> (8 * n)) & 255);
    const check = (): void => {
      expectColumns(codes, N, [four, others, randoms]);
      expectColumns(back, N, [
        (t) => f(value(fp8, four(t), 0) + value(bf8, others(t), 1)),
        (t) => f(value(fp8, four(t), 3) - value(bf8, others(t), 2)),
        (t) => f(value(fp8, four(t), 2) + 2 * value(fp8, four(t), 3)),
        (t) => f(value(bf8, others(t), 0) - 2 * value(bf8, others(t), 1)),
      ]);
      expect(codes.some((code) => code !== 0)).toBe(true);
    };
    return { arguments: [x, codes, back].map(memory), check };
  },
};

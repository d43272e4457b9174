/**
 * What each instruction does to one lane, as big integers: the manual read a second time.
 *
 * A model gets the raw bits of its sources (whole registers) and gives the raw bits of the destination; `mask` is
 * the lane's bit of a scalar result. Floats go through `exact.ts`, so every rounding is exact.
 */
import { range } from '@ldscope/core';
import { at, field, i, max, min, u } from './big-integers.ts';
import { comparisons } from './comparisons.ts';
import type { Context, Model } from './model.ts';
import {
  add,
  BF16,
  decode,
  encode,
  F16,
  F32,
  F64,
  fromNumber,
  multiply,
  negate,
  order,
  toNumber,
  type Format,
  type Value,
} from '../../../core/test/arithmetic/exact.ts';
const clamp = (low: bigint, value: bigint, high: bigint): bigint => min(max(low, value), high);
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const median = (a: bigint, b: bigint, c: bigint): bigint =>
  [a, b, c].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))[1] ?? 0n;
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

type Words = (a: bigint, b: bigint, c: bigint, context: Context) => bigint;

/** Operations on unsigned or signed words of some width. */
const words =
  (bits: number, signed: boolean, of: Words, result = bits): Model =>
  (s, context) => {
    const read = signed ? i : u;
    return u(result, of(read(bits, at(s, 0)), read(bits, at(s, 1)), read(bits, at(s, 2)), context));
  };
export const u32 = (of: Words): Model => words(32, false, of);
export const i32 = (of: Words): Model => words(32, true, of);

/** 16-bit results: the other half is zero, or kept. */
export const half =
  (signed: boolean, of: Words, keep = false): Model =>
  (s, context) => {
    const read = signed ? i : u;
    const low = u(16, of(read(16, at(s, 0)), read(16, at(s, 1)), read(16, at(s, 2)), context));
    return keep ? low | ((context.d >> 16n) << 16n) : low;
  };

const packed =
  (signed: boolean, of: Words): Model =>
  (s, context) => {
    const read = (value: bigint, n: number): bigint =>
      (signed ? i : u)(16, value >> BigInt(16 * n));
    return sum(
      [0, 1].map(
        (n) =>
          u(16, of(read(at(s, 0), n), read(at(s, 1), n), read(at(s, 2), n), context)) <<
          BigInt(16 * n),
      ),
    );
  };

type Floats = (a: Value, b: Value, c: Value, d: Value) => Value;

export const float =
  (format: Format, of: Floats, keep = false): Model =>
  (s, { d }) => {
    const width = format.exponent + format.mantissa + 1;
    const read = (value: bigint): Value => decode(format, u(width, value));
    const bits = encode(format, of(read(at(s, 0)), read(at(s, 1)), read(at(s, 2)), read(d)));
    return keep ? bits | ((d >> 16n) << 16n) : bits;
  };

export const packedFloat =
  (format: Format, of: Floats): Model =>
  (s, { d }) => {
    const width = format.exponent + format.mantissa + 1;
    return sum(
      [0, 1].map((n) => {
        const shift = BigInt(width * n);
        const read = (value: bigint): Value => decode(format, u(width, value >> shift));
        return encode(format, of(read(at(s, 0)), read(at(s, 1)), read(at(s, 2)), read(d))) << shift;
      }),
    );
  };

export const rounded = (format: Format, value: Value): Value =>
  decode(format, encode(format, value));
export const zero = (value: Value): boolean => value.kind === 'finite' && value.n === 0n;
const plain =
  (of: (value: number) => number): Floats =>
  (a) =>
    fromNumber(of(toNumber(a)));

/** Functions of numbers, rounded to a format once. */
const number = (format: Format, of: (value: number) => number): Model => float(format, plain(of));

/** Least or greatest, `sign` -1 or 1, of values of which NaN is none. */
const extreme =
  (sign: number): ((...values: Value[]) => Value) =>
  (...values) => {
    const [first, ...rest] = values.filter(({ kind }) => kind !== 'nan');
    if (first === undefined) return values[0] ?? fromNumber(NaN);
    return rest.reduce((best, value) => {
      const compared = (order(value, best) ?? 0) * sign;
      if (compared !== 0) return compared > 0 ? value : best;
      return value.negative === sign < 0 ? value : best;
    }, first);
  };
export const least = extreme(-1);
export const most = extreme(1);
/** Of three values, where one NaN makes the result NaN. */
const orNaN =
  (of: (...values: Value[]) => Value): Floats =>
  (a, b, c) =>
    [a, b, c].some(({ kind }) => kind === 'nan') ? fromNumber(NaN) : of(a, b, c);
export const middle = (a: Value, b: Value, c: Value): Value => {
  const values = [a, b, c];
  if (values.some(({ kind }) => kind === 'nan')) return least(a, b, c);
  const top = most(a, b, c);
  const index = values.findIndex(
    (value) => order(value, top) === 0 && value.negative === top.negative,
  );
  return most(...values.filter((_, n) => n !== index));
};

const floatRows = (name: string, format: Format): Record<string, Model> => {
  const of = (f: Floats): Model => float(format, f);
  const kept = (f: Floats): Model => float(format, f, name === 'f16');
  const subtract: Floats = (a, b) => add(a, negate(b));
  const fma: Floats = (a, b, c) => add(multiply(a, b), c);
  const mad: Floats = (a, b, c) => add(rounded(format, multiply(a, b)), c);
  const models: Record<string, Model> = {
    add: of(add),
    sub: of(subtract),
    subrev: of((a, b) => subtract(b, a, a, a)),
    mul: of(multiply),
    min: of((a, b) => least(a, b)),
    max: of((a, b) => most(a, b)),
    fma: kept(fma),
    fmac: of((a, b, _, d) => add(multiply(a, b), d)),
    fmamk: of(fma),
    fmaak: of(fma),
    mad: kept(mad),
    mac: of((a, b, _, d) => mad(a, b, d, d)),
    madmk: of(mad),
    madak: of(mad),
    min3: kept((a, b, c) => least(a, b, c)),
    max3: kept((a, b, c) => most(a, b, c)),
    med3: kept(middle),
    trunc: of(plain(Math.trunc)),
    ceil: of(plain(Math.ceil)),
    floor: of(plain(Math.floor)),
    rndne: of(plain(rne)),
    rcp: of(plain((x) => 1 / x)),
    rsq: of(plain((x) => 1 / Math.sqrt(x))),
    sqrt: of(plain(Math.sqrt)),
    frexp_mant: of(plain((x) => frexp(x)[0])),
    ldexp: (s) => {
      const value = decode(format, u(format.exponent + format.mantissa + 1, at(s, 0)));
      const by = name === 'f16' ? i(16, at(s, 1)) : i(32, at(s, 1));
      const e = Number(clamp(-4000n, by, 4000n));
      return encode(format, { ...value, e: value.e + e });
    },
  };
  return Object.fromEntries(
    Object.entries(models).map(([key, model]) => [`v_${key}_${name}`, model]),
  );
};

/** Nearest integer, ties to even, by strings of cases. */
function rne(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (Number.isNaN(rest)) return x;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  const value = up ? floor + 1 : floor;
  return value === 0 && (x < 0 || Object.is(x, -0)) ? -0 : value;
}

function frexp(x: number): [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0];
  let e = Math.max(-1073, Math.min(1023, Math.floor(Math.log2(Math.abs(x)))));
  let m = e < -1000 ? (x * 2 ** 500) / 2 ** (e + 500) : x / 2 ** e;
  while (Math.abs(m) >= 1) [m, e] = [m / 2, e + 1];
  while (Math.abs(m) < 0.5) [m, e] = [m * 2, e - 1];
  return [m, e];
}

export const value32 = (bits: bigint): number => toNumber(decode(F32, u(32, bits)));
export const value16 = (bits: bigint): number => toNumber(decode(F16, u(16, bits)));
const value64 = (bits: bigint): number => toNumber(decode(F64, bits));
const out32 = (value: number): bigint => encode(F32, fromNumber(value));
const out16 = (value: number): bigint => encode(F16, fromNumber(value));
const out64 = (value: number): bigint => encode(F64, fromNumber(value));
export const toInteger = (x: number, low: number, high: number): bigint =>
  Number.isNaN(x) ? 0n : BigInt(Math.trunc(Math.max(low, Math.min(high, x))));
const norm = (x: number, low: number, scale: number): bigint =>
  Number.isNaN(x) ? 0n : u(16, BigInt(rne(Math.max(low, Math.min(1, x)) * scale)));

const byte = (value: bigint, n: number): bigint => field(value, 8 * n, 8);
const sad = (a: bigint, b: bigint): bigint =>
  sum(range(4).map((n) => abs(byte(a, n) - byte(b, n))));
const masked = (a: bigint, b: bigint): bigint =>
  sum(range(4).map((n) => (byte(b, n) === 0n ? 0n : abs(byte(a, n) - byte(b, n)))));
const count = (value: bigint): bigint =>
  BigInt(u(32, value).toString(2).replaceAll('0', '').length);
const reversed = (value: bigint): bigint =>
  BigInt(`0b${[...value.toString(2).padStart(32, '0')].reverse().join('')}`);
const leading = (value: bigint): bigint =>
  value === 0n ? 0xffffffffn : BigInt(32 - value.toString(2).length);
const prng = (value: bigint): bigint => u(32, value << 1n) ^ (value >> 31n ? 197n : 0n);

const carry =
  (of: (a: bigint, b: bigint, vcc: bigint) => bigint): Model =>
  (s, { vcc }) => {
    const value = of(u(32, at(s, 0)), u(32, at(s, 1)), vcc);
    return { d: u(32, value), mask: value < 0n || value >> 32n !== 0n };
  };

const quad =
  (of: (a: bigint, b: bigint) => bigint, bits: number): Model =>
  (s) =>
    sum(
      range(4).map((n) => {
        const shift = BigInt(bits * n);
        return (
          u(bits, of(field(at(s, 0), 8 * n, 32), at(s, 1)) + u(bits, at(s, 2) >> shift)) << shift
        );
      }),
    );

const dot = (a: bigint, b: bigint, bits: number, signed: boolean): bigint =>
  sum(
    range(32 / bits).map((n) => {
      const read = (value: bigint): bigint => (signed ? i : u)(bits, value >> BigInt(bits * n));
      return read(a) * read(b);
    }),
  );

export const dotFloat = (a: bigint, b: bigint, c: bigint, of: (bits: bigint) => number): bigint =>
  out32(
    Math.fround(
      Math.fround(value32(c) + of(u(16, a)) * of(u(16, b))) + of(a >> 16n) * of(b >> 16n),
    ),
  );
export const bf = (bits: bigint): number => value32(u(16, bits) << 16n);

const cube =
  (of: (face: number, x: number, y: number, z: number) => number): Model =>
  (s) => {
    const [x, y, z] = [value32(at(s, 0)), value32(at(s, 1)), value32(at(s, 2))];
    const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
    const face =
      az >= ax && az >= ay ? (z < 0 ? 5 : 4) : ay >= ax ? (y < 0 ? 3 : 2) : x < 0 ? 1 : 0;
    return out32(of(face, x, y, z));
  };

const permuted = (a: bigint, b: bigint, selector: bigint): bigint => {
  const all = (a << 32n) | b;
  if (selector < 8n) return byte(all, Number(selector));
  if (selector === 12n) return 0n;
  if (selector > 12n) return 255n;
  return field(all, 16 * Number(selector - 8n) + 15, 1) * 255n;
};

/** Two results of 16 bits, of one source each, in a word. */
const both =
  (of: (bits: bigint) => bigint): Model =>
  (s) =>
    pair(of(at(s, 0)), of(at(s, 1)));

/** Two results of 16 bits in a word. */
const pair = (low: bigint, high: bigint): bigint => low | (high << 16n);

const keepHigh = (d: bigint, low: bigint): bigint => ((d >> 16n) << 16n) | u(16, low);

export const models: Readonly<Record<string, Model>> = {
  ...floatRows('f16', F16),
  ...floatRows('f32', F32),
  ...floatRows('f64', F64),
  v_mul_legacy_f32: float(F32, (a, b) => (zero(a) || zero(b) ? fromNumber(0) : multiply(a, b))),
  v_mad_legacy_f32: float(F32, (a, b, c) =>
    add(zero(a) || zero(b) ? fromNumber(0) : rounded(F32, multiply(a, b)), c),
  ),
  v_fma_legacy_f16: float(F16, (a, b, c) => add(multiply(a, b), c)),
  v_mad_legacy_f16: float(F16, (a, b, c) => add(rounded(F16, multiply(a, b)), c)),
  v_fract_f16: number(F16, (x) => Math.min(x - Math.floor(x), 1 - 2 ** -11)),
  v_fract_f32: number(F32, (x) => Math.min(x - Math.floor(x), 1 - 2 ** -24)),
  v_fract_f64: number(F64, (x) => Math.min(x - Math.floor(x), 1 - 2 ** -53)),
  v_exp_f16: number(F16, (x) => 2 ** x),
  v_log_f16: number(F16, Math.log2),
  v_minimum3_f32: float(F32, orNaN(least)),
  v_maximum3_f32: float(F32, orNaN(most)),
  v_frexp_exp_i32_f32: (s) => u(32, BigInt(frexp(value32(at(s, 0)))[1])),
  v_frexp_exp_i32_f64: (s) => u(32, BigInt(frexp(value64(at(s, 0)))[1])),
  v_frexp_exp_i16_f16: (s) => u(16, BigInt(frexp(value16(at(s, 0)))[1])),
  v_rcp_iflag_f32: number(F32, (x) => 1 / x),

  v_mov_b32: (s) => at(s, 0),
  v_mov_b64: (s) => at(s, 0),
  v_not_b32: u32((a) => ~a),
  v_bfrev_b32: u32(reversed),
  v_ffbh_u32: u32(leading),
  v_ffbl_b32: u32((a) => leading(reversed(a))),
  v_ffbh_i32: u32((a) => leading(a >> 31n ? u(32, ~a) : a)),
  v_prng_b32: u32(prng),
  v_cndmask_b32: (s, { vcc }) => (vcc ? at(s, 1) : at(s, 0)),

  v_cvt_f32_i32: (s) => out32(Number(i(32, at(s, 0)))),
  v_cvt_f32_u32: (s) => out32(Number(at(s, 0))),
  v_cvt_f64_i32: (s) => out64(Number(i(32, at(s, 0)))),
  v_cvt_f64_u32: (s) => out64(Number(at(s, 0))),
  v_cvt_i32_f32: (s) => u(32, toInteger(value32(at(s, 0)), -(2 ** 31), 2 ** 31 - 1)),
  v_cvt_u32_f32: (s) => toInteger(value32(at(s, 0)), 0, 2 ** 32 - 1),
  v_cvt_i32_f64: (s) => u(32, toInteger(value64(at(s, 0)), -(2 ** 31), 2 ** 31 - 1)),
  v_cvt_u32_f64: (s) => toInteger(value64(at(s, 0)), 0, 2 ** 32 - 1),
  v_cvt_rpi_i32_f32: (s) =>
    u(32, toInteger(Math.floor(value32(at(s, 0)) + 0.5), -(2 ** 31), 2 ** 31 - 1)),
  v_cvt_flr_i32_f32: (s) =>
    u(32, toInteger(Math.floor(value32(at(s, 0))), -(2 ** 31), 2 ** 31 - 1)),
  v_cvt_f64_f32: (s) => encode(F64, decode(F32, at(s, 0))),
  v_cvt_f32_f64: (s) => encode(F32, decode(F64, at(s, 0))),
  v_cvt_f16_f32: (s) => encode(F16, decode(F32, at(s, 0))),
  v_cvt_f32_f16: (s) => encode(F32, decode(F16, u(16, at(s, 0)))),
  v_cvt_f32_bf16: (s) => u(32, at(s, 0) << 16n),
  v_cvt_f16_u16: (s) => out16(Number(u(16, at(s, 0)))),
  v_cvt_f16_i16: (s) => out16(Number(i(16, at(s, 0)))),
  v_cvt_u16_f16: (s) => toInteger(value16(at(s, 0)), 0, 65535),
  v_cvt_i16_f16: (s) => u(16, toInteger(value16(at(s, 0)), -32768, 32767)),
  v_cvt_norm_i16_f16: (s) => norm(value16(at(s, 0)), -1, 32767),
  v_cvt_norm_u16_f16: (s) => norm(value16(at(s, 0)), 0, 65535),
  v_cvt_off_f32_i4: (s) => out32(Number(i(4, at(s, 0))) / 16),
  ...Object.fromEntries(
    range(4).map((n) => [
      `v_cvt_f32_ubyte${n}`,
      ((s) => out32(Number(byte(at(s, 0), n)))) as Model,
    ]),
  ),
  v_sat_pk_u8_i16: (s) =>
    clamp(0n, i(16, at(s, 0)), 255n) | (clamp(0n, i(16, at(s, 0) >> 16n), 255n) << 8n),

  v_add_u32: u32((a, b) => a + b),
  v_sub_u32: u32((a, b) => a - b),
  v_subrev_u32: u32((a, b) => b - a),
  v_add_i32: i32((a, b) => a + b),
  v_sub_i32: i32((a, b) => a - b),
  v_add_co_u32: carry((a, b) => a + b),
  v_sub_co_u32: carry((a, b) => a - b),
  v_subrev_co_u32: carry((a, b) => b - a),
  v_addc_co_u32: carry((a, b, m) => a + b + m),
  v_subb_co_u32: carry((a, b, m) => a - b - m),
  v_subbrev_co_u32: carry((a, b, m) => b - a - m),
  v_mul_i32_i24: words(24, true, (a, b) => a * b, 32),
  v_mul_u32_u24: words(24, false, (a, b) => a * b, 32),
  v_mul_hi_i32_i24: words(24, true, (a, b) => (a * b) >> 32n, 32),
  v_mul_hi_u32_u24: words(24, false, (a, b) => (a * b) >> 32n, 32),
  v_mad_i32_i24: (s) => u(32, i(24, at(s, 0)) * i(24, at(s, 1)) + at(s, 2)),
  v_mad_u32_u24: (s) => u(32, u(24, at(s, 0)) * u(24, at(s, 1)) + at(s, 2)),
  v_mad_i32_i16: (s) => u(32, i(16, at(s, 0)) * i(16, at(s, 1)) + at(s, 2)),
  v_mad_u32_u16: (s) => u(32, u(16, at(s, 0)) * u(16, at(s, 1)) + at(s, 2)),
  v_mul_lo_u32: u32((a, b) => a * b),
  v_mul_hi_u32: u32((a, b) => (a * b) >> 32n),
  v_mul_hi_i32: i32((a, b) => (a * b) >> 32n),
  v_mad_u64_u32: (s) => {
    const value = u(32, at(s, 0)) * u(32, at(s, 1)) + at(s, 2);
    return { d: u(64, value), mask: value >> 64n !== 0n };
  },
  v_mad_i64_i32: (s) => {
    const value = i(32, at(s, 0)) * i(32, at(s, 1)) + i(64, at(s, 2));
    return { d: u(64, value), mask: i(64, value) !== value };
  },
  v_min_i32: i32(min),
  v_max_i32: i32(max),
  v_min_u32: u32(min),
  v_max_u32: u32(max),
  v_min3_i32: i32((a, b, c) => min(min(a, b), c)),
  v_max3_i32: i32((a, b, c) => max(max(a, b), c)),
  v_med3_i32: i32(median),
  v_min3_u32: u32((a, b, c) => min(min(a, b), c)),
  v_max3_u32: u32((a, b, c) => max(max(a, b), c)),
  v_med3_u32: u32(median),
  v_lshrrev_b32: u32((a, b) => b >> (a & 31n)),
  v_ashrrev_i32: i32((a, b) => b >> (a & 31n)),
  v_lshlrev_b32: u32((a, b) => b << (a & 31n)),
  v_and_b32: u32((a, b) => a & b),
  v_or_b32: u32((a, b) => a | b),
  v_xor_b32: u32((a, b) => a ^ b),
  v_xnor_b32: u32((a, b) => ~(a ^ b)),
  v_lshlrev_b64: (s) => u(64, at(s, 1) << (at(s, 0) & 63n)),
  v_lshrrev_b64: (s) => at(s, 1) >> (at(s, 0) & 63n),
  v_ashrrev_i64: (s) => u(64, i(64, at(s, 1)) >> (at(s, 0) & 63n)),
  v_lshl_add_u64: (s) => u(64, (at(s, 0) << (at(s, 1) & 7n)) + at(s, 2)),
  v_add3_u32: u32((a, b, c) => a + b + c),
  v_lshl_add_u32: u32((a, b, c) => u(32, a << (b & 31n)) + c),
  v_add_lshl_u32: u32((a, b, c) => (a + b) << (c & 31n)),
  v_lshl_or_b32: u32((a, b, c) => (a << (b & 31n)) | c),
  v_and_or_b32: u32((a, b, c) => (a & b) | c),
  v_or3_b32: u32((a, b, c) => a | b | c),
  v_xad_u32: u32((a, b, c) => (a ^ b) + c),
  v_bitop3_b32: () => 0n,
  v_bitop3_b16: (_, { d }) => keepHigh(d, 0n),
  v_bfe_u32: u32((a, b, c) => (a >> (b & 31n)) & ((1n << (c & 31n)) - 1n)),
  v_bfe_i32: i32((a, b, c) => i(Number(c & 31n), a >> (b & 31n))),
  v_bfi_b32: u32((a, b, c) => (a & b) | (~a & c)),
  v_bfm_b32: u32((a, b) => ((1n << (a & 31n)) - 1n) << (b & 31n)),
  v_bcnt_u32_b32: u32((a, b) => count(a) + b),
  v_mbcnt_lo_u32_b32: u32((a, b, _, { lane }) => count(a & ((1n << BigInt(lane)) - 1n)) + b),
  v_mbcnt_hi_u32_b32: u32(
    (a, b, _, { lane }) => count(((a << 32n) >> 32n) & (((1n << BigInt(lane)) - 1n) >> 32n)) + b,
  ),
  v_alignbit_b32: u32((a, b, c) => ((a << 32n) | b) >> (c & 31n)),
  v_alignbyte_b32: u32((a, b, c) => ((a << 32n) | b) >> (8n * (c & 3n))),
  v_perm_b32: u32((a, b, c) =>
    sum(range(4).map((n) => permuted(a, b, byte(c, n)) << BigInt(8 * n))),
  ),
  v_lerp_u8: u32((a, b, c) =>
    sum(
      range(4).map((n) => ((byte(a, n) + byte(b, n) + (byte(c, n) & 1n)) >> 1n) << BigInt(8 * n)),
    ),
  ),
  v_sad_u8: u32((a, b, c) => sad(a, b) + c),
  v_sad_hi_u8: u32((a, b, c) => (sad(a, b) << 16n) + c),
  v_sad_u16: u32((a, b, c) => abs(u(16, a) - u(16, b)) + abs((a >> 16n) - (b >> 16n)) + c),
  v_sad_u32: u32((a, b, c) => abs(a - b) + c),
  v_msad_u8: u32((a, b, c) => masked(a, b) + c),
  v_qsad_pk_u16_u8: quad(sad, 16),
  v_mqsad_pk_u16_u8: quad(masked, 16),
  v_mqsad_u32_u8: quad(masked, 32),

  v_add_u16: half(false, (a, b) => a + b),
  v_sub_u16: half(false, (a, b) => a - b),
  v_subrev_u16: half(false, (a, b) => b - a),
  v_mul_lo_u16: half(false, (a, b) => a * b),
  v_lshlrev_b16: half(false, (a, b) => b << (a & 15n)),
  v_lshrrev_b16: half(false, (a, b) => b >> (a & 15n)),
  v_ashrrev_i16: half(true, (a, b) => b >> (a & 15n)),
  v_min_u16: half(false, min),
  v_max_u16: half(false, max),
  v_min_i16: half(true, min),
  v_max_i16: half(true, max),
  v_add_i16: half(true, (a, b) => a + b, true),
  v_sub_i16: half(true, (a, b) => a - b, true),
  v_mad_u16: half(false, (a, b, c) => a * b + c, true),
  v_mad_i16: half(true, (a, b, c) => a * b + c, true),
  v_mad_legacy_u16: half(false, (a, b, c) => a * b + c),
  v_mad_legacy_i16: half(true, (a, b, c) => a * b + c),
  v_min3_i16: half(true, (a, b, c) => min(min(a, b), c), true),
  v_max3_i16: half(true, (a, b, c) => max(max(a, b), c), true),
  v_med3_i16: half(true, median, true),
  v_min3_u16: half(false, (a, b, c) => min(min(a, b), c), true),
  v_max3_u16: half(false, (a, b, c) => max(max(a, b), c), true),
  v_med3_u16: half(false, median, true),

  v_cubeid_f32: cube((face) => face),
  v_cubesc_f32: cube((face, x, _, z) => [-z, z, x, x, x, -x][face] ?? 0),
  v_cubetc_f32: cube((face, _, y, z) => [-y, -y, z, -z, -y, -y][face] ?? 0),
  v_cubema_f32: cube((face, x, y, z) => 2 * ([x, x, y, y, z, z][face] ?? 0)),

  v_pack_b32_f16: (s) => pair(u(16, at(s, 0)), u(16, at(s, 1))),
  v_cvt_pkrtz_f16_f32: both((bits) => encode(F16, decode(F32, bits), 'zero')),
  v_cvt_pk_f16_f32: both((bits) => encode(F16, decode(F32, bits))),
  v_cvt_pk_bf16_f32: both((bits) => encode(BF16, decode(F32, bits))),
  v_cvt_pknorm_i16_f32: both((bits) => norm(value32(bits), -1, 32767)),
  v_cvt_pknorm_u16_f32: both((bits) => norm(value32(bits), 0, 65535)),
  v_cvt_pknorm_i16_f16: both((bits) => norm(value16(bits), -1, 32767)),
  v_cvt_pknorm_u16_f16: both((bits) => norm(value16(bits), 0, 65535)),
  v_cvt_pk_u16_u32: both((bits) => min(bits, 65535n)),
  v_cvt_pk_i16_i32: both((bits) => u(16, clamp(-32768n, i(32, bits), 32767n))),
  v_cvt_pk_u8_f32: (s) => intoByte(at(s, 2), at(s, 0), at(s, 1)),
  v_cvt_pkaccum_u8_f32: (s, { d }) => intoByte(d, at(s, 0), at(s, 1)),
  v_ashr_pk_i8_i32: (s, { d }) => {
    const part = (n: number): bigint =>
      u(8, clamp(-128n, i(32, at(s, n)) >> (at(s, 2) & 31n), 127n));
    return keepHigh(d, part(0) | (part(1) << 8n));
  },
  v_ashr_pk_u8_i32: (s, { d }) => {
    const part = (n: number): bigint => clamp(0n, i(32, at(s, n)) >> (at(s, 2) & 31n), 255n);
    return keepHigh(d, part(0) | (part(1) << 8n));
  },

  v_pk_add_f16: packedFloat(F16, add),
  v_pk_mul_f16: packedFloat(F16, multiply),
  v_pk_fma_f16: packedFloat(F16, (a, b, c) => add(multiply(a, b), c)),
  v_pk_fmac_f16: packedFloat(F16, (a, b, _, d) => add(multiply(a, b), d)),
  v_pk_min_f16: packedFloat(F16, (a, b) => least(a, b)),
  v_pk_max_f16: packedFloat(F16, (a, b) => most(a, b)),
  v_pk_minimum3_f16: packedFloat(F16, orNaN(least)),
  v_pk_maximum3_f16: packedFloat(F16, orNaN(most)),
  v_pk_add_f32: packedFloat(F32, add),
  v_pk_mul_f32: packedFloat(F32, multiply),
  v_pk_fma_f32: packedFloat(F32, (a, b, c) => add(multiply(a, b), c)),
  v_pk_mov_b32: (s) => u(32, at(s, 0)) | (u(32, at(s, 1)) << 32n),
  v_pk_mad_i16: packed(true, (a, b, c) => a * b + c),
  v_pk_mad_u16: packed(false, (a, b, c) => a * b + c),
  v_pk_mul_lo_u16: packed(false, (a, b) => a * b),
  v_pk_add_i16: packed(true, (a, b) => a + b),
  v_pk_sub_i16: packed(true, (a, b) => a - b),
  v_pk_add_u16: packed(false, (a, b) => a + b),
  v_pk_sub_u16: packed(false, (a, b) => a - b),
  v_pk_lshlrev_b16: packed(false, (a, b) => b << (a & 15n)),
  v_pk_lshrrev_b16: packed(false, (a, b) => b >> (a & 15n)),
  v_pk_ashrrev_i16: packed(true, (a, b) => b >> (a & 15n)),
  v_pk_max_i16: packed(true, max),
  v_pk_min_i16: packed(true, min),
  v_pk_max_u16: packed(false, max),
  v_pk_min_u16: packed(false, min),
  v_fma_mix_f32: float(F32, (a, b, c) => add(multiply(a, b), c)),
  v_fma_mixlo_f16: (s, { d }) => keepHigh(d, mixed(s)),
  v_fma_mixhi_f16: (s, { d }) => u(16, d) | (mixed(s) << 16n),
  v_mad_mix_f32: (s) => encode(F32, multiplyThenAdd(s)),
  v_mad_mixlo_f16: (s, { d }) => keepHigh(d, encode(F16, rounded(F32, multiplyThenAdd(s)))),
  v_mad_mixhi_f16: (s, { d }) => u(16, d) | (encode(F16, rounded(F32, multiplyThenAdd(s))) << 16n),
  v_dot2_f32_f16: (s) => dotFloat(at(s, 0), at(s, 1), at(s, 2), value16),
  v_dot2c_f32_f16: (s, { d }) => dotFloat(at(s, 0), at(s, 1), d, value16),
  v_dot2c_f32_bf16: (s, { d }) => dotFloat(at(s, 0), at(s, 1), d, bf),
  v_dot2_f32_bf16: (s) => {
    const [a, b] = [at(s, 0), at(s, 1)];
    const both = bf(a) * bf(b) + bf(a >> 16n) * bf(b >> 16n);
    return out32(Math.fround(both) + value32(at(s, 2)));
  },
  v_dot2_i32_i16: (s) => u(32, dot(at(s, 0), at(s, 1), 16, true) + at(s, 2)),
  v_dot2_u32_u16: (s) => u(32, dot(at(s, 0), at(s, 1), 16, false) + at(s, 2)),
  v_dot4_i32_i8: (s) => u(32, dot(at(s, 0), at(s, 1), 8, true) + at(s, 2)),
  v_dot4_u32_u8: (s) => u(32, dot(at(s, 0), at(s, 1), 8, false) + at(s, 2)),
  v_dot8_i32_i4: (s) => u(32, dot(at(s, 0), at(s, 1), 4, true) + at(s, 2)),
  v_dot8_u32_u4: (s) => u(32, dot(at(s, 0), at(s, 1), 4, false) + at(s, 2)),
  v_dot2c_i32_i16: (s, { d }) => u(32, dot(at(s, 0), at(s, 1), 16, true) + d),
  v_dot4c_i32_i8: (s, { d }) => u(32, dot(at(s, 0), at(s, 1), 8, true) + d),
  v_dot8c_i32_i4: (s, { d }) => u(32, dot(at(s, 0), at(s, 1), 4, true) + d),
  ...comparisons(),
};

function multiplyThenAdd(s: readonly bigint[]): ReturnType<typeof add> {
  const product = multiply(decode(F32, at(s, 0)), decode(F32, at(s, 1)));
  return add(rounded(F32, product), decode(F32, at(s, 2)));
}

function mixed(s: readonly bigint[]): bigint {
  const value = add(multiply(decode(F32, at(s, 0)), decode(F32, at(s, 1))), decode(F32, at(s, 2)));
  return encode(F16, rounded(F32, value));
}

function intoByte(old: bigint, value: bigint, position: bigint): bigint {
  const shift = 8n * (position & 3n);
  const x = value32(value);
  const rest = u(32, old) & ~(255n << shift);
  return rest | (BigInt(Number.isNaN(x) ? 0 : rne(Math.max(0, Math.min(255, x)))) << shift);
}

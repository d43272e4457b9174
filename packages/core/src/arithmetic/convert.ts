/**
 * Conversions to integers, which saturate and take NaN as zero, and the shape of a float: exponent, mantissa, class.
 */
import { asF64, high64, low64, zeroLike } from './bits.ts';

export function clampTo(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Cuts toward zero and saturates. */
export function toI32(value: number): number {
  if (value >= 2147483647) return 2147483647;
  if (value <= -2147483648) return -2147483648;
  return value | 0;
}

export function toU32(value: number): number {
  if (value >= 4294967295) return 4294967295;
  return value > 0 ? value >>> 0 : 0;
}

export function toI16(value: number): number {
  return clampTo(toI32(value), -32768, 32767);
}

export function toU16(value: number): number {
  return Math.min(toU32(value), 65535);
}

/** To a byte: rounds to even and saturates. */
export function toU8(value: number): number {
  return value > 0 ? clampTo(roundEven(value), 0, 255) : 0;
}

/** [-1, 1] to a signed 16-bit integer, rounded to even. */
export function toSnorm(value: number): number {
  return value === value ? roundEven(clampTo(value, -1, 1) * 32767) : 0;
}

/** [0, 1] to an unsigned 16-bit integer, rounded to even. */
export function toUnorm(value: number): number {
  return value > 0 ? roundEven(Math.min(value, 1) * 65535) : 0;
}

const MAGIC = 2 ** 52;

/** The nearest integer, ties to even; the sign of zero is kept. */
export function roundEven(value: number): number {
  if (!(Math.abs(value) < MAGIC)) return value;
  const rounded = value < 0 || Object.is(value, -0) ? value - MAGIC + MAGIC : value + MAGIC - MAGIC;
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded;
}

/** e of value = m * 2^e with m in [0.5, 1); zero for zero, infinity and NaN. */
export function exponentOf(value: number): number {
  if (value === 0 || !(Math.abs(value) < Infinity)) return 0;
  const biased = (high64(value) >>> 20) & 2047;
  return biased === 0 ? ((high64(value * 2 ** 54) >>> 20) & 2047) - 1076 : biased - 1022;
}

/** m of value = m * 2^e with m in [0.5, 1); zero, infinity and NaN are themselves. */
export function mantissaOf(value: number): number {
  if (value === 0 || !(Math.abs(value) < Infinity)) return value;
  const normal = Math.abs(value) < 2 ** -1022 ? value * 2 ** 54 : value;
  const low = low64(normal);
  return asF64(low, (high64(normal) & 0x800fffff) | 0x3fe00000);
}

/** value * 2^exponent, rounded once in f64 (exact for narrower types). */
export function ldexp(value: number, exponent: number): number {
  if (value === 0 || !(Math.abs(value) < Infinity)) return value;
  const mantissa = mantissaOf(value);
  const total = exponentOf(value) + exponent;
  if (total > 1024) return mantissa * Infinity;
  if (total < -1080) return zeroLike(value);
  if (total > 1000) return mantissa * 2 ** 1000 * 2 ** (total - 1000);
  // Normal as far as possible, so that only the last step rounds.
  return total < -1021 ? mantissa * 2 ** -1021 * 2 ** (total + 1021) : mantissa * 2 ** total;
}

/**
 * The number of a float's class, as `v_cmp_class` counts bits: 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal,
 * 4 -denormal, 5 -0, 6 +0, 7 +denormal, 8 +normal, 9 +inf. `word` holds sign, exponent and the upper mantissa.
 */
export function classOf(word: number, rest: number, mantissaBits: number, top: number): number {
  const exponent = (word >>> mantissaBits) & top;
  const mantissa = word & ((1 << mantissaBits) - 1);
  const zero = mantissa === 0 && rest === 0;
  const signBit = top === 31 ? word & 0x8000 : word & 0x80000000;
  if (exponent === top) {
    if (!zero) return (mantissa >>> (mantissaBits - 1)) & 1;
    return signBit ? 2 : 9;
  }
  if (exponent > 0) return signBit ? 3 : 8;
  if (!zero) return signBit ? 4 : 7;
  return signBit ? 5 : 6;
}

/**
 * Floats as bits and back, through one small buffer, and f16 and bf16 in both directions.
 *
 * Doubles carry every intermediate value: a product of two f16 or f32 is exact in them, and so is a sum of f16.
 * `toHalf` rounds a double directly, so nothing is rounded twice.
 */
import { decodeTable, smallFloats } from '../base/numeric.ts';

const buffer = new ArrayBuffer(8);
const ints = new Int32Array(buffer);
const floats = new Float32Array(buffer);
const doubles = new Float64Array(buffer);

/** The bits of a value rounded to f32. */
export function bits32(value: number): number {
  floats[0] = value;
  return ints[0] ?? 0;
}

/** The f32 of a bit pattern. */
export function asF32(bits: number): number {
  ints[0] = bits;
  return floats[0] ?? 0;
}

/** The f64 of two words. */
export function asF64(low: number, high: number): number {
  ints[0] = low;
  ints[1] = high;
  return doubles[0] ?? 0;
}

/** The low word of an f64. */
export function low64(value: number): number {
  doubles[0] = value;
  return ints[0] ?? 0;
}

/** The high word of an f64. */
export function high64(value: number): number {
  doubles[0] = value;
  return ints[1] ?? 0;
}

/** Every f16 by its bits. */
export function halfTable(): Float64Array {
  const format = smallFloats['f16'];
  return format === undefined ? new Float64Array(65536) : decodeTable(format);
}

/** 2^(137 - e): turns a value with biased f32 exponent e into units of an f16's last place. */
const HALF_UNITS = Float64Array.from({ length: 256 }, (_, exponent) => 2 ** (137 - exponent));
const MAGIC = 2 ** 52;

/** The nearest f16, ties to even; beyond 65504 infinity. */
export function toHalf(value: number): number {
  floats[0] = value;
  const word = ints[0] ?? 0;
  const sign = (word >>> 16) & 0x8000;
  const magnitude = Math.abs(value);
  if (magnitude < 2 ** -14) return sign | (magnitude * 2 ** 24 + MAGIC - MAGIC);
  if (magnitude < 65520) {
    const exponent = (word >>> 23) & 255;
    const units = magnitude * (HALF_UNITS[exponent] ?? 0) + MAGIC - MAGIC;
    return sign | (((exponent - 113) << 10) + units);
  }
  if (magnitude === magnitude) return sign | 0x7c00;
  return sign | 0x7e00 | ((word >>> 13) & 0x1ff);
}

/** The f16 next to zero: cut, never rounded up; finite values stay finite. */
export function toHalfZero(value: number): number {
  const nearest = toHalf(value);
  if ((nearest & 0x7fff) > 0x7c00 || value === Infinity || value === -Infinity) return nearest;
  return Math.abs(halfValue(nearest)) > Math.abs(value) ? nearest - 1 : nearest;
}

/** The f16 not below the value. */
export function toHalfUp(value: number): number {
  const nearest = toHalf(value);
  if (!(halfValue(nearest) < value)) return nearest;
  if (nearest === 0x8000) return 1;
  return nearest & 0x8000 ? nearest - 1 : nearest + 1;
}

/** The f16 not above the value. */
export function toHalfDown(value: number): number {
  return toHalfUp(-value) ^ 0x8000;
}

function halfValue(bits: number): number {
  const exponent = (bits >>> 10) & 31;
  const mantissa = bits & 1023;
  const magnitude =
    exponent === 0
      ? mantissa * 2 ** -24
      : exponent === 31
        ? mantissa === 0
          ? Infinity
          : NaN
        : (1024 + mantissa) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/** The f16 nearest to a value, as a number. */
export function roundHalf(value: number): number {
  return halfValue(toHalf(value));
}

/** The bf16 nearest to an f32, ties to even. */
export function toBfloat(value: number): number {
  floats[0] = value;
  const word = ints[0] ?? 0;
  if (value !== value) return (word >>> 16) | 0x40;
  return (
    ((word >>> 16) + ((((word & 0xffff) + ((word >>> 16) & 1)) | 0) > 0x8000 ? 1 : 0)) & 0xffff
  );
}

/** The bf16 nearest to a number that an f32 may not hold: rounded once, ties to even. */
export function toBfloatOnce(value: number): number {
  floats[0] = value;
  const nearest = floats[0] ?? 0;
  const word = ints[0] ?? 0;
  // Halfway between two bf16 only because it was rounded: the side it was on before decides.
  if (nearest === value || (word & 0xffff) !== 0x8000) return toBfloat(value);
  const up = Math.abs(value) > Math.abs(nearest);
  return ((word >>> 16) + (up ? 1 : 0)) & 0xffff;
}

/** Zero with the sign of a value. */
export function zeroLike(value: number): number {
  return value < 0 || Object.is(value, -0) ? -0 : 0;
}

/** Zero with the sign of a value below the smallest normal f32, else the value. */
export function flush32(value: number): number {
  return Math.abs(value) < 2 ** -126 ? zeroLike(value) : value;
}

/** Zero with the sign of a value below the smallest normal f16, else the value. */
export function flush16(value: number): number {
  return Math.abs(value) < 2 ** -14 ? zeroLike(value) : value;
}

/** Zero with the sign of a value below the smallest normal f64, else the value. */
export function flush64(value: number): number {
  return Math.abs(value) < 2 ** -1022 ? zeroLike(value) : value;
}

const next32 = (value: number, up: boolean): number => {
  if (value === 0) return up ? 2 ** -149 : -(2 ** -149);
  const word = bits32(value);
  return asF32(value > 0 === up ? word + 1 : word - 1);
};

/** The f32 not below a value. */
export function round32Up(value: number): number {
  const nearest = Math.fround(value);
  return nearest < value ? next32(nearest, true) : nearest;
}

/** The f32 not above a value. */
export function round32Down(value: number): number {
  const nearest = Math.fround(value);
  return nearest > value ? next32(nearest, false) : nearest;
}

/** The f32 next to zero. */
export function round32Zero(value: number): number {
  return value > 0 ? round32Down(value) : round32Up(value);
}

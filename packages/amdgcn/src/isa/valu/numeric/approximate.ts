/**
 * Functions that hardware approximates: reciprocal, roots, exponential, logarithm, sine and cosine.
 *
 * Here each is computed in f64 and rounded once, so within half a unit of the last place of f32; hardware is within 1 (rcp,
 * rsq, sqrt, exp, log) or, for sine and cosine, an absolute error of about 2^-20. So a result may differ from hardware's in
 * the last bits, never by more. The f32 forms take and give no denormals, whatever the mode says, which is why compilers
 * scale around them; the f16 and f64 forms do.
 *
 * Compiled division does not depend on it: of integers, and of f32 and f64 with their roots. Limits: LLVM's division of
 * operands below 2^24, for dividends of 2^22 and more; and code that uses an approximation itself (fast math).
 */
import { flush32 } from '@ldscope/core/arithmetic';

export function rcp32(value: number): number {
  return flush32(Math.fround(1 / flush32(value)));
}

export function rsq32(value: number): number {
  return 1 / Math.sqrt(flush32(value));
}

export function sqrt32(value: number): number {
  return Math.sqrt(flush32(value));
}

const LN2 = Math.LN2;
/** 2^n for n from -150 to 150. */
const POWERS = Float64Array.from({ length: 301 }, (_, n) => 2 ** (n - 150));

/** 2^value: the power of the nearest integer times a Taylor series, whose error is below 2^-50. */
export function exp32(value: number): number {
  if (!(Math.abs(value) < 150)) return value > 0 ? Infinity : value < 0 ? 0 : NaN;
  const whole = Math.floor(value + 0.5);
  const x = (value - whole) * LN2;
  let sum = 1 + x * (1 / 13);
  sum = 1 + x * sum * (1 / 12);
  sum = 1 + x * sum * (1 / 11);
  sum = 1 + x * sum * 0.1;
  sum = 1 + x * sum * (1 / 9);
  sum = 1 + x * sum * 0.125;
  sum = 1 + x * sum * (1 / 7);
  sum = 1 + x * sum * (1 / 6);
  sum = 1 + x * sum * 0.2;
  sum = 1 + x * sum * 0.25;
  sum = 1 + x * sum * (1 / 3);
  sum = 1 + x * sum * 0.5;
  sum = 1 + x * sum;
  const result = sum * (POWERS[whole + 150] ?? 0);
  return result < 2 ** -126 ? 0 : result;
}

/** Base-2 logarithm. */
export function log32(value: number): number {
  return Math.log2(flush32(value));
}

/** Beyond this many turns the hardware gives the value at zero. */
const LARGEST_ANGLE = 256;

/** Sine of an angle in turns; exact at quarter turns. */
export function sinTurns(turns: number): number {
  if (!(Math.abs(turns) < Infinity)) return NaN;
  if (Math.abs(turns) > LARGEST_ANGLE) return 0;
  const part = Math.abs(turns) - Math.floor(Math.abs(turns));
  const sine = quarter(part);
  return turns < 0 || Object.is(turns, -0) ? -sine : sine;
}

/** Cosine of an angle in turns; exact at quarter turns. */
export function cosTurns(turns: number): number {
  if (!(Math.abs(turns) < Infinity)) return NaN;
  if (Math.abs(turns) > LARGEST_ANGLE) return 1;
  const part = Math.abs(turns) - Math.floor(Math.abs(turns));
  return quarter(part < 0.75 ? part + 0.25 : part - 0.75);
}

function quarter(part: number): number {
  if (part === 0 || part === 0.5) return 0;
  if (part === 0.25) return 1;
  if (part === 0.75) return -1;
  return Math.sin(2 * Math.PI * part);
}

/** Bits of 2/pi after the point that `v_trig_preop_f64` holds. */
const TWO_OVER_PI_BITS = 1201;

/** pi * 2^bits by Machin's formula. */
function piScaled(bits: number): bigint {
  const one = 1n << BigInt(bits + 64);
  const arctangent = (inverse: bigint): bigint => {
    let term = one / inverse;
    let sum = term;
    for (let n = 3n; term !== 0n; n += 2n) {
      term = -term / (inverse * inverse);
      sum += term / n;
    }
    return sum;
  };
  return (4n * (4n * arctangent(5n) - arctangent(239n))) >> 64n;
}

let twoOverPi: bigint | undefined;

/** A part of 2/pi of 53 bits, chosen by a segment and the exponent of the argument, for range reduction. */
export function trigPreop(value: number, segment: number, exponent: number): number {
  twoOverPi ??= (2n << BigInt(2 * TWO_OVER_PI_BITS)) / piScaled(TWO_OVER_PI_BITS);
  let shift = (segment & 31) * 53;
  if (exponent > 1077) shift += exponent - 1077;
  const kept = BigInt.asUintN(TWO_OVER_PI_BITS, twoOverPi);
  const part = Number(
    ((kept << BigInt(shift)) >> BigInt(TWO_OVER_PI_BITS - 53)) & ((1n << 53n) - 1n),
  );
  const scale = -53 - shift + (exponent >= 1968 ? 128 : 0);
  return value === value
    ? part * 2 ** Math.max(scale, -1000) * 2 ** Math.min(scale + 1000, 0)
    : NaN;
}

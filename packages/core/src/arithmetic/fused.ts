/**
 * Fused multiply-add, correctly rounded.
 *
 * f32: the product is exact in a double; only the sum can be rounded twice, and only when the double is exactly
 * between two floats. Then the rounding error of the sum says which of the two is nearer:
 *
 *     p = a*b (exact)   s = p + c   r = f32(s)   t = 2s - r   (the float on the other side, if s is a tie)
 *
 * f64: the product is a sum of two doubles (Veltkamp and Dekker), added to c with a last addition that rounds to
 * odd (Boldo and Melquiond 2008); near the ends of the exponent range exact integers take over.
 */
import { asF64, high64, low64 } from './bits.ts';

const LARGEST32 = 3.4028234663852886e38;

/** a*b + c as f32, rounded once, ties to even. */
export function fma(a: number, b: number, c: number): number {
  const product = a * b;
  const sum = product + c;
  const near = Math.fround(sum);
  const far = sum + (sum - near);
  if (Math.fround(far) !== far || far === near) return near;
  return settleTie(product, c, sum, near, far);
}

function settleTie(product: number, c: number, sum: number, near: number, far: number): number {
  const part = sum - product;
  const error = product - (sum - part) + (c - part);
  if (error === 0 || error !== error) return near;
  if (Math.abs(near) === Infinity) {
    // A tie between the largest float and the one that is too large.
    const outside = near > 0 ? error > 0 : error < 0;
    const tie = Math.abs(sum) === LARGEST32 + 2 ** 103;
    return outside || !tie ? near : Math.sign(near) * LARGEST32;
  }
  return error > 0 ? Math.max(near, far) : Math.min(near, far);
}

/** (a*b + c) * 2^exponent as f32, rounded once: scaling moves no bits of a double. */
export function fmaScaled(a: number, b: number, c: number, exponent: number): number {
  const scale = 2 ** exponent;
  return fma(a * scale, b, c * scale);
}

const SPLIT = 2 ** 27 + 1;
const SMALL = 2 ** -480;
const LARGE = 2 ** 480;

/** a*b + c as f64, rounded once, ties to even. */
export function fma64(a: number, b: number, c: number): number {
  if (!finite(a) || !finite(b)) return a * b + c;
  if (!finite(c)) return c;
  const high = a * b;
  if (a === 0 || b === 0) return high + c;
  if (!inside(a) || !inside(b) || !inside(high) || (c !== 0 && !inside(c)))
    return exactFma(a, b, c);
  const sa = a * SPLIT;
  const ah = sa - (sa - a);
  const al = a - ah;
  const sb = b * SPLIT;
  const bh = sb - (sb - b);
  const bl = b - bh;
  const low = al * bl - (high - ah * bh - al * bh - ah * bl);
  const middle = c + low;
  const part = middle - c;
  const rest = c - (middle - part) + (low - part);
  const upper = high + middle;
  const upperPart = upper - high;
  const upperRest = high - (upper - upperPart) + (middle - upperPart);
  return upper + addOdd(rest, upperRest);
}

/** (a*b + c) * 2^exponent as f64, rounded once, ties to even. */
export function fmaScaled64(a: number, b: number, c: number, exponent: number): number {
  const value = fma64(a, b, c);
  if (!finite(value) && !(finite(a) && finite(b) && finite(c))) return value;
  const scaled = value * 2 ** exponent;
  const exact = inside(value) && inside(scaled);
  return exponent === 0 || exact ? scaled : exactFma(a, b, c, exponent);
}

const finite = (value: number): boolean => Math.abs(value) < Infinity;

function inside(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude > SMALL && magnitude < LARGE;
}

/** a + b with an inexact result forced to an odd last bit. */
export function addOdd(a: number, b: number): number {
  const sum = a + b;
  const part = sum - a;
  const error = a - (sum - part) + (b - part);
  const low = low64(sum);
  if (error === 0 || error !== error || low & 1) return sum;
  // An even result is one step off: go to its neighbour on the side of the error.
  const away = error > 0 === sum > 0;
  const high = high64(sum);
  if (away) return asF64(low + 1, high);
  return low === 0 ? asF64(-1, high - 1) : asF64(low - 1, high);
}

/** Value = mantissa * 2^exponent, exactly. */
export function exactParts(value: number): readonly [mantissa: bigint, exponent: number] {
  const high = high64(value);
  const biased = (high >>> 20) & 2047;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(low64(value) >>> 0);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return [high < 0 ? -mantissa : mantissa, (biased === 0 ? 1 : biased) - 1075];
}

function exactFma(a: number, b: number, c: number, scale = 0): number {
  const [ma, ea] = exactParts(a);
  const [mb, eb] = exactParts(b);
  const [mc, ec] = exactParts(c);
  const exponent = Math.min(ea + eb, ec);
  const sum = ((ma * mb) << BigInt(ea + eb - exponent)) + (mc << BigInt(ec - exponent));
  if (sum === 0n) return a * b + c;
  return roundExact(sum, exponent + scale);
}

/** mantissa * 2^exponent as f64: nearest with ties to even, or by mode 1 up, 2 down, 3 toward zero. */
export function roundExact(mantissa: bigint, exponent: number, mode = 0): number {
  const negative = mantissa < 0n;
  let magnitude = negative ? -mantissa : mantissa;
  const length = magnitude.toString(2).length;
  const cut = Math.max(length - 53, -1074 - exponent, 0);
  const outward = mode === (negative ? 2 : 1);
  if (cut > 0) {
    const shift = BigInt(cut);
    const rest = magnitude & ((1n << shift) - 1n);
    magnitude >>= shift;
    const half = 1n << (shift - 1n);
    const nearest = rest > half || (rest === half && (magnitude & 1n) === 1n);
    if (mode === 0 ? nearest : outward && rest > 0n) magnitude += 1n;
  }
  const value = scaleExact(Number(magnitude), exponent + cut);
  const kept = value === Infinity && mode !== 0 && !outward ? Number.MAX_VALUE : value;
  return negative ? -kept : kept;
}

/** value * 2^exponent where the result is representable, in steps that stay in range. */
function scaleExact(value: number, exponent: number): number {
  if (exponent > 900) return value * 2 ** 900 * 2 ** Math.min(exponent - 900, 1000);
  if (exponent < -1000) return value * 2 ** -500 * 2 ** Math.max(exponent + 500, -1074);
  return value * 2 ** exponent;
}

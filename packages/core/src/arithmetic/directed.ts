/**
 * Sums, products and fused steps under the rounding modes of the mode register: 1 up, 2 down, 3 toward zero.
 *
 * For f32 and f16 it is enough to have a double on the right side of every value of the format; the store rounds it. An
 * inexact sum is therefore rounded to odd:
 *
 *     1 + 2^-100 as a double is 1, which would not round up: the result is the double above 1
 *
 * For f64 the exact result is an integer times a power of two, which is rounded as it is. Sums that cancel are -0 when
 * rounding down. Source: IEEE 754-2019, 4.3.2 and 6.3.
 */
import { addOdd, exactParts, roundExact } from './fused.ts';

const DOWN = 2;

/** The zero, with its sign, that a sum of two parts gives. */
function zeroSum(a: number, b: number, mode: number): number {
  if (a === 0 && b === 0 && Object.is(a, -0) === Object.is(b, -0)) return a;
  return mode === DOWN ? -0 : 0;
}

/** a + b, which the store rounds to f32 or f16. */
export function sumTo(mode: number, a: number, b: number): number {
  if (a + b === 0) return zeroSum(a, b, mode);
  return addOdd(a, b);
}

/** a*b + c, which the store rounds to f32 or f16; the product is exact. */
export function fmaTo(mode: number, a: number, b: number, c: number): number {
  return sumTo(mode, a * b, c);
}

/** (a*b + c) * 2^exponent, which the store rounds to f32. */
export function fmaScaledTo(mode: number, a: number, b: number, c: number, by: number): number {
  return sumTo(mode, a * 2 ** by * b, c * 2 ** by);
}

const finite = (value: number): boolean => Math.abs(value) < Infinity;

/** (a*b + c) * 2^exponent as f64. */
export function fmaScaled64To(mode: number, a: number, b: number, c: number, by: number): number {
  if (!finite(a) || !finite(b)) return a * b + c;
  if (!finite(c)) return c;
  const [ma, ea] = exactParts(a);
  const [mb, eb] = exactParts(b);
  const [mc, ec] = exactParts(c);
  const exponent = Math.min(ea + eb, ec);
  const sum = ((ma * mb) << BigInt(ea + eb - exponent)) + (mc << BigInt(ec - exponent));
  // The sign of a product that is zero; one that is too small for a double is not.
  if (sum === 0n) return zeroSum(a === 0 || b === 0 ? a * b : Math.sign(a) * Math.sign(b), c, mode);
  return roundExact(sum, exponent + by, mode);
}

export function fma64To(mode: number, a: number, b: number, c: number): number {
  return fmaScaled64To(mode, a, b, c, 0);
}

export function sum64To(mode: number, a: number, b: number): number {
  return fmaScaled64To(mode, a, 1, b, 0);
}

export function product64To(mode: number, a: number, b: number): number {
  if (!finite(a) || !finite(b) || a === 0 || b === 0) return a * b;
  const [ma, ea] = exactParts(a);
  const [mb, eb] = exactParts(b);
  return roundExact(ma * mb, ea + eb, mode);
}

/** value * 2^exponent as f64. */
export function ldexp64To(mode: number, value: number, exponent: number): number {
  if (!finite(value) || value === 0) return value;
  const [mantissa, own] = exactParts(value);
  return roundExact(mantissa, own + Math.max(-5000, Math.min(5000, exponent)), mode);
}

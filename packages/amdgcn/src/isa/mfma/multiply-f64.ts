/**
 * D += A B for f64: sums of fused multiply-adds in order of k.
 *
 * A fused multiply-add is made of the product and its exact error (Dekker), and of the sum and its exact error
 * (Knuth). The last step rounds once more than hardware does, which matters only within 2^-53 of a tie.
 */
import { LANES } from '../../state/wave.ts';
import type { ProductTable } from './multiply.ts';

const SPLIT = 2 ** 27 + 1;

/** `a * b + c` rounded (except for ties) once. */
export function fusedMultiplyAdd(a: number, b: number, c: number): number {
  const product = a * b;
  const sum = product + c;
  const high = SPLIT * a;
  const aHigh = high - (high - a);
  const aLow = a - aHigh;
  const other = SPLIT * b;
  const bHigh = other - (other - b);
  const bLow = b - bHigh;
  const productError = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  const shifted = sum - product;
  const sumError = product - (sum - shifted) + (c - shifted);
  const corrected = sum + (sumError + productError);
  // Splitting overflows beyond 2^996, and infinities have no error.
  return Number.isFinite(corrected) ? corrected : sum;
}

const double = new Float64Array(1);
const doubleBits = new Uint32Array(double.buffer);

/** One product table entry per element of a lane, two registers each; `sign` negates C. */
export function multiplyF64(
  left: Float64Array,
  right: Float64Array,
  { rowAt, columnAt, k, columns }: ProductTable,
  sign: 1 | -1,
  u: Uint32Array,
  d: number,
): void {
  for (let n = 0; n < rowAt.length; n++) {
    const at = d + 2 * LANES * Math.floor(n / LANES) + (n % LANES);
    doubleBits[0] = u[at] ?? 0;
    doubleBits[1] = u[at + LANES] ?? 0;
    let sum = sign * (double[0] ?? 0);
    const row = rowAt[n] ?? 0;
    const column = columnAt[n] ?? 0;
    for (let i = 0; i < k; i++) {
      sum = fusedMultiplyAdd(left[row + i] ?? 0, right[column + i * columns] ?? 0, sum);
    }
    double[0] = sum;
    u[at] = doubleBits[0] ?? 0;
    u[at + LANES] = doubleBits[1] ?? 0;
  }
}

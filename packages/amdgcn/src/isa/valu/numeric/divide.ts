/**
 * The three helpers of a division: scale, fused step, fix-up.
 *
 * A compiler divides n by d as: scale both away from the ends of the exponent range (`v_div_scale`, which says in a
 * mask whether the quotient must be scaled back), refine a reciprocal with fused steps, scale back in the last step
 * (`v_div_fmas`), then put special cases right (`v_div_fixup`). Whether the quotient grows or shrinks in the last
 * step follows from the addend: at or above 2 it was scaled down. Source: AMD CDNA3 ISA, and hardware tests of
 * tinygrad (`test/amd/hw/test_vop3.py`), which differ from the document's `2^32`.
 */
import { exponentOf } from '@ldscope/core/arithmetic';

interface Division {
  /** Smallest normal value. */
  readonly normal: number;
  /** Difference of exponents from which n / d may overflow. */
  readonly far: number;
  readonly scale: number;
  /** Biased exponent at or below which n is tiny. */
  readonly tiny: number;
  readonly bias: number;
}

const F32: Division = { normal: 2 ** -126, far: 96, scale: 2 ** 64, tiny: 23, bias: 127 };
const F64: Division = { normal: 2 ** -1022, far: 768, scale: 2 ** 128, tiny: 53, bias: 1023 };

const denormal = (value: number, { normal }: Division): boolean =>
  value !== 0 && Math.abs(value) < normal;

const biased = (value: number, { bias, normal }: Division): number =>
  Math.abs(value) < normal
    ? 0
    : Math.abs(value) < Infinity
      ? exponentOf(value) - 1 + bias
      : 2 * bias + 1;

/** A quotient below the normal range, or gone. */
const small = (n: number, d: number, of: Division): boolean =>
  n !== 0 && Math.abs(d) < Infinity && Math.abs(n / d) < of.normal;

function scales(d: number, n: number, of: Division): boolean {
  if (n === 0 || d === 0) return false;
  if (biased(n, of) - biased(d, of) >= of.far) return true;
  return !denormal(d, of) && small(n, d, of);
}

function scale(value: number, d: number, n: number, of: Division): number {
  if (n === 0 || d === 0) return NaN;
  if (biased(n, of) - biased(d, of) >= of.far) return value === d ? value * of.scale : value;
  if (denormal(d, of)) return value * of.scale;
  const tinyReciprocal = small(1, d, of);
  const tinyQuotient = small(n, d, of);
  // The document scales d up here, which would overflow; the quotient must grow, so d shrinks [inferred].
  if (tinyReciprocal && tinyQuotient) return value === d ? value / of.scale : value;
  if (tinyReciprocal) return value / of.scale;
  if (tinyQuotient) return value === n ? value * of.scale : value;
  return biased(n, of) <= of.tiny ? value * of.scale : value;
}

export function divideScales32(d: number, n: number): boolean {
  return scales(d, n, F32);
}

export function divideScale32(value: number, d: number, n: number): number {
  return scale(value, d, n, F32);
}

export function divideScales64(d: number, n: number): boolean {
  return scales(d, n, F64);
}

export function divideScale64(value: number, d: number, n: number): number {
  return scale(value, d, n, F64);
}

/**
 * The quotient of n / d with its special cases. Below 2^-underflow the result is zero; a quotient of finite values
 * that is infinite or NaN has overflowed (the document says so of the exponent of d, which cannot be).
 */
export function divideFixup(q: number, d: number, n: number, underflow: number): number {
  if (n !== n) return n;
  if (d !== d) return d;
  const negative = (n < 0 || Object.is(n, -0)) !== (d < 0 || Object.is(d, -0));
  const infinite = Math.abs(n) === Infinity;
  if ((d === 0 && n === 0) || (infinite && Math.abs(d) === Infinity)) return NaN;
  if (d === 0 || infinite) return negative ? -Infinity : Infinity;
  if (n === 0 || Math.abs(d) === Infinity || exponentOf(n) - exponentOf(d) < -underflow)
    return negative ? -0 : 0;
  if (!(Math.abs(q) < Infinity)) return negative ? -Infinity : Infinity;
  return negative ? -Math.abs(q) : Math.abs(q);
}

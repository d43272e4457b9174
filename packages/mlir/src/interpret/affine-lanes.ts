/**
 * An affine expression for all lanes at once: a loop over the lanes for each operation, in the order of evaluation.
 *
 *     s0 floordiv 8 + s1     row a = s0 floordiv 8, row b = a + s1
 *
 * Each result is what the expression gives for the values of that lane. A quotient by a constant takes a division and no
 * remainder where the dividend has 32 bits, for which the division rounds right: two quotients of such integers differ by more
 * than an ulp of them.
 */
import { modulo } from '@ldscope/core';
import { type AffineExpression, ceilDivide, floorDivide } from '../ir/affine.ts';

/** The values of an operand or of a part of an expression, one for each lane. */
type Rows = (operands: readonly Float64Array[]) => Float64Array;

type Binary = Extract<AffineExpression, { readonly left: AffineExpression }>;

/** Evaluates an expression; operands are its dimensions, then its symbols. Missing operands are `NaN`. */
export function affineLanes(expression: AffineExpression, dimensions: number, lanes: number): Rows {
  const missing = new Float64Array(lanes).fill(Number.NaN);
  const rowsOf = (one: AffineExpression): Rows => {
    if (one.kind === 'constant') {
      const row = new Float64Array(lanes).fill(one.value);
      return () => row;
    }
    if (one.kind === 'dimension' || one.kind === 'symbol') {
      const at = one.kind === 'dimension' ? one.index : dimensions + one.index;
      const isThere = one.kind === 'symbol' || one.index < dimensions;
      return (operands) => (isThere ? operands[at] : undefined) ?? missing;
    }
    return combined(one, rowsOf(one.left), rowsOf(one.right), lanes);
  };
  return rowsOf(expression);
}

function combined(one: Binary, left: Rows, right: Rows, lanes: number): Rows {
  const out = new Float64Array(lanes);
  const divisor = one.right.kind === 'constant' ? one.right.value : 0;
  if (one.kind === 'floordiv' && isSmallDivisor(divisor)) {
    return (operands) => {
      const a = left(operands);
      for (let lane = 0; lane < lanes; lane++) {
        const value = a[lane] ?? 0;
        out[lane] = isSmall(value) ? Math.floor(value / divisor) : floorDivide(value, divisor);
      }
      return out;
    };
  }
  if (one.kind === 'mod' && isSmallDivisor(divisor)) {
    return (operands) => {
      const a = left(operands);
      for (let lane = 0; lane < lanes; lane++) {
        const value = a[lane] ?? 0;
        out[lane] = isSmall(value)
          ? value - Math.floor(value / divisor) * divisor + 0
          : modulo(value, divisor);
      }
      return out;
    };
  }
  if (one.kind === 'add') {
    return (operands) => {
      const [a, b] = [left(operands), right(operands)];
      for (let lane = 0; lane < lanes; lane++) out[lane] = (a[lane] ?? 0) + (b[lane] ?? 0);
      return out;
    };
  }
  if (one.kind === 'multiply') {
    return (operands) => {
      const [a, b] = [left(operands), right(operands)];
      for (let lane = 0; lane < lanes; lane++) out[lane] = (a[lane] ?? 0) * (b[lane] ?? 0) + 0;
      return out;
    };
  }
  const apply = one.kind === 'mod' ? modulo : one.kind === 'floordiv' ? floorDivide : ceilDivide;
  return (operands) => {
    const [a, b] = [left(operands), right(operands)];
    for (let lane = 0; lane < lanes; lane++) out[lane] = apply(a[lane] ?? 0, b[lane] ?? 0);
    return out;
  };
}

const isSmall = (value: number): boolean => (value | 0) === value;
const isSmallDivisor = (value: number): boolean => value > 0 && isSmall(value);

/** Affine expressions one value at a time: what the evaluation of a row of lanes is compared with. */
import { modulo } from '@ldscope/core';
import { type AffineExpression, ceilDivide, floorDivide } from '../../src/ir/affine.ts';

/**
 * The value of an expression for given dimensions and symbols. Exact while every intermediate result
 * is a safe integer; a missing dimension or symbol and a division by zero give `NaN`.
 */
export function evaluateAffine(
  expression: AffineExpression,
  dimensions: ArrayLike<number>,
  symbols: ArrayLike<number>,
): number {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'dimension':
      return dimensions[expression.index] ?? Number.NaN;
    case 'symbol':
      return symbols[expression.index] ?? Number.NaN;
    case 'add':
    case 'multiply':
    case 'mod':
    case 'floordiv':
    case 'ceildiv': {
      const left = evaluateAffine(expression.left, dimensions, symbols);
      const right = evaluateAffine(expression.right, dimensions, symbols);
      switch (expression.kind) {
        case 'add':
          return left + right;
        case 'multiply':
          return left * right + 0;
        case 'mod':
          return modulo(left, right);
        case 'floordiv':
          return floorDivide(left, right);
        case 'ceildiv':
          return ceilDivide(left, right);
      }
    }
  }
}

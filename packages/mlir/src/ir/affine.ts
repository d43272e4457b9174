/**
 * Affine maps and integer sets: `affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 8)>`.
 *
 * `floordiv` and `ceildiv` round to minus and plus infinity, `mod` is in `[0, divisor)`.
 */
import { modulo } from '@ldscope/core';

export type AffineExpression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'dimension'; readonly index: number }
  | { readonly kind: 'symbol'; readonly index: number }
  | {
      readonly kind: 'add' | 'multiply' | 'mod' | 'floordiv' | 'ceildiv';
      readonly left: AffineExpression;
      readonly right: AffineExpression;
    };

export interface AffineMap {
  readonly dimensions: number;
  readonly symbols: number;
  readonly results: readonly AffineExpression[];
}

/** `affine_set<(d0) : (d0 - 3 >= 0, d0 == 2)>`: each constraint is compared with zero. */
export interface IntegerSet {
  readonly dimensions: number;
  readonly symbols: number;
  readonly constraints: readonly {
    readonly expression: AffineExpression;
    readonly equality: boolean;
  }[];
}

/** Rounds towards minus infinity, exact for safe integers. */
export function floorDivide(left: number, right: number): number {
  return (left - modulo(left, right)) / right;
}

/** Rounds towards plus infinity, exact for safe integers. */
export function ceilDivide(left: number, right: number): number {
  return -floorDivide(-left, right);
}

const zero: AffineExpression = { kind: 'constant', value: 0 };
const constant = (value: number): AffineExpression => ({ kind: 'constant', value });

/** `left + right`, with constants folded and to the right, as upstream builds it. */
export function addAffine(left: AffineExpression, right: AffineExpression): AffineExpression {
  if (right.kind === 'add') return addAffine(addAffine(left, right.left), right.right);
  if (left.kind === 'constant') {
    if (right.kind !== 'constant') return addAffine(right, left);
    const sum = left.value + right.value;
    return Number.isSafeInteger(sum) ? constant(sum) : { kind: 'add', left, right };
  }
  const last = left.kind === 'add' && left.right.kind === 'constant' ? left.right : undefined;
  if (left.kind === 'add' && last !== undefined) {
    if (right.kind !== 'constant') return addAffine(addAffine(left.left, right), last);
    const sum = last.value + right.value;
    return Number.isSafeInteger(sum)
      ? addAffine(left.left, constant(sum))
      : { kind: 'add', left, right };
  }
  if (right.kind === 'constant' && right.value === 0) return left;
  return { kind: 'add', left, right };
}

/** `left * right`, with constants folded and to the right. */
export function multiplyAffine(left: AffineExpression, right: AffineExpression): AffineExpression {
  if (left.kind === 'constant') {
    if (right.kind !== 'constant') return multiplyAffine(right, left);
    const product = left.value * right.value + 0;
    return Number.isSafeInteger(product) ? constant(product) : { kind: 'multiply', left, right };
  }
  if (right.kind === 'constant') {
    if (right.value === 1) return left;
    if (right.value === 0) return right;
    if (left.kind === 'multiply' && left.right.kind === 'constant') {
      const factor = left.right.value * right.value;
      if (Number.isSafeInteger(factor)) return multiplyAffine(left.left, constant(factor));
    }
  }
  return { kind: 'multiply', left, right };
}

/** `left mod right` and the divisions, of constants folded. */
export function divideAffine(
  kind: 'mod' | 'floordiv' | 'ceildiv',
  left: AffineExpression,
  right: AffineExpression,
): AffineExpression {
  if (left.kind === 'constant' && right.kind === 'constant' && right.value > 0) {
    if (kind === 'mod') return constant(modulo(left.value, right.value));
    return constant((kind === 'floordiv' ? floorDivide : ceilDivide)(left.value, right.value));
  }
  if (right.kind === 'constant' && right.value === 1) return kind === 'mod' ? zero : left;
  return { kind, left, right };
}

/** An expression with other leaves, built again: constants fold and move to the right. */
export function substituteAffine(
  expression: AffineExpression,
  leaf: (kind: 'dimension' | 'symbol', index: number) => AffineExpression,
): AffineExpression {
  if (expression.kind === 'constant') return expression;
  if (expression.kind === 'dimension' || expression.kind === 'symbol') {
    return leaf(expression.kind, expression.index);
  }
  const left = substituteAffine(expression.left, leaf);
  const right = substituteAffine(expression.right, leaf);
  if (expression.kind === 'add') return addAffine(left, right);
  if (expression.kind === 'multiply') return multiplyAffine(left, right);
  return divideAffine(expression.kind, left, right);
}

/**
 * Affine maps and integer sets: `affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 8)>`.
 *
 * `floordiv` and `ceildiv` round to minus and plus infinity, `mod` is in `[0, divisor)`.
 */
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
  readonly constraints: readonly { readonly expression: AffineExpression; readonly equality: boolean }[];
}

/**
 * Formulas over unsigned 32-bit integers: how a spec writes what each lane accesses.
 *
 *     row = lane % 16; col = (lane / 16) * 8
 *     unit = (lane ^ (lane >> 3)) & 7
 *
 * Operators and their precedence are C's. A value is a whole number from 0 to 2^32 - 1; a result outside of that range
 * is a mistake with a place, not a number modulo 2^32. Division rounds down. Comparisons give 0 or 1; `?:`, `&&` and
 * `||` evaluate only the operands that they need.
 */
import type { COperator } from '../../base/precedence.ts';
import type { Span } from '../../base/span.ts';

export const unaryOperators = ['-', '+', '~', '!'] as const;

/** A formula; `span` is its place in the text. */
export type Formula = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'unary';
      readonly operator: (typeof unaryOperators)[number];
      readonly of: Formula;
    }
  | {
      readonly kind: 'binary';
      readonly operator: COperator;
      readonly left: Formula;
      readonly right: Formula;
    }
  | {
      readonly kind: 'choice';
      readonly condition: Formula;
      readonly yes: Formula;
      readonly no: Formula;
    }
  /** `name[index]`, of a table that is defined before. */
  | { readonly kind: 'element'; readonly table: string; readonly index: Formula }
);

/** `name = formula` or `name[] = {1, 2}`. */
export type Definition = { readonly name: string; readonly span: Span } & (
  | { readonly kind: 'formula'; readonly formula: Formula }
  | { readonly kind: 'table'; readonly values: readonly number[] }
);

export interface FormulaProgram {
  /** In their order; each uses inputs and what is defined before. */
  readonly definitions: readonly Definition[];
  /** The returned formula, if there is one: `return ...` or a lone formula. */
  readonly result?: Formula;
}

/** One more than the largest value. */
export const LIMIT = 2 ** 32;

/** Expressions of the assembler as data: `expressions.ts` reads them, `symbols.ts` evaluates them. */
/**
 * Operators by how tightly they bind, the loosest first. Precedence is the GNU assembler's, which is not C's: `+` and `-` bind
 * weaker than `|`, `^` and `&`, and those weaker than `*`, `/`, `%` and shifts.
 */
export const levels = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['|', '!', '^', '&'],
  ['*', '/', '%', '<<', '>>'],
] as const;

export type BinaryOperator = (typeof levels)[number][number];

export type Expression =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'symbol'; readonly name: string; readonly relocation?: string }
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] };

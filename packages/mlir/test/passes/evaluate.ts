/** Index expressions as numbers: what the normal form of `expression.ts` is compared with. */
import { modulo } from '@ldscope/core';
import type { Expression, LeafExpression } from '../../src/passes/expression.ts';

/** The value for given leaves. Wide enough for indices: exact below 2^31. */
export function evaluate(expression: Expression, leafOf: (leaf: LeafExpression) => number): number {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'leaf':
      return leafOf(expression);
    case 'sum':
      return expression.terms.reduce(
        (sum, { factor, of }) => sum + factor * evaluate(of, leafOf),
        expression.constant,
      );
    case 'quotient':
      return Math.floor(evaluate(expression.dividend, leafOf) / expression.divisor);
    case 'remainder':
      return modulo(evaluate(expression.dividend, leafOf), expression.divisor);
    case 'xor':
      return expression.parts.reduce((bits, part) => bits ^ evaluate(part, leafOf), 0);
  }
}

import { type Expression, expressions, variable } from '../../layout/index/expression.ts';
import { printExpression } from '../../layout/index/print-expression.ts';
import { bottomsOf } from './adaptor.ts';
import { lengthsOf, type TensorDescriptor } from './descriptor.ts';
import { at } from './transforms/table.ts';

/** The offset as an expression in the top indices, which are named `names`. */
function offsetExpression(
  descriptor: TensorDescriptor,
  names: readonly string[] = defaultNames(descriptor.tops.length),
): Expression {
  const tops = lengthsOf(descriptor).map((length, i) => variable(at(names, i), length));
  return at(bottomsOf(descriptor, tops, expressions), 0);
}

/**
 * The offset as a formula in C, exact for all indices inside the lengths (on padding it means nothing).
 *
 *     m / 2 * 64 + ((m % 2 * 4 + k / 8) ^ (m / 2 % 8)) * 8 + k % 8
 */
export function offsetFormula(descriptor: TensorDescriptor, names?: readonly string[]): string {
  return printExpression(offsetExpression(descriptor, names));
}

function defaultNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `i${i}`);
}

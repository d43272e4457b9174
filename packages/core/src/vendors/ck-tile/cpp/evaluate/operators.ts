/** Operators of C++, on numbers and flags, and `sizeof`. */
import { messages } from '../../../../base/messages.ts';
import { isTruth } from '../../../../base/operators.ts';
import type { Span } from '../../../../base/span.ts';
import { binary, unary } from '../arithmetic.ts';
import { typeBytes } from '../context.ts';
import type { Expression } from '../syntax.ts';
import { kindNames, nameOfUnknown, type Scope, type Value } from '../values.ts';
import type { Evaluation } from './evaluation.ts';

/** The value of `!a`, `-a`, `~a`. */
export function valueOfUnary(
  evaluation: Evaluation,
  { sign, of }: Extract<Expression, { kind: 'unary' }>,
  scope: Scope,
  span: Span,
): Value | undefined {
  const operand = evaluation.number(of, scope);
  if (operand === undefined) return undefined;
  const value = unary(sign, operand);
  if (typeof value !== 'number') return evaluation.fail(value, span);
  return sign === '!'
    ? { kind: 'flag', value: value !== 0, span }
    : { kind: 'number', value, span };
}

/** The value of `a + b`; of `a && b` and `a || b`, whose second side counts only where the first leaves it open. */
export function valueOfBinary(
  evaluation: Evaluation,
  { sign, left, right }: Extract<Expression, { kind: 'binary' }>,
  scope: Scope,
  span: Span,
): Value | undefined {
  const a = evaluation.number(left, scope);
  if (a === undefined) return undefined;
  const isDecided = (sign === '&&' && a === 0) || (sign === '||' && a !== 0);
  const b = isDecided ? a : evaluation.number(right, scope);
  if (b === undefined) return undefined;
  const value = binary(sign, a, b);
  if (typeof value !== 'number') return evaluation.fail(value, span);
  return isTruth(sign)
    ? { kind: 'flag', value: value !== 0, span }
    : { kind: 'number', value, span };
}

/** The value of `sizeof(of)`, in bytes. */
export function sizeOf(
  evaluation: Evaluation,
  of: Expression,
  scope: Scope,
  span: Span,
): Value | undefined {
  const type = evaluation.evaluate(of, scope);
  if (type === undefined) return undefined;
  if (type.kind === 'type' && type.bytes !== undefined) {
    return { kind: 'number', value: type.bytes, span };
  }
  const name =
    type.kind === 'unknown' ? nameOfUnknown(type) : 'name' in type ? type.name : undefined;
  return evaluation.fail(
    messages.notation.cppSizeOf(name ?? kindNames[type.kind], [...typeBytes.keys()]),
    of,
  );
}

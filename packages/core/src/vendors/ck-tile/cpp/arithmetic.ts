/** Arithmetic of C++ on whole numbers of 32 bits. Results that wrap around there, and division by zero, are faults. */
import type { Message } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { doubles } from '../../../base/operators.ts';
import type { COperator } from '../../../base/precedence.ts';
import { operandFault } from '../../../layout/index/evaluate.ts';

const MOST = 2 ** 32 - 1;
const LEAST = -(2 ** 31);

/** `left sign right`, or what is wrong with it. */
export function binary(sign: COperator, left: number, right: number): number | Message {
  const fault = operandFault(sign, right, () => '');
  if (fault !== undefined) return fault;
  const value = doubles[sign](left, right);
  // Below zero, an unsigned operand such as sizeof would wrap around.
  if (sign === '-') return value < 0 ? messages.expression.overflow(value, '') : value;
  return sign === '+' || sign === '*' || sign === '<<' ? inRange(value) : value;
}

export function unary(sign: string, of: number): number | Message {
  if (sign === '!') return Number(of === 0);
  if (sign === '-') return inRange(-of);
  return sign === '~' ? ~of >>> 0 : of;
}

/** `inRange(2 ** 32)` is a fault. */
export const inRange = (value: number): number | Message =>
  value > MOST || value < LEAST ? messages.expression.overflow(value, '') : value;

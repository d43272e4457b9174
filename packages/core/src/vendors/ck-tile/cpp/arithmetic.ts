/** Arithmetic of C++ on whole numbers of 32 bits. What wraps around there, and division by zero, are faults. */
import type { Message } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';

const MOST = 2 ** 32 - 1;
const LEAST = -(2 ** 31);

/** `left sign right`, or what is wrong with it. */
export function binary(sign: string, left: number, right: number): number | Message {
  switch (sign) {
    case '+':
      return inRange(left + right);
    case '-':
      // Below zero, an unsigned operand such as sizeof would wrap around.
      return left - right < 0 ? messages.expression.overflow(left - right, '') : left - right;
    case '*':
      return inRange(left * right);
    case '/':
      return right === 0 ? messages.expression.divisionByZero('') : Math.trunc(left / right);
    case '%':
      return right === 0 ? messages.expression.divisionByZero('') : left % right;
    case '<<':
      return right < 0 || right > 31
        ? messages.expression.shift(right, '')
        : inRange(left * 2 ** right);
    case '>>':
      return right < 0 || right > 31
        ? messages.expression.shift(right, '')
        : Math.floor(left / 2 ** right);
    case '&':
      return (left & right) >>> 0;
    case '|':
      return (left | right) >>> 0;
    case '^':
      return (left ^ right) >>> 0;
    case '<':
      return Number(left < right);
    case '>':
      return Number(left > right);
    case '<=':
      return Number(left <= right);
    case '>=':
      return Number(left >= right);
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    default:
      return messages.syntax.expected('an operator', `'${sign}'`);
  }
}

/** True where the result is `true` or `false`. */
export const isComparison = (sign: string): boolean => /^(?:[<>]=?|[=!]=|&&|\|\|)$/.test(sign);

export function unary(sign: string, of: number): number | Message {
  if (sign === '!') return Number(of === 0);
  if (sign === '-') return inRange(-of);
  return sign === '~' ? ~of >>> 0 : of;
}

/** `inRange(2 ** 32)` is a fault. */
export const inRange = (value: number): number | Message =>
  value > MOST || value < LEAST ? messages.expression.overflow(value, '') : value;

/** Offsets as expressions: what quotients and remainders of rows and columns become. */
import { expect, test } from 'vitest';
import { type Expression, expressions, variable } from '../../src/layout/index/expression.ts';

const { add, quotient, remainder, scale } = expressions;
const x = variable('x', 256);
const y = variable('y', 100);

test.each<readonly [string, Expression, Expression]>([
  ['a remainder of a remainder', remainder(remainder(y, 12), 4), remainder(y, 4)],
  ['a quotient of a remainder', quotient(remainder(y, 12), 4), remainder(quotient(y, 4), 3)],
  ['a quotient of a quotient', quotient(quotient(x, 4), 8), quotient(x, 32)],
  ['multiples', remainder(scale(x, 8), 64), scale(remainder(x, 8), 8)],
  ['a range below the divisor', remainder(x, 256), x],
  ['the parts of a number', add(scale(quotient(y, 12), 12), remainder(y, 12)), y],
])('%s', (_, made, wanted) => {
  expect(made.key).toBe(wanted.key);
});

test('a remainder keeps what its divisor cuts', () => {
  expect(remainder(remainder(y, 12), 5).key).not.toBe(remainder(y, 5).key);
});

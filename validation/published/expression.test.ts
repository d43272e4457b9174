import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../test/for-all.ts';
import { evaluate, namesFrom, parseExpression } from './expression.ts';
import { readYaml } from '../base/read.ts';

const { expressions } = readYaml<{
  readonly expressions: readonly (readonly [text: string, value: number | string])[];
}>('validation/published/reading.yaml');

const values = new Map([
  ['lane', 37],
  ['t', 201],
  ['x', -5],
]);

function calculate(text: string): number | string {
  const expression = parseExpression(text);
  if (!expression.ok) return expression.error;
  const result = evaluate(expression.value, namesFrom(values));
  return result.ok ? result.value : result.error;
}

describe('expressions', () => {
  test.each(expressions)('%s = %s', (text, value) => {
    expect(calculate(text)).toBe(value);
  });

  test.each([
    [`${'('.repeat(300)}1${')'.repeat(300)}`, 'nested deeper than 64 levels'],
    [Array(5000).fill('1').join('+'), 'longer than 1000 words'],
  ])('%s is an error', (text, error) => {
    expect(calculate(text)).toBe(error);
  });

  /** An expression with all its parentheses, and its value by BigInt arithmetic. */
  const written = fc.letrec<{ tree: { text: string; value: bigint | undefined } }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.nat(70000).map((n) => ({ text: `${n}`, value: BigInt(n) })),
      fc
        .tuple(tie('tree'), fc.constantFrom('+', '-', '*', '//', '%', '^', '&', '|'), tie('tree'))
        .map(([a, operator, b]) => ({
          text: `(${a.text} ${operator} ${b.text})`,
          value: apply(operator, a.value, b.value),
        })),
    ),
  })).tree;

  test('agree with arithmetic on big integers', () => {
    forAll([written], ({ text, value }) => {
      const result = calculate(text);
      if (value === undefined) expect(typeof result).toBe('string');
      else expect(result).toBe(Number(value));
    });
  });

  test('never throw on any text', () => {
    const words = fc.constantFrom(...'lane t ( ) + - % // << ^ 7 .. = 💥'.split(' '), ' ');
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 40 }).map((list) => list.join('')),
    );
    forAll([text], 2000, (input) => {
      const result = calculate(input);
      expect(typeof result === 'string' || Number.isSafeInteger(result)).toBe(true);
    });
  });
});

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

function apply(operator: string, a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return undefined;
  const result = exactly(operator, a, b);
  return result === undefined || result > LARGEST || result < -LARGEST ? undefined : result;
}

function exactly(operator: string, a: bigint, b: bigint): bigint | undefined {
  const floor = (): bigint => {
    const quotient = a / b;
    return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
  };
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '//':
      return b === 0n ? undefined : floor();
    case '%':
      return b === 0n ? undefined : a - floor() * b;
    default: {
      if (a < 0n || b < 0n || a >= 1n << 32n || b >= 1n << 32n) return undefined;
      return operator === '^' ? a ^ b : operator === '&' ? a & b : a | b;
    }
  }
}

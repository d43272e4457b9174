import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, namesFrom, parseExpression } from './expression.ts';

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
  test.each([
    ['lane*8', 296],
    ['((t//4)*32+(t%4)*8)*2', 3216],
    ['2+3*4', 14],
    ['2*3+4', 10],
    ['10-4-3', 3],
    ['100//7//2', 7],
    ['7/2', 3],
    ['-7//2', -4],
    ['-7%4', 1],
    ['7%-4', -1],
    ['x%4', 3],
    ['-x', 5],
    ['--x', -5],
    ['-2*3', -6],
    ['1+2^3', 0],
    ['1|2^3&5', 3],
    ['1<<4+1', 32],
    ['0x80000000>>31', 1],
    ['0xffffffff^0', 4294967295],
    ['lane xor 1', 36],
    ['lane mod 32', 5],
    [' ( ( 3 ) ) ', 3],
  ])('%s = %s', (text, value) => {
    expect(calculate(text)).toBe(value);
  });

  test.each([
    ['', 'expected a number or a name, found the end'],
    ['1+', 'expected a number or a name, found the end'],
    ['(1', "expected ')', found the end"],
    ['1 2', 'expected an operator, found 2'],
    ['2(3)', 'expected an operator, found ('],
    ['16l', 'expected an operator, found l'],
    ['1.5', 'expected an operator, found .'],
    ['lane**2', 'expected a number or a name, found *'],
    ['mod 3', 'expected a number or a name, found mod'],
    ['y', "'y' has no value"],
    ['1//0', 'division by zero'],
    ['1%(lane-37)', 'division by zero'],
    ['x^1', '-5 ^ 1 is not in 32 bits'],
    ['4294967296|0', '4294967296 | 0 is not in 32 bits'],
    ['1<<32', 'shift by 32'],
    ['9007199254740993', '9007199254740993 is too large'],
    ['9007199254740991+1', 'a value is too large'],
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
    fc.assert(
      fc.property(written, ({ text, value }) => {
        const result = calculate(text);
        if (value === undefined) expect(typeof result).toBe('string');
        else expect(result).toBe(Number(value));
      }),
    );
  });

  test('never throw on any text', () => {
    const words = fc.constantFrom(
      'lane',
      't',
      '(',
      ')',
      '+',
      '-',
      '%',
      '//',
      '<<',
      '^',
      '7',
      ' ',
      '..',
      '=',
      '💥',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 40 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (input) => {
        const result = calculate(input);
        expect(typeof result === 'string' || Number.isSafeInteger(result)).toBe(true);
      }),
      { numRuns: 2000 },
    );
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

/**
 * What operators of C give on whole numbers, exactly: languages check or wrap results, divisors and shifts themselves.
 *
 *     doubles['/'](-7, 2)    -3      rounds towards zero; a remainder has the sign of the dividend
 *     bigints['<<'](1n, 70n) 2n ** 70n
 *
 * Limits: doubles operate on bits of unsigned 32-bit integers. A comparison gives 1 or 0.
 */
import type { COperator } from './precedence.ts';

type Operations<N> = Readonly<Record<COperator, (a: N, b: N) => N>>;

function truthsOf<N extends number | bigint>(zero: N, one: N) {
  const truth = (value: boolean): N => (value ? one : zero);
  return {
    '||': (a: N, b: N) => truth(a !== zero || b !== zero),
    '&&': (a: N, b: N) => truth(a !== zero && b !== zero),
    '==': (a: N, b: N) => truth(a === b),
    '!=': (a: N, b: N) => truth(a !== b),
    '<': (a: N, b: N) => truth(a < b),
    '>': (a: N, b: N) => truth(a > b),
    '<=': (a: N, b: N) => truth(a <= b),
    '>=': (a: N, b: N) => truth(a >= b),
  };
}

const truths = truthsOf<number>(0, 1);

export const doubles: Operations<number> = {
  ...truths,
  '|': (a, b) => (a | b) >>> 0,
  '^': (a, b) => (a ^ b) >>> 0,
  '&': (a, b) => (a & b) >>> 0,
  '<<': (a, b) => a * 2 ** b,
  '>>': (a, b) => Math.floor(a / 2 ** b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
};

export const bigints: Operations<bigint> = {
  ...truthsOf<bigint>(0n, 1n),
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** True for operators whose results are true or false. */
export const isTruth = (operator: COperator): boolean => operator in truths;

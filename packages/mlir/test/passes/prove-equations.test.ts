/** Equations of index formulas: what is decided for all values is compared with trying many. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import {
  add,
  constant,
  type Expression,
  leaf,
  type LeafExpression,
  quotient,
  remainder,
  scale,
  xor,
} from '../../src/passes/expression.ts';
import { decideEqual, decideWithin } from '../../src/passes/prove/equations.ts';
import { periodIn } from '../../src/passes/prove/periods.ts';
import { evaluate } from './evaluate.ts';
import { leastCases } from '../../../../test/cases.ts';
import { range } from '../table.ts';

const x = leaf('x', { low: 0, high: 31 });
const k = leaf('k', { low: 0 });
const stage = leaf('stage', { low: 0, step: 4, phase: 1 });
const any = leaf('any');

/** Formulas as kernels have them, made without the simplifications of others. */
const formulas: fc.Arbitrary<Expression> = fc.letrec<{ e: Expression; small: Expression }>(
  (tie) => ({
    small: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Expression>(x, remainder(k, 8), remainder(quotient(any, 2), 4), constant(3)),
      fc.tuple(tie('small'), tie('small')).map(([a, b]) => xor(a, b)),
    ),
    e: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Expression>(x, k, stage, any, constant(1), constant(5)),
      tie('small'),
      fc.tuple(tie('e'), tie('e')).map(([a, b]) => add(a, b)),
      fc.tuple(tie('e'), fc.integer({ min: -3, max: 16 })).map(([a, n]) => scale(a, n)),
      fc.tuple(tie('e'), fc.integer({ min: 1, max: 12 })).map(([a, n]) => quotient(a, n)),
      fc.tuple(tie('e'), fc.integer({ min: 1, max: 12 })).map(([a, n]) => remainder(a, n)),
      fc.tuple(tie('e'), tie('small')).map(([a, b]) => xor(scale(a, 32), b)),
    ),
  }),
).e;

const points: readonly ((leaf: LeafExpression) => number)[] = range(400, (i) => {
  const random = (salt: number): number => (Math.imul(i + 1, salt) >>> 7) % 4096;
  return ({ key }) => {
    if (key === 'x') return random(0x9e3779b1) % 32;
    if (key === 'k') return random(0x85ebca6b);
    return key === 'stage' ? 1 + 4 * random(0xc2b2ae35) : random(0x27d4eb2f) - 2048;
  };
});

describe('an equation', () => {
  it('that is decided to hold, holds at every point', () => {
    let decided = 0;
    forAll([formulas, formulas, fc.boolean()], 600, (a, other, same) => {
      // Often the same formula in other words, so that equations hold.
      const b = same
        ? add(scale(quotient(a, 6), 6), remainder(a, 6))
        : add(remainder(other, 4), scale(quotient(other, 4), 4));
      const decision = decideEqual(a, b, { left: 2 ** 16 });
      const equal = points.every((point) => evaluate(a, point) === evaluate(b, point));
      if (same && decision !== 'open') decided++;
      if (decision === 'formula' || decision === 'values') return equal;
      return decision === 'open' || !same;
    });
    expect(decided).toBeGreaterThan(leastCases(150));
  });
  it('that differs in one value in a period is refused', () => {
    // 1 where k mod 8 is 7, which normal forms do not show.
    const rare = subtractOne(quotient(add(remainder(k, 8), constant(1)), 8));
    expect(decideEqual(add(x, rare, constant(1)), x, { left: 2 ** 16 })).toBe('different');
    expect(
      decideEqual(quotient(add(remainder(k, 8), constant(0)), 8), constant(0), { left: 9 }),
    ).toBe('formula');
  });
  it('without a period, or beyond the budget, is open', () => {
    expect(decideEqual(xor(k, quotient(k, 2)), k, { left: 2 ** 20 })).toBe('open');
    expect(decideEqual(xor(remainder(k, 64), x), k, { left: 3 })).not.toBe('values');
    expect(decideEqual(xor(remainder(k, 64), x), xor(remainder(k, 32), x), { left: 3 })).toBe(
      'open',
    );
  });
});

const subtractOne = (e: Expression): Expression => add(e, constant(-1));

it('a period is one, wherever it starts', () => {
  forAll([formulas, fc.constantFrom(k, stage, any)], 600, (formula, unknown) => {
    const period = periodIn(formula, unknown);
    if (period === undefined) return true;
    const { every, growth } = period;
    const step = Math.max(1, unknown.step);
    return points.slice(0, 60).every((point) => {
      const shifted = (one: LeafExpression): number =>
        point(one) + (one.key === unknown.key ? every * step : 0);
      // XOR is exact below 2^31 only.
      const [a, b] = [evaluate(formula, point), evaluate(formula, shifted)];
      return Math.abs(a) > 2 ** 28 || Math.abs(b) > 2 ** 28 || b === a + growth;
    });
  });
});

it('a bound that is decided to hold, holds at every point, and one that does not is met', () => {
  forAll(
    [formulas, fc.integer({ min: -8, max: 8 }), fc.integer({ min: 0, max: 64 })],
    600,
    (e, low, size) => {
      const decision = decideWithin(e, low, low + size, { left: 2 ** 16 });
      const inside = points.every((point) => {
        const value = evaluate(e, point);
        return value >= low && value <= low + size;
      });
      return decision === 'open' || decision === 'different' ? true : inside;
    },
  );
  const loop = leaf('loop', { low: 0, high: 63, step: 16, phase: 0 });
  const column = add(loop, scale(remainder(x, 2), 8));
  expect(column.high).toBeGreaterThan(56);
  expect(decideWithin(column, 0, 56, { left: 2 ** 16 })).toBe('values');
  expect(decideWithin(column, 0, 55, { left: 2 ** 16 })).toBe('different');
  expect(decideWithin(add(k, x), 0, 1000, { left: 2 ** 16 })).toBe('open');
});

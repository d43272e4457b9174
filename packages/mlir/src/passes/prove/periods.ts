/**
 * How an index expression repeats in one of its unknowns:
 *
 *     f = (x / 4) mod 8 + 16 * x        f(x + 32) = f(x) + 512      for every x and everything else in f
 *
 * An equation of two such expressions holds for every x when it holds for one period and both grow in the same way. That is what
 * makes a check of finitely many values a proof for block ids and loop variables without a bound.
 *
 * Sums, divisions and remainders always repeat. An XOR does when at most one of its parts grows, and that by multiples of
 * a power of two above all others. Anything else has no period here.
 */
import { gcd, greatestOf } from '@ldscope/core';
import { type Expression, type LeafExpression } from '../expression.ts';

/** `f(n + every) = f(n) + growth`, where n counts the values that the unknown can have. */
export interface Period {
  readonly every: number;
  readonly growth: number;
}

/** Longer periods are not used. */
const LONGEST = 2 ** 20;

const constant: Period = { every: 1, growth: 0 };

/** The period of an expression in a leaf, in steps of the leaf; `undefined` where it has none that is known. */
export function periodIn(expression: Expression, leaf: LeafExpression): Period | undefined {
  const period = periodOf(expression, leaf);
  const known = period !== undefined && period.every <= LONGEST;
  return known && Number.isSafeInteger(period.growth) ? period : undefined;
}

function periodOf(expression: Expression, leaf: LeafExpression): Period | undefined {
  switch (expression.kind) {
    case 'constant':
      return constant;
    case 'leaf':
      return expression.key === leaf.key ? { every: 1, growth: Math.max(1, leaf.step) } : constant;
    case 'sum': {
      const parts = common(expression.terms.map(({ of }) => periodIn(of, leaf)));
      if (parts === undefined) return undefined;
      const growth = expression.terms.reduce(
        (all, { factor }, i) => all + factor * (parts.growths[i] ?? 0),
        0,
      );
      return { every: parts.every, growth };
    }
    case 'quotient': {
      const inner = periodIn(expression.dividend, leaf);
      return inner && wholeIn(inner, expression.divisor, 1 / expression.divisor);
    }
    case 'remainder': {
      const inner = periodIn(expression.dividend, leaf);
      return inner && wholeIn(inner, expression.divisor, 0);
    }
    case 'xor': {
      const parts = common(expression.parts.map((part) => periodIn(part, leaf)));
      if (parts === undefined) return undefined;
      const growing = parts.growths.flatMap((growth, i) => (growth === 0 ? [] : [i]));
      const [grows, second] = growing;
      if (grows === undefined) return { every: parts.every, growth: 0 };
      const others = expression.parts.filter((_, i) => i !== grows);
      if (second !== undefined || others.some(({ low }) => low < 0)) return undefined;
      const most = greatestOf(others.map(({ high }) => high));
      if (most >= 2 ** 30) return undefined;
      const grain = 2 ** (32 - Math.clz32(most));
      return wholeIn({ every: parts.every, growth: parts.growths[grows] ?? 0 }, grain, 1);
    }
  }
}

/** A period in which the growth is a multiple of a divisor, times a factor. */
function wholeIn({ every, growth }: Period, divisor: number, factor: number): Period {
  const times = divisor / gcd(divisor, growth);
  return { every: every * times, growth: growth * times * factor };
}

/** The least period that all have, and how much each grows in it. */
export function common(
  periods: readonly (Period | undefined)[],
): { readonly every: number; readonly growths: readonly number[] } | undefined {
  let every = 1;
  for (const period of periods) {
    if (period === undefined) return undefined;
    every *= period.every / gcd(every, period.every);
  }
  if (every > LONGEST) return undefined;
  return {
    every,
    growths: periods.map((period) => (period ? (period.growth * every) / period.every : 0)),
  };
}

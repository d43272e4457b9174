/**
 * The values for which expressions have to be compared so that they are compared for all.
 *
 *     thread.x in 0..255                       all 256
 *     block.x, only as (block.x / 2) mod 4     one period: 8
 *     a loop variable, only as 64 * k          one value: it grows alike on both sides, or not at all
 *
 * Work is bounded: what needs more values than the budget has no domain, and then nothing is claimed.
 */
import { type Expression, type LeafExpression, leavesOf } from '../expression.ts';
import { common, periodIn } from './periods.ts';

/** The values of an unknown that stand for all of them. */
export interface Domain {
  readonly leaf: LeafExpression;
  readonly first: number;
  readonly step: number;
  readonly count: number;
  /** The growth of each expression from one period to the next; absent where the values are complete. */
  readonly growths?: readonly number[];
}

/** Values that may still be tried in a whole proof. */
export interface Budget {
  left: number;
}

/** Values that one comparison may try. */
const MOST_VALUES = 2 ** 20;

/**
 * The domains of all unknowns of some expressions; `undefined` where one has none, or there are too many values. With
 * `extremes`, an unknown that lets an expression grow has all its values, so that the least and the largest are met.
 */
export function domainsOf(
  expressions: readonly Expression[],
  budget: Budget,
  extremes = false,
): readonly Domain[] | undefined {
  const leaves = new Map(expressions.flatMap(leavesOf).map((leaf) => [leaf.key, leaf]));
  const domains: Domain[] = [];
  let values = 1;
  for (const leaf of leaves.values()) {
    const domain = domainOf(leaf, expressions, extremes);
    if (domain === undefined) return undefined;
    values *= domain.count;
    if (values > MOST_VALUES) return undefined;
    domains.push(domain);
  }
  if (values > budget.left) return undefined;
  budget.left -= values;
  return domains;
}

function domainOf(
  leaf: LeafExpression,
  expressions: readonly Expression[],
  extremes: boolean,
): Domain | undefined {
  const step = Math.max(1, leaf.step);
  const start = Number.isFinite(leaf.low) ? leaf.low : 0;
  const first = start + ((((leaf.phase - start) % step) + step) % step);
  const all = Math.max(1, Math.floor((leaf.high - first) / step) + 1);
  const closed = Number.isFinite(leaf.low) && Number.isFinite(leaf.high);
  const period = common(expressions.map((expression) => periodIn(expression, leaf)));
  const grows = extremes && period?.growths.some((growth) => growth !== 0) === true;
  if (closed && (period === undefined || all <= period.every || grows)) {
    return { leaf, first, step, count: all };
  }
  if (period === undefined) return undefined;
  return { leaf, first, step, count: period.every, growths: period.growths };
}

/** Calls back with every combination of values, in the order of the domains; stops when it answers false. */
export function everyValue(
  domains: readonly Domain[],
  holds: (values: Float64Array) => boolean,
): boolean {
  const values = Float64Array.from(domains, ({ first }) => first);
  for (;;) {
    if (!holds(values)) return false;
    let i = domains.length - 1;
    for (; i >= 0; i--) {
      const { first = 0, step = 1, count = 1 } = domains[i] ?? {};
      const next = (values[i] ?? 0) + step;
      if (next < first + step * count) {
        values[i] = next;
        break;
      }
      values[i] = first;
    }
    if (i < 0) return true;
  }
}

export type Compiled = (values: Float64Array) => number;

/** An expression as a function of the values of unknowns; NaN where numbers leave what XOR is exact for. */
export function compile(expression: Expression, order: readonly string[]): Compiled {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'leaf': {
      const at = order.indexOf(expression.key);
      return (values) => values[at] ?? Number.NaN;
    }
    case 'sum': {
      const { constant } = expression;
      const terms = expression.terms.map(({ factor, of }) => ({ factor, of: compile(of, order) }));
      return (values) => {
        let sum = constant;
        for (const { factor, of } of terms) sum += factor * of(values);
        return sum;
      };
    }
    case 'quotient': {
      const { divisor } = expression;
      const dividend = compile(expression.dividend, order);
      return (values) => Math.floor(dividend(values) / divisor);
    }
    case 'remainder': {
      const { divisor } = expression;
      const dividend = compile(expression.dividend, order);
      return (values) => {
        const rest = dividend(values) % divisor;
        return rest < 0 ? rest + divisor : rest;
      };
    }
    case 'xor': {
      const parts = expression.parts.map((part) => compile(part, order));
      return (values) => {
        let bits = 0;
        for (const part of parts) {
          const value = part(values);
          if ((value | 0) !== value) return Number.NaN;
          bits ^= value;
        }
        return bits;
      };
    }
  }
}

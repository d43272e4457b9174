/**
 * Decides equations and bounds of index expressions for all values of their unknowns.
 *
 *     8 * (x mod 4) + 32 * (x / 4) - 8 * x = 0           by the normal form
 *     ((x / 16) ^ (x mod 8)) ^ (x mod 8) = x / 16        by the normal form
 *     (x + 64 * k) mod 64 = x mod 64                     by all x and one period of k
 *
 * Three answers: it holds for all values, there are values for which it does not, or it is not decided. Values that the
 * kernel never combines count as well, so an equation that fails here may hold there; one that holds does so always.
 */
import { type Expression, subtract } from '../expression.ts';
import { type Budget, compile, domainsOf, everyValue } from './domains.ts';

export type Decision = 'formula' | 'values' | 'different' | 'open';

/** Whether two expressions are equal. */
export function decideEqual(a: Expression, b: Expression, budget: Budget): Decision {
  if (a.key === b.key) return 'formula';
  const difference = subtract(a, b);
  if (difference.kind === 'constant') return difference.value === 0 ? 'formula' : 'different';
  const domains = domainsOf([difference], budget);
  if (domains === undefined) return 'open';
  // Expressions with different growth differ somewhere.
  if (domains.some(({ growths }) => growths?.[0] !== undefined && growths[0] !== 0)) {
    return 'different';
  }
  const value = compile(
    difference,
    domains.map(({ leaf }) => leaf.key),
  );
  let known = true;
  const equal = everyValue(domains, (values) => {
    const rest = value(values);
    if (Number.isNaN(rest)) known = false;
    return rest === 0;
  });
  if (!known) return 'open';
  return equal ? 'values' : 'different';
}

/** Whether an expression is always from `low` to `high`, both included. */
export function decideWithin(
  expression: Expression,
  low: number,
  high: number,
  budget: Budget,
): Decision {
  if (expression.low >= low && expression.high <= high) return 'formula';
  const domains = domainsOf([expression], budget, true);
  if (domains?.every(({ growths }) => (growths?.[0] ?? 0) === 0) !== true) return 'open';
  const value = compile(
    expression,
    domains.map(({ leaf }) => leaf.key),
  );
  let known = true;
  const inside = everyValue(domains, (values) => {
    const at = value(values);
    if (Number.isNaN(at)) known = false;
    return at >= low && at <= high;
  });
  if (!known) return 'open';
  return inside ? 'values' : 'different';
}

/** The weakest of several decisions: one that fails, else one that is open. */
export function weakest(decisions: readonly Decision[]): Decision {
  for (const one of ['different', 'open', 'values'] as const) {
    if (decisions.includes(one)) return one;
  }
  return 'formula';
}

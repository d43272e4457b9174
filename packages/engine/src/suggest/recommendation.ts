/**
 * Why the first of the listed layouts is recommended, in half a sentence.
 *
 *     fewest address instructions of the 3 layouts without conflicts
 *     the only one without conflicts
 */
import { type Criterion, decisiveCriterion, type LayoutCost, totalConflicts } from '@ldscope/core';

const reasons: Readonly<Record<Exclude<Criterion, 'conflicts'>, string>> = {
  access: 'fewest memory instructions',
  address: 'fewest address instructions',
  occupancy: 'leaves room for the most workgroups',
  lds: 'least LDS',
};

/** The reason; `costs` are those of the list, the recommended one first. */
export function recommendationOf(costs: readonly LayoutCost[]): string {
  const [best, ...others] = costs;
  if (best === undefined) return '';
  const conflicts = totalConflicts(best);
  const those = conflicts === 0 ? 'without conflicts' : `with ${conflicts} conflict cycles`;
  const equal = others.filter((other) => totalConflicts(other) === conflicts);
  const criterion = decisiveCriterion(best, equal);
  if (equal.length === 0 || criterion === 'conflicts') {
    return conflicts === 0 ? `the only one ${those}` : `fewest conflict cycles`;
  }
  const all = `of the ${equal.length + 1} layouts ${those}`;
  return criterion === undefined ? `the simplest ${all}` : `${reasons[criterion]} ${all}`;
}

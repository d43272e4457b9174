/**
 * Why the first of the listed layouts is recommended, in half a sentence.
 *
 *     fewest address instructions of the 3 layouts without conflicts
 *     the only one without conflicts
 */
import {
  type Candidate,
  type Criterion,
  decisiveCriterion,
  type LayoutCost,
  type TileLayout,
  totalConflicts,
} from '@ldscope/core';

const reasons: Readonly<Record<Exclude<Criterion, 'conflicts'>, string>> = {
  access: 'fewest memory instructions',
  address: 'fewest address instructions',
  occupancy: 'leaves room for the most workgroups',
  lds: 'least LDS',
};

/** The reason; the recommended layout is the first. */
export function recommendationOf(
  [first, ...rest]: readonly Candidate[],
  obstacleTo: (layout: TileLayout) => string | undefined = () => undefined,
): string {
  if (first === undefined) return '';
  const best = first.cost;
  const conflicts = totalConflicts(best);
  const those = conflicts === 0 ? 'without conflicts' : `with ${conflicts} conflict cycles`;
  const alike = rest.filter(({ cost }) => totalConflicts(cost) === conflicts);
  const isWritable = ({ layout }: Candidate): boolean => obstacleTo(layout) === undefined;
  // What can be written comes first: only where the first cannot, nothing with as few conflicts can.
  const equal = first && isWritable(first) ? alike.filter(isWritable) : alike;
  const limit = equal.length < alike.length ? ' that fix can write' : '';
  const criterion = decisiveCriterion(
    best,
    equal.map(({ cost }) => cost),
  );
  if (equal.length === 0 || criterion === 'conflicts') {
    return conflicts === 0 ? `the only one ${those}${limit}` : `fewest conflict cycles${limit}`;
  }
  const all = `of the ${equal.length + 1} layouts ${those}${limit}`;
  if (criterion === undefined) return `the simplest ${all}`;
  const isOpen = criterion === 'address' && equal.some(({ cost }) => mayNeedFewer(cost, best));
  return `${isOpen ? 'probably ' : ''}${reasons[criterion]} ${all}`;
}

/** True when a compiler may emit fewer address instructions for the first than for the second. */
function mayNeedFewer(
  { addressRange: one }: LayoutCost,
  { addressRange: other }: LayoutCost,
): boolean {
  return one === undefined || other === undefined || one[0] < other[1];
}

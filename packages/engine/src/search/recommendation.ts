/**
 * Why the first of the listed layouts is recommended, in half a sentence.
 *
 *     fewest address instructions of the 3 listed without conflicts
 *     the only one without conflicts of the 5 listed
 *
 * Only what is listed was compared: many layouts cost as little as one of the list and are not in it.
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
  // Vectors that stay whole come first, though cutting them may leave fewer conflicts.
  const whole = rest.filter(({ widthBytes }) => widthBytes >= first.widthBytes);
  const cut = whole.length < rest.length ? ' that keep vectors whole' : '';
  const listed = `of the ${whole.length + 1} listed${cut}`;
  const those = conflicts === 0 ? 'without conflicts' : `with ${conflicts} conflict cycles`;
  const alike = whole.filter(({ cost }) => totalConflicts(cost) === conflicts);
  const isWritable = ({ layout }: Candidate): boolean => obstacleTo(layout) === undefined;
  // Layouts that can be written come first: only where the first cannot be written, none with as few conflicts can.
  const equal = isWritable(first) ? alike.filter(isWritable) : alike;
  const limit = equal.length < alike.length ? ' that fix can write' : '';
  const criterion = decisiveCriterion(
    best,
    equal.map(({ cost }) => cost),
  );
  if (equal.length === 0 || criterion === 'conflicts') {
    if (whole.length === 0)
      return cut === ''
        ? 'the only one listed'
        : `the only one listed${cut.replace('keep', 'keeps')}`;
    return conflicts === 0
      ? `the only one ${those}${limit} ${listed}`
      : `fewest conflict cycles${limit} ${listed}`;
  }
  const all = `of the ${equal.length + 1} listed ${those}${limit}${cut}`;
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

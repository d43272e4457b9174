/** Faults in the index of a load or a store: every mutant that is wrong is refused. */
import { describe, expect, it } from 'vitest';
import { placeFaults } from './faults.ts';
import { judge, KERNELS, Subjects } from './judge.ts';

describe('a rewritten kernel', () => {
  const subjects = new Subjects((random) => !random.shape.copies);
  it.each(Object.entries(placeFaults))(
    'is refused where %s',
    (_name, fault) => {
      const { wrong, accepted } = judge(fault, subjects);
      expect(accepted.map(({ rewrittenText }) => rewrittenText)).toEqual([]);
      expect(wrong).toBe(KERNELS);
    },
    60_000,
  );
});

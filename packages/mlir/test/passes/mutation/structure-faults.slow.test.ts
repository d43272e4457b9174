/** Faults around the accesses, in loops, branches and results: every mutant that is wrong is refused. */
import { describe, expect, it } from 'vitest';
import { structureFaults } from './faults.ts';
import { judge, KERNELS, Subjects } from './judge.ts';

describe('a rewritten kernel', () => {
  const subjects = new Subjects(() => true);
  it.each(Object.entries(structureFaults))(
    'is refused where %s',
    (_name, fault) => {
      const { wrong, accepted } = judge(fault, subjects);
      expect(accepted.map(({ rewrittenText }) => rewrittenText)).toEqual([]);
      expect(wrong).toBe(KERNELS);
    },
    60_000,
  );
});

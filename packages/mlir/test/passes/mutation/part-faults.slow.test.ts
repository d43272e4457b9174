/** Faults that only some workgroups, waves, lanes or iterations see: refused like all others, since nothing is executed. */
import { describe, expect, it } from 'vitest';
import { partFaults } from './faults.ts';
import { judge, KERNELS, Subjects } from './judge.ts';

describe('a rewritten kernel', () => {
  const subjects = new Subjects(() => true);
  it.each(Object.entries(partFaults))(
    'is refused where %s',
    (_name, fault) => {
      const { wrong, accepted } = judge(fault, subjects);
      expect(accepted.map(({ rewrittenText }) => rewrittenText)).toEqual([]);
      expect(wrong).toBe(KERNELS);
    },
    60_000,
  );
});

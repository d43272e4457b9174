/** Faults that need not show in memory, such as a missing barrier, or that leave no valid kernel: refused as they are. */
import { describe, expect, it } from 'vitest';
import { silentFaults } from './faults.ts';
import { judge, KERNELS, Subjects } from './judge.ts';

describe('a rewritten kernel', () => {
  const subjects = new Subjects(() => true);
  it.each(Object.entries(silentFaults))(
    'is refused where %s',
    (_name, fault) => {
      const { wrong, accepted } = judge(fault, subjects, 'construction');
      expect(accepted.map(({ rewrittenText }) => rewrittenText)).toEqual([]);
      expect(wrong).toBe(KERNELS);
    },
    60_000,
  );
});

/** Every barrier of 64 measured CUDA kernels is taken out: what racecheck finds on an H100 then is found, and nothing in the kernels as they are. */
import { describe, expect, test } from 'vitest';
import { missingFor } from '../cuda/launches.ts';
import { barrierVerdicts, type Verdict } from './barriers.ts';
import { inRepository } from '../base/paths.ts';

const folder = inRepository('../shared/kernels/cuda');
const missing = missingFor(folder);
if (missing !== undefined) console.warn(`skipped: ${missing}`);

describe.skipIf(missing !== undefined)('kernels without one of their barriers', () => {
  const verdicts = missing === undefined ? barrierVerdicts(folder) : [];
  const counts = (says: Verdict['racecheck'], ...codes: readonly string[]): number =>
    verdicts.filter(
      ({ racecheck, ours }) => racecheck === says && codes.some((code) => ours.includes(code)),
    ).length;

  test('are as racecheck says where two warps meet', () => {
    expect(verdicts.filter(({ racecheck }) => racecheck === 'error')).toHaveLength(112);
    expect(counts('error', 'hazard/lds-race', 'hazard/unfinished-async-copy')).toBe(112);
  });

  test('are as racecheck says where lanes of one warp meet', () => {
    const own = verdicts.filter(({ racecheck }) => racecheck === 'warning');
    expect(own.map(({ ours }) => ours.join())).toEqual(
      Array.from({ length: 80 }, () => 'hazard/warp-race'),
    );
  });

  test('are right where racecheck does not look: atomics beside plain accesses, and stmatrix', () => {
    const own = verdicts.filter(
      ({ racecheck, ours }) => racecheck === 'nothing' && ours.length > 0,
    );
    expect(own.map(({ kernel, barrier }) => `${kernel} ${barrier}`)).toEqual(
      'hist_int 0, hist_int 1, hist_warp 0, hist_warp 1, atom_addf 1, atom_max 0, atom_max 1, atom_add64 1, atom_exch 0, hg_stsm_xor 2, hg_stsm_plain 2'.split(
        ', ',
      ),
    );
  });

  test('are right as they were', () => {
    const whole = verdicts.filter(({ barrier }) => barrier < 0);
    expect(whole).toHaveLength(64);
    expect(whole.flatMap(({ ours }) => ours)).toEqual([]);
  });

  test('have the same hazards where barriers count threads', () => {
    const some = barrierVerdicts(folder, { every: 5, counted: true });
    const others = new Map(verdicts.map((one) => [`${one.kernel} ${one.barrier}`, one.ours]));
    const differing = some.filter(({ kernel, barrier, ours }) => {
      const wanted = others.get(`${kernel} ${barrier}`) ?? [];
      // A copy that is not waited for may race with what comes later as well.
      return (
        (ours.length === 0) !== (wanted.length === 0) ||
        !wanted.every((code) => ours.includes(code))
      );
    });
    expect(differing).toEqual([]);
  });
});

/** `FUZZ_RUNS` is the number of cases of each property, whatever the property states, and `FUZZ_SHARE` a share of it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chosenOf } from './cases.ts';
import * as fc from './fast-check.ts';

beforeEach(() => {
  vi.stubEnv('FUZZ_RUNS', undefined);
  vi.stubEnv('FUZZ_SHARE', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Cases that a property which states 50 is given. */
function casesOf(
  run: (property: fc.IProperty<[number]>, parameters: fc.Parameters<[number]>) => unknown,
): number {
  let cases = 0;
  run(
    fc.property<[number]>(fc.integer(), () => {
      cases++;
    }),
    { numRuns: 50 },
  );
  return cases;
}

it.each([
  ['assert', fc.assert],
  ['check', fc.check],
])('%s takes it', (_, run) => {
  vi.stubEnv('FUZZ_RUNS', '7');
  expect(casesOf(run)).toBe(7);
  vi.stubEnv('FUZZ_RUNS', undefined);
  expect(casesOf(run)).toBe(50);
  vi.stubEnv('FUZZ_SHARE', '0.1');
  expect(casesOf(run)).toBe(5);
});

it.each([
  ['1', [0, 1, 2, 3, 4, 5, 6]],
  ['0.5', [1, 2, 4, 6]],
  ['0.1', [1, 4]],
])('a share of %s of seven rows', (share, rows) => {
  vi.stubEnv('FUZZ_SHARE', share);
  vi.stubEnv('FUZZ_ROWS', '8');
  expect(chosenOf([0, 1, 2, 3, 4, 5, 6])).toEqual(rows);
  expect(chosenOf([0])).toEqual([0]);
});

it('keeps what else a property states', () => {
  vi.stubEnv('FUZZ_RUNS', '3');
  const failing = fc.property(fc.integer(), (value) => value === undefined);
  expect(fc.check(failing, { seed: 5, numRuns: 50 })).toMatchObject({ failed: true, seed: 5 });
  expect(() => fc.assert(failing, { seed: 5 })).toThrow('seed: 5');
});

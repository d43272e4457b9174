/** `FUZZ_RUNS` is the number of cases of each property, whatever the property states. */
import { afterEach, expect, it, vi } from 'vitest';
import * as fc from './fast-check.ts';

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
});

it('keeps what else a property states', () => {
  vi.stubEnv('FUZZ_RUNS', '3');
  const failing = fc.property(fc.integer(), (value) => value === undefined);
  expect(fc.check(failing, { seed: 5, numRuns: 50 })).toMatchObject({ failed: true, seed: 5 });
  expect(() => fc.assert(failing, { seed: 5 })).toThrow('seed: 5');
});

/**
 * Fast-check with the number of cases that `FUZZ_RUNS` gives, for every property alike.
 *
 *     FUZZ_RUNS=20 npm test                          a look at every property
 *     FUZZ_RUNS=100000 npx vitest run PATH           a long search with one
 *
 * A property states how many cases it needs, which a global setting of fast-check does not change. So, while `FUZZ_RUNS` is
 * set, vitest.config.ts gives this module to whoever imports `fast-check`. Without it nothing of this is loaded. Samples
 * (`fc.sample`) stay as they are: tests count on their size.
 */
import * as fc from 'fast-check';

export * from 'fast-check';

/** Parameters of a property with the number of cases that is asked for. */
function withRuns<T>(parameters: fc.Parameters<T> | undefined): fc.Parameters<T> {
  const runs = process.env['FUZZ_RUNS'];
  return runs === undefined ? { ...parameters } : { ...parameters, numRuns: Number(runs) };
}

export const assert = ((property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
  fc.assert(property, withRuns(parameters))) as typeof fc.assert;

export const check = ((property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
  fc.check(property, withRuns(parameters))) as typeof fc.check;

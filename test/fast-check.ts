/**
 * Fast-check with another number of cases, for every property alike.
 *
 *     FUZZ_SHARE=0.1 npm run test:all                a tenth of the cases that each property states, as for every commit
 *     FUZZ_RUNS=20 npm test                          a look at every property
 *     FUZZ_RUNS=100000 npx vitest run PATH           a long search with one
 *
 * A property states how many cases it needs, which a global setting of fast-check does not change. So, while one of the two is
 * set, vitest.config.ts gives this module to whoever imports `fast-check`. Without them nothing of this is loaded. Samples
 * (`fc.sample`) stay as they are: tests count on their size.
 */
import * as fc from 'fast-check';
import { casesOf } from './cases.ts';

export * from 'fast-check';

/** What fast-check runs where a property states no number. */
const DEFAULT_RUNS = 100;

/** Parameters of a property with the number of cases that is asked for. */
const withRuns = <T>(parameters: fc.Parameters<T> | undefined): fc.Parameters<T> => ({
  ...parameters,
  numRuns: casesOf(parameters?.numRuns ?? DEFAULT_RUNS),
});

export const assert = ((property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
  fc.assert(property, withRuns(parameters))) as typeof fc.assert;

export const check = ((property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
  fc.check(property, withRuns(parameters))) as typeof fc.check;

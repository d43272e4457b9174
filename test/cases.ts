/**
 * How many cases of a property have to be of a kind, so that the property is not true of nothing.
 *
 *     expect(swizzled).toBeGreaterThan(leastCases(100));
 *
 * The number is for the cases that the property states. With another number of cases (`FUZZ_RUNS`) nothing is expected.
 */
export const leastCases = (least: number): number =>
  process.env['FUZZ_RUNS'] === undefined ? least : -1;

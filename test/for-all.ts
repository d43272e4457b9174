/**
 * A property that holds for all values of some arbitraries, tried in as many cases as is stated, or in 100.
 *
 *     forAll([fc.nat(), fc.nat()], (a, b) => {
 *       expect(a + b).toBe(b + a);
 *     });
 *     forAll([layouts], 2000, (layout) => ...)
 */
import * as fc from 'fast-check';

type Arbitraries<Ts extends [unknown, ...unknown[]]> = readonly [
  ...{ [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
];
type Holds<Ts extends unknown[]> = (...values: Ts) => boolean | void;

export function forAll<Ts extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Ts>,
  holds: Holds<Ts>,
): void;
export function forAll<Ts extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Ts>,
  runs: number | fc.Parameters<Ts>,
  holds: Holds<Ts>,
): void;
export function forAll<Ts extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Ts>,
  runs: number | fc.Parameters<Ts> | Holds<Ts>,
  last?: Holds<Ts>,
): void {
  const [parameters, holds] = typeof runs === 'function' ? [undefined, runs] : [runs, last];
  if (holds === undefined) throw new Error('a property has a function');
  fc.assert(
    fc.property<Ts>(...arbitraries, holds),
    typeof parameters === 'number' ? { numRuns: parameters } : parameters,
  );
}

/**
 * A property in one call:
 *
 *     check(40, layouts, fc.nat(3), (layout, from) => { ... });
 *
 * is `fc.assert(fc.property(layouts, fc.nat(3), ...), { numRuns: 40 })`.
 */
import * as fc from 'fast-check';

/** Tries a number of cases, or as parameters say. */
export function check<Ts extends [unknown, ...unknown[]]>(
  runs: number | fc.Parameters<Ts>,
  ...property: [
    ...arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
    predicate: (...values: Ts) => boolean | void,
  ]
): void {
  fc.assert(fc.property(...property), typeof runs === 'number' ? { numRuns: runs } : runs);
}

/** Objects of a kind, with other fields. */
export const kind = <K extends string, T>(
  name: K,
  fields: { [F in keyof T]: fc.Arbitrary<T[F]> },
): fc.Arbitrary<{ kind: K } & T> => fc.record<T>(fields).map((rest) => ({ kind: name, ...rest }));

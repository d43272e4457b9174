/** Arbitraries that several tests draw from. */
import * as fc from 'fast-check';

/** Objects of a kind, with other fields. */
export const kind = <K extends string, T>(
  name: K,
  fields: { [F in keyof T]: fc.Arbitrary<T[F]> },
): fc.Arbitrary<{ kind: K } & T> => fc.record<T>(fields).map((rest) => ({ kind: name, ...rest }));

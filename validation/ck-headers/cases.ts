/**
 * What CK Tile's policy headers are compared in: `problems.hpp`, structs of our own that both sides get as the same text, and the
 * functions of `cases.yaml`, which make descriptors and distributions of them.
 */
import { readText, readYaml } from '../base/read.ts';

interface Calls {
  readonly policy: string;
  readonly problems: readonly string[];
  readonly functions: readonly string[];
}

interface Cases {
  /** Headers below `include/ck_tile/ops` that are read, with all that they include but the core. */
  readonly headers: readonly string[];
  readonly descriptors: readonly Calls[];
  readonly encodings: readonly Calls[];
}

const cases = readYaml<Cases>('validation/ck-headers/cases.yaml');

const expressionsOf = (calls: readonly Calls[]): readonly string[] =>
  calls.flatMap(({ policy, problems: names, functions }) =>
    functions.flatMap((name) => names.map((problem) => `${policy}::${name}<${problem}>()`)),
  );

export const { headers } = cases;
export const problems = readText('validation/ck-headers/problems.hpp');
export const descriptors = expressionsOf(cases.descriptors);
export const encodings = expressionsOf(cases.encodings);

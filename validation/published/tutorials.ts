/** The accesses of the CK Tile bank-conflict tutorials, by number, as `tutorials.yaml` has them. */
import { readYaml } from '../base/read.ts';

export interface Tutorial {
  readonly instruction: string;
  readonly byte_address: Readonly<Record<string, string>>;
}

export const tutorials = readYaml<Readonly<Record<string, Tutorial>>>(
  'validation/published/tutorials.yaml',
);

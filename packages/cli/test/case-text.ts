/** Kernels and sources of `cases`. */
import { readFileSync } from 'node:fs';

/** The text of one: `caseText('reverse.s')`. */
export const caseText = (name: string): string =>
  readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');

/** Files of `examples`. */
import { readFileSync } from 'node:fs';

/** The text of one: `exampleText('transpose-plain/kernel.mlir')`. */
export const exampleText = (path: string): string =>
  readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8');

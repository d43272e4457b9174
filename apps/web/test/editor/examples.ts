/** The kernels of the repository's examples, in every language, and texts made of pieces of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Text } from '@codemirror/state';
import type { FrontendName } from '@ldscope/engine';
import * as fc from 'fast-check';
import { findFrontend } from '../../src/editor/highlight/find-frontend.ts';

const root = fileURLToPath(new URL('../../../../examples/', import.meta.url));

export interface Example {
  readonly name: string;
  readonly text: string;
  readonly frontend: FrontendName;
}

export const examples: readonly Example[] = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.(?:mlir|s|ttgir|sched|ptx)$|spec\.yaml$/.test(name))
  .toSorted()
  .map((name) => {
    const text = readFileSync(root + name, 'utf8');
    const frontend = findFrontend(Text.of(text.split('\n')), name);
    if (frontend === undefined) throw new Error(`${name} is in no language`);
    return { name, text, frontend };
  });

const words = [
  ...new Set(
    examples.flatMap(({ text }) => text.split(/(?=[^\w.])|(?<=[^\w.])/).filter((_, i) => i < 300)),
  ),
];

const signs = '" \\ /* */ // ; {-# % @" 0x 1e \' | > \0 \u0018 \u{1f600} \ud800';
const blanks = [' ', '- ', '\t', '\n', '\n  ', '\r', '\u2028', '\ufeff'];

/** Texts of words and signs of all languages, with what opens and never closes. */
export const scrambled: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...words) },
      { weight: 2, arbitrary: fc.constantFrom(...signs.split(' ')) },
      { weight: 2, arbitrary: fc.constantFrom(...blanks) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(''));

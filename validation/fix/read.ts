/**
 * Sources whose arrays have conflicts, or none: what `ldscope fix` should make of each, as HIP and as CUDA.
 *
 *     // expect: fixed
 *     // launch: { grid: [2, 2], block: [32, 8], args: [...] }
 *
 * A case is a file of `sources`. `any`: the text may keep what it is, as a cast or a union may forbid every change.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../base/paths.ts';

export interface SourceCase {
  readonly name: string;
  readonly expected: 'fixed' | 'nothing' | 'any';
  /** A launch file. */
  readonly launch: string;
  readonly text: string;
}

export const languages = { hip: 'gfx942', cuda: 'sm_90' } as const;

const HEADS = {
  hip: '#include <hip/hip_runtime.h>\n\n',
  cuda: '',
} as const;

const FOLDER = inRepository('validation/fix/sources');

export function readCases(): SourceCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.gpu'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const [, expected = '', launch = ''] =
        /^\/\/ expect: (fixed|nothing|any)\n\/\/ launch: (.*)\n/.exec(text) ?? [];
      if (launch === '') throw new Error(`${file} does not say what is expected of which launch`);
      return {
        name: file.replace(/\.gpu$/, ''),
        expected: expected as SourceCase['expected'],
        launch: `${launch}\n`,
        text,
      };
    });
}

/** The text as a compiler of the language takes it. */
export const textIn = ({ text }: SourceCase, language: keyof typeof languages): string =>
  HEADS[language] + text;

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

const sourcesIn = (folder: string): { readonly file: string; readonly text: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.gpu'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

export function readCases(): SourceCase[] {
  return sourcesIn(FOLDER).map(({ file, text }) => {
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
export const textIn = (text: string, language: keyof typeof languages): string =>
  HEADS[language] + text;

/** A public kernel whose conflicts a merged change removed, in the shape that it had. */
export interface PublicCase {
  readonly name: string;
  readonly report: string;
  readonly chip: string;
  readonly launch: string;
  readonly mergedLaunch: string;
  /** What the merged change does. */
  readonly merged: string;
  readonly text: string;
  readonly mergedText: string;
}

const PUBLIC = inRepository('validation/fix/public');

/**
 * Those of `public`: the head has lines `// KEY: VALUE`. `replace` and `with` are the merged change, which `lds` may be part of: bytes of
 * dynamic shared memory.
 */
export function readPublicCases(): PublicCase[] {
  return sourcesIn(PUBLIC).map(({ file, text: whole }) => {
    const [head = '', text = ''] = whole.split(/\n\n([^]*)/);
    const lines = [...head.matchAll(/^\/\/ (\w+): (.*)$/gm)].map(([, key, value = '']) => ({
      key,
      value,
    }));
    const all = (key: string): string[] =>
      lines.flatMap((line) => (line.key === key ? [line.value] : []));
    const one = (key: string): string => {
      const [value] = all(key);
      if (value === undefined) throw new Error(`${file} does not say its ${key}`);
      return value;
    };
    const [launch, [lds]] = [one('launch'), all('lds')];
    const parts = all('with');
    const mergedText = all('replace').reduce((changed, part, index) => {
      if (!changed.includes(part)) throw new Error(`${file} has no text '${part}'`);
      return changed.replaceAll(part, parts[index] ?? '');
    }, text);
    return {
      name: file.replace(/\.gpu$/, ''),
      report: one('report'),
      chip: one('chip'),
      merged: one('merged'),
      text,
      mergedText,
      launch: `${launch}\n`,
      mergedLaunch: `${lds === undefined ? launch : launch.replace(/lds: \d+/, `lds: ${lds}`)}\n`,
    };
  });
}

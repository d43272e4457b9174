/** What users rely on has its tests, under the names that the list gives them, and wordings that were replaced stay away. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rows } from './rows.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Of each section its promises: a line in words, and below it a line per test: the file, and the beginning of the test's name. */
const promises = read('test/promises/promises.txt')
  .split(/^# /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...blocks] = section.trim().split(/\n(?! )/);
    return [title, blocks.map((block) => block.split(/\n {2}/))] as const;
  });

/** Wordings that readers stumbled over, and what is written instead: no text has them any more. */
const retired = rows`
  write an operation here | This looks like CUDA C++ ...
  What stands there now could not be | This text can't be analyzed. Showing results ...
  the other reading of narrow | Sources disagree: ...
  Layouts that nothing beats | Best trade-offs
  >\s*take it\s*< | Apply
  does not say which tile its buffer | The text does not state the shape of the tile
  may not have written yet and the | may read before the copy has finished
  the command executes others | To simulate more, run ...
  were executed; counts are of these | Sampled 64 of 8,192 workgroups; ...
  B apart, \S+ times the bank period | exactly one bank period
  the layout serves \S+ \(\S+\), but not | The layout suits the write but not the read
  cannot say this layout | Not expressible in ...
  two numbers have no pitch | swizzle_unit/max_phase cannot describe row padding
  it moves nothing, and a swizzle always does | Not an IREE swizzle: ...
  is no pitch that is known | Unknown layout
  is no kernel in a format | unsupported format
  sites conflicts\b | 1 of 2 LDS accesses has bank conflicts
  takes the fewest lines | All global accesses are fully coalesced
  'free {2} | no effect on time
  'costs {2} | time saved without
  whatever depends on them is reported | Results that depend on these arguments are flagged.
  their sources stand below | constants and sources are listed below
  is asked for two words in one phase | each bank serves at most one word per phase
  The same as a table | Show as table
  \b(?:Phase|Group|Register) 0 of\b | Phase 1 of 2
  >waves a workgroup|>workgroups a unit | per workgroup, per unit
  is the end of a long way | Follow one lane from kernel launch to memory bank.
  it is taught, whether | A common checklist: ...
  no power, but | the superscript means XOR, not a power
  It is for a key that takes a new value | That holds only if the key changes on every row.
  most of them right is no merit | The model was fitted to these rows, ...
  call it a broadcast that misses | The slides put the remainder down to a missed broadcast
  What is hatched crosses | Hatched bytes are fetched but never used.
  Of all whole words up to | The best padding up to 64 B that keeps vectors aligned
  lanes, phases and banks are others | on gfx942 the lanes, phases and banks differ
  Who meets whom|One lane's way|Which reading of the rules has | Lanes served together
  Before it is published, say | Until the package is published, replace ...
  The link was not followed | This share link is damaged; ...
`.map(([wording = '', better = '']) => [new RegExp(wording), better] as const);

describe.each(promises)('%s', (_, section) => {
  it.each(section)('%s', (promise, ...tests) => {
    expect(tests, promise).not.toEqual([]);
    for (const test of tests) {
      const [, path = '', name = ''] = /^(\S+): (.*)$/.exec(test) ?? [];
      expect(name, promise).not.toBe('');
      // A title is what a parenthesis begins with, in its line or the next; of a session it is a line.
      const isTitle = ["'", '"', '`'].some((quote) =>
        read(path)
          .split('\n')
          .some((line) => {
            const at = line.indexOf(quote + name);
            return (
              (at >= 0 && /(?:\(|^\s*)$/.test(line.slice(0, at))) ||
              (path.endsWith('.txt') && line.startsWith(`# ${name}`))
            );
          }),
      );
      expect(isTitle, test).toBe(true);
    }
  });

  it('has every promise once', () => {
    expect(new Set(section.map(([promise]) => promise)).size).toBe(section.length);
  });
});

describe('a wording that was replaced', () => {
  const rooms = ['core', 'mlir', 'amdgcn', 'ptx', 'engine', 'render', 'cli'];
  const folders = [...rooms.map((room) => `packages/${room}/src`), 'apps/web/src', 'docs'];
  const texts = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'GLOSSARY.md'].concat(
    folders.flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:tsx?|md)$/.test(name))
        .map((name) => `${folder}/${name}`),
    ),
  );

  it('is in no text', () => {
    const found = texts.flatMap((path) => {
      // Sentences go on in the next line.
      const text = read(path).replaceAll(/\s*\n\s*(?:\* |\/\/ )?/g, ' ');
      return retired.flatMap(([wording, better]) => {
        const [words] = wording.exec(text) ?? [];
        return words === undefined ? [] : [`${path}: "${words}", better: ${better}`];
      });
    });
    expect(texts.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });
});

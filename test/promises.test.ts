/** What users rely on has its tests, under the names that the list gives them, and wordings that were replaced stay away. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promises, retired } from './promises/promises.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe.each(Object.entries(promises))('%s', (_, rows) => {
  it.each(rows)('%s', (promise, ...tests) => {
    for (const test of tests) {
      const [, path = '', name = ''] = /^(\S+): (.*)$/.exec(test) ?? [];
      expect(name, promise).not.toBe('');
      // A title is what a parenthesis begins with, in its line or the next.
      const isTitle = ["'", '"', '`'].some((quote) =>
        read(path)
          .split('\n')
          .some((line) => {
            const at = line.indexOf(quote + name);
            return at >= 0 && /(?:\(|^\s*)$/.test(line.slice(0, at));
          }),
      );
      expect(isTitle, test).toBe(true);
    }
  });

  it('has every promise once', () => {
    expect(new Set(rows.map(([promise]) => promise)).size).toBe(rows.length);
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

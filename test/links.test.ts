/** The documents link to files that are there, and to headings that are in them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { headingsIn } from '../apps/web/tools/docs/render.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What is built, installed or kept by tools. */
const NOT_OURS = /(?:^|\/)(?:node_modules|dist|coverage|\.\w+)(?:\/|$)/;

/** Markdown below a folder, as paths from the root. */
function documentsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_OURS.test(path)) return [];
    if (entry.isDirectory()) return documentsIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const anchorsIn = new Map<string, ReadonlySet<string>>();

/** The anchors of a document's headings. */
function anchorsOf(path: string): ReadonlySet<string> {
  const known = anchorsIn.get(path);
  if (known !== undefined) return known;
  const anchors = new Set(headingsIn(read(path)).map(({ anchor }) => anchor));
  anchorsIn.set(path, anchors);
  return anchors;
}

/** Relative links that lead to nothing. */
function brokenLinks(path: string): string[] {
  const text = read(path).replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const place = file === '' ? path : join(dirname(path), decodeURI(file));
      if (!existsSync(join(root, place))) return true;
      return anchor !== undefined && place.endsWith('.md') && !anchorsOf(place).has(anchor);
    });
}

const documents = documentsIn('.');

it('finds the documents', () => {
  expect(documents).toContain('ARCHITECTURE.md');
  expect(documents.length).toBeGreaterThan(30);
});

it.each(documents)('%s links to what is there', (path) => {
  expect(brokenLinks(path)).toEqual([]);
});

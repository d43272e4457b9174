/** The documents link to files that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

/** Relative links that lead to nothing. */
function brokenLinks(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(root, dirname(path), decodeURI(target))));
}

const documents = documentsIn('.');

it('finds the documents', () => {
  expect(documents).toContain('ARCHITECTURE.md');
  expect(documents.length).toBeGreaterThan(30);
});

it.each(documents)('%s links to what is there', (path) => {
  expect(brokenLinks(path)).toEqual([]);
});

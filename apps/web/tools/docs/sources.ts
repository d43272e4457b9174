/**
 * Which documents of the repository become pages, and where each is found.
 *
 *     docs/README.md            docs/index.html
 *     docs/start/hip.md         docs/start/hip.html
 *     GLOSSARY.md               docs/glossary.html
 *     examples/README.md        docs/examples/index.html
 *
 * All Markdown is a page, so that a link from one document to another always is a link between pages.
 */
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What is built, installed or kept by tools. */
const NOT_OURS = /^(?:node_modules|dist|coverage|\..+)$/;

/** Markdown below the root, as paths with `/`, in alphabetical order. */
export function documentPaths(root: string): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const { name } = entry;
      const path = posix.join(folder, name);
      if (NOT_OURS.test(name)) return [];
      return entry.isDirectory() ? below(path) : path.endsWith('.md') ? [path] : [];
    });
  return below('.').toSorted();
}

/** The page of a document, from the root of the site. */
export function pageOf(path: string): string {
  const inDocs = path.startsWith('docs/') ? path : `docs/${path.toLowerCase()}`;
  // The front page of the documentation is its own index, not README of the project.
  const placed = path === 'README.md' ? 'docs/about.md' : inDocs;
  return placed.replace(/README\.md$/i, 'index.md').replace(/\.md$/, '.html');
}

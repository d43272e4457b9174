/**
 * All documents as pages. Their list beside every page is that of `docs/README.md`: its headings, and the links below each.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { marked, type Token } from 'marked';
import { headingsIn, renderDocument } from './render.ts';
import { documentPaths, pageOf } from './sources.ts';
import { type NavigationGroup, pageHtml } from './template.ts';

export interface DocumentSite {
  /** HTML by the place of the page: `docs/cli.html`. */
  readonly pages: ReadonlyMap<string, string>;
  /** JSON, which the search of the pages reads. */
  readonly searchIndex: string;
}

/** A row of the search: a section of a page. */
interface SearchRow {
  readonly id: number;
  /** From the root of the site, with its anchor. */
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** A section is found by its beginning: long tables and listings would make most of the index. */
const MOST_SECTION_CHARACTERS = 1200;
const INDEX = 'docs/README.md';

/** Renders every document below the root of the repository. `source` is where its other files are published. */
export function documentSite(root: string, source: string | undefined): DocumentSite {
  const paths = documentPaths(root);
  const pageByPath = new Map(paths.map((path) => [path, pageOf(path)]));
  const places = { pageOf: (path: string) => pageByPath.get(path), source };
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const titles = new Map(paths.map((path) => [path, headingsIn(read(path))[0]?.text ?? path]));
  const groups = navigationOf(read(INDEX), titles);
  const pages = new Map<string, string>();
  const rows: SearchRow[] = [];
  for (const [path, page] of pageByPath) {
    const rendered = renderDocument(read(path), path, page, places);
    pages.set(page, pageHtml(page, rendered, groups));
    for (const { heading, anchor, text } of rendered.sections) {
      rows.push({
        id: rows.length,
        address: anchor === '' ? page : `${page}#${anchor}`,
        page: rendered.title,
        heading,
        text: text.slice(0, MOST_SECTION_CHARACTERS),
      });
    }
  }
  return { pages, searchIndex: JSON.stringify(rows) };
}

/** Documents that the list beside the pages has, whether the index names them or not. */
const LISTED = /^docs\/(?:start\/|guide\/)?[^/]+\.md$/;

/**
 * The groups of an index: a heading of the second depth, and the links to documents that follow it. Documents that it does
 * not name are in a group of their own.
 */
export function navigationOf(
  markdown: string,
  titles: ReadonlyMap<string, string>,
): readonly NavigationGroup[] {
  const groups: { title: string; pages: { title: string; page: string }[] }[] = [];
  const named = new Set<string>([INDEX]);
  const walk = (token: Token): void => {
    if (token.type === 'heading' && token['depth'] === 2) {
      groups.push({ title: String(token['text']), pages: [] });
    } else if (token.type === 'link') {
      const path = posix.normalize(posix.join(posix.dirname(INDEX), String(token['href'])));
      if (!titles.has(path)) return;
      named.add(path);
      groups.at(-1)?.pages.push({ title: String(token['text']), page: pageOf(path) });
    }
  };
  marked.walkTokens(marked.lexer(markdown), walk);
  const more = [...titles]
    .filter(([path]) => LISTED.test(path) && !named.has(path))
    .map(([path, title]) => ({ title, page: pageOf(path) }));
  return [...groups, { title: 'More', pages: more }].filter(({ pages }) => pages.length > 0);
}

/** A page of the documentation around its text: head, header, the list of pages, and the script that adds search and themes. */
import { posix } from 'node:path';
import { escaped, type RenderedDocument } from './render.ts';

export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly page: string }[];
}

/** The way from a page to the root of the site: `../`, `../../`. */
const rootFrom = (page: string): string => '../'.repeat(page.split('/').length - 1) || './';

const MOST_DESCRIPTION = 200;

/** The beginning of a text, cut between words. */
export function shortened(text: string, most = MOST_DESCRIPTION): string {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(' ', most - 4))} ...`;
}

export function pageHtml(
  page: string,
  { title, description, html }: RenderedDocument,
  groups: readonly NavigationGroup[],
): string {
  const root = rootFrom(page);
  const folder = posix.dirname(page);
  const list = groups
    .map(({ title: group, pages }) => {
      const links = pages.map((one) => {
        const current = one.page === page ? ' aria-current="page"' : '';
        return `<li><a href="${escaped(posix.relative(folder, one.page))}"${current}>${escaped(one.title)}</a></li>`;
      });
      return `<h2>${escaped(group)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
    />
    <meta name="description" content="${escaped(shortened(description))}" />
    <title>${escaped(title)} · ldscope</title>
    <link rel="icon" href="${root}favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="top" data-root="${root}">
      <header class="top">
        <a class="skip" href="#main">Skip to the content</a>
        <a class="brand" href="${root}index.html">ldscope</a>
        <nav aria-label="Sections">
          <a href="${root}index.html">Playground</a>
          <a href="${root}explore/index.html">Explorers</a>
          <a href="${root}docs/index.html" aria-current="page">Docs</a>
        </nav>
      </header>
    </div>
    <div class="docs">
      <nav class="docs-pages" aria-label="Documents">
${list}
      </nav>
      <main id="main" class="docs-text">
${html}
      </main>
    </div>
    <script type="module" src="${root}src/docs/main.tsx"></script>
  </body>
</html>
`;
}

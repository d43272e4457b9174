/**
 * The documentation and the explorers among the pages of the app: Vite takes their HTML from here, as if it were on disk, so that they
 * share scripts, styles and relative addresses with all other pages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type DocumentSite, documentSite } from './site.ts';

export interface DocumentPages {
  readonly plugin: Plugin;
  /** Files that are not there, for the list of the bundler's inputs. */
  readonly inputs: readonly string[];
}

const IMAGES = 'docs/images';

/** The Markdown below `repository`, and other HTML by its place, as pages of the app whose folder is `app`. */
export function documentPages(
  repository: string,
  app: string,
  others: ReadonlyMap<string, string>,
  source?: string,
): DocumentPages {
  const site: DocumentSite = documentSite(repository, source);
  const htmlOf = new Map([...site.pages, ...others].map(([page, html]) => [join(app, page), html]));
  const images = readdirSync(join(repository, IMAGES)).map((name) => `${IMAGES}/${name}`);
  return {
    inputs: [...htmlOf.keys()],
    plugin: {
      name: 'documents',
      enforce: 'pre',
      resolveId: (id) => (htmlOf.has(id) ? id : undefined),
      load: (id) => htmlOf.get(id),
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'docs/search.json', source: site.searchIndex });
        for (const fileName of images) {
          const content = readFileSync(join(repository, fileName));
          this.emitFile({ type: 'asset', fileName, source: content });
        }
      },
      configureServer(server) {
        server.middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost');
          const answer = async (): Promise<void> => {
            const html = htmlOf.get(join(app, pathname));
            if (html !== undefined) {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(await server.transformIndexHtml(pathname, html));
            } else if (pathname === '/docs/search.json') {
              response.end(site.searchIndex);
            } else if (images.includes(pathname.slice(1))) {
              response.end(readFileSync(join(repository, pathname)));
            } else next();
          };
          answer().catch(next);
        });
      },
    },
  };
}

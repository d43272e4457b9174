import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { explorers } from './src/explore/explorers.ts';
import { documentPages } from './tools/docs/plugin.ts';
import { pictureStyles, tokenDeclarations } from '../../packages/render/src/svg/theme.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as {
  readonly version: string;
};

/** The page of an explorer is that of the gallery, with a title and a script of its own. */
const gallery = readFileSync(here('explore/index.html'), 'utf8');
const explorerPages = new Map(
  explorers.map(({ slug, title }) => [
    `explore/${slug}.html`,
    gallery.replace('Explorers', () => title).replace('explore/gallery', `explore/${slug}`),
  ]),
);

/** `SOURCE_URL` is where the files of the repository are published: documents link to them there. */
const documents = documentPages(here('../..'), here('.'), explorerPages, process.env['SOURCE_URL']);

/** Every page: the playground, the gallery of explorers, each explorer, and the documents. */
const pages = [here('index.html'), here('explore/index.html'), ...documents.inputs];

/** `virtual:theme.css`: the tokens of both themes and the styles of pictures, from where the reports have them. */
const theme = (): Plugin => ({
  name: 'theme',
  resolveId: (id) => (id === 'virtual:theme.css' ? '\0theme.css' : undefined),
  load: (id) =>
    id === '\0theme.css'
      ? [
          `:root{color-scheme:light;${tokenDeclarations('light')}}`,
          `:root[data-theme='dark']{color-scheme:dark;${tokenDeclarations('dark')}}`,
          pictureStyles,
        ].join('\n')
      : undefined,
});

/** The chosen theme is set before the first paint, by a script of its own: the pages allow none in their text. */
const themeScript = (): Plugin => ({
  name: 'theme-script',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { path }) => {
      const root = '../'.repeat(path.split('/').length - 2) || './';
      return [{ tag: 'script', attrs: { src: `${root}theme.js` }, injectTo: 'head' }];
    },
  },
});

const purpose =
  'Finds, without a GPU, the shared-memory instructions of a kernel that have bank conflicts: their cost, the cause, and a layout without them.';

/** What an explorer is about, for those who have only its address: search engines and cards of a link. */
const description = (): Plugin => ({
  name: 'description',
  transformIndexHtml: (html, { path }) => {
    const slug = /^\/explore\/(.*)\.html$/.exec(path)?.[1];
    const content =
      path === '/index.html'
        ? purpose
        : explorers.find((explorer) => explorer.slug === slug)?.learn;
    if (content === undefined || html.includes('name="description"')) return [];
    return [{ tag: 'meta', attrs: { name: 'description', content }, injectTo: 'head-prepend' }];
  },
});

/**
 * All files of the site are of one origin, so that `crossorigin` on a style changes nothing on a server; from a folder on disk
 * browsers would refuse it, and documents would have no styles.
 */
const stylesFromDisk = (): Plugin => ({
  name: 'styles-from-disk',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll(/(<link rel="stylesheet") crossorigin/g, '$1'),
  },
});

/** Static files with relative addresses: they work from any folder of any server. */
export default defineConfig({
  root: here('.'),
  base: './',
  define: { ldscopeVersion: JSON.stringify(version) },
  plugins: [documents.plugin, theme(), themeScript(), description(), stylesFromDisk()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: here('dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The worker is one file: it is loaded when there is something to analyse.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: pages, checks: { bundlerTimings: false, pluginTimings: false } },
  },
});

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { pictureStyles, tokenDeclarations } from '../../packages/render/src/svg/theme.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Every page: the playground, the gallery of explorers, and a file for each explorer. */
const pages = [
  here('index.html'),
  ...readdirSync(here('explore'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => here(`explore/${name}`)),
];

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
      const root = path.startsWith('/explore/') ? '../' : './';
      return [{ tag: 'script', attrs: { src: `${root}theme.js` }, injectTo: 'head' }];
    },
  },
});

/** Static files with relative addresses: they work from any folder of any server. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [theme(), themeScript()],
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

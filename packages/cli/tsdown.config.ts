import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The built web app; `npm run build` makes it first, `npm run build:cli` takes what is there. */
const app = pathOf('../../apps/web/dist');

const SOURCE = /\/packages\/(?<pack>\w+)\/src\/(?<file>.*\.d\.ts)$/;

/** The declarations of a source are those that `tsc -b` has written: they are not made a second time. */
const declarations = {
  name: 'declarations',
  load: {
    order: 'pre',
    filter: { id: SOURCE },
    handler: (id: string) => {
      const { pack, file } = SOURCE.exec(id)?.groups ?? {};
      return readFileSync(pathOf(`../../.types/${pack}/${file}`), 'utf8');
    },
  },
} as const;

export default defineConfig({
  entry: {
    'bin': 'src/bin.ts',
    'index': 'src/index.ts',
    'lsp-worker': 'src/lsp/work/worker.ts',
    'sweep-worker': 'src/sweep/worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: true,
  plugins: [declarations],
  deps: { alwaysBundle: [/^@ldscope\//] },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  copy: [
    { from: pathOf('../../GLOSSARY.md'), to: 'dist' },
    ...(existsSync(app) ? [{ from: app, to: 'dist', rename: 'web' }] : []),
  ],
});

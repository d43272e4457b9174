import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

/** The built web app; `npm run build` makes it first, `npm run build:cli` takes what is there. */
const app = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));

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
  dts: { build: true },
  deps: { alwaysBundle: [/^@ldscope\//] },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  copy: [
    { from: fileURLToPath(new URL('../../GLOSSARY.md', import.meta.url)), to: 'dist' },
    ...(existsSync(app) ? [{ from: app, to: 'dist', rename: 'web' }] : []),
  ],
});

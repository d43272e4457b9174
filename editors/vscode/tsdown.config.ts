import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const cli = own('../../packages/cli');
/** The built page, which Explain opens; `npm run package:vscode` builds it before. */
const page = own('../../apps/web/dist');

/** The extension, which VS Code loads, and the command with all that it needs, which the extension starts. */
export default defineConfig([
  {
    entry: { extension: 'src/extension.ts' },
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    dts: false,
    deps: { alwaysBundle: [/./], neverBundle: ['vscode'] },
    outExtensions: () => ({ js: '.cjs' }),
  },
  {
    entry: { 'bin': `${cli}/src/bin.ts`, 'lsp-worker': `${cli}/src/lsp/work/worker.ts` },
    outDir: 'dist/server',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    dts: false,
    minify: true,
    deps: { alwaysBundle: [/./] },
    outExtensions: () => ({ js: '.js' }),
    hooks: {
      'build:done': () => {
        cpSync(`${cli}/include`, own('dist/include'), { recursive: true });
        cpSync(`${cli}/package.json`, own('dist/package.json'));
        if (existsSync(page)) cpSync(page, own('dist/server/web'), { recursive: true });
        cpSync(`${cli}/schema/check.schema.json`, own('dist/check.schema.json'));
      },
    },
  },
]);

import { defineConfig } from 'tsdown';

/** The repository's own scripts (`npm run validate`, `reproduce`, `bench`, `screenshots`), bundled so that plain Node runs them. */
export default defineConfig({
  entry: {
    'validate': 'validation/programs/validate.ts',
    'attention-worker': 'validation/attention/worker.ts',
    'bench': 'bench/bench.ts',
    'api': 'tools/api.ts',
    'layers': 'tools/layers.ts',
    'lines': 'tools/lines.ts',
    'words': 'tools/words.ts',
    'isa': 'tools/isa.ts',
    'mutants': 'tools/mutants.ts',
    'screenshots': 'apps/web/tools/screenshots.ts',
    'site': 'apps/web/tools/publish.ts',
    'web-measure': 'apps/web/tools/measure.ts',
  },
  outDir: '.build',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  deps: {
    alwaysBundle: [/^@ldscope\//],
    neverBundle: ['vite', 'playwright-core', 'oxfmt', 'typescript'],
  },
  outExtensions: () => ({ js: '.js' }),
});

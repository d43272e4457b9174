import { defineConfig } from 'tsdown';

/** The repository's own scripts (`npm run reproduce`, `triton-table`, `bench`), bundled so that plain Node runs them. */
export default defineConfig({
  entry: {
    'reproduce': 'validation/reproduce.ts',
    'cases': 'validation/cases.ts',
    'suites': 'validation/suites.ts',
    'lit': 'validation/lit.ts',
    'tutorials': 'validation/tutorial-table.ts',
    'gemm': 'validation/gemm-table.ts',
    'attention': 'validation/attention/attention.ts',
    'triton-table': 'validation/triton/triton.ts',
    'timing': 'validation/timing/timing.ts',
    'differential': 'validation/differential/differential.ts',
    'promises': 'validation/promises/promises.ts',
    'corpus': 'validation/corpus.ts',
    'bench': 'bench/bench.ts',
    'screenshots': 'apps/web/tools/screenshots.ts',
    'web-measure': 'apps/web/tools/measure.ts',
  },
  outDir: '.build',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  deps: { alwaysBundle: [/^@ldscope\//], neverBundle: ['vite', 'playwright-core'] },
  outExtensions: () => ({ js: '.js' }),
});

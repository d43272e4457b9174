import { defineConfig } from 'vitest/config';

const inBrowser = 'apps/web/test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 60_000,
    // Of two cores Vitest would leave one idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/*/test/**/*.test.ts',
            'examples/**/*.test.ts',
            'validation/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [inBrowser, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [inBrowser],
          globalSetup: ['apps/web/test/browser/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

/**
 * The command as a bundle of what is in `src` now, for tests of what runs in threads and processes of its own. It lies where the
 * packages that it takes from npm are found, and as deep as the published one.
 */
import { copyFileSync, cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Files of tests run side by side, each in a worker with a number of its own. */
const folder = pathOf(
  `../node_modules/.cache/ldscope-test/${process.env['VITEST_POOL_ID'] ?? '0'}`,
);

/** Makes the bundle; returns the path of the command. */
export async function buildCommand(): Promise<string> {
  await build({
    config: false,
    logLevel: 'error',
    cwd: pathOf('..'),
    entry: {
      'bin': 'src/bin.ts',
      'launch-crew': 'src/threads/crew.ts',
      'launch-worker': 'src/threads/worker.ts',
      'sweep-worker': 'src/sweep/worker.ts',
    },
    outDir: `${folder}/dist`,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    deps: { alwaysBundle: [/^@ldscope\//] },
    outExtensions: () => ({ js: '.js' }),
  });
  copyFileSync(pathOf('../package.json'), `${folder}/package.json`);
  cpSync(pathOf('../include'), `${folder}/include`, { recursive: true });
  return `${folder}/dist/bin.js`;
}

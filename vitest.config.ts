import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mutantOptions, readMutant } from './tools/mutants/plugin.ts';

const inBrowser = 'apps/web/test/browser/**/*.test.ts';
/** Files that take more than about five seconds alone: `npm test` goes without them. */
const slow = '**/*.slow.test.ts';
/** Tests that replace modules: each has its own. All others of a worker share theirs, which saves a third of their time. */
const isolated = '**/*.isolated.test.ts';
const nodeModules = '**/node_modules/**';

const inNode = [
  'packages/*/test/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'examples/**/*.test.ts',
  'validation/**/*.test.ts',
  'test/**/*.test.ts',
];

/** With FUZZ_RUNS or FUZZ_SHARE, tests get fast-check through test/fast-check.ts, which sets the number of cases. */
function fuzzRunsPlugin(): Plugin {
  const wrapper = fileURLToPath(new URL('test/fast-check.ts', import.meta.url));
  return {
    name: 'fuzz-runs',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'fast-check' && importer !== wrapper ? wrapper : undefined,
  };
}

/** Projects of files that take long, and of the others, in the order in which they are run. */
const long = ['browser', 'slow'];
const others = ['isolated', 'node'];

/** Long files first, so that none of them runs alone at the end. Files of a project stay together: a worker serves one project. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...long, ...others].flatMap((name) =>
      sorted.filter(({ project }) => project.name === name),
    );
  }
}

const { FUZZ_RUNS: runs, FUZZ_SHARE: share } = process.env;
if (runs !== undefined && !/^[1-9]\d*$/.test(runs))
  throw new Error(`FUZZ_RUNS=${runs}: give a positive whole number of cases per property`);
if (share !== undefined && !(Number(share) > 0 && Number(share) <= 1))
  throw new Error(`FUZZ_SHARE=${share}: give the share of all cases, above 0, up to 1`);

const config = defineConfig({
  plugins: runs === undefined && share === undefined ? [] : [fuzzRunsPlugin()],
  test: {
    setupFiles: ['./test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share a process: no test leaves a spy or a variable of the environment to the next one.
    restoreMocks: true,
    unstubEnvs: true,
    // Of two cores Vitest would leave one idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongFilesFirst },
    // What one project has transformed is there for the next one, and for the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          isolate: false,
          include: inNode,
          exclude: [inBrowser, slow, isolated, nodeModules],
        },
      },
      {
        extends: true,
        test: { name: 'slow', isolate: false, include: [slow], exclude: [nodeModules] },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [isolated], exclude: [nodeModules] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // The files of a worker share its browser.
          isolate: false,
          include: [inBrowser],
          globalSetup: ['apps/web/test/browser/setup.ts'],
          testTimeout: 120_000,
          // A page computes while it is polled, beside the other worker's.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});

const mutant = readMutant(process.env['MUTANT']);

export default mutant === undefined
  ? config
  : mergeConfig(config, mutantOptions(mutant, import.meta.dirname));

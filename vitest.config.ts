import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mutantOptions, readMutant } from './tools/mutants/plugin.ts';

const inBrowser = 'apps/web/test/browser/**/*.test.ts';
/** Files that take more than about five seconds alone: `npm run test:quick` goes without them. */
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

/** With FUZZ_RUNS, tests get fast-check through test/fast-check.ts, which sets the number of cases. */
function fuzzRunsPlugin(): Plugin {
  const wrapper = fileURLToPath(new URL('test/fast-check.ts', import.meta.url));
  return {
    name: 'fuzz-runs',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'fast-check' && importer !== wrapper ? wrapper : undefined,
  };
}

/** `TEST_PART=1/2`: the first of two parts; `undefined` for all. */
function partOf(text = process.env['TEST_PART']): { number: number; parts: number } | undefined {
  if (text === undefined) return undefined;
  const [number = NaN, parts = NaN] = text.split('/').map(Number);
  if (!(Number.isInteger(parts) && Number.isInteger(number) && number >= 1 && number <= parts))
    throw new Error(`TEST_PART=${text}: give a part and how many there are, as 1/2`);
  return { number, parts };
}

const part = partOf();

/** Of a list in order: neighbours, and neighbours of neighbours, are often about the same and take as long. */
const isInPart = (index: number): boolean =>
  part === undefined || (index + Math.floor(index / part.parts)) % part.parts === part.number - 1;

/** Projects of files that take long, and of the others, in the order in which they are run. */
const long = ['browser', 'slow'];
const others = ['isolated', 'node'];

/**
 * Long files first, so that none of them runs alone at the end. Files of a project stay together: a worker serves one project.
 * With `TEST_PART` only a part of the long files is run; all parts together are everything.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (name: string): TestSpecification[] =>
      sorted.filter(({ project }) => project.name === name);
    const all = long.flatMap(of);
    const paths = all.map(({ moduleId }) => moduleId).sort();
    const chosen = all.filter(({ moduleId }) => isInPart(paths.indexOf(moduleId)));
    if (part !== undefined) console.log(`TEST_PART: ${chosen.length} of ${all.length} long files`);
    return [...chosen, ...others.flatMap(of)];
  }
}

const runs = process.env['FUZZ_RUNS'];
if (runs !== undefined && !/^[1-9]\d*$/.test(runs))
  throw new Error(`FUZZ_RUNS=${runs}: give a positive whole number of cases per property`);

const config = defineConfig({
  plugins: runs === undefined ? [] : [fuzzRunsPlugin()],
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
        },
      },
    ],
  },
});

const mutant = readMutant(process.env['MUTANT']);

export default mutant === undefined
  ? config
  : mergeConfig(config, mutantOptions(mutant, import.meta.dirname));

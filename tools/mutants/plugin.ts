/**
 * Vitest with changed modules that no file has: `MUTANT` names a file of JSON, a `Mutant`.
 *
 * The cache of transformed modules is read and written for all modules but these. What happens is a line of JSON each on
 * the standard output (`Happening`).
 */
import { readFileSync } from 'node:fs';
import type { Plugin, ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

export interface Mutant {
  /** The tests in their order, from the root; without them all run. */
  readonly tests?: readonly string[] | undefined;
  readonly modules: readonly { readonly path: string; readonly text: string }[];
  /** Whether modules call `reached`: then every test file says what it reached (reach-setup.ts). */
  readonly isMarked?: boolean | undefined;
}

export type Happening =
  | { readonly event: 'begin'; readonly path: string }
  | {
      readonly event: 'end';
      readonly path: string;
      readonly seconds: number;
      readonly failed: boolean;
    }
  /** `failed` is the first test that fails, or the file that cannot be loaded. */
  | {
      readonly event: 'done';
      readonly failed?: string | undefined;
      readonly errors: readonly string[];
    };

export function readMutant(file: string | undefined): Mutant | undefined {
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
}

const say = (happening: Happening): void => {
  process.stdout.write(`${JSON.stringify(happening)}\n`);
};

const reporter: Reporter = {
  onTestModuleCollected: ({ relativeModuleId }) => say({ event: 'begin', path: relativeModuleId }),
  onTestModuleEnd: (module) => {
    const { duration, collectDuration } = module.diagnostic();
    const seconds = (duration + collectDuration) / 1000;
    say({ event: 'end', path: module.relativeModuleId, seconds, failed: !module.ok() });
  },
  onTestRunEnd: (modules, unhandled) => {
    const failed = modules.find((module) => module.state() === 'failed');
    const [test] = failed?.children.allTests('failed') ?? [];
    const name = [failed?.relativeModuleId, test?.fullName].filter((part) => part !== undefined);
    const errors = unhandled.map(({ message }) => message);
    say({ event: 'done', failed: failed && name.join(' > '), errors });
  },
};

function mutantPlugin({ modules }: Mutant, root: string): Plugin {
  const texts = new Map(modules.map(({ path, text }) => [`${root}/${path}`, text]));
  return {
    name: 'mutant',
    enforce: 'pre',
    // The keys of the cache have the names of all other plugins.
    api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
    configureVitest: ({ experimental_defineCacheKeyGenerator }) => {
      experimental_defineCacheKeyGenerator(({ id }) => (texts.has(id) ? false : undefined));
    },
    load: (id) => texts.get(id),
  };
}

/** Keeps the order of the tests of a mutant. */
const sequencerOf = (tests: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId }: TestSpecification): number =>
        tests.findIndex((test) => moduleId.endsWith(`/${test}`));
      return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)));
    }
  };

/** What a mutant adds to the configuration. */
export function mutantOptions(mutant: Mutant, root: string): ViteUserConfig {
  return {
    plugins: [mutantPlugin(mutant, root)],
    test: {
      // Neither durations nor failures of mutants are remembered.
      cache: false,
      ...(mutant.tests === undefined ? {} : { sequence: { sequencer: sequencerOf(mutant.tests) } }),
      setupFiles: mutant.isMarked === true ? [`${root}/tools/mutants/reach-setup.ts`] : [],
      reporters: [reporter],
    },
  };
}

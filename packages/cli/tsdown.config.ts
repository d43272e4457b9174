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

/** Commander starts commands that are programs of their own; ldscope has none, and `node:child_process` brings streams and sockets. */
const withoutPrograms = {
  name: 'without-programs',
  resolveId: {
    order: 'pre',
    filter: { id: /^node:child_process$/ },
    handler: () => ({ id: '\0no-programs', external: false }),
  },
  load: { filter: { id: /^\0no-programs$/ }, handler: () => '' },
} as const;

/** Files whose paths begin so, wherever they are; not those of declarations, which are bundled too. */
const rooms = (...paths: string[]): RegExp => new RegExp(`/(?:${paths.join('|')})[^.]*\\.m?[jt]s$`);

/**
 * Node reads, resolves and links each file on its own, which takes longer than what most of them do. So what every command starts with
 * is one file, what nearly every answer is made of another, with what prints it beside it, and what is said of a chip a third. Each
 * imports only those before it, and the library none but `answer` and `chip`, as it needs no Node: tests of the package see to both.
 */
const together = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'start',
      test: rooms(
        'core/src/timing/pipeline/choices',
        'cli/src/(?:define/|(?:main|options|every-command|node-io|confinement|version|file-problem))',
      ),
    },
    {
      name: 'answer',
      test: rooms(
        'core/src/(?:machine/|report/(?:report|soundness)|access/source-line)',
        'core/src/base/(?!messages/)',
        'core/src/base/messages/(?:message|usage|code-chips|launch)',
        'engine/src/machine-choice',
        'render/src/',
      ),
      minShareCount: 16,
    },
    { name: 'yaml', test: /\/node_modules\/yaml\// },
    { name: 'print', test: rooms('cli/src/(?:document|failure|terminal)') },
    {
      name: 'chip',
      test: rooms(
        'render/src/(?:json/parts|terminology|text/evidence|text/shown-matrix|say/grounds)',
        'render/src/(?:json|say|svg|text)/machine',
        'render/src/svg/(?:chart-scale|node|selection|theme)',
      ),
      minShareCount: 2,
    },
  ],
};

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const;

export default defineConfig([
  {
    ...shared,
    entry: {
      'bin': 'src/bin.ts',
      'index': 'src/index.ts',
      'lsp-worker': 'src/lsp/work/worker.ts',
      'sweep-worker': 'src/sweep/worker.ts',
    },
    dts: true,
    plugins: [declarations],
    // Of `yaml` Node gets fifty files of CommonJS and browsers the same as modules, which are bundled.
    alias: { yaml: pathOf('../../node_modules/yaml/browser/dist/index.js') },
    deps: { alwaysBundle: [/^@ldscope\//, 'yaml'], neverBundle: ['commander'] },
    outputOptions: { codeSplitting: together, paths: { commander: './commander.js' } },
    copy: [
      { from: pathOf('../../GLOSSARY.md'), to: 'dist' },
      { from: pathOf('../../node_modules/yaml/LICENSE'), to: 'dist', rename: 'yaml.LICENSE' },
      ...(existsSync(app) ? [{ from: app, to: 'dist', rename: 'web' }] : []),
    ],
  },
  {
    // Commander is seven files of CommonJS, which take longer than the command. It is bundled alone, as it brings a `require` of Node's.
    ...shared,
    entry: { commander: 'commander' },
    dts: false,
    plugins: [withoutPrograms],
    deps: { alwaysBundle: ['commander'] },
    copy: [
      { from: pathOf('node_modules/commander/LICENSE'), to: 'dist', rename: 'commander.LICENSE' },
    ],
  },
]);

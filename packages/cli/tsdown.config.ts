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
    handler: (_: string, importer: string | undefined) =>
      importer?.includes('/commander/')
        ? { id: '\0/commander/no-programs', external: false }
        : undefined,
  },
  load: { filter: { id: /^\0\/commander\/no-programs$/ }, handler: () => '' },
} as const;

/** Files whose paths begin so, wherever they are; not those of declarations, which are bundled too. */
const rooms = (...paths: string[]): RegExp => new RegExp(`/(?:${paths.join('|')})[^.]*\\.m?[jt]s$`);

/**
 * Node reads, resolves and links each file on its own, which takes longer than what most of them do. So what every command starts with
 * is one file, what nearly every answer is made of another, with what prints it beside it, and what is said of a chip a third. Each
 * imports only those before it: a test sees to it. Files `on-demand` are loaded when something of them is first used (`start.ts`).
 */
const together = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'start',
      test: rooms(
        'core/src/(?:shape/|base/(?:diagnostic|is-record|nearest-name)|timing/pipeline/choices|report/check)',
        'engine/src/input/request',
        'cli/src/(?:main|define/|options/|node/(?:node-io|direct-output)|system/(?:confinement|package-files|file-problem))',
      ),
    },
    {
      name: 'answer',
      test: rooms(
        'core/src/(?:machine/|report/(?:report|soundness)|access/source-line)',
        'core/src/base/(?!messages/)',
        'core/src/base/messages/(?:message|usage|code-chips|launch)',
        'engine/src/input/machine-choice',
        'render/src/',
      ),
      minShareCount: 16,
    },
    { name: 'on-demand-yaml', test: /\/node_modules\/yaml\// },
    // Without what files and languages are recognised by, and what launch files are made of.
    {
      name: 'on-demand-objects',
      test: rooms('packages/amdgcn/src/(?:object/(?!recognize)|compress/)', 'node_modules/fflate/'),
    },
    {
      name: 'on-demand-amdgcn',
      test: rooms(
        'packages/amdgcn/src/(?!object/recognize|emulate/hidden-arguments|text/compose-yaml|text/utf8)',
      ),
    },
    { name: 'on-demand-ptx', test: rooms('packages/ptx/src/') },
    {
      name: 'on-demand-mlir',
      test: rooms('packages/mlir/src/(?!ttgir/is-ttgir)', 'node_modules/diff/'),
    },
    { name: 'commander', test: /\/commander\// },
    { name: 'print', test: rooms('cli/src/answer/(?:document|failure|terminal)') },
    {
      name: 'chip',
      test: rooms(
        'render/src/(?:json/parts|say/grounds|text/(?:evidence|shown-matrix|terminology))',
        'render/src/(?:json|say|svg|text)/machine',
        'render/src/svg/(?:chart-scale|node|selection|theme)',
      ),
      minShareCount: 2,
    },
  ],
};

/** Of `yaml` Node gets fifty files of CommonJS, and browsers the same as modules: those are bundled. */
const yaml = pathOf('../../node_modules/yaml/browser/dist/index.js');

/** Libraries that are bundled, each with its licence beside the bundle; commander has both of its own. */
const bundled = ['@noble/hashes', 'diff', 'fflate', 'yaml'];
const isBundled = new RegExp(`^(?:@ldscope/|(?:${bundled.join('|')})(?:/|$))`);

const shared = {
  platform: 'node',
  target: 'node20',
  alias: { yaml },
} as const;

export default defineConfig([
  {
    // The library, which needs no Node, and threads.
    ...shared,
    entry: {
      'index': 'src/index.ts',
      'launch-crew': 'src/threads/crew.ts',
      'launch-worker': 'src/threads/worker.ts',
      'lsp-worker': 'src/lsp/work/worker.ts',
      'sweep-worker': 'src/sweep/worker.ts',
      'threads': 'src/threads/threads.ts',
    },
    format: 'esm',
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    dts: true,
    plugins: [declarations],
    deps: { alwaysBundle: isBundled, neverBundle: ['commander'] },
    outputOptions: { paths: { commander: './commander.js' } },
    copy: [
      { from: pathOf('../../GLOSSARY.md'), to: 'dist' },
      ...bundled.map((name) => ({
        from: pathOf(`../../node_modules/${name}/LICENSE`),
        to: 'dist',
        rename: `${name.replace(/^@(.*)\//, '$1-')}.LICENSE`,
      })),
      { from: pathOf('node_modules/commander/LICENSE'), to: 'dist', rename: 'commander.LICENSE' },
      ...(existsSync(app) ? [{ from: app, to: 'dist', rename: 'web' }] : []),
    ],
  },
  {
    // The command is CommonJS, since `start.ts` may keep what that is compiled to: decision 0007.
    ...shared,
    entry: { command: 'src/bin.ts' },
    format: 'cjs',
    outExtensions: () => ({ js: '.cjs' }),
    dts: false,
    plugins: [withoutPrograms],
    deps: { alwaysBundle: [isBundled, 'commander'] },
    outputOptions: {
      // Scripts that import modules are experimental in Node, which says so.
      dynamicImportInCjs: false,
      codeSplitting: together,
      comments: { legal: true, annotation: true, jsdoc: false },
    },
  },
  {
    ...shared,
    entry: { ldscope: 'src/start/start.ts' },
    format: 'cjs',
    outExtensions: () => ({ js: '.cjs' }),
    dts: false,
    deps: { alwaysBundle: /^@ldscope\// },
  },
  {
    // Of threads, apart from what the library shares with them: it brings a `require` of Node's.
    ...shared,
    entry: { commander: 'commander' },
    format: 'esm',
    outExtensions: () => ({ js: '.js' }),
    dts: false,
    plugins: [withoutPrograms],
    deps: { alwaysBundle: ['commander'] },
  },
]);

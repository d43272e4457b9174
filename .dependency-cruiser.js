/**
 * The layering of the house: a room imports only rooms above it in the list.
 *
 *     core:  base, gf2 -> access -> layout -> machine -> conflict -> coalesce -> vendors -> study
 *            -> mitigate -> timing -> report
 *     mlir:  core up to machine (its own: ir -> text, dialects -> passes; interpret beside them)
 *     amdgcn: core up to machine, and yaml for metadata (its own: text -> isa, emulate)
 *     engine: core, mlir, amdgcn, and yaml for specifications
 *     render: core           cli: everything           nothing imports cli
 *     web:   engine, core, render; its own: controls, picture, share, shell, worker, editor -> playground, explore
 */
const coreRooms = [
  'base',
  'gf2',
  'access',
  'layout',
  'machine',
  'conflict',
  'coalesce',
  'vendors',
  'study',
  'mitigate',
  'timing',
  'report',
];

/** One rule per room: it must not import a room below it. */
const coreOrder = coreRooms.slice(0, -1).map((room, index) => ({
  name: `core-${room}-imports-only-above`,
  severity: 'error',
  from: { path: `^packages/core/src/${room}/` },
  to: { path: `^packages/core/src/(${coreRooms.slice(index + 1).join('|')})/` },
}));

export default {
  forbidden: [
    ...coreOrder,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-stands-alone',
      comment: 'core runs in Node and in a browser and has no dependencies',
      severity: 'error',
      from: { path: '^packages/core/src/' },
      to: { pathNot: '^packages/core/src/' },
    },
    {
      name: 'mlir-imports-core-only',
      severity: 'error',
      from: { path: '^packages/mlir/src/' },
      to: { pathNot: '^packages/(mlir|core)/src/' },
    },
    {
      name: 'amdgcn-imports-core-only',
      comment: 'and yaml, which metadata of assembly is written in',
      severity: 'error',
      from: { path: '^packages/amdgcn/src/' },
      to: { pathNot: '^(packages/(amdgcn|core)/src/|node_modules/yaml/)' },
    },
    {
      name: 'amdgcn-text-stands-alone',
      severity: 'error',
      from: { path: '^packages/amdgcn/src/text/' },
      to: { path: '^packages/amdgcn/src/', pathNot: '^packages/amdgcn/src/text/' },
    },
    {
      name: 'amdgcn-object-imports-text-only',
      severity: 'error',
      from: { path: '^packages/amdgcn/src/object/' },
      to: { path: '^packages/amdgcn/src/', pathNot: '^packages/amdgcn/src/(text|object)/' },
    },
    {
      name: 'amdgcn-state-stands-below-instructions',
      severity: 'error',
      from: { path: '^packages/amdgcn/src/state/' },
      to: { path: '^packages/amdgcn/src/(isa|emulate|timing)/' },
    },
    {
      name: 'amdgcn-instructions-do-not-run-themselves',
      severity: 'error',
      from: { path: '^packages/amdgcn/src/isa/' },
      to: { path: '^packages/amdgcn/src/(emulate|timing)/' },
    },
    {
      name: 'mlir-text-does-not-execute',
      severity: 'error',
      from: { path: '^packages/mlir/src/(ir|text|dialects|passes)/' },
      to: { path: '^packages/mlir/src/interpret/' },
    },
    {
      name: 'render-imports-core-only',
      severity: 'error',
      from: { path: '^packages/render/src/' },
      to: { pathNot: '^packages/(render|core)/src/' },
    },
    {
      name: 'engine-imports-frontends-and-core',
      comment: 'engine runs in Node and in a browser; yaml reads specifications and launch files',
      severity: 'error',
      from: { path: '^packages/engine/src/' },
      to: { pathNot: '^(packages/(engine|core|mlir|amdgcn)/src/|node_modules/yaml/)' },
    },
    {
      name: 'only-programs-import-engine',
      severity: 'error',
      from: { pathNot: '^(packages/(engine|cli)|apps/web|validation|bench|examples)/' },
      to: { path: '^packages/engine/' },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { path: '^(packages/(core|mlir|amdgcn|render|engine)|apps/web)/' },
      to: { path: '^packages/cli/' },
    },
    {
      name: 'web-parts-stand-under-its-pages',
      severity: 'error',
      from: { path: '^apps/web/src/(controls|picture|share|shell|worker|editor)/' },
      to: { path: '^apps/web/src/(playground|explore)/' },
    },
    {
      name: 'pages-of-the-web-stand-apart',
      severity: 'error',
      from: { path: '^apps/web/src/(playground|explore)/' },
      to: { path: '^apps/web/src/(playground|explore)/', pathNot: '^apps/web/src/$1/' },
    },
    {
      name: 'explorers-load-frontends-on-demand',
      comment: 'modules named run-* are what they load',
      severity: 'error',
      from: { path: '^apps/web/src/explore/', pathNot: '/run-[^/]*$' },
      to: {
        path: '^packages/(engine|mlir|amdgcn)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'frontends-run-in-the-worker',
      comment: 'the page itself stays small and free: it asks the worker',
      severity: 'error',
      from: { path: '^apps/web/src/(playground|controls|picture|share|shell)/' },
      to: { path: '^packages/(mlir|amdgcn)/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|\\.config\\.ts$)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};

/** Rules of `npm run check:layers`: the layers are data in `layers.js`, what else holds is here. */
import { readdirSync } from 'node:fs';
import { debts, entries, imports, rooms } from './layers.js';

const either = (names) => `(${names.join('|')})`;

/** Where the rooms of a package are. */
const sourceOf = (pack) => (pack === 'validation' ? pack : `${pack}/src`);

const tests = '\\.test\\.tsx?$';

/** Nothing under `from` imports what matches `to`, but for the debts. */
function rule(name, comment, from, to) {
  const own = debts.filter(({ from: file }) => new RegExp(from).test(file));
  return [
    {
      name,
      comment,
      severity: 'error',
      from: { path: from, pathNot: [tests, ...own.map((debt) => debt.from)] },
      to,
    },
    ...own.map((debt) => ({
      name,
      comment: debt.reason,
      severity: 'error',
      from: { path: `^${debt.from}$` },
      to: { ...to, pathNot: [to.pathNot ?? [], debt.to].flat() },
    })),
  ];
}

/** Refuses folders with sources, and sources beside them, that `layers.js` does not have. */
function refuseUnknown(pack, known) {
  const source = sourceOf(pack);
  const files = readdirSync(new URL(source, import.meta.url), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => name.split(/[\\/]/)[0]);
  const unknown = [...new Set(files)].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const places = unknown.map((name) => `${source}/${name}`).join(', ');
  throw new Error(`layers.js does not have ${places}: a file belongs in a folder`);
}

/** One rule per folder: it imports neither what stands beside it nor what comes later, nor the files beside the folders. */
function orderOf([pack, lines]) {
  const files = Object.keys(entries[pack]);
  refuseUnknown(pack, [...lines.flat(), ...files]);
  return lines.flatMap((line, index) =>
    line.flatMap((room) => {
      const others = [...line.filter((other) => other !== room), ...lines.slice(index + 1).flat()];
      const paths = [...others.map((other) => `${other}/`), ...files.map((file) => `${file}$`)];
      if (paths.length === 0) return [];
      const name = `${pack.replace(/^[a-z]+\//, '')}-${room}`;
      const comment = 'a folder imports only folders of earlier lines of layers.js';
      return rule(name, comment, `^${sourceOf(pack)}/${room}/`, {
        path: `^${sourceOf(pack)}/${either(paths)}`,
      });
    }),
  );
}

/** One rule per package: it imports itself and what is listed. */
function importsOf([pack, allowed]) {
  const paths = allowed.map((one) =>
    one.startsWith('packages/') ? `${one}/src/` : `node_modules/${one}/`,
  );
  const comment = 'a package imports only what layers.js lists';
  return rule(`${pack.replace('packages/', '')}-imports`, comment, `^${pack}/src/`, {
    pathNot: `^${either([`${pack}/src/`, ...paths])}`,
  });
}

export default {
  forbidden: [
    ...Object.entries(rooms).flatMap(orderOf),
    ...Object.entries(imports).flatMap(importsOf),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
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
      name: 'nothing-imports-validation',
      severity: 'error',
      from: { pathNot: '^validation/' },
      to: { path: '^validation/' },
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

/**
 * Code that only tests reach is dead for every user, and knip takes tests for users. Here users are the command, the
 * library, the pages of the web app, validation, the benchmarks, and the tool that measures encodings:
 *
 *     packages/cli/src/{bin,index}.ts, pages of apps/web -> what their statements name -> what that names -> ...
 *
 * LIMITATIONS: a statement of any module counts as one that is loaded. Judged are declarations at the top of a file, not
 * members of classes and objects. What a dynamic import loads counts whole.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The gallery of the explorers loads the picture of each by its path. */
const globbed = /^apps\/web\/src\/explore\/[\w-]+\/picture\.ts$/;

/** Folders whose code is called by programs that are written as text. */
const called = ['packages/amdgcn/src/isa/valu/numeric/', 'packages/core/src/arithmetic/'];

/** Declarations that only tests reach, and why they stay. */
const exceptions: readonly (readonly [path: string, name: string, reason: string])[] = [
  ['packages/core/src/machine/validate.ts', 'machineFaults', 'a test checks every chip with it'],
  ['packages/core/src/machine/validate.ts', 'modelFaults', 'a test checks every chip with it'],
  ['packages/core/src/machine/validate.ts', 'ruleFaults', 'a test checks every chip with it'],
  ['packages/core/src/machine/validate.ts', 'tableFaults', 'a test checks every chip with it'],
  ...['specificationSchema', 'specificationShape'].map(
    (name) =>
      [
        'packages/engine/src/spec/spec-schema.ts',
        name,
        'the package has the schema as a file, which a test compares with it',
      ] as const,
  ),
  [
    'packages/mlir/src/dialects/index.ts',
    'knownOperations',
    'a test compiles each line of the table',
  ],
];

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|config)\.ts$|\.d\.ts$/.test(path))
    .filter((path) => !/node_modules|[\\/]dist[\\/]/.test(path));
}

const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`);
const judged = new Set([...packages, 'apps/web/src'].flatMap((folder) => sourcesOf(folder)));
const users = new Set(['validation', 'bench', 'tools/isa'].flatMap((folder) => sourcesOf(folder)));

function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(files, {
    ...options,
    noEmit: true,
    composite: false,
    incremental: false,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'preact',
    types: ['node'],
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
}

/** The declarations of the judged folders that no user reaches, as `path name`. */
function unreached(): string[] {
  const program = programOf([...judged, ...users]);
  const checker = program.getTypeChecker();
  // A function with several signatures has a declaration for each.
  const declared = new Map<ts.Symbol, readonly ts.Node[]>();
  const waiting: (ts.Symbol | undefined)[] = [];

  const follow = (symbol: ts.Symbol | undefined): ts.Symbol | undefined =>
    symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
      ? checker.getAliasedSymbol(symbol)
      : symbol;
  /** A member of a value, which is not judged: to find it would take the types of all expressions. */
  const isMember = (node: ts.Identifier): boolean => {
    const { parent } = node;
    if (ts.isJsxAttribute(parent)) return parent.name === node;
    if (!ts.isPropertyAccessExpression(parent) || parent.name !== node) return false;
    const { expression } = parent;
    const of = ts.isIdentifier(expression)
      ? follow(checker.getSymbolAtLocation(expression))
      : undefined;
    return of === undefined || (of.flags & ts.SymbolFlags.Module) === 0;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMember(node)) {
      waiting.push(
        follow(
          ts.isShorthandPropertyAssignment(node.parent)
            ? checker.getShorthandAssignmentValueSymbol(node.parent)
            : checker.getSymbolAtLocation(node),
        ),
      );
    }
    partsOf(node);
    ts.forEachChild(node, visit);
  };
  /** What `const { whole } = shape` takes of a module. */
  const partsOf = (node: ts.Node): void => {
    if (
      !ts.isVariableDeclaration(node) ||
      !ts.isObjectBindingPattern(node.name) ||
      node.initializer === undefined
    )
      return;
    const of = follow(checker.getSymbolAtLocation(node.initializer));
    if (of === undefined || (of.flags & ts.SymbolFlags.Module) === 0) return;
    const taken = new Set(
      node.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText()),
    );
    exportsOf(of, (name) => taken.has(name));
  };
  const exportsOf = (symbol: ts.Symbol | undefined, wanted: (name: string) => boolean): void => {
    if (symbol === undefined) return;
    for (const one of checker.getExportsOfModule(symbol)) {
      if (wanted(one.name)) waiting.push(follow(one));
    }
  };
  /** What `import('...')` loads; of the list of a package, the names that the text has. */
  const dynamicImports = (file: ts.SourceFile, node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [path] = node.arguments;
      const loaded = path && checker.getSymbolAtLocation(path);
      const name = loaded?.declarations?.[0]?.getSourceFile().fileName ?? '';
      const isList = /packages\/[^/]+\/src\/index\.ts$/.test(name);
      exportsOf(loaded, (one) => !isList || file.text.includes(one));
    }
    ts.forEachChild(node, (child) => dynamicImports(file, child));
  };

  for (const file of program.getSourceFiles()) {
    if (users.has(file.fileName)) visit(file);
    if (!judged.has(file.fileName)) continue;
    dynamicImports(file, file);
    for (const statement of file.statements) {
      if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) continue;
      const named = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [statement];
      for (const node of named) {
        const name = ts.isStatement(node) ? nameOf(node) : node.name;
        const symbol =
          name && ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined;
        if (symbol === undefined) visit(node);
        else declared.set(symbol, [...(declared.get(symbol) ?? []), node]);
      }
    }
    const path = relative(root, file.fileName);
    const isLibrary = path === join('packages', 'cli', 'src', 'index.ts');
    if (isLibrary || globbed.test(path))
      exportsOf(checker.getSymbolAtLocation(file), (name) => isLibrary || name === 'thumbnail');
  }

  const reached = new Set<ts.Symbol>();
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    const nodes = next && declared.get(next);
    if (next === undefined || nodes === undefined || reached.has(next)) continue;
    reached.add(next);
    for (const node of nodes) visit(node);
  }
  return [...declared]
    .filter(([symbol]) => !reached.has(symbol))
    .map(
      ([symbol, [node]]) =>
        `${relative(root, node?.getSourceFile().fileName ?? '')} ${symbol.name}`,
    )
    .filter((place) => !called.some((folder) => place.startsWith(folder)))
    .sort();
}

function nameOf(statement: ts.Statement): ts.Identifier | undefined {
  return ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
    ? statement.name
    : undefined;
}

test('every declaration is reached by something other than a test', () => {
  expect(unreached()).toEqual(exceptions.map(([path, name]) => `${path} ${name}`));
}, 240_000);

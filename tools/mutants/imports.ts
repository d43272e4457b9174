/**
 * Which tests import a file, and over how many imports:
 *
 *     execute.test.ts -> harness.ts -> run.ts -> wave.ts     wave.ts is 3 from execute.test.ts
 *
 * A name from a list of a package (`index.ts`) counts as an import of the file that declares it, so that a test is near to
 * what it names, not to all of the package. Imports of types do not count.
 */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { parse } from './sites.ts';

interface Import {
  readonly from: string;
  /** The names, or all of them. */
  readonly names: readonly string[] | 'all';
}

interface Module {
  readonly imports: readonly Import[];
  /** Names that the file declares. */
  readonly declared: ReadonlySet<string>;
  /** Names of other files: the name here, its name there; `*` for all of a file. */
  readonly passed: readonly { readonly name: string; readonly of: string; readonly from: string }[];
}

/** The path of a module, from the root; `undefined` for those of npm and Node. */
function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(importer), specifier);
    return /\.tsx?$/.test(path) && existsSync(path) ? path : undefined;
  }
  const [, name = '', below = ''] =
    /^(?:@ldscope\/|(?=ldscope))([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  const folder = `packages/${name === 'ldscope' ? 'cli' : name}`;
  if (name === '' || !existsSync(`${folder}/package.json`)) return undefined;
  const { exports }: { exports?: Record<string, string> } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  const path = exports?.[`.${below}`];
  return path === undefined ? undefined : posix.join(folder, path);
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

function declaredNames(statement: ts.Statement): string[] {
  const named = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement];
  return named.flatMap((node) => {
    const name = ts.isVariableDeclaration(node)
      ? node.name
      : ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
        ? node.name
        : undefined;
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });
}

/** What an import statement names of values. */
function namesOf(clause: ts.ImportClause | undefined): readonly string[] | 'all' {
  if (clause?.namedBindings === undefined) return 'all';
  if (ts.isNamespaceImport(clause.namedBindings)) return 'all';
  return clause.namedBindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ?? name).text);
}

function readModule(path: string): Module {
  const file = parse(path, readFileSync(path, 'utf8'));
  const imports: Import[] = [];
  const declared = new Set<string>();
  const passed: { name: string; of: string; from: string }[] = [];
  const target = (node: ts.Expression | undefined): string | undefined =>
    node !== undefined && ts.isStringLiteral(node) ? resolve(path, node.text) : undefined;

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const from = target(node.arguments[0]);
      if (from !== undefined) imports.push({ from, names: 'all' });
    }
    ts.forEachChild(node, visit);
  };

  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = target(statement.moduleSpecifier);
      const clause = statement.importClause;
      const names = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? [] : namesOf(clause);
      if (from !== undefined) imports.push({ from, names });
    } else if (ts.isExportDeclaration(statement)) {
      const from = target(statement.moduleSpecifier);
      const named = statement.exportClause;
      if (statement.isTypeOnly) continue;
      if (named === undefined || ts.isNamespaceExport(named)) {
        if (from !== undefined) passed.push({ name: '*', of: '*', from });
        continue;
      }
      for (const { name, propertyName, isTypeOnly } of named.elements) {
        if (isTypeOnly) continue;
        if (from === undefined) declared.add(name.text);
        else passed.push({ name: name.text, of: (propertyName ?? name).text, from });
      }
    } else {
      if (isExported(statement)) for (const name of declaredNames(statement)) declared.add(name);
      visit(statement);
    }
  }
  return { imports, declared, passed };
}

/** From a test, the number of imports to each file that it reaches. */
export type Distances = ReadonlyMap<string, number>;

/** The distances of each test. */
export function distancesOf(tests: readonly string[]): ReadonlyMap<string, Distances> {
  const modules = new Map<string, Module>();
  const moduleOf = (path: string): Module => {
    const known = modules.get(path) ?? readModule(path);
    modules.set(path, known);
    return known;
  };
  const declaring = (path: string, name: string, seen: ReadonlySet<string>): string | undefined => {
    const { declared, passed } = moduleOf(path);
    if (declared.has(name)) return path;
    if (seen.has(path)) return undefined;
    const next = new Set([...seen, path]);
    const own = passed.find((one) => one.name === name);
    if (own !== undefined) return declaring(own.from, own.of, next) ?? own.from;
    return passed
      .filter((one) => one.name === '*')
      .map(({ from }) => declaring(from, name, next))
      .find((found) => found !== undefined);
  };
  const importsOf = (path: string): string[] => {
    const { imports, passed } = moduleOf(path);
    const named = imports.flatMap(({ from, names }) =>
      names === 'all' ? [from] : names.map((name) => declaring(from, name, new Set()) ?? from),
    );
    return [...named, ...passed.map(({ from }) => from)];
  };
  const edges = new Map<string, readonly string[]>();
  const edgesOf = (path: string): readonly string[] => {
    const known = edges.get(path) ?? importsOf(path);
    edges.set(path, known);
    return known;
  };
  return new Map(
    tests.map((test) => {
      const distances = new Map([[test, 0]]);
      // A map is walked in the order of its entries, with those that are added on the way.
      for (const [path, distance] of distances)
        for (const next of edgesOf(path))
          if (!distances.has(next)) distances.set(next, distance + 1);
      return [test, distances];
    }),
  );
}

/** Words that two paths have both, below their package: `isa/exchange.ts` and `exchange.test.ts` have one. */
function sharedWords(path: string, test: string): number {
  const [own, other] = [path, test].map((one) => new Set(one.split(/[/.-]/).slice(3)));
  return [...(own ?? [])].filter((word) => word !== 'ts' && other?.has(word) === true).length;
}

/** A word that the paths share makes a test nearer by this many imports: whether tests share a helper says less. */
const IMPORTS_OF_WORD = 2;
/** Imports to a file whose importers are not followed. */
const FAR = 100;

/** Tests in the order in which they are tried on a file, while their seconds fit: the nearest first, of equals the shortest. */
export function nearestTests(
  path: string,
  tests: readonly string[],
  distances: ReadonlyMap<string, Distances>,
  secondsOf: ReadonlyMap<string, number>,
  seconds: number,
): string[] {
  const ranked = tests.map((test) => {
    const distance = distances.get(test)?.get(path) ?? FAR;
    const rank = distance - IMPORTS_OF_WORD * sharedWords(path, test);
    return { test, rank, seconds: secondsOf.get(test) ?? 0 };
  });
  ranked.sort((one, other) => one.rank - other.rank || one.seconds - other.seconds);
  let left = seconds;
  return ranked.flatMap(({ test, seconds }, index) => {
    if (seconds > left && index > 0) return [];
    left -= seconds;
    return [test];
  });
}

/**
 * The public interface of the library as data, from the source of its entry: what it exports, with comments and declarations.
 *
 *     // Layouts: which are better.          a section, with its title and what it is about
 *     export { suggestKernel } from ...      an entry of it
 */
import ts from 'typescript';

export interface ApiEntry {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constant' | 'type';
  /** Its comment, without marks; empty where it has none. */
  readonly comment: string;
  /** As in the source, without bodies and initial values. */
  readonly declaration: string;
}

export interface ApiSection {
  readonly title: string;
  readonly about: string;
  readonly entries: readonly ApiEntry[];
}

/** Reads the sections of an entry file, in its order. Throws for an export outside of them. */
export function readApi(entry: string): readonly ApiSection[] {
  const program = ts.createProgram([entry], {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(entry);
  if (file === undefined) throw new Error(`${entry} cannot be read`);
  const sections: { title: string; about: string; entries: ApiEntry[] }[] = [];
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement)) throw new Error(`${entry} exports by lists alone`);
    const heading = headingOf(statement, file);
    if (heading !== undefined) sections.push({ ...heading, entries: [] });
    const { exportClause } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause))
      throw new Error(`${entry} exports by lists alone`);
    for (const { name } of exportClause.elements) {
      const alias = checker.getSymbolAtLocation(name);
      const section = sections.at(-1);
      if (alias === undefined || section === undefined)
        throw new Error(`${name.text} is in no section`);
      section.entries.push(entryOf(checker.getAliasedSymbol(alias), name.text, checker));
    }
  }
  return sections;
}

/** The comment above a list: `Title: what it is about.` */
function headingOf(
  statement: ts.Statement,
  file: ts.SourceFile,
): Pick<ApiSection, 'title' | 'about'> | undefined {
  const text = file.getFullText().slice(statement.getFullStart(), statement.getStart(file));
  const lines = [...text.matchAll(/^\/\/ (.*)$/gm)].map(([, line = '']) => line);
  if (lines.length === 0) return undefined;
  const [title = '', ...about] = lines.join(' ').replace(/\.$/, '').split(': ');
  return { title, about: about.join(': ') };
}

function entryOf(symbol: ts.Symbol, name: string, checker: ts.TypeChecker): ApiEntry {
  const declarations = symbol.declarations ?? [];
  return {
    name,
    kind: kindOf(declarations[0]),
    comment: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    declaration: declarations.map((one) => declarationOf(one, checker)).join('\n\n'),
  };
}

function kindOf(declaration: ts.Declaration | undefined): ApiEntry['kind'] {
  if (declaration === undefined) return 'type';
  if (ts.isFunctionDeclaration(declaration)) return 'function';
  if (ts.isClassDeclaration(declaration)) return 'class';
  if (!ts.isVariableDeclaration(declaration)) return 'type';
  const { initializer } = declaration;
  return initializer !== undefined && ts.isArrowFunction(initializer) ? 'function' : 'constant';
}

/** What a reader of the source sees of it, without what it does. */
function declarationOf(declaration: ts.Declaration, checker: ts.TypeChecker): string {
  const file = declaration.getSourceFile();
  if (ts.isFunctionDeclaration(declaration))
    return signatureOf(`function ${declaration.name?.text ?? ''}`, declaration, checker);
  if (ts.isClassDeclaration(declaration)) return classOf(declaration, checker);
  if (ts.isVariableDeclaration(declaration)) {
    const { name, type, initializer } = declaration;
    if (initializer !== undefined && ts.isArrowFunction(initializer))
      return signatureOf(`function ${name.getText(file)}`, initializer, checker);
    const written =
      type?.getText(file) ?? checker.typeToString(checker.getTypeAtLocation(declaration));
    return `const ${name.getText(file)}: ${written};`;
  }
  return declaration.getText(file).replace(/^export /, '');
}

/** `function pad(tile: Tile, bytes = 4): Tile;` A parameter in parts is named after its type. */
function signatureOf(
  name: string,
  declaration: ts.SignatureDeclaration,
  checker: ts.TypeChecker,
): string {
  const file = declaration.getSourceFile();
  const types = declaration.typeParameters?.map((one) => one.getText(file)) ?? [];
  const parameters = declaration.parameters.map((parameter) => {
    const text = parameter.getText(file);
    if (!ts.isObjectBindingPattern(parameter.name)) return text;
    const type = parameter.type?.getText(file) ?? '';
    const word = /^\w*?([A-Z][a-z]+)$/.exec(type)?.[1]?.toLowerCase() ?? 'given';
    return word + text.slice(parameter.name.getText(file).length);
  });
  const isConstructor = ts.isConstructorDeclaration(declaration);
  const signature = checker.getSignatureFromDeclaration(declaration);
  const result =
    declaration.type?.getText(file) ??
    (signature === undefined ? 'void' : checker.typeToString(signature.getReturnType()));
  const typed = types.length === 0 ? '' : `<${types.join(', ')}>`;
  return `${name}${typed}(${parameters.join(', ')})${isConstructor ? '' : `: ${result}`};`;
}

/** The public members of a class and of those that it extends, each with its comment. */
function classOf(declaration: ts.ClassDeclaration, checker: ts.TypeChecker): string {
  const own = declaration.members.filter(ts.isConstructorDeclaration);
  const inherited = checker
    .getPropertiesOfType(checker.getTypeAtLocation(declaration))
    .flatMap(({ declarations = [] }) => declarations.filter(ts.isClassElement))
    .filter(isPublic);
  const members = [...own, ...inherited].map((member) => {
    const file = member.getSourceFile();
    const [comment] = ts.getJSDocCommentsAndTags(member);
    const name = member.name?.getText(file) ?? 'constructor';
    const text = ts.isPropertyDeclaration(member)
      ? `${member.getText(file).replace(/;$/, '')};`
      : ts.isFunctionLike(member)
        ? signatureOf(ts.isGetAccessor(member) ? `get ${name}` : name, member, checker)
        : '';
    return `${comment === undefined ? '' : `${comment.getText(file)}\n`}${text}`;
  });
  return `class ${declaration.name?.text ?? ''} {\n${members.join('\n')}\n}`;
}

const isPublic = (member: ts.ClassElement): boolean =>
  (member.name === undefined || !ts.isPrivateIdentifier(member.name)) &&
  (ts.getCombinedModifierFlags(member) &
    (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) ===
    0;

/** Which names the statements of a block define, in any order, and where a name is found. */
import type { Entry, Scope } from '../values.ts';
import { NOWHERE } from '../context.ts';
import type { ConstantSyntax, Statement, StructSyntax } from '../syntax.ts';

/** The namespaces of CK and of C++, whose names are found without them. */
export const libraries: ReadonlySet<string> = new Set(['ck_tile', 'ck', 'std', 'math', 'detail']);

/** Makes the names of statements known, in any order. */
export function declare(statements: readonly Statement[], scope: Scope): void {
  for (const statement of statements) define(statement, scope);
}

/** Makes the name of one statement known. */
export function define(statement: Statement, scope: Scope): void {
  switch (statement.kind) {
    case 'constant': {
      if (statement.template !== undefined) defineTemplate(statement, scope);
      else {
        const isTwice = scope.own(statement.name) !== undefined;
        scope.define(
          statement.name,
          isTwice
            ? { kind: 'twice', span: statement }
            : { kind: 'constant', syntax: statement, scope, state: 'new' },
        );
      }
      break;
    }
    case 'function': {
      const known = scope.own(statement.name);
      if (known?.kind === 'functions') known.list.push(statement);
      else scope.define(statement.name, { kind: 'functions', list: [statement], scope });
      break;
    }
    case 'struct':
      defineTemplate(statement, scope);
      break;
    case 'namespace':
      declare(statement.body, namespaceScope(statement.name, scope));
      break;
    default:
  }
}

function defineTemplate(syntax: StructSyntax | ConstantSyntax, scope: Scope): void {
  const isSpecial = syntax.kind === 'struct' && syntax.specialized !== undefined;
  const known = isSpecial ? findEntry(syntax.name, scope) : scope.own(syntax.name);
  if (known?.kind === 'template') {
    // A name that was only declared is defined now.
    const declared = known.list.findIndex(
      (each) => each.kind === 'struct' && each.body === undefined,
    );
    const isPlain = syntax.kind === 'struct' && syntax.specialized === undefined && declared >= 0;
    if (isPlain && syntax.body !== undefined) known.list.splice(declared, 1);
    known.list.push(syntax);
  } else scope.define(syntax.name, { kind: 'template', list: [syntax], scope });
}

/** Where the names of a namespace are: of CK's and C++'s, in the block around it. */
export function namespaceScope(name: string, scope: Scope): Scope {
  let inside = scope;
  for (const part of name.split('::')) {
    if (part === '' || part === 'inline' || libraries.has(part)) continue;
    const known = inside.own(part);
    if (known?.kind === 'value' && known.value.kind === 'struct') inside = known.value.members;
    else {
      const members = inside.inner();
      inside.defineValue(part, { kind: 'struct', name: part, members, span: NOWHERE });
      inside = members;
    }
  }
  return inside;
}

/** The meaning of a name in a struct and its bases; `unknown` where a base is. */
export function ownEntry(name: string, scope: Scope): Entry | 'unknown' | undefined {
  const own = scope.own(name);
  if (own !== undefined) return own;
  let isUnknown = false;
  for (const base of scope.bases) {
    const entry = base.kind === 'struct' ? ownEntry(name, base.members) : 'unknown';
    if (entry === 'unknown') isUnknown = true;
    else if (entry !== undefined) return entry;
  }
  return isUnknown ? 'unknown' : undefined;
}

/** The meaning of a name in a block and those around it. */
export function findEntry(name: string, scope: Scope): Entry | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.around) {
    const entry = ownEntry(name, at);
    if (entry !== undefined && entry !== 'unknown') return entry;
  }
  return undefined;
}

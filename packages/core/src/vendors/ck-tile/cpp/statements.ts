/**
 * Statements of C++: constants, types, structs, functions, `if constexpr`.
 *
 *     template <typename Problem>
 *     CK_TILE_HOST_DEVICE static constexpr auto MakeLdsDescriptor() { constexpr index_t kM = 64; return ...; }
 *
 * What is not read becomes a statement that says so, and reading goes on behind it: a header has much beside what it is
 * read for. The fault counts where the statement is executed.
 */
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import type { Result } from '../../../base/result.ts';
import { type CppCursor, parseCpp } from './cpp-cursor.ts';
import { eatDots, expressionAt, pathAt, templateArguments } from './expressions.ts';
import type { Expression, Parameter, Statement } from './syntax.ts';

/** The statements of a text, or its first character that is none. */
export function parseStatements(text: string): Result<readonly Statement[]> {
  return parseCpp(text, lambdaAt, (cursor) => {
    const statements = statementsAt(cursor);
    return cursor.at('}') ? cursor.expected('the end') : statements;
  });
}

/** The one expression of a text. */
export function parseExpression(text: string): Result<Expression> {
  return parseCpp(text, lambdaAt, (cursor) => expressionAt(cursor));
}

/** Levels of structs, functions and branches. */
const DEEPEST = 60;

const spanFrom = (cursor: CppCursor, { start }: Span): Span => ({ start, end: cursor.lastEnd });

/** All statements up to `}`, which is not taken, or to the end of the text. */
function statementsAt(cursor: CppCursor): Statement[] {
  const list: Statement[] = [];
  while (cursor.peek().kind !== 'end' && !cursor.at('}')) {
    if (cursor.eat(';')) continue;
    const from = cursor.taken;
    const { start } = cursor.peek();
    const read = cursor.attempt(() => cursor.deeper(DEEPEST, () => statementAt(cursor)));
    if ('value' in read) list.push(...read.value);
    else {
      skipStatement(cursor);
      list.push({ kind: 'unread', fault: read.fault, start, end: cursor.lastEnd });
    }
    // Every statement takes a word.
    if (cursor.taken === from) cursor.take();
  }
  return list;
}

/** Words that begin what is not read. */
const unread: ReadonlySet<string> = new Set(
  'enum for while do switch goto try union else friend operator asm explicit virtual'.split(' '),
);

const one = (statement: Statement | undefined): Statement[] | undefined => statement && [statement];

function statementAt(cursor: CppCursor): Statement[] | undefined {
  const word = cursor.peek();
  if (unread.has(word.text)) {
    return cursor.fail(messages.notation.cppDeclaration(word.text), word);
  }
  switch (word.text) {
    case 'template':
      return templateAt(cursor);
    case 'struct':
    case 'class':
      return one(structAt(cursor, undefined));
    case 'namespace':
      return one(namespaceAt(cursor));
    case 'public':
    case 'private':
    case 'protected':
      cursor.take();
      return cursor.expect(':') && [];
    case 'static_assert':
      return one(assertAt(cursor));
    case 'if':
      return one(branchAt(cursor));
    case 'using':
      if (cursor.peek(1).text !== 'namespace') return one(aliasAt(cursor, undefined));
      while (!cursor.at(';') && cursor.peek().kind !== 'end') cursor.take();
      return [];
    case 'return': {
      cursor.take();
      const value = expressionAt(cursor);
      if (value === undefined || endAt(cursor) === undefined) return undefined;
      return [{ kind: 'return', value, ...spanFrom(cursor, word) }];
    }
    case '{': {
      cursor.take();
      const body = statementsAt(cursor);
      return cursor.expect('}') && [{ kind: 'block', body, ...spanFrom(cursor, word) }];
    }
    default:
      return declarationAt(cursor, undefined);
  }
}

/** `;`, which the last statement of a text may leave out. */
const endAt = (cursor: CppCursor): true | undefined =>
  cursor.at('}') || cursor.peek().kind === 'end' ? true : cursor.expect(';');

/** `template <typename Problem, index_t kM = 64>` and what follows. */
function templateAt(cursor: CppCursor): Statement[] | undefined {
  cursor.take();
  if (cursor.expect('<') === undefined) return undefined;
  const template = parametersAt(cursor, '>');
  if (template === undefined) return undefined;
  const word = cursor.peek();
  // A member of a template is a template of its own in a specialization outside.
  if (word.text === 'template')
    return cursor.fail(messages.notation.cppDeclaration('template'), word);
  if (word.text === 'struct' || word.text === 'class') return one(structAt(cursor, template));
  if (word.text === 'using') return one(aliasAt(cursor, template));
  return declarationAt(cursor, template);
}

/** Parameters of a template or a function, up to their end, which is taken. */
function parametersAt(cursor: CppCursor, close: '>' | ')'): Parameter[] | undefined {
  if (close === ')' && cursor.at('void') && cursor.peek(1).text === ')') cursor.take();
  let unnamed = 0;
  return cursor.list(close, () => {
    let isPack = false;
    let name: string | undefined;
    let words = 0;
    // The last name before a comma, `=` or the end is the parameter's, if another word is in front.
    for (let depth = 0; ;) {
      const { kind, text } = cursor.peek();
      if (kind === 'end') return cursor.expected(`'${close}'`);
      if (depth === 0 && (text === close || text === ',' || text === '=')) break;
      if (depth === 0 && eatDots(cursor)) {
        isPack = true;
        continue;
      }
      if (text === '<' || text === '(' || text === '[') depth++;
      if (text === '>' || text === ')' || text === ']') depth--;
      if (depth === 0 && kind === 'name') {
        name = text;
        words++;
      }
      cursor.take();
    }
    if (words === 0 && close === ')') return cursor.expected('a parameter');
    const isNamed =
      words > 1 && name !== 'typename' && !/^(?:auto|bool|int|index_t|const)$/.test(name ?? '');
    let fallback: Expression | undefined;
    if (cursor.eat('=')) {
      fallback = expressionAt(cursor, close === '>');
      if (fallback === undefined) return undefined;
    }
    return { name: isNamed && name !== undefined ? name : `#${unnamed++}`, isPack, fallback };
  });
}

/** `struct Problem { ... };` */
function structAt(
  cursor: CppCursor,
  template: readonly Parameter[] | undefined,
): Statement | undefined {
  const word = cursor.take();
  while (/^(?:alignas|CK_TILE_ALIGN\w*)$/.test(cursor.peek().text)) {
    cursor.take();
    if (cursor.eat('(') && !(skipTo(cursor, ')') && cursor.eat(')'))) return undefined;
  }
  const name = cursor.name('a name');
  if (name === undefined) return undefined;
  const specialized = templateArguments(cursor);
  cursor.eat('final');
  const bases: Expression[] = [];
  if (cursor.eat(':')) {
    do {
      while (/^(?:public|private|protected|virtual)$/.test(cursor.peek().text)) cursor.take();
      cursor.eat('typename');
      const base = pathAt(cursor, 'a base');
      if (base === undefined) return undefined;
      bases.push(base);
    } while (cursor.eat(','));
  }
  let body: Statement[] | undefined;
  if (cursor.eat('{')) {
    body = statementsAt(cursor);
    if (cursor.expect('}') === undefined) return undefined;
  }
  if (endAt(cursor) === undefined) return undefined;
  const span = spanFrom(cursor, word);
  return { kind: 'struct', name: name.text, template, specialized, bases, body, ...span };
}

function namespaceAt(cursor: CppCursor): Statement | undefined {
  const word = cursor.take();
  let name = '';
  while (cursor.peek().kind === 'name' || cursor.at('::')) name += cursor.take().text;
  if (cursor.expect('{') === undefined) return undefined;
  const body = statementsAt(cursor);
  return cursor.expect('}') && { kind: 'namespace', name, body, ...spanFrom(cursor, word) };
}

function assertAt(cursor: CppCursor): Statement | undefined {
  const word = cursor.take();
  const condition = cursor.expect('(') && expressionAt(cursor);
  if (condition === undefined) return undefined;
  // The message is blank by now.
  cursor.eat(',');
  if (cursor.expect(')') === undefined || endAt(cursor) === undefined) return undefined;
  return { kind: 'assert', condition, ...spanFrom(cursor, word) };
}

/** `if constexpr (NBanks == 64) { ... } else { ... }` */
function branchAt(cursor: CppCursor): Statement | undefined {
  const word = cursor.take();
  cursor.eat('constexpr');
  const condition = cursor.expect('(') && expressionAt(cursor);
  if (condition === undefined || cursor.expect(')') === undefined) return undefined;
  const yes = armAt(cursor);
  const no = yes === undefined || !cursor.eat('else') ? [] : armAt(cursor);
  if (yes === undefined || no === undefined) return undefined;
  return { kind: 'if', condition, yes, no, ...spanFrom(cursor, word) };
}

function armAt(cursor: CppCursor): Statement[] | undefined {
  if (!cursor.eat('{')) return cursor.deeper(DEEPEST, () => statementAt(cursor));
  const body = statementsAt(cursor);
  return cursor.expect('}') && body;
}

/** `using Lengths = sequence<8, 64>;` */
function aliasAt(
  cursor: CppCursor,
  template: readonly Parameter[] | undefined,
): Statement | undefined {
  const word = cursor.take();
  const name = cursor.name('a name');
  if (name === undefined || cursor.expect('=') === undefined) return undefined;
  const value = expressionAt(cursor);
  if (value === undefined || endAt(cursor) === undefined) return undefined;
  const span = spanFrom(cursor, word);
  return { kind: 'constant', name: name.text, template, value, isAlias: true, ...span };
}

/** Words in front of the type of what is declared. */
const qualifiers: ReadonlySet<string> = new Set(
  'static constexpr const inline extern CK_TILE_HOST CK_TILE_DEVICE CK_TILE_HOST_DEVICE CK_TILE_DEVICE_EXTERN __host__ __device__ __host __device __forceinline__ __global__'.split(
    ' ',
  ),
);

/** A function, constants, or an expression. */
function declarationAt(
  cursor: CppCursor,
  template: readonly Parameter[] | undefined,
): Statement[] | undefined {
  const first = cursor.peek();
  let isQualified = false;
  for (;;) {
    if (qualifiers.has(cursor.peek().text)) cursor.take();
    else if (cursor.at('[') && cursor.peek(1).text === '[') {
      if (!skipTo(cursor, ']')) return undefined;
      cursor.take();
      cursor.eat(']');
    } else break;
    isQualified = true;
  }
  const tried = cursor.attempt(() => (declares(cursor) ? true : undefined));
  const isDeclaration = 'value' in tried;
  if (!isDeclaration && (template !== undefined || (isQualified && !isAssigned(cursor)))) {
    return cursor.fail(messages.notation.cppDeclaration(cursor.peek().text), cursor.peek());
  }
  if (!isDeclaration && !isQualified) {
    const value = expressionAt(cursor);
    if (value === undefined || endAt(cursor) === undefined) return undefined;
    return [{ kind: 'expression', value, ...spanFrom(cursor, first) }];
  }
  // `constexpr a = 1` without a type is taken too.
  const name = cursor.name('a name');
  if (name === undefined) return undefined;
  if (cursor.at('(')) return functionAt(cursor, name.text, template, first);
  const constants: Statement[] = [];
  for (let each = name.text; ;) {
    const from = cursor.peek();
    const value = cursor.at('{') || cursor.eat('=') ? expressionAt(cursor) : cursor.expected("'='");
    if (value === undefined) return undefined;
    const span = spanFrom(cursor, from);
    constants.push({ kind: 'constant', name: each, template, value, isAlias: false, ...span });
    if (!cursor.eat(',')) break;
    const next = cursor.name('a name');
    if (next === undefined) return undefined;
    each = next.text;
  }
  return endAt(cursor) && constants;
}

const isAssigned = (cursor: CppCursor): boolean =>
  cursor.peek().kind === 'name' && cursor.peek(1).text === '=';

/** True behind the type of what is declared: at its name. */
function declares(cursor: CppCursor): boolean {
  const type = cursor.deeper(DEEPEST, () => typeAt(cursor));
  if (type === undefined) return false;
  while (cursor.eat('const') || cursor.eat('&') || cursor.eat('&&') || cursor.eat('*')) continue;
  return cursor.peek().kind === 'name' && ['=', '{', '(', ',', ';'].includes(cursor.peek(1).text);
}

/** The type of what is declared. */
function typeAt(cursor: CppCursor): true | undefined {
  cursor.eat('typename');
  if (cursor.at('decltype')) {
    cursor.take();
    if (!cursor.eat('(') || !skipTo(cursor, ')')) return undefined;
    return cursor.expect(')');
  }
  do {
    if (/^(?:unsigned|signed|long|short)$/.test(cursor.peek().text)) {
      while (/^(?:unsigned|signed|long|short|int)$/.test(cursor.peek().text)) cursor.take();
      return true;
    }
    cursor.eat('template');
    if (cursor.name('a type') === undefined) return undefined;
    templateArguments(cursor);
  } while (cursor.eat('::'));
  return true;
}

function functionAt(
  cursor: CppCursor,
  name: string,
  template: readonly Parameter[] | undefined,
  first: Span,
): Statement[] | undefined {
  cursor.take();
  const parameters = parametersAt(cursor, ')');
  if (parameters === undefined) return undefined;
  // `const noexcept -> index_t`
  while (!cursor.at('{') && !cursor.at(';') && !cursor.at('=') && cursor.peek().kind !== 'end') {
    cursor.take();
  }
  // A function that is only declared, or has no body of its own, is not called.
  if (!cursor.at('{')) return skipTo(cursor, ';') ? [] : undefined;
  const body = functionBody(cursor);
  return (
    body && [{ kind: 'function', name, template, parameters, body, ...spanFrom(cursor, first) }]
  );
}

/** `{ ... }` */
function functionBody(cursor: CppCursor): Statement[] | undefined {
  return cursor.deeper(DEEPEST, () => {
    if (cursor.expect('{') === undefined) return undefined;
    const body = statementsAt(cursor);
    return cursor.expect('}') && body;
  });
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
]);

/** Goes on to a sign outside of any parentheses, which is not taken. */
function skipTo(cursor: CppCursor, sign: string): boolean {
  const open: string[] = [];
  for (;;) {
    const { kind, text } = cursor.peek();
    if (kind === 'end') return cursor.expect(open.at(-1) ?? sign) === true;
    if (open.length === 0 && text === sign) return true;
    const close = pairs.get(text);
    if (close !== undefined) open.push(close);
    else if (text === open.at(-1)) open.pop();
    cursor.take();
  }
}

/** Goes on behind a statement that is not read: its `;`, or the block that ends it. */
function skipStatement(cursor: CppCursor): void {
  const open: string[] = [];
  while (cursor.peek().kind !== 'end') {
    const { text } = cursor.peek();
    if (open.length === 0 && text === '}') return;
    const close = pairs.get(text);
    cursor.take();
    if (close !== undefined) open.push(close);
    else if (text === open.at(-1)) {
      open.pop();
      if (open.length === 0 && text === '}' && !/^[;,.)(]$/.test(cursor.peek().text)) return;
    }
    if (open.length === 0 && text === ';') return;
  }
}

/** `[&](auto i) { return i; }` */
function lambdaAt(cursor: CppCursor): Expression | undefined {
  const open = cursor.take();
  while (!cursor.at(']') && cursor.peek().kind !== 'end') cursor.take();
  if (cursor.expect(']') === undefined) return undefined;
  const parameters = cursor.eat('(') ? parametersAt(cursor, ')') : [];
  if (parameters === undefined) return undefined;
  while (!cursor.at('{') && cursor.peek().kind !== 'end') cursor.take();
  const body = functionBody(cursor);
  return body && { kind: 'lambda', parameters, body, ...spanFrom(cursor, open) };
}

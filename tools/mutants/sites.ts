/**
 * Where a fault can be put into a source, one small change each:
 *
 *     boundary    a < b        a <= b
 *     operator    a + b        a - b
 *     constant    16           17, 15
 *     condition   a && b       a             if (a) return b;   ;
 *     negation    !a           a
 *     min-max     Math.min     Math.max
 *     branch      a ? b : c    a ? c : b
 *
 * No site is what a user reads (templates, arguments of messages, what is thrown), a type, or what the types forbid to
 * change: a test for `undefined`, and the value after `??`, which often only the types require.
 *
 * LIMITATIONS: a change may be none: `a >>> 2` of a value without sign is `a >> 2`.
 */
import ts from 'typescript';

export const kinds = [
  'boundary',
  'operator',
  'constant',
  'condition',
  'negation',
  'min-max',
  'branch',
] as const;
type Kind = (typeof kinds)[number];

export interface Site {
  /** `path:line:column:kind`, from the root; of a constant with what is added. */
  readonly id: string;
  readonly path: string;
  readonly kind: Kind;
  /** The changed line, as `left [-<-]{+<=+} 16`. */
  readonly diff: string;
  /** The line after it. */
  readonly next: string;
  /** Offsets of what is replaced, and by what. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly place: Place;
}

/** The expression or statement that a fault changes: whatever executes it reaches the fault. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly isStatement: boolean;
}

const boundaries = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);

const operators = new Map([
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&', '|'],
  ['|', '&'],
  ['^', '|'],
  ['<<', '>>'],
  ['>>', '<<'],
  ['>>>', '>>'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
  ['*=', '/='],
  ['&=', '|='],
  ['|=', '&='],
  ['^=', '|='],
  ['<<=', '>>='],
  ['>>=', '<<='],
  ['>>>=', '>>='],
]);

const extremes = new Map([
  ['min', 'max'],
  ['max', 'min'],
]);

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Whether a sum has a text among its parts. */
const isTextSum = (node: ts.Node): boolean =>
  isText(node) || (ts.isBinaryExpression(node) && (isTextSum(node.left) || isTextSum(node.right)));

const isUndefined = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'undefined';

/** Whether the types after a condition depend on it, as on `a === undefined || b`. */
function isAbsence(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isAbsence(node.expression);
  if (!ts.isBinaryExpression(node)) return false;
  return [node.left, node.right].some((side) => isUndefined(side) || isAbsence(side));
}

/** What a user reads, what only the types say, and what names other files. */
function isSkipped(node: ts.Node): boolean {
  if (ts.isTypeNode(node)) return !ts.isExpressionWithTypeArguments(node);
  if (ts.isCallExpression(node)) return rootOf(node.expression) === 'messages';
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isThrowStatement(node) ||
    ts.isTemplateExpression(node)
  );
}

/** `messages` of `messages.mitigate.tail`. */
function rootOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return rootOf(node.expression);
  return ts.isIdentifier(node) ? node.text : undefined;
}

/** The value of a literal that counts or measures: not a place in a pair, not a fallback, not a key. */
function valueOf(node: ts.NumericLiteral | ts.BigIntLiteral): bigint | number | undefined {
  const { parent } = node;
  const isPlace = ts.isElementAccessExpression(parent) && (node.text === '0' || node.text === '1');
  const isFallback =
    ts.isBinaryExpression(parent) &&
    parent.right === node &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
  if (isPlace || isFallback || isKey) return undefined;
  return ts.isBigIntLiteral(node) ? BigInt(node.text.slice(0, -1)) : Number(node.text);
}

interface Change {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Tells changes of one kind apart that begin at one place. */
  readonly added?: string;
}

function changesOfBinary(node: ts.BinaryExpression, file: ts.SourceFile): Change[] {
  const { left, operatorToken, right } = node;
  const token = operatorToken.getText(file);
  const isLogical = token === '&&' || token === '||';
  const changes: Change[] = [];
  const replace = (kind: Kind, text: string | undefined): void => {
    if (text !== undefined)
      changes.push({ kind, start: operatorToken.getStart(file), end: operatorToken.end, text });
  };
  replace('boundary', boundaries.get(token));
  const isOfText = token.startsWith('+') && isTextSum(node);
  const isOfTypes = isLogical && (isAbsence(left) || isAbsence(right));
  if (!isOfText && !isOfTypes) replace('operator', operators.get(token));
  if (isLogical && !isAbsence(left))
    changes.push({ kind: 'condition', start: left.end, end: node.end, text: '' });
  return changes;
}

function changesOf(node: ts.Node, file: ts.SourceFile): Change[] {
  const start = node.getStart(file);
  const { end } = node;
  if (ts.isBinaryExpression(node)) return changesOfBinary(node, file);
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    const value = valueOf(node);
    if (value === undefined) return [];
    const [more, less] =
      typeof value === 'bigint'
        ? [`${value + 1n}n`, `${value - 1n}n`]
        : [`${value + 1}`, `${value - 1}`];
    return [
      { kind: 'constant', start, end, text: more, added: '+1' },
      // `- -1` would be a decrement without its blank.
      { kind: 'constant', start, end, text: less.replace('-', ' -'), added: '-1' },
    ];
  }
  if (ts.isIfStatement(node)) {
    const isKept = node.elseStatement !== undefined || isAbsence(node.expression);
    return isKept || throws(node.thenStatement)
      ? []
      : [{ kind: 'condition', start, end, text: ';' }];
  }
  if (ts.isPrefixUnaryExpression(node)) {
    return node.operator === ts.SyntaxKind.ExclamationToken
      ? [{ kind: 'negation', start, end, text: node.operand.getText(file) }]
      : [];
  }
  if (ts.isPropertyAccessExpression(node)) {
    const other = extremes.get(node.name.text);
    return other !== undefined && rootOf(node.expression) === 'Math'
      ? [{ kind: 'min-max', start: node.name.getStart(file), end, text: other }]
      : [];
  }
  if (ts.isConditionalExpression(node)) {
    const { whenTrue, whenFalse, condition } = node;
    if ((isText(whenTrue) && isText(whenFalse)) || isAbsence(condition)) return [];
    const text = `${whenFalse.getText(file)} : ${whenTrue.getText(file)}`;
    return [{ kind: 'branch', start: whenTrue.getStart(file), end, text }];
  }
  return [];
}

function throws(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && ts.isThrowStatement(last);
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
};

/** The line after an offset. */
function nextLine(source: string, offset: number): string {
  const [, line = ''] = source.slice(offset).split('\n', 2);
  return line.trim();
}

/** The line of a change, with what goes and what comes. */
function diffOf(source: string, { start, end, text }: Change): string {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const newline = source.indexOf('\n', end);
  const after = source.slice(end, newline === -1 ? source.length : newline);
  const added = text === '' ? '' : `{+${short(text)}+}`;
  const removed = `[-${short(source.slice(start, end))}-]`;
  return `${source.slice(from, start).trimStart()}${removed}${added}${after.trimEnd()}`;
}

const hasBody = (node: ts.Node): boolean =>
  (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) ||
  ts.forEachChild(node, (child) => hasBody(child) || undefined) === true;

/** Files of data and texts: their facts have sources, and a test of one would be its copy. */
export const isData = (path: string, file: ts.SourceFile): boolean =>
  path.includes('/messages/') || !hasBody(file);

export const parse = (path: string, source: string): ts.SourceFile =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);

/** The sites of a file, in its order; `path` is from the root. */
export function sitesOf(path: string, source: string): Site[] {
  const file = parse(path, source);
  if (isData(path, file)) return [];
  const sites: Site[] = [];
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    for (const change of changesOf(node, file)) {
      const { line, character } = file.getLineAndCharacterOfPosition(change.start);
      const { kind, start, end, text, added = '' } = change;
      const id = `${path}:${line + 1}:${character + 1}:${kind}${added}`;
      const diff = diffOf(source, change);
      const next = nextLine(source, end);
      sites.push({ id, path, kind, diff, next, start, end, text, place: placeOf(node, file) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sites;
}

function placeOf(node: ts.Node, file: ts.SourceFile): Place {
  // Of a method only its object stands alone.
  const { end } = ts.isPropertyAccessExpression(node) ? node.expression : node;
  return { start: node.getStart(file), end, isStatement: ts.isStatement(node) };
}

/** The source that calls `globalThis.reached(number)` whenever it executes a place, and does what it did. */
export function marked(
  source: string,
  marks: readonly { readonly place: Place; readonly number: number }[],
): string {
  const parts = marks.flatMap(({ place, number }) => {
    const call = `globalThis.reached(${number})`;
    const { start, end, isStatement } = place;
    const [before, after] = isStatement ? [`{${call};`, '}'] : [`(${call},`, ')'];
    return [
      { at: start, text: before, isEnd: false, length: end - start },
      { at: end, text: after, isEnd: true, length: end - start },
    ];
  });
  // What ends at an offset ends before what begins there; of two that begin there the longer one is around the other.
  parts.sort(
    (one, other) =>
      one.at - other.at ||
      Number(other.isEnd) - Number(one.isEnd) ||
      (one.isEnd ? one.length - other.length : other.length - one.length),
  );
  let text = '';
  let at = 0;
  for (const part of parts) {
    text += source.slice(at, part.at) + part.text;
    at = part.at;
  }
  return text + source.slice(at);
}

/** The source with the fault in it. */
export const mutated = (source: string, { start, end, text }: Site): string =>
  source.slice(0, start) + text + source.slice(end);

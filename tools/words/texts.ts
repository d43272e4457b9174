/**
 * The texts of a file: what people read in it, apart from its code.
 *
 *     .ts, .tsx   comments, strings and templates with a blank in them, texts of elements; a value in a template is `…`
 *     .md         paragraphs, items, cells of tables and headings, without code
 *     .html       texts between tags
 *
 * A text is one line: breaks, indentation and the marks of comments become single blanks. Each of its characters knows its
 * place in the file.
 *
 * LIMITATIONS: a string without a blank is taken for a name. Strings that are programs of another language are texts too.
 */
import ts from 'typescript';

export interface Text {
  readonly words: string;
  /** For each character of `words`, its offset in the file. */
  readonly offsets: readonly number[];
  /** True for comments of code. */
  readonly isComment: boolean;
}

const VALUE = '…';
/** Elements inside a sentence; all others begin a text of their own. */
const INLINE = new Set('a abbr b em i kbd mark q small span strong sub sup var'.split(' '));

/** Collects characters, and gives them as a text with single blanks. */
class Collector {
  readonly texts: Text[] = [];
  #words = '';
  #offsets: number[] = [];

  #isComment = false;

  /** The texts from here on are comments, or are not. */
  begin(isComment: boolean): void {
    this.#isComment = isComment;
  }

  get isEmpty(): boolean {
    return this.#words === '';
  }

  add(characters: string, offset: number): void {
    for (let index = 0; index < characters.length; index += 1) {
      const isBlank = /\s/.test(characters.charAt(index));
      if (isBlank && (this.#words === '' || this.#words.endsWith(' '))) continue;
      this.#words += isBlank ? ' ' : characters.charAt(index);
      this.#offsets.push(offset + index);
    }
  }

  end(): void {
    if (/\p{L}/u.test(this.#words))
      this.texts.push({
        words: this.#words.trimEnd(),
        offsets: this.#offsets,
        isComment: this.#isComment,
      });
    this.#words = '';
    this.#offsets = [];
  }
}

/** A comment without its marks; an empty line in it ends a text, as a heading of a list does. */
function addComment(collector: Collector, comment: string, start: number): void {
  let offset = start;
  for (const line of comment.split('\n')) {
    const marks = /^\s*(?:\/\*\*?|\/\/+|\*(?!\/))?/.exec(line)?.[0].length ?? 0;
    const words = line.slice(marks).replace(/\*\/\s*$/, '');
    // Formulas, tables and programs are indented.
    const isCode = /^ {4,}\S/.test(words);
    if (words.trim() === '' || isCode) collector.end();
    if (!isCode) collector.add(withoutCode(`${words} `), offset + marks);
    offset += line.length + 1;
  }
  collector.end();
}

/** Code between backquotes as blanks around one value, of the same length. */
function withoutCode(line: string): string {
  return line.replaceAll(
    /(`+)(?:(?!\1).)+\1/g,
    (code) => VALUE + ' '.repeat(Math.max(0, code.length - 1)),
  );
}

const isString = (node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

const isAddition = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** The texts of TypeScript, in the order of the file but for comments, which come last. */
function textsOfTypeScript(path: string, source: string): Text[] {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const collector = new Collector();
  const later: ts.Node[] = [];

  /** Adds a string, template or sum of them; what they compute is visited later. */
  const addString = (node: ts.Node): void => {
    const start = node.getStart(file);
    if (isString(node)) {
      collector.add(source.slice(start + 1, node.end - 1).replaceAll(/\\n/g, '  '), start + 1);
    } else if (ts.isTemplateExpression(node)) {
      collector.add(source.slice(start + 1, node.head.end - 2), start + 1);
      for (const { expression, literal } of node.templateSpans) {
        collector.add(VALUE, expression.pos);
        later.push(expression);
        const from = literal.getStart(file);
        const last = source.startsWith('`', literal.end - 1) ? 1 : 2;
        collector.add(source.slice(from + 1, literal.end - last), from + 1);
      }
    } else if (isAddition(node)) {
      addString(node.left);
      addString(node.right);
    } else {
      collector.add(VALUE, start);
      later.push(node);
    }
  };
  const endString = (): void => {
    const count = collector.texts.length;
    collector.end();
    if (collector.texts.length > count && !collector.texts.at(-1)?.words.includes(' '))
      collector.texts.pop();
  };

  /** Adds what stands between tags. */
  const addChildren = (children: readonly ts.JsxChild[]): void => {
    for (const child of children) {
      if (ts.isJsxText(child)) {
        collector.add(source.slice(child.pos, child.end), child.pos);
      } else if (ts.isJsxExpression(child)) {
        if (child.expression === undefined) continue;
        if (isString(child.expression)) addString(child.expression);
        else {
          collector.add(VALUE, child.pos);
          later.push(child.expression);
        }
      } else if (ts.isJsxElement(child)) {
        const name = child.openingElement.tagName.getText(file);
        later.push(child.openingElement.attributes);
        if (name === 'code') collector.add(VALUE, child.pos);
        else if (INLINE.has(name)) addChildren(child.children);
        else {
          collector.end();
          addChildren(child.children);
          collector.end();
        }
      } else {
        collector.end();
        if (ts.isJsxFragment(child)) addChildren(child.children);
        else later.push(child.attributes);
        collector.end();
      }
    }
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isSum =
      isAddition(node) && /['"`]/.test(source.slice(node.pos, node.end)) && hasString(node);
    if (isString(node) || ts.isTemplateExpression(node) || isSum) {
      addString(node);
      endString();
    } else if (ts.isJsxElement(node)) {
      later.push(node.openingElement.attributes);
      addChildren(node.children);
      collector.end();
    } else if (ts.isJsxFragment(node)) {
      addChildren(node.children);
      collector.end();
    } else ts.forEachChild(node, visit);
    for (let next = later.pop(); next !== undefined; next = later.pop()) visit(next);
  };
  visit(file);

  collector.begin(true);
  for (const { pos, end } of commentsOf(file, source))
    addComment(collector, source.slice(pos, end), pos);
  return collector.texts;
}

/** Whether a sum has a string among what it adds. */
function hasString(node: ts.Node): boolean {
  return isAddition(node)
    ? hasString(node.left) || hasString(node.right)
    : isString(node) || ts.isTemplateExpression(node);
}

interface Range {
  readonly pos: number;
  readonly end: number;
}

/** Where a file has text of which `//` does not begin a comment: strings, templates, regular expressions, texts of elements. */
function literalRanges(file: ts.SourceFile): Range[] {
  const ranges: Range[] = [];
  const visit = (node: ts.Node): void => {
    const isLiteral = isString(node) || ts.isRegularExpressionLiteral(node);
    const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isLiteral || isPart) ranges.push({ pos: node.getStart(file), end: node.end });
    else if (ts.isJsxText(node)) ranges.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return ranges.sort((one, other) => one.pos - other.pos);
}

/** The comments of a file; lines of `//` that follow each other are one. */
function commentsOf(file: ts.SourceFile, source: string): Range[] {
  const comments: { pos: number; end: number }[] = [];
  let from = 0;
  for (const { pos, end } of [...literalRanges(file), { pos: source.length, end: 0 }]) {
    if (pos < from) continue;
    for (const match of source.slice(from, pos).matchAll(/\/\*[^]*?\*\/|\/\/.*/g)) {
      const start = from + match.index;
      const last = comments.at(-1);
      const isNext =
        last !== undefined &&
        match[0].startsWith('//') &&
        source.startsWith('//', last.pos) &&
        /^[ \t]*\r?\n[ \t]*$/.test(source.slice(last.end, start));
      if (isNext) last.end = start + match[0].length;
      else comments.push({ pos: start, end: start + match[0].length });
    }
    from = end;
  }
  return comments;
}

/** The texts of Markdown: what a reader sees but for code. */
function textsOfMarkdown(source: string): Text[] {
  const collector = new Collector();
  let offset = 0;
  let fence: string | undefined;
  let isBlankBefore = true;
  let inList = false;
  for (const line of source.split('\n')) {
    const start = offset;
    offset += line.length + 1;
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark === fence)) {
      fence = fence === undefined ? mark : undefined;
      collector.end();
      continue;
    }
    if (fence !== undefined) continue;
    const isItem = /^\s*(?:[-*+]|\d+\.)\s/.test(line);
    const isCode = /^ {4}/.test(line) && isBlankBefore && !inList && !isItem;
    // A block of code goes on until a line is not indented.
    if (isCode) continue;
    isBlankBefore = line.trim() === '';
    if (isItem) inList = true;
    else if (/^\S/.test(line) && isBlankBefore) inList = false;
    else if (/^\S/.test(line) && !isItem && collector.isEmpty) inList = false;
    if (isBlankBefore || isItem || /^\s*(?:#|\||>|<!--)/.test(line)) collector.end();
    if (/^\s*<!--/.test(line)) continue;
    const words = withoutCode(line)
      .replaceAll(/\]\([^)]*\)/g, (target) => ' '.repeat(target.length))
      .replaceAll(/[*_[\]]/g, ' ');
    if (/^\s*\|/.test(line)) {
      let cell = start;
      for (const text of words.split('|')) {
        collector.add(text, cell);
        collector.end();
        cell += text.length + 1;
      }
    } else collector.add(`${words} `, start);
    if (/^\s*#/.test(line)) collector.end();
  }
  collector.end();
  return collector.texts;
}

/** The texts between the tags of HTML, and its descriptions. */
function textsOfHtml(source: string): Text[] {
  const collector = new Collector();
  const hidden = source.replaceAll(
    /<(script|style)\b[^]*?<\/\1>|<!--[^]*?-->/g,
    (part) => '<' + ' '.repeat(part.length - 2) + '>',
  );
  for (const match of hidden.matchAll(/>([^<]+)|\s(?:content|title|alt|aria-label)="([^"]*)"/g)) {
    collector.add(
      match[1] ?? match[2] ?? '',
      match.index + match[0].indexOf(match[1] ?? match[2] ?? ''),
    );
    collector.end();
  }
  return collector.texts;
}

/** The texts of a file by the end of its name; none of what is not read. */
export function textsOf(path: string, source: string): Text[] {
  if (/\.tsx?$/.test(path)) return textsOfTypeScript(path, source);
  if (path.endsWith('.md')) return textsOfMarkdown(source);
  return path.endsWith('.html') ? textsOfHtml(source) : [];
}

/** The line of an offset, from 1. */
export function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/**
 * The part of YAML that metadata is written in.
 *
 *     amdhsa.kernels:
 *       - .args:
 *           - { .offset: 0, .size: 8 }
 *         .name: "copy"
 *     amdhsa.version: [1, 2]
 *
 * Block maps and lists by indentation, flow maps and lists, plain and quoted words, comments, `---` and `...`.
 * No anchors, tags, or text over several lines. The same `Document` comes out of MessagePack.
 */
import { nestingLimit } from './limits.ts';

export type Document =
  | string
  | number
  | bigint
  | boolean
  | undefined
  | readonly Document[]
  | ReadonlyMap<string, Document>;

/** What is wrong, with the offset in the text. */
export interface YamlProblem {
  readonly wanted: string;
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly indent: number;
  readonly start: number;
  readonly text: string;
}

/** Reads a document. A problem ends the reading; what came before it is kept. */
export function parseYaml(text: string): {
  readonly document: Document;
  readonly problem: YamlProblem | undefined;
} {
  const reader = new Reader(splitLines(text));
  const document = reader.block(0, 0);
  reader.finish();
  return { document, problem: reader.problem };
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    let start = at;
    while (start < end && text[start] === ' ') start++;
    const content = withoutComment(text.slice(start, end)).trimEnd();
    const marker = start === at && (content === '---' || content === '...');
    if (content !== '' && !marker) lines.push({ indent: start - at, start, text: content });
    at = end + 1;
  }
  return lines;
}

/** Cuts ` # ...` outside quotes. */
function withoutComment(line: string): string {
  if (!line.includes('#')) return line;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '#' && (at === 0 || /\s/.test(line[at - 1] ?? '')))
      return line.slice(0, at);
  }
  return line;
}

/** Where the key of `key: value` ends, or -1: at a colon outside quotes and brackets with a blank behind it. */
function keyEnd(text: string): number {
  const quoted = /^"(?:[^"\\]|\\.)*"|^'[^']*'/.exec(text)?.[0].length ?? 0;
  for (let at = quoted; at < text.length; at++) {
    const character = text[at];
    if (character === ':' && (at + 1 === text.length || text[at + 1] === ' ')) return at;
    if (quoted > 0 && character !== ' ') return -1;
    if (at === 0 && (character === '[' || character === '{')) return -1;
  }
  return -1;
}

class Reader {
  readonly #lines: Line[];
  #at = 0;
  problem: YamlProblem | undefined;

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  #fail(wanted: string, start: number, length: number): undefined {
    this.problem ??= { wanted, start, end: start + length };
    this.#at = this.#lines.length;
    return undefined;
  }

  /** Says so when lines are left that belong to nothing. */
  finish(): void {
    const line = this.#lines[this.#at];
    if (line !== undefined)
      this.#fail('a line that is indented like those before it', line.start, line.text.length);
  }

  /** The map, list or value whose lines are indented by `indent` or more. */
  block(indent: number, depth: number): Document {
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < indent) return undefined;
    if (depth > nestingLimit) return this.#fail(`at most ${nestingLimit} levels`, line.start, 1);
    if (line.text === '-' || line.text.startsWith('- ')) return this.#list(line.indent, depth);
    if (keyEnd(line.text) >= 0) return this.#map(line.indent, depth);
    this.#at++;
    return this.#value(line.text, line.start);
  }

  #list(indent: number, depth: number): Document {
    const list: Document[] = [];
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined || line.indent !== indent || !/^-( |$)/.test(line.text)) return list;
      const rest = line.text.slice(1).trimStart();
      if (rest === '') {
        this.#at++;
        list.push(this.block(indent + 1, depth + 1));
      } else {
        // What stands behind the dash is a block of its own, indented by its column.
        const shift = line.text.length - rest.length;
        this.#lines[this.#at] = { indent: indent + shift, start: line.start + shift, text: rest };
        list.push(this.block(indent + 1, depth + 1));
      }
    }
  }

  #map(indent: number, depth: number): Document {
    const map = new Map<string, Document>();
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined || line.indent !== indent) return map;
      const colon = keyEnd(line.text);
      if (colon < 0) return this.#fail("'key: value'", line.start, line.text.length) ?? map;
      const key = scalar(line.text.slice(0, colon).trim());
      const rest = line.text.slice(colon + 1).trimStart();
      this.#at++;
      if (rest === '') {
        // A list may stand below its key without being indented further.
        const next = this.#lines[this.#at];
        const dash = next !== undefined && next.indent === indent && /^-( |$)/.test(next.text);
        map.set(String(key), this.block(dash ? indent : indent + 1, depth + 1));
      } else {
        map.set(String(key), this.#value(rest, line.start + line.text.length - rest.length));
      }
    }
  }

  /** A word, or a flow map or list on one line. */
  #value(text: string, start: number): Document {
    if (!text.startsWith('[') && !text.startsWith('{')) return scalar(text);
    const flow = new Flow(text);
    const value = flow.value(0);
    if (!flow.ok || flow.at !== text.length)
      return this.#fail('a list or map that is closed on its line', start, text.length);
    return value;
  }
}

/** `[1, 2]` and `{ a: 1 }`. */
class Flow {
  readonly #text: string;
  at = 0;
  ok = true;

  constructor(text: string) {
    this.#text = text;
  }

  #blanks(): void {
    while (this.#text[this.at] === ' ') this.at++;
  }

  #end(): undefined {
    this.ok = false;
    this.at = this.#text.length;
    return undefined;
  }

  value(depth: number): Document {
    this.#blanks();
    if (depth > nestingLimit) return this.#end();
    const opener = this.#text[this.at];
    if (opener !== '[' && opener !== '{') return scalar(this.#word(false));
    const closer = opener === '[' ? ']' : '}';
    const list: Document[] = [];
    const map = new Map<string, Document>();
    this.at++;
    for (;;) {
      this.#blanks();
      if (this.#text[this.at] === closer) break;
      if (opener === '[') list.push(this.value(depth + 1));
      else {
        const key = String(scalar(this.#word(true)));
        this.#blanks();
        if (this.#text[this.at] !== ':') return this.#end();
        this.at++;
        map.set(key, this.value(depth + 1));
      }
      this.#blanks();
      if (this.#text[this.at] === ',') this.at++;
      else if (this.#text[this.at] !== closer) return this.#end();
    }
    this.at++;
    this.#blanks();
    return opener === '[' ? list : map;
  }

  #word(key: boolean): string {
    const pattern = key
      ? /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,[\]{}:]+/y
      : /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,[\]{}]+/y;
    pattern.lastIndex = this.at;
    const word = pattern.exec(this.#text)?.[0];
    if (word === undefined) return this.#end() ?? '';
    this.at += word.length;
    return word.trim();
  }
}

/** What a word is: quoted text, a number, true or false, nothing, or itself. */
function scalar(text: string): Document {
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1)
    return text.slice(1, -1).replace(/\\(.)/g, (_, escape: string) => escapes[escape] ?? escape);
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1)
    return text.slice(1, -1).replaceAll("''", "'");
  if (/^[-+]?(?:\d{1,15}|0x[0-9a-fA-F]{1,13})$/.test(text)) {
    const magnitude = Number(text.replace(/^[-+]/, ''));
    return text.startsWith('-') ? -magnitude : magnitude;
  }
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '~' || text === 'null' || text === '') return undefined;
  return text;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' };

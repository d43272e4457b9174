/** YAML as plain data, and the place in the text of each value, for diagnostics that name a path. */
import {
  type DataPath,
  diagnose,
  type Diagnostic,
  failure,
  type Message,
  messages,
  type PlacedDiagnostic,
  type Result,
  type Span,
  success,
} from '@ldscope/core';
import { readYaml } from '@ldscope/amdgcn';
import { Document, isAlias, isMap, isNode, isPair, isScalar, parseDocument, Scalar } from 'yaml';

export interface YamlData {
  readonly value: unknown;
  /** Where the value of a path is; the nearest value around it that the text has. */
  readonly spanOf: (path: DataPath) => Span;
  /** The place of a part of a text value; `undefined` where the file does not have the text as it is read. */
  readonly spanInText: (path: DataPath, inside: Span) => Span | undefined;
}

interface YamlOptions {
  /** The message about a text that is not YAML; by default the one about a specification. */
  readonly fault?: (reason: string) => Message;
  /** Integers as `bigint`, for those that a double does not hold. */
  readonly intAsBigInt?: boolean;
}

/** Reads one YAML document; what is not YAML is a diagnostic with its place. */
export function parseYaml(
  text: string,
  { fault = messages.spec.yaml, intAsBigInt = false }: YamlOptions = {},
): Result<YamlData> {
  const { document, value, problem } = readYaml(text, { intAsBigInt });
  if (problem !== undefined) {
    const { reason, ...span } = problem;
    return failure(diagnose(fault(plain(reason)), span));
  }
  return success({
    value,
    spanOf: (path) => spanOf(document, path),
    spanInText: (path, inside) => spanInText(document, text, path, inside),
  });
}

/** Diagnostics about paths as diagnostics about places: inside a text where they have a span in it. */
export function placed(
  data: Pick<YamlData, 'spanOf' | 'spanInText'>,
  diagnostics: readonly PlacedDiagnostic[],
): Diagnostic[] {
  return diagnostics.map(({ path, diagnostic }) => {
    const inside = diagnostic.span;
    const span = inside === undefined ? undefined : data.spanInText(path, inside);
    return { ...diagnostic, span: span ?? data.spanOf(path) };
  });
}

/** A YAML mapping with some values replaced or added, the rest as it was written; texts of several lines are literal blocks. */
export function withValues(
  text: string,
  valuesOf: (present: ReadonlyMap<string, unknown>) => Readonly<Record<string, unknown>>,
): string {
  const document = parseDocument(text);
  const data: unknown = document.toJS();
  const present = new Map(Object.entries(typeof data === 'object' && data !== null ? data : {}));
  const values = Object.entries(valuesOf(present));
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true) {
    for (const [key, value] of values) document.set(key, blockOf(value));
    // A literal block has its lines in a block mapping only.
    if (isMap(contents)) contents.flow = false;
    return document.toString({ lineWidth: 0 });
  }
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const edits = values.map(([key, value]) => {
    const pair = contents.items.find((each) => isScalar(each.key) && each.key.value === key);
    const [from, to] = [pair?.key, pair?.value].map((node) => (isNode(node) ? node.range : null));
    const lines = new Document({ [key]: blockOf(value) }).toString({ lineWidth: 0 });
    return { from: from?.[0] ?? whole.length, to: to?.[2] ?? whole.length, lines };
  });
  // The last first: places before it stay.
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (edited, { from, to, lines }) => edited.slice(0, from) + lines + edited.slice(to),
      whole,
    );
}

function blockOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('\n')) return value;
  const block = new Scalar(value.endsWith('\n') ? value : `${value}\n`);
  block.type = 'BLOCK_LITERAL';
  return block;
}

const plain = (message: string): string => message.split('\n')[0] ?? message;

/** Literal blocks lose their indentation when they are read; folded blocks and escapes have no places. */
function spanInText(
  document: Document,
  text: string,
  path: DataPath,
  { start, end }: Span,
): Span | undefined {
  const node = document.getIn(path, true);
  if (!isScalar(node) || typeof node.value !== 'string') return undefined;
  const from = node.range?.[0] ?? 0;
  const { value } = node;
  if (node.type === 'BLOCK_LITERAL') {
    const starts = blockLineStarts(text, from, value);
    if (starts === undefined) return undefined;
    const placeOf = (at: number): number => {
      const before = value.slice(0, at).split('\n');
      return (starts[before.length - 1] ?? from) + (before.at(-1)?.length ?? 0);
    };
    return { start: placeOf(start), end: placeOf(end) };
  }
  const first = [from, from + 1].find((at) => text.startsWith(value, at));
  return first === undefined ? undefined : { start: first + start, end: first + end };
}

/** Where each line of a literal block begins in the file, behind its indentation. */
function blockLineStarts(text: string, from: number, value: string): number[] | undefined {
  let at = text.indexOf('\n', from) + 1;
  const starts: number[] = [];
  for (const line of value.split('\n')) {
    const end = text.indexOf('\n', at);
    const source = text.slice(at, end < 0 ? text.length : end);
    const indent = source.length - line.length;
    if (line !== '' && (indent < 0 || !source.endsWith(line))) return undefined;
    starts.push(at + Math.max(0, line === '' ? 0 : indent));
    at = end < 0 ? text.length : end + 1;
  }
  return starts;
}

/** A key rather than its value, where it has one: the reader looks for the word. */
function spanOf(document: Document, path: DataPath): Span {
  for (let length = path.length; length > 0; length--) {
    const around = document.getIn(path.slice(0, length - 1), true);
    const parent =
      length === 1 ? document.contents : isAlias(around) ? around.resolve(document) : around;
    const last = path[length - 1];
    if (typeof parent !== 'object' || parent === null || !('items' in parent)) continue;
    const items: readonly unknown[] = Array.isArray(parent.items) ? parent.items : [];
    const item =
      typeof last === 'number'
        ? items[last]
        : items.find(
            (pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === last,
          );
    const node = isPair(item) ? item.key : item;
    const range = isNode(node) ? node.range : undefined;
    if (range !== undefined && range !== null) return { start: range[0], end: range[1] };
  }
  const range = document.contents?.range;
  return range === undefined || range === null
    ? { start: 0, end: 0 }
    : { start: range[0], end: range[1] };
}

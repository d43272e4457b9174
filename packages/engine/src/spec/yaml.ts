/** YAML as plain data, and the place in the text of each value, for diagnostics that name a path. */
import {
  type DataPath,
  diagnose,
  type Diagnostic,
  failure,
  messages,
  type PlacedDiagnostic,
  type Result,
  type Span,
  success,
} from '@ldscope/core';
import { type Document, isAlias, isNode, isPair, isScalar, parseDocument } from 'yaml';

export interface YamlData {
  readonly value: unknown;
  /** Where the value of a path is; the nearest value around it that the text has. */
  readonly spanOf: (path: DataPath) => Span;
  /** Where the text of a value begins; `undefined` for what does not stand there as it is read. */
  readonly textStartOf: (path: DataPath) => number | undefined;
}

/** Reads one YAML document; what is no YAML is a diagnostic with its place. */
export function parseYaml(text: string): Result<YamlData> {
  let document: Document;
  let value: unknown;
  try {
    document = parseDocument(text, { logLevel: 'error', prettyErrors: false });
    const [first] = document.errors;
    if (first !== undefined) {
      const [start, end] = first.pos;
      return failure(diagnose(messages.spec.yaml(plain(first.message)), { start, end }));
    }
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // Aliases that make too much (ReferenceError), nesting that is too deep (RangeError), impossible merges.
    const reason = error instanceof Error ? plain(error.message) : 'it cannot be read';
    return failure(diagnose(messages.spec.yaml(reason), { start: 0, end: 0 }));
  }
  return success({
    value,
    spanOf: (path) => spanOf(document, path),
    textStartOf: (path) => textStartOf(document, text, path),
  });
}

/** Diagnostics about paths as diagnostics about places: inside a text where they have a span in it. */
export function placed(data: YamlData, diagnostics: readonly PlacedDiagnostic[]): Diagnostic[] {
  return diagnostics.map(({ path, diagnostic }) => {
    const inside = diagnostic.span;
    const start = inside === undefined ? undefined : data.textStartOf(path);
    if (inside === undefined || start === undefined) {
      return { ...diagnostic, span: data.spanOf(path) };
    }
    return { ...diagnostic, span: { start: start + inside.start, end: start + inside.end } };
  });
}

const plain = (message: string): string => message.split('\n')[0] ?? message;

/** Texts over several lines and with escapes are read otherwise than they stand. */
function textStartOf(document: Document, text: string, path: DataPath): number | undefined {
  const node = document.getIn(path, true);
  if (!isScalar(node) || typeof node.value !== 'string') return undefined;
  const start = node.range?.[0] ?? 0;
  return [start, start + 1].find((at) => text.startsWith(String(node.value), at));
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

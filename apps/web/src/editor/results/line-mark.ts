/** Results and diagnostics of a line, as data: both look the same behind their lines. */
import type { ReportDiagnostic } from '@ldscope/core';
import { type ChangeDesc, MapMode, type Text } from '@codemirror/state';

export type MarkTone = 'good' | 'conflict' | 'warn' | 'plain';

/** A result shown behind a line. */
export interface LineMark {
  /** From 1. */
  readonly line: number;
  readonly kind: 'lds' | 'global' | 'hazard' | 'wait';
  readonly tone: MarkTone;
  /** The subject of the result, in the words of the chip's vendor; its kind by default. */
  readonly word?: string;
  /** Few words: `4 ways · 49,152 cycles`. */
  readonly text: string;
  /** More words, while the pointer rests on the mark. */
  readonly title?: string;
  /** The id reported when the mark is chosen. */
  readonly siteId?: string;
}

/** A diagnostic of the engine; one without a line is not shown in the text. */
export type EditorDiagnostic = Pick<
  ReportDiagnostic,
  'code' | 'severity' | 'message' | 'line' | 'column'
> & { readonly hint: string };

/** The drawing of a mark or a diagnostic. */
export interface LineResult {
  readonly kind: LineMark['kind'] | 'diagnostic';
  readonly tone: MarkTone;
  /** The subject of the result; empty for a diagnostic. */
  readonly word: string;
  readonly text: string;
  readonly title: string;
  readonly siteId: string | undefined;
}

/** A result at its position: the line without its indentation, which an edit may shorten. */
export interface PlacedResult {
  readonly from: number;
  readonly to: number;
  readonly result: LineResult;
}

const kindWords = { lds: 'LDS', global: 'global', hazard: 'hazard', wait: 'wait' } as const;

/** A result as it is read aloud. */
export const wordsOf = ({ word, text }: LineResult): string =>
  word === '' ? text : `${word} ${text}`;

const severityTones = { error: 'conflict', warning: 'warn', note: 'plain' } as const;

/** Places marks in a document; marks of missing lines are left out. */
export function placeMarks(doc: Text, marks: readonly LineMark[]): PlacedResult[] {
  return place(doc, marks, ({ kind, tone, word, text, title = '', siteId }) => ({
    kind,
    tone,
    // The word hazard is not repeated.
    word: text.startsWith(kindWords[kind]) ? '' : (word ?? kindWords[kind]),
    text,
    title,
    siteId,
  }));
}

/** Places diagnostics in a document, with their hints. */
export function placeDiagnostics(
  doc: Text,
  diagnostics: readonly EditorDiagnostic[],
): PlacedResult[] {
  return place(doc, diagnostics, ({ code, severity, message, hint }) => ({
    kind: 'diagnostic',
    tone: severityTones[severity],
    word: '',
    text: hint === '' ? message : `${message} · ${hint}`,
    title: `${severity} ${code}: ${message}${hint === '' ? '' : `\n${hint}`}`,
    siteId: undefined,
  }));
}

function place<T extends { readonly line?: number | undefined }>(
  doc: Text,
  all: readonly T[],
  draw: (one: T) => LineResult,
): PlacedResult[] {
  return all
    .flatMap((one) => {
      const { line } = one;
      if (line === undefined || !Number.isInteger(line) || line < 1 || line > doc.lines) return [];
      return [{ ...spanOf(doc, line), result: draw(one) }];
    })
    .toSorted((a, b) => a.from - b.from);
}

/** A line from its first character that is not blank; a blank one whole. */
export function spanOf(doc: Text, number: number): { readonly from: number; readonly to: number } {
  const { from, to, text } = doc.line(number);
  const blank = text.length - text.trimStart().length;
  return { from: blank === text.length ? from : from + blank, to };
}

/**
 * Moves results with the changes of a text. A line break before the first character of a line moves its results along, a
 * break behind it does not; a line that is deleted or replaced as a whole loses them.
 */
export function moveResults(
  all: readonly PlacedResult[],
  changes: ChangeDesc,
): readonly PlacedResult[] {
  return all.flatMap(({ from, to, result }) => {
    const start = changes.mapPos(from, 1, MapMode.TrackDel);
    if (start === null) return [];
    const end = changes.mapPos(to, -1);
    return from < to && end <= start ? [] : [{ from: start, to: Math.max(start, end), result }];
  });
}

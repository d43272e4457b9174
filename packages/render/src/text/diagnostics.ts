/**
 * Diagnostics with their place and the source around it:
 *
 *     error syntax/expected: expected ')', found ','
 *       kernel.mlir:12:34
 *       12 | %0 = arith.addi(%a, , %b)
 *          |                     ^
 *       hint: write ')' here
 */
import {
  type Diagnostic,
  type Hazard,
  LineMap,
  type ReportDiagnostic,
  type Severity,
} from '@ldscope/core';
import { clean, displayWidth, fit, hang } from './measure.ts';
import { counted } from './numbers.ts';
import { type Page, pageFor, type Style, type TextOptions } from './style.ts';

/** Where the diagnostics are from; without `source` they are shown without a frame. */
export interface SourceOptions {
  readonly file?: string;
  /** The whole text of the file. */
  readonly source?: string;
}

const styles: Readonly<Record<Severity, Style>> = { error: 'bad', warning: 'warn', note: 'accent' };

/** Lists diagnostics, each with place, frame and hint; an empty string for none. */
export function renderDiagnostics(
  diagnostics: readonly ReportDiagnostic[],
  options: TextOptions & SourceOptions = {},
): string {
  return diagnosticLines(diagnostics, pageFor(options), options)
    .map((line) => `${line}\n`)
    .join('');
}

/** Gives diagnostics of the engine the line and column that a reader counts by. */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: string,
): ReportDiagnostic[] {
  const map = new LineMap(source);
  return diagnostics.map(({ code, severity, message, hint, span }) => ({
    code,
    severity,
    message,
    ...(span === undefined ? {} : map.place(span.start)),
    hint,
  }));
}

/** The same as lines for a part of a report. */
export function diagnosticLines(
  diagnostics: readonly ReportDiagnostic[],
  page: Page,
  { file, source }: SourceOptions,
): string[] {
  const map = source === undefined ? undefined : new LineMap(source);
  return diagnostics.flatMap(({ code, severity, message, line, column, hint }, index) => [
    ...(index === 0 ? [] : ['']),
    ...headLines(severity, code, message, page),
    ...placeLines(file, line, column, page),
    ...(line === undefined || map === undefined
      ? []
      : frame(map.line(line), line, column ?? 1, page)),
    ...hang('  hint: ', hint, page.width),
  ]);
}

const SHOWN_PLACES = 10;

/** Hazards in the same form; what is said of several places is said once. */
export function hazardLines(hazards: readonly Hazard[], page: Page, all: boolean): string[] {
  const groups = new Map<string, Hazard[]>();
  for (const hazard of hazards) {
    const key = JSON.stringify([hazard.code, hazard.message, hazard.hint]);
    groups.set(key, [...(groups.get(key) ?? []), hazard]);
  }
  return [...groups.values()].flatMap((group, index): string[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { severity, code, message, hint } = first;
    const shown = all ? group : group.slice(0, SHOWN_PLACES);
    const rest = group.length - shown.length;
    return [
      ...(index === 0 ? [] : ['']),
      ...headLines(severity, code, message, page),
      ...shown.flatMap((hazard) => seenLines(hazard, page)),
      ...(rest > 0 ? [`  and at ${counted(rest, 'more place')}`] : []),
      ...hang('  hint: ', hint, page.width),
    ];
  });
}

/** `kernel.mlir:19:10, 64 times`, and the line. */
function seenLines({ location, count }: Hazard, page: Page): string[] {
  const { file, line, column, text } = location;
  const times = counted(count, 'time');
  if (line === undefined) return [`  ${times}`];
  const place = hang('  ', `${placeText(file, line, column)}, ${times}`, page.width).map((part) =>
    page.paint('faint', part),
  );
  if (text === undefined) return place;
  return [...place, `  ${line} | ${fit(text.trim(), page.width - digits(line) - 5)}`];
}

function headLines(severity: Severity, code: string, message: string, page: Page): string[] {
  const [first = '', ...rest] = hang('', `${severity} ${code}: ${message}`, page.width - 2);
  const painted = page.paint(styles[severity], severity) + first.slice(severity.length);
  return [first.startsWith(severity) ? painted : first, ...rest.map((line) => `  ${line}`)];
}

function placeLines(
  file: string | undefined,
  line: number | undefined,
  column: number | undefined,
  page: Page,
): string[] {
  if (line === undefined) return [];
  return hang('  ', placeText(file, line, column), page.width).map((part) =>
    page.paint('faint', part),
  );
}

function placeText(file: string | undefined, line: number, column: number | undefined): string {
  const place = column === undefined ? `${line}` : `${line}:${column}`;
  return file === undefined ? `line ${place}` : `${file}:${place}`;
}

/** The line without its indentation and a caret under the column; a long line shows the part around it. */
function frame(text: string, line: number, column: number, page: Page): string[] {
  const space = page.width - digits(line) - 5;
  const indent = text.length - text.trimStart().length;
  const at = Math.max(indent, Math.min(column - 1, text.length));
  let before = Array.from(clean(text.slice(indent, at)));
  const after = clean(text.slice(at));
  if (displayWidth(before.join('')) > space - 2) {
    // Half of the room before the caret holds, since no character is wider than two columns.
    before = ['…', ...before.slice(-Math.floor(space / 4))];
  }
  const lead = before.join('');
  return [
    `  ${line} | ${fit(lead + after, space)}`,
    `  ${' '.repeat(digits(line))} | ${' '.repeat(displayWidth(lead))}${page.paint('bad', '^')}`,
  ];
}

function digits(line: number): number {
  return String(line).length;
}

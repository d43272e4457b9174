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
  groupBy,
  type Hazard,
  type HazardWitness,
  hintText,
  LineMap,
  type ReportDiagnostic,
  type Severity,
} from '@ldscope/core';
import { clean, displayWidth, fit, hang } from './measure.ts';
import { counted } from './numbers.ts';
import { fromText } from './source-place.ts';
import { type Page, pageFor, type Style, type TextOptions } from './style.ts';

/** Where the diagnostics are from; without `source` they are shown without a frame. */
export interface SourceOptions {
  readonly file?: string;
  /** The whole text of the file. */
  readonly source?: string | undefined;
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
    ...(hint === '' ? [] : hang('  hint: ', hintText(hint), page.width)),
  ]);
}

const SHOWN_PLACES = 10;

/** Hazards in the same form; texts that several places share are given once. */
export function hazardLines(hazards: readonly Hazard[], page: Page, all: boolean): string[] {
  const groups = groupBy(hazards, (hazard) =>
    JSON.stringify([hazard.code, hazard.message, hazard.hint]),
  );
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
      ...hang('  hint: ', hintText(hint), page.width),
    ];
  });
}

/**
 * Where a hazard is, and with what:
 *
 *     kernel.mlir:19:10, 64 times
 *     19 | %x = memref.load %tile[%i]
 *       with the write at kernel.mlir:12:5
 *       12 | memref.store %v, %tile[%i]
 *       first: wave 1, lane 4 and wave 0, lane 3; 16 bytes from byte 128 of %tile
 */
function seenLines({ location, count, other, witness }: Hazard, page: Page): string[] {
  const times = counted(count, 'time');
  return [
    ...spotLines('  ', '', location, `, ${times}`, page),
    ...(other === undefined
      ? []
      : spotLines('    ', `with the ${ACCESSES[other.access]} at `, other.location, '', page)),
    ...(witness === undefined ? [] : hang('    ', witnessText(witness), page.width)),
  ];
}

const ACCESSES = { read: 'read', write: 'write', atomic: 'atomic', async: 'copy' } as const;

/** A place between two texts, and its line below. */
function spotLines(
  indent: string,
  before: string,
  location: Hazard['location'],
  after: string,
  page: Page,
): string[] {
  const { file, line, column, text } = location;
  if (line === undefined) return hang(indent, `${before}${after.replace(/^, /, '')}`, page.width);
  const words = `${before}${placeText(file, line, column)}${after}`;
  const place = hang(indent, words, page.width).map((part) => page.paint('faint', part));
  if (text === undefined) return place;
  const room = page.width - indent.length - digits(line) - 3;
  const from = fromText(location);
  return [
    ...place,
    `${indent}${line} | ${fit(text.trim(), room)}`,
    ...(from === undefined ? [] : [`${indent}${fit(from, page.width - indent.length)}`]),
  ];
}

/** `first: wave 1, lane 4 and wave 0, lane 3; 16 bytes from byte 128 of %tile`; the workgroup where it is not the first. */
function witnessText(witness: HazardWitness): string {
  const { workgroup, buffer, byte, bytes, wave, lane, otherWave, otherLane } = witness;
  const where = workgroup.every((id) => id === 0) ? '' : `workgroup ${workgroup.join(',')}, `;
  const other = otherWave === undefined ? '' : ` and wave ${otherWave}, lane ${otherLane ?? 0}`;
  const of = buffer === '' ? 'LDS' : buffer;
  const what = bytes === 1 ? `byte ${byte}` : `${counted(bytes, 'byte')} from byte ${byte}`;
  return `first: ${where}wave ${wave}, lane ${lane}${other}; ${what} of ${of}`;
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

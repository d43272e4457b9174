/**
 * The source with the cost of each line. For a long file only lines with a result and their context are shown:
 *
 *     21 |   gpu.barrier
 *     22 |   %turned = memref.load %tile[%x, %y]      32 ways, 7,936 conflict cycles
 *        ...
 */
import { append, authoredLine, type Location, type SourceLine } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import {
  type Block,
  type ListingRow,
  type ListingTone,
  listingTones,
} from '../document/document.ts';
import { termsFor } from '../text/terminology.ts';
import { unservedWords } from '../text/coverage.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { sitesByLine } from './source-lines.ts';

/** The notes of a line; the most severe tone colours it. */
interface LineNote {
  readonly tone: ListingTone;
  readonly text: string;
  readonly link?: string;
}

/** Files up to this length are shown whole. */
const WHOLE_LINES = 150;
const AROUND = 3;
/** Longer lines of code are cut, to keep the page small. */
const MOST_CHARACTERS = 400;
const MOST_LINES = 1500;

/**
 * Of a compiled kernel: the file that its author wrote, where its text is known, with the cost of each line.
 */
export function authoredBlocks(
  sources: ReadonlyMap<string, string> | undefined,
  kernel: AnalyzedKernel,
  anchors: ReadonlyMap<string, string>,
): Block[] {
  const { analysis } = kernel;
  const lines = sitesByLine(analysis?.report.sites ?? []);
  const file = lines.find(({ place }) => place !== undefined)?.place?.file;
  if (sources === undefined || file === undefined || analysis === undefined) return [];
  // The instructions of a line count as one.
  const sites = lines.flatMap(({ sites: [first], place: _place, ...sums }) =>
    first === undefined ? [] : [{ ...first, ...sums }],
  );
  const byLine = { ...kernel, analysis: { ...analysis, report: { ...analysis.report, sites } } };
  return sourceBlocks(sources.get(file), byLine, anchors, (location) => {
    const place = authoredOf(location);
    return place?.file === file ? place.line : undefined;
  });
}

const authoredOf = ({ source = [] }: Location): SourceLine | undefined => authoredLine(source);

/** The listing; none when no line has a result. `anchors`: section of a site, by its id. */
export function sourceBlocks(
  source: string | undefined,
  kernel: AnalyzedKernel,
  anchors: ReadonlyMap<string, string>,
  lineOf: (location: Location) => number | undefined = ({ line }) => line,
): Block[] {
  const notes = lineNotes(kernel, anchors, lineOf);
  if (source === undefined || notes.size === 0) return [];
  const lines = source.split(/\r\n|\r|\n/);
  const rows: ListingRow[] = [];
  let last = 0;
  const omit = (before: number): void => {
    if (before > last + 1) rows.push({ omitted: before - last - 1 });
  };
  for (const line of shownLines(lines.length, notes)) {
    omit(line);
    rows.push(rowOf(line, lines[line - 1] ?? '', notes.get(line) ?? []));
    last = line;
  }
  omit(lines.length + 1);
  return [{ kind: 'listing', rows }];
}

function rowOf(line: number, text: string, notes: readonly LineNote[]): ListingRow {
  const tone = listingTones.find((one) => notes.some((note) => note.tone === one));
  return {
    line,
    text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 3)}...` : text,
    ...(tone === undefined ? {} : { tone }),
    notes: [...new Map(notes.map((note) => [note.text, note])).values()],
  };
}

function shownLines(count: number, notes: ReadonlyMap<number, unknown>): number[] {
  if (count <= WHOLE_LINES) return Array.from({ length: count }, (_, index) => index + 1);
  const shown = new Set<number>();
  for (const line of notes.keys()) {
    for (let near = line - AROUND; near <= line + AROUND; near++) {
      if (near >= 1 && near <= count) shown.add(near);
    }
  }
  return [...shown].sort((a, b) => a - b).slice(0, MOST_LINES);
}

function lineNotes(
  { analysis, machine, diagnostics }: AnalyzedKernel,
  anchors: ReadonlyMap<string, string>,
  lineOf: (location: Location) => number | undefined,
): Map<number, LineNote[]> {
  const notes = new Map<number, LineNote[]>();
  const add = (line: number | undefined, note: LineNote): void => {
    if (line !== undefined) append(notes, line, note);
  };
  const terms = termsFor(machine);
  for (const { severity, line, code } of diagnostics) {
    if (severity !== 'note' && line !== undefined)
      add(lineOf({ line }), { tone: severity === 'error' ? 'error' : 'warn', text: code });
  }
  const { sites = [], hazards = [], global } = analysis?.report ?? {};
  for (const { id, location, worstWays, bankConflict, idxActive, unserved } of sites) {
    const link = anchors.get(id);
    const cost =
      unserved !== undefined
        ? unservedWords[unserved]
        : bankConflict > 0
          ? `${counted(worstWays, 'way')}, ${grouped(bankConflict)} of ${grouped(idxActive)} ${terms.cycles} conflict`
          : `${grouped(idxActive)} ${terms.cycles}, no conflict`;
    add(lineOf(location), {
      tone: unserved !== undefined ? 'unknown' : bankConflict > 0 ? 'conflict' : 'good',
      text: cost,
      ...(link === undefined ? {} : { link }),
    });
  }
  for (const { code, location } of hazards) add(lineOf(location), { tone: 'warn', text: code });
  for (const { location, transactions, idealTransactions, efficiency } of global?.sites ?? []) {
    if (transactions === idealTransactions) continue;
    const text = `global: ${grouped(transactions)} ${global?.unit ?? 'line'}s, ideal ${grouped(idealTransactions)} (${percent(efficiency, 1)} useful)`;
    add(lineOf(location), { tone: 'global', text });
  }
  return notes;
}

/**
 * The source with what each of its lines costs. Of a long file only lines with a result and those around them are shown:
 *
 *     21 |   gpu.barrier
 *     22 |   %turned = memref.load %tile[%x, %y]      32 ways, 7,936 conflict cycles
 *        ...
 */
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import { termsFor } from '../terminology.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { scrolled } from './table.ts';

type Tone = 'conflict' | 'warn' | 'error' | 'good' | 'global';

/** What is said of a line; the most telling tone colours it. */
interface LineNote {
  readonly tone: Tone;
  readonly text: string;
  /** The element that says more. */
  readonly target?: string;
}

const RANK: readonly Tone[] = ['error', 'conflict', 'warn', 'global', 'good'];

/** Files up to this length are shown whole. */
const WHOLE_LINES = 150;
const AROUND = 3;
/** Lines of code that are longer are cut: nobody reads the rest, and a page has to be loaded. */
const MOST_CHARACTERS = 400;
const MOST_LINES = 1500;

/** The listing; `undefined` when there is nothing to say of any line. `anchors`: element of a site, by its id. */
export function sourceListing(
  source: string,
  kernel: AnalyzedKernel,
  anchors: ReadonlyMap<string, string>,
): HtmlNode | undefined {
  const notes = lineNotes(kernel, anchors);
  if (notes.size === 0) return undefined;
  const lines = source.split(/\r\n|\r|\n/);
  const shown = shownLines(lines.length, notes);
  const rows: HtmlChild[] = [];
  let last = 0;
  for (const number of shown) {
    if (number > last + 1) rows.push(gapRow(number - last - 1));
    rows.push(lineRow(number, lines[number - 1] ?? '', notes.get(number) ?? []));
    last = number;
  }
  if (last < lines.length) rows.push(gapRow(lines.length - last));
  return scrolled('Source with line results', h('div', { class: 'listing mono' }, ...rows));
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
): Map<number, LineNote[]> {
  const notes = new Map<number, LineNote[]>();
  const add = (line: number | undefined, note: LineNote): void => {
    if (line !== undefined) notes.set(line, [...(notes.get(line) ?? []), note]);
  };
  const terms = termsFor(machine);
  for (const { severity, line, code } of diagnostics) {
    if (severity !== 'note')
      add(line, { tone: severity === 'error' ? 'error' : 'warn', text: code });
  }
  const { sites = [], hazards = [], global } = analysis?.report ?? {};
  for (const { id, location, worstWays, bankConflict, idxActive } of sites) {
    const target = anchors.get(id);
    const cost =
      bankConflict > 0
        ? `${counted(worstWays, 'way')}, ${grouped(bankConflict)} of ${grouped(idxActive)} ${terms.cycles} conflict`
        : `${grouped(idxActive)} ${terms.cycles}, no conflict`;
    add(location.line, {
      tone: bankConflict > 0 ? 'conflict' : 'good',
      text: cost,
      ...(target === undefined ? {} : { target }),
    });
  }
  for (const { code, location } of hazards) add(location.line, { tone: 'warn', text: code });
  for (const { location, transactions, idealTransactions, efficiency } of global?.sites ?? []) {
    if (transactions === idealTransactions) continue;
    const text = `global: ${grouped(transactions)} ${global?.unit ?? 'line'}s, ideal ${grouped(idealTransactions)} (${percent(efficiency, 1)} useful)`;
    add(location.line, { tone: 'global', text });
  }
  return notes;
}

function gapRow(count: number): HtmlNode {
  return h('div', { class: 'gap' }, counted(count, 'line'));
}

function lineRow(number: number, text: string, notes: readonly LineNote[]): HtmlNode {
  const tone = RANK.find((one) => notes.some((note) => note.tone === one));
  const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 3)}...` : text;
  const said = [...new Map(notes.map((note) => [note.text, note])).values()];
  return h(
    'div',
    { class: tone === undefined ? 'row' : `row ${tone}-line` },
    h('span', { class: 'number' }, String(number)),
    h('code', { class: 'code' }, cut.replaceAll('\t', '  ')),
    h(
      'span',
      { class: 'note' },
      ...said.flatMap(({ text: words, target }, index) => [
        ...(index === 0 ? [] : ['; ']),
        target === undefined ? words : h('a', { href: `#${target}` }, words),
      ]),
    ),
  );
}

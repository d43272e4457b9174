/**
 * Tables that fit, and lose nothing: when a table is too wide, its text columns shrink, and their texts go on in further
 * lines of the row; then columns that may leave go, the least important first, and their contents follow under the row; then
 * the spared texts shrink as well.
 *
 *     #  layout                cycles          #  layout       cycles
 *     2  an XOR of 16 B units   7,936    ->    2  an XOR of     7,936
 *                                                 16 B units
 */
import { greatestOf } from '@ldscope/core';
import { clean, displayWidth, fit, hang, pad, wrap } from './measure.ts';
import type { Page, Style } from './style.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** A text column may shrink to this many columns; absent: never. */
  readonly least?: number;
  /** Shrinks only when nothing else helps. */
  readonly spared?: boolean;
  /** Lower leaves first; absent: never leaves. */
  readonly leaves?: number;
  /** The other columns say it as well: when it leaves, nothing is lost. */
  readonly implied?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly style?: Style;
  /** The section with details. */
  readonly link?: string;
  /** A name of the kernel. */
  readonly isCode?: boolean;
  /** Parts of 1 that a page draws as a bar: without conflicts, of conflicts. */
  readonly bar?: readonly [floor: number, over: number];
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Shown under the row; a line of the source as far as it fits. */
  readonly below?: readonly Cell[];
  /** A rule above the row: it sums up. */
  readonly sum?: boolean;
}

const GAP = 2;

/** The lines of a table, indented by `indent`. */
export function table(
  columns: readonly Column[],
  rows: readonly Row[],
  page: Page,
  indent = 2,
): string[] {
  const natural = columns.map((column, index) =>
    Math.max(
      displayWidth(column.title),
      greatestOf(rows.map((row) => displayWidth(clean(row.cells[index]?.text ?? '')))),
    ),
  );
  const { kept, widths } = settle(columns, natural, page.width - indent);
  const margin = ' '.repeat(indent);
  if (total(widths) > page.width - indent) return stacked(columns, rows, page, margin);
  const gone = columns.map((_, index) => index).filter((index) => !kept.includes(index));
  const linesOf = (cells: readonly Cell[]): string[] => {
    const texts = kept.map((index, place) => wrap(cells[index]?.text ?? '', widths[place] ?? 0));
    const count = Math.max(1, greatestOf(texts.map(({ length }) => length)));
    const line = (number: number): string =>
      kept
        .map((index, place) => {
          const text = texts[place]?.[number] ?? '';
          const width = widths[place] ?? 0;
          const align = columns[index]?.align ?? 'left';
          const last = place === kept.length - 1 && align === 'left';
          const padded = last ? text : pad(text, width, align);
          return text === '' ? padded : page.paint(cells[index]?.style ?? 'plain', padded);
        })
        .join(' '.repeat(GAP));
    return Array.from({ length: count }, (_, number) => (margin + line(number)).trimEnd());
  };
  const lines = linesOf(columns.map(({ title }) => ({ text: title, style: 'faint' })));
  for (const row of rows) {
    if (row.sum === true) lines.push(margin + page.paint('faint', '-'.repeat(total(widths))));
    lines.push(...linesOf(row.cells));
    lines.push(...leftovers(gone, columns, row, page, margin));
    lines.push(...belowOf(row, page, margin));
  }
  return lines;
}

/** The lines under a row. */
const belowOf = ({ below = [] }: Row, page: Page, margin: string): string[] =>
  below.flatMap(({ text, style = 'plain', isCode = false }) => {
    const space = page.width - margin.length - 2;
    const lines = isCode ? [fit(text, space)] : wrap(text, space);
    return lines.map((line) => `${margin}  ${page.paint(style, line)}`);
  });

interface Settled {
  readonly kept: readonly number[];
  readonly widths: readonly number[];
}

/** Which columns stay, and how wide each of them is. */
function settle(columns: readonly Column[], natural: readonly number[], space: number): Settled {
  const leaving = columns
    .map((_, index) => index)
    .filter((index) => columns[index]?.leaves !== undefined)
    .sort((a, b) => (columns[a]?.leaves ?? 0) - (columns[b]?.leaves ?? 0));
  const all = columns.map((_, index) => index);
  const attempt = (gone: number, spare: boolean): Settled => {
    const kept = all.filter((index) => !leaving.slice(0, gone).includes(index));
    const least = kept.map((index) => {
      const column = columns[index];
      return spare && column?.spared === true ? undefined : column?.least;
    });
    return {
      kept,
      widths: shrink(
        kept.map((index) => natural[index] ?? 0),
        least,
        space,
      ),
    };
  };
  for (let gone = 0; gone <= leaving.length; gone++) {
    const settled = attempt(gone, true);
    if (total(settled.widths) <= space) return settled;
  }
  return attempt(leaving.length, false);
}

/** Takes columns from the widest of those that may shrink, until the rest fits or all are at their least. */
function shrink(
  natural: readonly number[],
  least: readonly (number | undefined)[],
  space: number,
): number[] {
  const widths = [...natural];
  while (total(widths) > space) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      const limit = least[index];
      if (limit === undefined || width <= limit) continue;
      if (widest < 0 || width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, widths.length - 1);
}

/** The last resort on a narrow terminal: every row as a sentence of titles and values. */
function stacked(
  columns: readonly Column[],
  rows: readonly Row[],
  page: Page,
  margin: string,
): string[] {
  return rows.flatMap((row) => [
    ...hang(
      margin,
      columns
        .flatMap(({ title }, index) => {
          const { text } = row.cells[index] ?? { text: '' };
          return text === '' ? [] : [`${title} ${text}`.trim()];
        })
        .join(', '),
      page.width,
    ),
    ...belowOf(row, page, margin),
  ]);
}

function leftovers(
  gone: readonly number[],
  columns: readonly Column[],
  row: Row,
  page: Page,
  margin: string,
): string[] {
  const parts = gone
    .filter((index) => columns[index]?.implied !== true)
    .map((index) => ({ title: columns[index]?.title ?? '', text: row.cells[index]?.text ?? '' }))
    .filter(({ text }) => text !== '' && text !== '-')
    .map(({ title, text }) => `${title} ${text}`);
  if (parts.length === 0) return [];
  return hang(`${margin}  `, parts.join('; '), page.width).map((line) => page.paint('faint', line));
}

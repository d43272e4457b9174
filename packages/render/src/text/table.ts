/**
 * Tables that fit: numbers are never cut. When a table is too wide, its text columns shrink; then columns
 * that may leave go, the least important first, and what they held follows under the row; then the texts
 * that were spared shrink as well.
 */
import { displayWidth, fit, fitEnd, hang, pad } from './measure.ts';
import type { Page, Style } from './style.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** A text column may be cut to this many columns; absent: never cut. */
  readonly least?: number;
  /** Cut only when nothing else helps. */
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
  /** A file and a line in it: where it is too long, the end is shown. */
  readonly isPlace?: boolean;
  /** Parts of 1 that a page draws as a bar: without conflicts, of conflicts. */
  readonly bar?: readonly [floor: number, over: number];
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Cut to the width and shown under the row. */
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
      ...rows.map((row) => displayWidth(fit(row.cells[index]?.text ?? '', page.width))),
    ),
  );
  const { kept, widths } = settle(columns, natural, page.width - indent);
  const margin = ' '.repeat(indent);
  if (total(widths) > page.width - indent) return stacked(columns, rows, page, margin);
  const gone = columns.map((_, index) => index).filter((index) => !kept.includes(index));
  const line = (cells: readonly Cell[]): string =>
    margin +
    kept
      .map((index, place) => {
        const { text, style = 'plain', isPlace = false } = cells[index] ?? { text: '' };
        const width = widths[place] ?? 0;
        const align = columns[index]?.align ?? 'left';
        const last = place === kept.length - 1 && align === 'left';
        const fitted = isPlace ? fitEnd(text, width) : fit(text, width);
        return page.paint(style, last ? fitted : pad(fitted, width, align));
      })
      .join(' '.repeat(GAP));
  const lines = [line(columns.map(({ title }) => ({ text: title, style: 'faint' })))];
  for (const row of rows) {
    if (row.sum === true) lines.push(margin + page.paint('faint', '-'.repeat(total(widths))));
    lines.push(line(row.cells).trimEnd());
    lines.push(...leftovers(gone, columns, row, page, margin));
    for (const { text, style = 'plain' } of row.below ?? []) {
      lines.push(`${margin}  ${page.paint(style, fit(text, page.width - indent - 2))}`);
    }
  }
  return lines;
}

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
  return rows.flatMap(({ cells, below = [] }) => [
    ...hang(
      margin,
      columns
        .flatMap(({ title }, index) => {
          const { text } = cells[index] ?? { text: '' };
          return text === '' ? [] : [`${title} ${text}`.trim()];
        })
        .join(', '),
      page.width,
    ),
    ...below.map(({ text }) => `${margin}  ${fit(text, page.width - margin.length - 2)}`),
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

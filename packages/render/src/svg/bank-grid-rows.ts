/**
 * Which rows of shared memory a bank grid shows: those that an access touches, in any phase, with a gap for the rows
 * between them, so that stepping through the phases moves nothing.
 *
 *     rows 0, 1, 2, 40      | 0 | 1 | 2 | 37 rows | 40 |
 *
 * Where more than `MOST_ROWS` are touched only those of the shown phase are, and no more than that many.
 */
import type { GridWord } from './bank-grid-words.ts';

const MOST_ROWS = 40;

export type GridLine =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'gap'; readonly rows: number; readonly why: 'untouched' | 'other-phases' };

export interface GridRows {
  readonly lines: readonly GridLine[];
  /** Rows that the shown phase touches and that are not shown. */
  readonly leftOut: number;
  /** True when rows of other phases only are not shown. */
  readonly thisPhaseOnly: boolean;
}

/** The lines of a grid; `current` are the words of the shown phase, `all` those of every phase. */
export function gridRows(all: readonly GridWord[], current: readonly GridWord[]): GridRows {
  const touched = rowsOf(all);
  if (touched.length <= MOST_ROWS) {
    return { lines: withGaps(touched, 'untouched'), leftOut: 0, thisPhaseOnly: false };
  }
  const own = rowsOf(current);
  return {
    lines: withGaps(
      own.slice(0, MOST_ROWS),
      own.length < touched.length ? 'other-phases' : 'untouched',
    ),
    leftOut: Math.max(0, own.length - MOST_ROWS),
    thisPhaseOnly: own.length < touched.length,
  };
}

function rowsOf(words: readonly GridWord[]): number[] {
  return [...new Set(words.map(({ row }) => row))].sort((a, b) => a - b);
}

function withGaps(rows: readonly number[], why: 'untouched' | 'other-phases'): GridLine[] {
  return rows.flatMap((row, index): GridLine[] => {
    const before = rows[index - 1];
    const between = before === undefined ? 0 : row - before - 1;
    const line: GridLine = { kind: 'row', row };
    return between > 0 ? [{ kind: 'gap', rows: between, why }, line] : [line];
  });
}

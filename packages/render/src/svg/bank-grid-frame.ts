/**
 * The measures of a bank grid, which do not depend on the selection: where columns and lines are.
 *
 *     slots        4x                       above a bank that serves several slots
 *     bank      0  1  2  3 ...
 *     0x0000  |  |  |  |  |
 *     0x0100  |  |  |  |  |
 */
import { greatestOf } from '@ldscope/core';
import type { GridLine, GridRows } from './bank-grid-rows.ts';

export interface GridFrame {
  readonly banks: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Left edge of bank 0 and top edge of the first line. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Height of the lines of this phase. */
  readonly height: number;
  /** Bottom of the tallest phase, below which the strip and the legend begin. */
  readonly bottom: number;
  readonly compact: boolean;
  /** Height of a gap that stands for hidden rows; too low for words where there are many. */
  readonly gapHeight: number;
  readonly lines: readonly (GridLine & { readonly y: number })[];
}

/** A gap says how many rows it stands for; where there are many, each is a thin line. */
const GAP_HEIGHT = 12;
const FOLDED_HEIGHT = 4;
const MOST_GAPS = 4;
const HEADING = 20;

/** Room right of the grid. */
export const GRID_RIGHT = 10;

/** The least and the largest width of a cell when a grid is fitted to a width. */
const FITTED_CELL = { least: 8, most: 40 } as const;
const COMPACT_CELL = { least: 3, most: 12 } as const;

export interface FrameOptions {
  readonly compact: boolean;
  readonly heading: boolean;
  /** Width of the whole picture, as far as the limits of cells allow it. */
  readonly width?: number | undefined;
}

/** The frame for `rows`; `alternatives` are the rows of every phase that can be stepped to. */
export function gridFrame(
  banks: number,
  rows: GridRows,
  alternatives: readonly GridRows[],
  { compact, heading, width }: FrameOptions,
): GridFrame {
  const left = compact ? 46 : 56;
  const { least, most } = compact ? COMPACT_CELL : FITTED_CELL;
  const cellWidth =
    width === undefined
      ? compact
        ? 8
        : banks > 32
          ? 15
          : 26
      : Math.min(most, Math.max(least, (width - left - GRID_RIGHT) / banks));
  const cellHeight = compact ? 10 : banks > 32 ? 18 : 20;
  const top = (heading ? HEADING : 0) + (compact ? 22 : 38);
  let y = top;
  const lines = rows.lines.map((line) => {
    const placed = { ...line, y };
    y += line.kind === 'row' ? cellHeight : gapHeight(rows);
    return placed;
  });
  const heights = [rows, ...alternatives].map((one) => heightOf(one, cellHeight));
  return {
    banks,
    cellWidth,
    cellHeight,
    left,
    top,
    width: banks * cellWidth,
    height: y - top,
    bottom: top + Math.max(cellHeight, greatestOf(heights)),
    compact,
    gapHeight: gapHeight(rows),
    lines,
  };
}

function gapHeight({ lines }: GridRows): number {
  return lines.filter(({ kind }) => kind === 'gap').length > MOST_GAPS ? FOLDED_HEIGHT : GAP_HEIGHT;
}

function heightOf(rows: GridRows, cellHeight: number): number {
  const gap = gapHeight(rows);
  return rows.lines.reduce((sum, { kind }) => sum + (kind === 'row' ? cellHeight : gap), 0);
}

/** Width of a text of a mono face, in pixels. */
export function textWidth(text: string, sizePixels: 9 | 11 | 13 = 11): number {
  return text.length * sizePixels * 0.61;
}

/** `0x01a0`, with as many digits as the largest address of a picture has. */
export function hexAddress(address: number, digits = 4): string {
  return `0x${address.toString(16).padStart(digits, '0')}`;
}

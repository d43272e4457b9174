/**
 * The measures of a bank grid and what does not change with a selection: where columns and lines are.
 *
 *     slots        4x                       above a bank that serves several slots
 *     bank      0  1  2  3 ...
 *     0x0000  |  |  |  |  |
 *     0x0100  |  |  |  |  |
 */
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
  /** Bottom of the tallest phase: what is below the grid begins here. */
  readonly bottom: number;
  readonly compact: boolean;
  readonly lines: readonly (GridLine & { readonly y: number })[];
}

const GAP_HEIGHT = 10;
const HEADING = 20;

export interface FrameOptions {
  readonly compact: boolean;
  readonly heading: boolean;
}

/** The frame for `rows`; `alternatives` are the rows of every phase that can be stepped to. */
export function gridFrame(
  banks: number,
  rows: GridRows,
  alternatives: readonly GridRows[],
  { compact, heading }: FrameOptions,
): GridFrame {
  const cellWidth = compact ? 8 : banks > 32 ? 15 : 26;
  const cellHeight = compact ? 10 : banks > 32 ? 18 : 20;
  const left = compact ? 46 : 56;
  const top = (heading ? HEADING : 0) + (compact ? 22 : 38);
  let y = top;
  const lines = rows.lines.map((line) => {
    const placed = { ...line, y };
    y += line.kind === 'row' ? cellHeight : GAP_HEIGHT;
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
    bottom: top + Math.max(cellHeight, ...heights),
    compact,
    lines,
  };
}

function heightOf({ lines }: GridRows, cellHeight: number): number {
  return lines.reduce((sum, { kind }) => sum + (kind === 'row' ? cellHeight : GAP_HEIGHT), 0);
}

/** Width of a text of a mono face, in pixels. */
export function textWidth(text: string, sizePixels: 9 | 11 | 13 = 11): number {
  return text.length * sizePixels * 0.61;
}

/** `0x01a0`, with as many digits as the largest address of a picture has. */
export function hexAddress(address: number, digits = 4): string {
  return `0x${address.toString(16).padStart(digits, '0')}`;
}

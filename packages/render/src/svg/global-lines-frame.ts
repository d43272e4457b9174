/** The measures of a picture of lines: where its columns and its parts are, in pixels. */
import type { GlobalExplanation } from '@ldscope/core';
import type { Selection } from './selection.ts';

export const LEFT = 58;
export const RIGHT = 12;
const WIDEST = 208;

export interface LinesFrame {
  readonly width: number;
  /** Tops of the bytes of all lanes, of the shares, and of the rows of lanes. */
  readonly stripTop: number;
  readonly sharesTop: number;
  readonly rowsTop: number;
  readonly rowHeight: number;
  /** Under the last row. */
  readonly bottom: number;
  readonly columns: Columns;
  readonly selection: Selection | undefined;
}

/** Where the columns are. */
export interface Columns {
  readonly width: number;
  readonly gap: number;
  readonly perByte: number;
  readonly x: (line: number) => number;
}

/** The frame of a picture whose head has a bottom at `top`. */
export function linesFrame(
  { blocks, model, addressBytes }: GlobalExplanation,
  width: number,
  top: number,
  selection: Selection | undefined,
): LinesFrame {
  const rowsTop = top + 108;
  const rowHeight = 8;
  return {
    width,
    stripTop: top + 22,
    sharesTop: top + 54,
    rowsTop,
    rowHeight,
    bottom: rowsTop + addressBytes.length * rowHeight,
    columns: columnsFor(blocks.length, model.transactionBytes.value, width),
    selection,
  };
}

function columnsFor(count: number, size: number, width: number): Columns {
  const room = (width - LEFT - RIGHT) / Math.max(1, count);
  const column = Math.min(WIDEST, room);
  const gap = column < 9 ? 1 : column < 40 ? 2 : 4;
  return {
    width: column - gap,
    gap,
    perByte: (column - gap) / size,
    x: (line) => LEFT + line * column,
  };
}

/** Diagonals over a rectangle, as path commands. */
export function hatch(x: number, y: number, width: number, height: number, step: number): string {
  let path = '';
  for (let at = step / 2; at < width + height; at += step) {
    const fromX = Math.min(at, width);
    const toX = Math.max(0, at - height);
    const [fromY, toY] = [at - fromX, at - toX];
    const number = (value: number): string => String(Math.round(value * 10) / 10);
    path += `M${number(x + fromX)} ${number(y + fromY)}L${number(x + toX)} ${number(y + toY)}`;
  }
  return path;
}

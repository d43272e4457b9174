/**
 * A layout as the formulas that a proof uses: the pitch of rows in elements, and the move of a row's columns.
 *
 * `placingOf` does not trust that the formulas are the layout: it evaluates them for every element of the tile.
 */
import { elementOffset, rowBytes, type TileLayout } from '@ldscope/core';
import { type Expression, leaf, remainder } from '../expression.ts';
import { type ColumnMove, columnMove, elementColumn, placeColumn } from '../moved-column.ts';
import { type Budget, compile } from './domains.ts';
import { type Decision, decideWithin, weakest } from './equations.ts';

/** Lengths are in elements. */
export interface Placing {
  readonly move: ColumnMove | undefined;
  readonly rows: number;
  readonly pitch: number;
  /** Without the padding. */
  readonly columns: number;
}

/** The formulas of a layout; words that say why there are none. */
export function placingOf(layout: TileLayout): Placing | string {
  const { rows, columns, elementBytes } = layout.tile;
  const move = columnMove(layout);
  if (typeof move === 'string') return move;
  const pitchBytes = pitchBytesOf(layout);
  const pitch = (pitchBytes ?? 0) / elementBytes;
  if (pitchBytes === undefined || !Number.isInteger(pitch) || pitch < columns) {
    return 'it is padded otherwise than at the end of each row';
  }
  const placing: Placing = { move, rows, pitch, columns };
  return describes(placing, layout) ? placing : 'its formulas do not permute the units of a row';
}

function pitchBytesOf(layout: TileLayout): number | undefined {
  const row = rowBytes(layout.tile);
  if (layout.kind === 'linear') return row;
  if (layout.kind === 'reshaped') return undefined;
  const [padding, second] = layout.paddings;
  if (padding === undefined) return row;
  return second === undefined && padding.intervalBytes === row ? row + padding.padBytes : undefined;
}

/** True when formula and layout agree, and the inverse formula is one, in every element. */
function describes({ move, pitch }: Placing, layout: TileLayout): boolean {
  const { rows, columns, elementBytes } = layout.tile;
  if (rows * columns > MOST_ELEMENTS) return false;
  const row = leaf('row', { low: 0, high: rows - 1 });
  const column = leaf('column', { low: 0, high: columns - 1 });
  const order = ['row', 'column'];
  const [to, back] =
    move === undefined
      ? [column, column]
      : [placeColumn(move, row, column), elementColumn(move, row, column)];
  const [place, element] = [compile(to, order), compile(back, order)];
  const values = new Float64Array(2);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      values[0] = r;
      values[1] = c;
      const moved = place(values);
      if (!(moved >= 0 && moved < columns)) return false;
      if ((r * pitch + moved) * elementBytes !== elementOffset(layout, r, c)) return false;
      values[1] = moved;
      if (element(values) !== c) return false;
    }
  }
  return true;
}

/** More than the shared memory of any chip. */
const MOST_ELEMENTS = 2 ** 20;

/** Whether this many elements from a column on are always in the tile, and in one unit of the move. */
export function decideInside(
  column: Expression,
  elements: number,
  { move, columns }: Placing,
  budget: Budget,
): Decision {
  const decisions = [decideWithin(column, 0, columns - elements, budget)];
  if (move !== undefined) {
    decisions.push(decideWithin(remainder(column, move.unit), 0, move.unit - elements, budget));
  }
  return weakest(decisions);
}

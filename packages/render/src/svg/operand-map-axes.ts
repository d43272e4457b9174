/** Numbers beside the tiles of operands: rows and columns, and which element of its lane, or register, each place is. */
import type { ShownMatrix } from '../text/shown-matrix.ts';
import { characterWidth } from './chart-scale.ts';
import { label, type SvgNode } from './node.ts';
import { type OperandName, type OperandTile, registerText } from './operand-map-tiles.ts';

/** The interval of labels, for positions of a width in pixels. */
function everyFor(count: number, pixels: number, least: number): number {
  let every = 1;
  while (every < count && every * pixels < least) every *= 2;
  return every;
}

/** Above the columns of a tile, `w` pixels each. */
export function columnNumbers(
  { columns }: OperandTile,
  x: number,
  y: number,
  w: number,
): SvgNode[] {
  const digits = String(columns - 1).length;
  const every = everyFor(columns, w, digits * characterWidth.small + 4);
  return Array.from({ length: Math.ceil(columns / every) }, (_, index) =>
    label(x + (index * every + 0.5) * w, y, index * every, 'small soft'),
  );
}

/** Left of the rows of a tile, `h` pixels each. */
export function rowNumbers({ rows }: OperandTile, x: number, y: number, h: number): SvgNode[] {
  const every = everyFor(rows, h, 11);
  return Array.from({ length: Math.ceil(rows / every) }, (_, index) =>
    label(x, y + (index * every + 0.5) * h, index * every, 'end small soft'),
  );
}

/** The numbers of elements in their lane under the columns, where all of a column have the same. */
export function elementsBelow(
  tile: OperandTile,
  matrix: ShownMatrix,
  x: number,
  y: number,
  w: number,
): SvgNode[] {
  const { byColumn } = tile;
  if (byColumn === undefined) return [];
  const every = everyFor(byColumn.length, w, 3 * characterWidth.small);
  return [
    ...byColumn.flatMap((element, column): SvgNode[] =>
      column % every === 0 ? [label(x + (column + 0.5) * w, y, element, 'small accent')] : [],
    ),
    label(x, y + 14, `element in the lane${registersOf(tile.name, matrix)}`, 'start small faint'),
  ];
}

/** The same right of the rows; of results in registers of 32 bits, the registers. */
export function elementsRight(
  tile: OperandTile,
  matrix: ShownMatrix,
  x: number,
  y: number,
  h: number,
): SvgNode[] {
  const { byRow } = tile;
  if (byRow === undefined) return [];
  const every = everyFor(byRow.length, h, 11);
  const named = tile.name === 'd' && ['f32', 'f64', 'i32'].includes(matrix.d);
  return byRow.flatMap((element, row): SvgNode[] =>
    row % every === 0
      ? [
          label(
            x,
            y + (row + 0.5) * h,
            named ? (registerText(matrix.d, element) ?? '') : element,
            'start small accent',
          ),
        ]
      : [],
  );
}

/** `, two to a register`. */
function registersOf(name: OperandName, matrix: ShownMatrix): string {
  const type = matrix[name];
  const text = registerText(type, 0);
  if (text === undefined) return '';
  let count = 1;
  while (registerText(type, count)?.split('.')[0] === text.split('.')[0]) count++;
  return count === 1 ? '' : `, ${count} to a register`;
}

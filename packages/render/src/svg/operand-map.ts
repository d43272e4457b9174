/**
 * Where a matrix instruction keeps its operands: A, B and the result as they stand in the product, each element in the
 * colour of its lane, with the number of the element in the lane at the border.
 *
 *                  B  k x columns
 *     A  rows x k  C  rows x columns      lane 17 of 16x16x16: row 1 of A, k 4 to 7
 *
 * Of an instruction with several blocks one is shown; the table has them all.
 */
import { laneRanges, type Machine } from '@ldscope/core';
import { matricesOf, type ShownMatrix } from '../text/matrix.ts';
import { characterWidth } from './chart-scale.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';
import {
  holdersOf,
  type OperandName,
  type OperandTile,
  registerText,
} from './operand-map-tiles.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';

export interface OperandMapOptions {
  /** Of an instruction with several; the first unless told. */
  readonly block?: number;
  /** Pixels that it should take at most, where it can; 940 unless told. */
  readonly width?: number;
  readonly selection?: Selection;
}

/** A matrix instruction of a chip by any of its names; `undefined` where the chip has none of that name. */
export function findShownMatrix(machine: Machine, name: string): ShownMatrix | undefined {
  return matricesOf(machine).find(({ names }) => names.includes(name));
}

const LEFT = 40;
const TOP = 106;
const GAP = 46;
const RIGHT = 64;
/** Elements of these pixels and more are drawn one by one. */
const SMALLEST = 9;

/** The picture; elements carry `data-operand`, `data-lane` and `data-element` (row x columns + column). */
export function operandMapPicture(matrix: ShownMatrix, options: OperandMapOptions = {}): Picture {
  const { m, k, blocks, names, a, b, d, lanes } = matrix;
  const block = Math.min(blocks - 1, Math.max(0, Math.floor(options.block ?? 0)));
  const [tileA, tileB, tileD] = (['a', 'b', 'd'] as const).map((name) =>
    holdersOf(matrix, name, block),
  );
  if (tileA === undefined || tileB === undefined || tileD === undefined) {
    throw new Error('there are three operands');
  }
  const cell = m <= 4 ? 34 : m <= 16 ? 26 : 18;
  const most = options.width ?? 940;
  const room = most - LEFT - GAP - RIGHT - m * cell;
  const along = Math.min(cell, Math.max(4, Math.floor(room / Math.max(1, k))));
  const wideA = tileA.columns * along;
  const highB = tileB.rows * along;
  const atD = { x: LEFT + wideA + GAP, y: TOP + highB + GAP };
  const width = Math.max(atD.x + m * cell + RIGHT, 420);
  const height = atD.y + m * cell + 34;
  const draw = (tile: OperandTile, x: number, y: number, w: number, h: number): SvgNode[] =>
    tileNodes(tile, { x, y, w, h, lanes, selection: options.selection });
  return {
    width,
    height,
    title: `Operands of ${names[0] ?? ''}`,
    description:
      `A is ${m} x ${k}, B ${k} x ${m}, the result ${m} x ${m}${blocks > 1 ? `, block ${block} of ${blocks}` : ''}: ` +
      `which of ${lanes} lanes holds which element.`,
    content: [
      ...heading(matrix, block),
      ...draw(tileA, LEFT, atD.y, along, cell),
      ...draw(tileB, atD.x, TOP, cell, along),
      ...draw(tileD, atD.x, atD.y, cell, cell),
      label(LEFT, atD.y - 34, `A (${a})`, { class: 'start strong' }),
      label(atD.x - 8, TOP + 8, `B (${b})`, { class: 'end strong' }),
      label(atD.x - 8, atD.y - 12, `C, D (${d})`, { class: 'end strong' }),
      ...columnAxis('k', tileA, LEFT, atD.y - 12, along),
      ...columnAxis('column', tileB, atD.x, TOP - 12, cell),
      ...rowAxis('k', tileB, atD.x - 6, TOP, along),
      ...rowAxis('row', tileA, LEFT - 6, atD.y, cell),
      ...elementsBelow(tileA, matrix, LEFT, atD.y + m * cell + 11, along),
      ...elementsRight(tileB, matrix, atD.x + m * cell + 6, TOP, along),
      ...elementsRight(tileD, matrix, atD.x + m * cell + 6, atD.y, cell),
    ],
  };
}

function heading(
  { names, m, k, blocks, passes, evidence, source, lanes, sparse }: ShownMatrix,
  block: number,
): SvgNode[] {
  const time = passes === undefined ? '' : `, ${4 * passes} cycles of the matrix core`;
  const which = blocks > 1 ? `, block ${block} of ${blocks}` : '';
  const kept = sparse ? '; A is sparse: k counts what is kept of it' : '';
  return [
    label(12, 16, names[0] ?? '', { class: 'start large strong' }),
    label(12, 36, `${m} x ${m} x ${k}${which}${time}${kept}`, { class: 'start soft' }),
    label(12, 54, 'lane', { class: 'start small faint' }),
    ...Array.from({ length: lanes }, (_, lane) =>
      svg('rect', {
        'x': 42 + lane * 4,
        'y': 49,
        'width': 4,
        'height': 10,
        'fill': laneColor(lane, lanes),
        'data-lane': lane,
      }),
    ),
    label(48 + lanes * 4, 54, `0 to ${lanes - 1}`, { class: 'start small soft' }),
    label(12, 70, `${evidence}: ${source}`, { class: 'start small faint' }),
  ];
}

interface Drawing {
  readonly x: number;
  readonly y: number;
  /** Pixels of an element. */
  readonly w: number;
  readonly h: number;
  readonly lanes: number;
  readonly selection: Selection | undefined;
}

/** What one lane holds in a row lies in one run, which has the name of the lane. */
function tileNodes(tile: OperandTile, drawing: Drawing): SvgNode[] {
  const { x, y, w, h, lanes, selection } = drawing;
  const single = Math.min(w, h) >= SMALLEST;
  return tile.runs.flatMap(({ row, column, rows, columns, holders }): SvgNode[] => {
    const [first] = holders;
    if (first === undefined) return [];
    const own = holders.map(({ lane }) => lane);
    const look = {
      'fill': laneColor(first.lane, lanes),
      'data-operand': tile.name,
      'data-lane': first.lane,
    };
    const state = emphasis(selection, { lanes: own });
    const parts = single ? rows * columns : 1;
    const text = laneRanges(own);
    const [width, height] = [columns * w, rows * h];
    const fits = text.length * characterWidth.small <= width && height >= 9;
    return [
      ...Array.from({ length: parts }, (_, part) => {
        const [down, right] = rows > 1 ? [part, 0] : [0, part];
        return svg('rect', {
          ...look,
          'x': x + (column + right) * w,
          'y': y + (row + down) * h,
          'width': single ? w : width,
          'height': single ? h : height,
          'class': classes('lane', state),
          'data-element': (row + down) * tile.columns + column + right,
        });
      }),
      svg('rect', {
        'x': x + column * w,
        'y': y + row * h,
        width,
        height,
        'fill': 'none',
        'class': classes('axis', state === 'dimmed' && 'dimmed'),
        'pointer-events': 'none',
      }),
      ...(fits
        ? [
            label(x + column * w + width / 2, y + row * h + height / 2 + 0.5, text, {
              'class': classes('small on-lane strong', state === 'dimmed' && 'dimmed'),
              'pointer-events': 'none',
            }),
          ]
        : []),
    ];
  });
}

/** Every how manieth place of so many pixels has room for its number. */
function everyFor(count: number, pixels: number, least: number): number {
  let every = 1;
  while (every < count && every * pixels < least) every *= 2;
  return every;
}

function columnAxis(
  title: string,
  { columns }: OperandTile,
  x: number,
  y: number,
  w: number,
): SvgNode[] {
  const every = everyFor(columns, w, 2 * characterWidth.small + 4);
  return [
    label(x - 8, y, title, { class: 'end small faint' }),
    ...Array.from({ length: Math.ceil(columns / every) }, (_, index) =>
      label(x + (index * every + 0.5) * w, y, index * every, { class: 'small soft' }),
    ),
  ];
}

function rowAxis(title: string, { rows }: OperandTile, x: number, y: number, h: number): SvgNode[] {
  const every = everyFor(rows, h, 11);
  return [
    label(x, y - 10, title, { class: 'end small faint' }),
    ...Array.from({ length: Math.ceil(rows / every) }, (_, index) =>
      label(x, y + (index * every + 0.5) * h, index * every, { class: 'end small soft' }),
    ),
  ];
}

/** The numbers of elements in their lane under the columns, where all of a column have the same. */
function elementsBelow(
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
      column % every === 0
        ? [label(x + (column + 0.5) * w, y, element, { class: 'small accent' })]
        : [],
    ),
    label(x, y + 14, `element in the lane${registersOf(tile.name, matrix)}`, {
      class: 'start small faint',
    }),
  ];
}

function elementsRight(
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
          label(x, y + (row + 0.5) * h, named ? (registerText(matrix.d, element) ?? '') : element, {
            class: 'start small accent',
          }),
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

/** Every lane in words: what it holds of A, of B and of the result. */
export function operandMapTable(matrix: ShownMatrix): DataTable {
  const { names, lanes, blocks, operands } = matrix;
  const listed = (count: number, of: (element: number) => string): string =>
    Array.from({ length: count }, (_, element) => of(element)).join(', ');
  const inBlock = (block: number): string => (blocks > 1 ? ` of block ${block}` : '');
  return {
    caption: `Operands of ${names[0] ?? ''}, lane by lane`,
    columns: [
      { title: 'lane', numeric: true },
      { title: 'A: row, k' },
      { title: 'B: k, column' },
      { title: 'C, D: row, column' },
    ],
    rows: Array.from({ length: lanes }, (_, lane) => [
      String(lane),
      listed(operands.a.elements, (element) => {
        const { row, k, block } = operands.a.at(lane, element);
        return `(${row}, ${k})${inBlock(block)}`;
      }),
      listed(operands.b.elements, (element) => {
        const { row, k, block } = operands.b.at(lane, element);
        return `(${k}, ${row})${inBlock(block)}`;
      }),
      listed(operands.d.elements, (element) => {
        const { row, column, block } = operands.d.at(lane, element);
        return `(${row}, ${column})${inBlock(block)}`;
      }),
    ]),
  };
}

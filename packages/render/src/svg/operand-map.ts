/**
 * Where a matrix instruction keeps its operands: A, B and the result as they appear in the product, each element in the
 * colour of its lane, with the number of the element in the lane at the border.
 *
 *                  B  k x columns
 *     A  rows x k  C  rows x columns      lane 17 of 16x16x16: row 1 of A, k 4 to 7
 *
 * For an instruction with several blocks, one is shown; the table has them all.
 */
import { laneRanges, type Machine } from '@ldscope/core';
import { matricesOf, type ShownMatrix } from '../text/shown-matrix.ts';
import { characterWidth, fitText } from './chart-scale.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';
import { columnNumbers, elementsBelow, elementsRight, rowNumbers } from './operand-map-axes.ts';
import { holdersOf, type OperandTile } from './operand-map-tiles.ts';
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
const TOP = 120;
const GAP = 46;
const RIGHT = 64;
/** Elements of these pixels and more are drawn one by one. */
const SMALLEST = 9;
/** Room for the words above the tiles. */
const NARROWEST = 460;

/** The picture; elements carry `data-operand`, `data-lane` and `data-element` (row x columns + column). */
export function operandMapPicture(matrix: ShownMatrix, options: OperandMapOptions = {}): Picture {
  const { m, k, blocks, names, a, b, d, lanes } = matrix;
  const block = Math.min(blocks - 1, Math.max(0, Math.floor(options.block ?? 0) || 0));
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
  const width = Math.max(atD.x + m * cell + RIGHT, NARROWEST);
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
      ...heading(matrix, block, width),
      ...draw(tileA, LEFT, atD.y, along, cell),
      ...draw(tileB, atD.x, TOP, cell, along),
      ...draw(tileD, atD.x, atD.y, cell, cell),
      ...tileName(`A (${a})`, 'row by k', LEFT, atD.y - 30, wideA + GAP),
      ...tileName(`B (${b})`, 'k by column', atD.x, TOP - 28),
      ...tileName(`C, D (${d})`, 'row by column', atD.x, atD.y - 30),
      ...columnNumbers(tileA, LEFT, atD.y - 12, along),
      ...columnNumbers(tileB, atD.x, TOP - 12, cell),
      ...columnNumbers(tileD, atD.x, atD.y - 12, cell),
      ...rowNumbers(tileA, LEFT - 6, atD.y, cell),
      ...rowNumbers(tileB, atD.x - 6, TOP, along),
      ...rowNumbers(tileD, atD.x - 6, atD.y, cell),
      ...elementsBelow(tileA, matrix, LEFT, atD.y + m * cell + 11, along),
      ...elementsRight(tileB, matrix, atD.x + m * cell + 6, TOP, along),
      ...elementsRight(tileD, matrix, atD.x + m * cell + 6, atD.y, cell),
    ],
  };
}

/** The name of a tile, and behind it what its rows and columns are, where `room` pixels are enough. */
function tileName(
  name: string,
  axes: string,
  x: number,
  y: number,
  room = Number.POSITIVE_INFINITY,
): SvgNode[] {
  const taken = (name.length + 1) * characterWidth.normal;
  return [
    label(x, y, name, 'start strong'),
    ...(taken + axes.length * characterWidth.small <= room
      ? [label(x + taken, y, axes, 'start small faint')]
      : []),
  ];
}

function heading(
  { names, m, k, blocks, passes, evidence, source, lanes, sparse, a }: ShownMatrix,
  block: number,
  width: number,
): SvgNode[] {
  const known = `${evidence}: ${source}`;
  const fitted = fitText(known, width - 24, characterWidth.small);
  const time = passes === undefined ? '' : `, ${4 * passes} cycles of the matrix core`;
  const which = blocks > 1 ? `, block ${block} of ${blocks}` : '';
  const kept = sparse
    ? '; A is sparse: k counts what is kept of it'
    : a === 'f8f6f4'
      ? '; for 8-bit data, narrower data occupy one run of k'
      : '';
  return [
    label(12, 16, names[0] ?? '', 'start large strong'),
    label(12, 36, `${m} x ${m} x ${k}${which}${time}${kept}`, 'start soft'),
    label(12, 54, 'lane', 'start small faint'),
    ...Array.from({ length: lanes }, (_, lane) =>
      rect(42 + lane * 4, 49, 4, 10, { 'fill': laneColor(lane, lanes), 'data-lane': lane }),
    ),
    label(48 + lanes * 4, 54, `0 to ${lanes - 1}`, 'start small soft'),
    svg(
      'g',
      {},
      ...(fitted === known ? [] : [svg('title', {}, known)]),
      label(12, 70, fitted, 'start small faint'),
    ),
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

/** The elements of a lane in a row are one run, labelled with the lane. */
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
    const [width, height] = [columns * w, rows * h];
    const all = laneRanges(own);
    const text = all.length * characterWidth.small <= width ? all : `${first.lane}+`;
    const taken = text.length * characterWidth.small;
    const fits = taken <= width && height >= 9;
    // In the middle element where there is room, so that no line runs through the text.
    const isWithin = single && taken <= w;
    const textX = x + (column + (isWithin ? Math.floor((columns - 1) / 2) + 0.5 : columns / 2)) * w;
    const textY = y + 0.5 + (row + (isWithin ? Math.floor((rows - 1) / 2) + 0.5 : rows / 2)) * h;
    return [
      ...Array.from({ length: parts }, (_, part) => {
        const [down, right] = rows > 1 ? [part, 0] : [0, part];
        return rect(
          x + (column + right) * w,
          y + (row + down) * h,
          single ? w : width,
          single ? h : height,
          {
            ...look,
            'class': classes('lane', state),
            'data-element': (row + down) * tile.columns + column + right,
          },
        );
      }),
      rect(x + column * w, y + row * h, width, height, {
        'fill': 'none',
        'class': classes('axis', state === 'dimmed' && 'dimmed'),
        'pointer-events': 'none',
      }),
      ...(fits
        ? [
            label(textX, textY, text, {
              'class': classes('small on-lane strong', state === 'dimmed' && 'dimmed'),
              'pointer-events': 'none',
            }),
          ]
        : []),
    ];
  });
}

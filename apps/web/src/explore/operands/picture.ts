/**
 * The part of the tile that one read takes: a cell is where a lane's vector begins, with its banks; lanes of other
 * phases step back.
 */
import {
  classes,
  type DataTable,
  label,
  laneColor,
  operandMapPicture,
  type Picture,
  rect,
  type ShownMatrix,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { mapControls } from './controls.ts';
import type { LanePlace, OperandRead, ReadSide } from './model.ts';
import {
  contentText,
  elementText,
  matrixOn,
  nameOf,
  type OperandName,
  operandTitles,
  registerContent,
  registerCount,
  shortText,
} from './registers.ts';

const LEFT = 44;
const TOP = 24;
const WIDTH = 700;
const HEIGHT = 352;

const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

export function windowPicture(
  read: OperandRead,
  side: ReadSide,
  piece: number,
  phase: number,
  selected: number | undefined,
): Picture {
  const places = read.places[piece] ?? [];
  const [rows, columns] = [
    sorted(places.map(({ row }) => row)),
    sorted(places.map(({ column }) => column)),
  ];
  const [w, h] = [WIDTH / columns.length, HEIGHT / rows.length];
  const served = side.reads[piece];
  const now = new Set(served?.phases[phase]?.lanes);
  const cell = ({ lane, row, column }: LanePlace): SvgNode => {
    const [x, y] = [LEFT + columns.indexOf(column) * w, TOP + rows.indexOf(row) * h];
    const banks = bankText(side, piece, lane);
    const isNow = now.has(lane);
    return svg(
      'g',
      {},
      rect(
        x,
        y,
        w,
        h,
        {
          'class': classes('lane', !isNow && 'untouched'),
          'fill': laneColor(lane),
          'data-lane': lane,
        },
        svg('title', {}, `lane ${lane}: row ${row}, column ${column}, ${banks}`),
      ),
      label(x + w / 2, y + h / 2 + 0.5, w >= 96 ? `${lane}: ${banks}` : lane, {
        'class': isNow ? 'small on-lane' : 'small soft',
        'pointer-events': 'none',
      }),
    );
  };
  const own = selected === undefined ? undefined : places[selected];
  const [rowTitle, columnTitle] = read.parameters.order === 'along' ? ['row', 'k'] : ['k', 'row'];
  return {
    width: LEFT + WIDTH + 4,
    height: TOP + HEIGHT + 4,
    title: `What one ${read.parameters.read} takes of the tile`,
    description: `Rows of the tile are ${rowTitle === 'row' ? 'rows of A' : 'k'}; a cell names the lane that begins there and its banks; lanes of phase ${phase + 1} stand out.`,
    content: [
      label(LEFT - 6, 11, `${rowTitle} / ${columnTitle}`, 'small end faint'),
      ...columns.map((column, i) => label(LEFT + (i + 0.5) * w, 11, column, 'small soft')),
      ...rows.map((row, i) => label(LEFT - 6, TOP + (i + 0.5) * h, row, 'small end soft')),
      ...places.map(cell),
      ...(own === undefined
        ? []
        : [
            rect(LEFT + columns.indexOf(own.column) * w, TOP + rows.indexOf(own.row) * h, w, h, {
              'class': 'selected',
              'fill': 'none',
              'pointer-events': 'none',
            }),
          ]),
    ],
  };
}

/** `banks 2-3`. */
export function bankText(side: ReadSide, piece: number, lane: number): string {
  const served = side.reads[piece];
  const address = served?.addressBytes[lane];
  if (served === undefined || address === undefined) return '';
  const { banks } = served.rule;
  const first = Math.floor(address / 4) % banks;
  return served.banksPerLane === 1
    ? `bank ${first}`
    : `banks ${first}-${(first + served.banksPerLane - 1) % banks}`;
}

/**
 * One register of an operand in all lanes: a cell is a lane, 16 to a line, with the elements that it has there.
 *
 *     lane     0       1       2           A, register 1 of 16x16x16 f16
 *            0,2-3   1,2-3   2,2-3   ...
 */

const PER_LINE = 16;
const CELL = 60;
const CELL_HEIGHT = 40;
const CELLS_TOP = 22;

export function registerPicture(
  matrix: ShownMatrix,
  name: OperandName,
  register: number,
  selected: number,
): Picture {
  const { lanes, blocks } = matrix;
  const lines = Math.ceil(lanes / PER_LINE);
  return {
    width: PER_LINE * CELL + 4,
    height: CELLS_TOP + lines * CELL_HEIGHT + 4,
    title: `${operandTitles[name]}, register ${register}, of ${nameOf(matrix)}`,
    description: `A cell is a lane, with ${name === 'a' ? 'row and k' : name === 'b' ? 'k and column' : 'row and column'} of the elements that it has in this register.`,
    content: [
      label(2, 10, `${operandTitles[name]}, register ${register}`, 'start strong'),
      ...Array.from({ length: lanes }, (_, lane) =>
        laneCell(matrix, name, register, lane, blocks > 1),
      ).flat(),
      rect(
        2 + (selected % PER_LINE) * CELL,
        CELLS_TOP + Math.floor(selected / PER_LINE) * CELL_HEIGHT,
        CELL,
        CELL_HEIGHT,
        { 'class': 'selected', 'fill': 'none', 'pointer-events': 'none' },
      ),
    ],
  };
}

function laneCell(
  matrix: ShownMatrix,
  name: OperandName,
  register: number,
  lane: number,
  withBlock: boolean,
): SvgNode[] {
  const [x, y] = [
    2 + (lane % PER_LINE) * CELL,
    CELLS_TOP + Math.floor(lane / PER_LINE) * CELL_HEIGHT,
  ];
  const content = registerContent(matrix, name, lane, register);
  const inert = { 'pointer-events': 'none' };
  return [
    rect(
      x,
      y,
      CELL,
      CELL_HEIGHT,
      { 'class': 'lane', 'fill': laneColor(lane, matrix.lanes), 'data-lane': lane },
      svg('title', {}, `lane ${lane}: ${contentText(matrix, name, lane, register)}`),
    ),
    label(x + 4, y + 8, lane, { class: 'small start on-lane', ...inert }),
    ...(withBlock
      ? [
          label(x + CELL - 4, y + 8, `block ${content[0]?.block ?? 0}`, {
            class: 'small end on-lane',
            ...inert,
          }),
        ]
      : []),
    label(x + CELL / 2, y + 25, shortText(content), {
      class: 'small on-lane strong',
      ...inert,
    }),
  ];
}

/** All registers of an operand, lane by lane. */
export const registerTable = (matrix: ShownMatrix, name: OperandName): DataTable =>
  tableOf(
    `${operandTitles[name]} of ${nameOf(matrix)}, register by register`,
    Array.from({ length: matrix.lanes }, (_, lane) => lane),
    [
      ['lane', (lane) => lane],
      ...Array.from({ length: registerCount(matrix, name) }, (_, register): Column<number> => [
        `register ${register}`,
        (lane) =>
          registerContent(matrix, name, lane, register)
            .map(
              (held) =>
                elementText(name, held) + (matrix.blocks > 1 ? ` of block ${held.block}` : ''),
            )
            .join(', '),
      ]),
    ],
  );

export function thumbnail(): Picture {
  const { chip, instruction } = mapControls.start;
  return operandMapPicture(matrixOn(chip, instruction), { block: 0, width: 1000 });
}

/**
 * The part of the tile that one read takes: a cell is where a lane's vector begins, with its banks; lanes of other
 * phases step back.
 */
import { range } from '@ldscope/core';
import {
  cellBox,
  cellFrame,
  cellPicture,
  cellsOf,
  classes,
  columnNames,
  type DataTable,
  label,
  laneColor,
  operandMapPicture,
  type Picture,
  rowNames,
  type ShownMatrix,
} from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { mapControls } from './controls.ts';
import type { OperandRead, ReadSide } from './model.ts';
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

const AREA = { left: 44, top: 24, width: 700, height: 352 };

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
  const grid = { ...AREA, columns: columns.length, rows: rows.length };
  const wide = grid.width / columns.length >= 96;
  const now = new Set(side.reads[piece]?.phases[phase]?.lanes);
  const own = selected === undefined ? undefined : places[selected];
  const [rowTitle, columnTitle] = read.parameters.order === 'along' ? ['row', 'k'] : ['k', 'row'];
  return cellPicture(
    grid,
    {
      title: `What one ${read.parameters.read} takes of the tile`,
      description: `Rows of the tile are ${rowTitle === 'row' ? 'rows of A' : 'k'}; a cell names the lane that begins there and its banks; lanes of phase ${phase + 1} stand out.`,
    },
    [
      label(grid.left - 6, 11, `${rowTitle} / ${columnTitle}`, 'small end faint'),
      ...columnNames(grid, range(columns.length), {
        text: (column) => columns[column] ?? 0,
        look: 'small soft',
        pixels: grid.top - 11,
      }),
      ...rowNames(grid, range(rows.length), {
        text: (row) => rows[row] ?? 0,
        look: 'small end soft',
      }),
      ...cellsOf(
        grid,
        places.map(({ lane, row, column }) => {
          const banks = bankText(side, piece, lane);
          const isNow = now.has(lane);
          return {
            column: columns.indexOf(column),
            row: rows.indexOf(row),
            look: {
              'class': classes('lane', !isNow && 'untouched'),
              'fill': laneColor(lane),
              'data-lane': lane,
            },
            title: `lane ${lane}: row ${row}, column ${column}, ${banks}`,
            text: wide ? `${lane}: ${banks}` : lane,
            textLook: isNow ? 'small on-lane' : 'small soft',
          };
        }),
      ),
      ...(own === undefined
        ? []
        : [cellFrame(grid, columns.indexOf(own.column), rows.indexOf(own.row))]),
    ],
  );
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

export function registerPicture(
  matrix: ShownMatrix,
  name: OperandName,
  register: number,
  selected: number,
): Picture {
  const { lanes, blocks } = matrix;
  const rows = Math.ceil(lanes / PER_LINE);
  const size = { width: PER_LINE * CELL, height: rows * CELL_HEIGHT };
  const grid = { left: 2, top: 22, ...size, columns: PER_LINE, rows };
  const placeOf = (lane: number) => [lane % PER_LINE, Math.floor(lane / PER_LINE)] as const;
  const inert = (look: string) => ({ 'class': look, 'pointer-events': 'none' });
  const heading = `${operandTitles[name]}, register ${register}`;
  const indices = { a: 'row and k', b: 'k and column', d: 'row and column' }[name];
  return cellPicture(
    grid,
    {
      title: `${heading}, of ${nameOf(matrix)}`,
      description: `A cell is a lane, with ${indices} of the elements that it has in this register.`,
      right: 2,
    },
    [
      label(2, 10, heading, 'start strong'),
      ...range(lanes).flatMap((lane) => {
        const [column, row] = placeOf(lane);
        const { x, y } = cellBox(grid, column, row);
        const content = registerContent(matrix, name, lane, register);
        const block = `block ${content[0]?.block ?? 0}`;
        const look = { 'fill': laneColor(lane, lanes), 'data-lane': lane };
        const title = `lane ${lane}: ${contentText(matrix, name, lane, register)}`;
        return [
          ...cellsOf(grid, [{ column, row, look, title }]),
          label(x + 4, y + 8, lane, inert('small start on-lane')),
          ...(blocks > 1 ? [label(x + CELL - 4, y + 8, block, inert('small end on-lane'))] : []),
          label(x + CELL / 2, y + 25, shortText(content), inert('small on-lane strong')),
        ];
      }),
      cellFrame(grid, ...placeOf(selected)),
    ],
  );
}

/** All registers of an operand, lane by lane. */
export const registerTable = (matrix: ShownMatrix, name: OperandName): DataTable =>
  tableOf(
    `${operandTitles[name]} of ${nameOf(matrix)}, register by register`,
    range(matrix.lanes),
    [
      ['lane', (lane) => lane],
      ...range(registerCount(matrix, name)).map((register): Column<number> => [
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

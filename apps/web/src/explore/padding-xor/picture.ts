/**
 * The first lines of LDS under a layout: which row of the tile, and which part of it, is on which banks.
 *
 *     bank      0    4    8   12
 *     0x0000  | 0  | 0  | 0  | 0  |     a colour for each column of the tile, the number of the row in it
 *     0x0080  | 1  | 1  | 1  | 1  |     framed: column 0, which a read down the columns wants from every row at once
 */
import { range } from '@ldscope/core';
import {
  cellBox,
  cellFrame,
  cellPicture,
  cellsOf,
  columnNames,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  rowNames,
} from '@ldscope/render';
import { paddingControls, parametersOf } from './controls.ts';
import { type CountedSide, type PaddingModel, paddingModel } from './model.ts';

const LINES = 16;
const AREA = { left: 50, top: 40, width: 272, height: 240, rows: LINES };

export function rowsPicture({ parameters, machine }: PaddingModel, side: CountedSide): Picture {
  const { columns, elementBytes, unitBytes, rows } = parameters;
  const banks = machine.sharedMemory.banks.value;
  const turn = 4 * banks;
  const cellBytes = Math.max(unitBytes, elementBytes);
  const cellElements = cellBytes / elementBytes;
  const cells = columns / cellElements;
  const grid = { ...AREA, columns: turn };
  const { left, top, width, height } = grid;
  const parts = range(rows * cells).flatMap((i) => {
    const [row, cell] = [Math.floor(i / cells), i % cells];
    const address = side.offsets[row * columns + cell * cellElements] ?? 0;
    return partsOf(address, cellBytes, turn)
      .filter(({ line }) => line < LINES)
      .map((part) => ({ ...part, row, cell }));
  });
  return cellPicture(
    grid,
    {
      title: `${side.title}: the first ${LINES} lines of shared memory`,
      description: `A line is ${turn} bytes, all ${banks} banks. Cells are ${cellBytes} bytes, coloured by their column in the tile and numbered by its row; column 0 of each row is framed.`,
      right: 6,
      bottom: 8,
    },
    [
      label(left, 10, side.title, 'start strong'),
      label(left - 6, top - 9, 'bank', 'end small faint'),
      ...columnNames(grid, everyNth(turn, banks > 32 ? 32 : 16), {
        text: (byte) => byte / 4,
        at: 2,
      }),
      rect(left, top, width, height, 'gap'),
      ...rowNames(grid, everyNth(LINES, 2), { text: (line) => hex(line * turn) }),
      ...cellsOf(
        grid,
        parts.map(({ line, from, bytes, row, cell }) => {
          const room = cellBox(grid, from, line, bytes).width;
          return {
            column: from,
            row: line,
            across: bytes,
            look: { 'fill': laneColor(cell, cells), 'stroke-width': 0.5 },
            text: room >= 13 || (cell === 0 && room >= 8) ? row : undefined,
          };
        }),
      ),
      ...parts
        .filter(({ cell }) => cell === 0)
        .map(({ line, from, bytes }) => cellFrame(grid, from, line, bytes)),
    ],
  );
}

const hex = (value: number): string => `0x${value.toString(16).padStart(4, '0')}`;

/** A cell that goes over the end of a line is two. */
function partsOf(address: number, bytes: number, turn: number) {
  const line = Math.floor(address / turn);
  const from = address % turn;
  const here = Math.min(bytes, turn - from);
  const first = { line, from, bytes: here };
  return here === bytes ? [first] : [first, { line: line + 1, from: 0, bytes: bytes - here }];
}

export function thumbnail(): Picture | undefined {
  const model = paddingModel(parametersOf(paddingControls.start));
  const side = model?.sides.find(({ name }) => name === 'xor');
  return model && side && rowsPicture(model, side);
}

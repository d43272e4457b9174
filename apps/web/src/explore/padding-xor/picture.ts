/**
 * The first lines of LDS under a layout: which row of the tile, and which part of it, is on which banks.
 *
 *     bank      0    4    8   12
 *     0x0000  | 0  | 0  | 0  | 0  |     a colour for each column of the tile, the number of the row in it
 *     0x0080  | 1  | 1  | 1  | 1  |     framed: column 0, which a read down the columns wants from every row at once
 */
import {
  cellBox,
  cellFrame,
  cellNodes,
  columnNames,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  rowNames,
  type SvgNode,
} from '@ldscope/render';
import { paddingControls, parametersOf } from './controls.ts';
import { type CountedSide, type PaddingModel, paddingModel } from './model.ts';

const LEFT = 50;
const TOP = 40;
const WIDTH = 272;
const LINE_HEIGHT = 15;
const LINES = 16;

export function rowsPicture({ parameters, machine }: PaddingModel, side: CountedSide): Picture {
  const { columns, elementBytes, unitBytes, rows } = parameters;
  const banks = machine.sharedMemory.banks.value;
  const turn = 4 * banks;
  const cellBytes = Math.max(unitBytes, elementBytes);
  const cellElements = cellBytes / elementBytes;
  const cells = columns / cellElements;
  const height = LINES * LINE_HEIGHT;
  const grid = { left: LEFT, top: TOP, width: WIDTH, height, columns: turn, rows: LINES };
  const marks: SvgNode[] = [];
  const frames: SvgNode[] = [];
  for (let row = 0; row < rows; row++) {
    for (let cell = 0; cell < cells; cell++) {
      const address = side.offsets[row * columns + cell * cellElements] ?? 0;
      for (const { line, from, bytes } of partsOf(address, cellBytes, turn)) {
        if (line >= LINES) continue;
        const { width } = cellBox(grid, from, line, bytes);
        marks.push(
          ...cellNodes(grid, {
            column: from,
            row: line,
            across: bytes,
            look: { 'fill': laneColor(cell, cells), 'stroke-width': 0.5 },
            text: width >= 13 || (cell === 0 && width >= 8) ? row : undefined,
          }),
        );
        if (cell === 0) frames.push(cellFrame(grid, from, line, bytes));
      }
    }
  }
  const step = 4 * (banks > 32 ? 8 : 4);
  return {
    width: LEFT + WIDTH + 6,
    height: TOP + height + 8,
    title: `${side.title}: the first ${LINES} lines of shared memory`,
    description: `A line is ${turn} bytes, all ${banks} banks. Cells are ${cellBytes} bytes, coloured by their column in the tile and numbered by its row; column 0 of each row is framed.`,
    content: [
      label(LEFT, 10, side.title, 'start strong'),
      label(LEFT - 6, TOP - 9, 'bank', 'end small faint'),
      ...columnNames(grid, everyNth(turn, step), { text: (byte) => byte / 4, at: 2 }),
      rect(LEFT, TOP, WIDTH, height, 'gap'),
      ...rowNames(grid, everyNth(LINES, 2), {
        text: (line) => hex(line * turn),
        look: 'end small faint',
      }),
      ...marks,
      ...frames,
    ],
  };
}

const hex = (value: number): string => `0x${value.toString(16).padStart(4, '0')}`;

/** A cell that goes over the end of a line is two. */
function partsOf(
  address: number,
  bytes: number,
  turn: number,
): { readonly line: number; readonly from: number; readonly bytes: number }[] {
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

/**
 * Rows of a tile on the banks: a line for each row, a mark at the bank of its first word, and under each bank how many
 * rows it has.
 *
 *     bank    0  1  2  3 ...
 *     row 0   ■
 *     row 1         ■          two banks further: the advance
 *     row 2               ■
 *     rows    1     1     1
 */
import {
  cellBox,
  type CellGrid,
  columnNames,
  type DataTable,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  rowNames,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { gcdControls } from './controls.ts';
import { type GcdView, gcdView } from './model.ts';

const LEFT = 56;
const TOP = 26;
const WIDTH = 832;
const BODY = 384;

/** Rows up to `last` are drawn, the others only as outlines. */
export function banksPicture(view: GcdView, last: number): Picture {
  const { banks, bankOfRow, rowsOnBank, pitchBytes } = view;
  const rows = bankOfRow.length;
  const grid = { left: LEFT, top: TOP, width: WIDTH, height: BODY, columns: banks, rows };
  const [column, row] = [WIDTH / banks, BODY / rows];
  const counted = bankOfRow.slice(0, last + 1);
  const ways = Math.max(...rowsOnBank);
  return {
    width: LEFT + WIDTH + 12,
    height: TOP + BODY + 34,
    title: `First words of ${rows} rows, ${pitchBytes} bytes apart, on ${banks} banks`,
    description:
      ways === 1
        ? 'Every row begins at a bank of its own.'
        : `${rowsOnBank.filter((count) => count > 0).length} banks are used, the fullest by ${ways} rows.`,
    content: [
      ...columns(grid, counted),
      ...rowNames(grid, everyNth(rows, Math.max(1, Math.round(12 / row))), {
        text: (index) => `row ${index}`,
        look: 'end small soft',
        pixels: 8,
      }),
      ...bankOfRow.flatMap((bank, index) => {
        const { x, y } = cellBox(grid, bank, index);
        const isShown = index <= last;
        const look = isShown ? { fill: laneColor(index, rows), class: 'lane' } : { class: 'ghost' };
        return [
          rect(
            x + 1,
            y + 1,
            column - 2,
            Math.max(3, row - 2),
            { ...look, 'data-lane': index, 'data-bank': bank },
            svg('title', {}, `row ${index}: bank ${bank}`),
          ),
          ...(isShown && row >= 11 && column > 20
            ? [label(x + column / 2, y + row / 2, index, 'small on-lane')]
            : []),
        ];
      }),
    ],
  };
}

function columns(grid: CellGrid, counted: readonly number[]): SvgNode[] {
  const column = WIDTH / grid.columns;
  const bottom = TOP + BODY;
  return [
    label(LEFT - 8, 12, 'bank', 'end small faint'),
    label(LEFT - 8, bottom + 16, 'rows', 'end small faint'),
    ...columnNames(grid, everyNth(grid.columns, column > 20 ? 1 : 4), { pixels: TOP - 12 }),
    ...everyNth(grid.columns, 1).flatMap((bank) => {
      const x = LEFT + bank * column;
      const count = counted.filter((one) => one === bank).length;
      const look = count > 1 ? 'conflict' : 'soft';
      return [
        rect(x, TOP, column, BODY, {
          'class': count > 1 ? 'column-conflict' : 'column',
          'data-bank': bank,
        }),
        svg('path', { d: `M${x} ${TOP}V${bottom}`, class: 'rule' }),
        ...(count > 0 ? [label(x + column / 2, bottom + 16, count, `small ${look}`)] : []),
      ];
    }),
    rect(LEFT, TOP, WIDTH, BODY, 'axis'),
  ];
}

export const banksTable = ({ bankOfRow, pitchBytes }: GcdView): DataTable =>
  tableOf('The first word of each row', bankOfRow, [
    ['row', (_, row) => row],
    ['byte', (_, row) => row * pitchBytes],
    ['word', (_, row) => Math.floor((row * pitchBytes) / 4)],
    ['bank', (bank) => bank],
  ]);

export function thumbnail(): Picture {
  const parameters = { ...gcdControls.start, ld: 132 };
  return banksPicture(gcdView(parameters), parameters.rows - 1);
}

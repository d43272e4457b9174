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
  cellPicture,
  cellsOf,
  columnNames,
  type DataTable,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  rowNames,
  svg,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { gcdControls } from './controls.ts';
import { type GcdView, gcdView } from './model.ts';

const AREA = { left: 56, top: 26, width: 832, height: 384, gap: 2 };

/** Rows up to `last` are drawn, the others only as outlines. */
export function banksPicture(
  { banks, bankOfRow, rowsOnBank, pitchBytes }: GcdView,
  last: number,
): Picture {
  const rows = bankOfRow.length;
  const grid = { ...AREA, columns: banks, rows };
  const { left, top, width, height } = grid;
  const box = cellBox(grid, 0, 0);
  const bottom = top + height;
  const ways = Math.max(...rowsOnBank);
  const shown = bankOfRow.slice(0, last + 1);
  return cellPicture(
    grid,
    {
      title: `First words of ${rows} rows, ${pitchBytes} bytes apart, on ${banks} banks`,
      description:
        ways === 1
          ? 'Every row begins at a bank of its own.'
          : `${rowsOnBank.filter((count) => count > 0).length} banks are used, the fullest by ${ways} rows.`,
      right: 12,
      bottom: 34,
    },
    [
      label(left - 8, 12, 'bank', 'end small faint'),
      label(left - 8, bottom + 16, 'rows', 'end small faint'),
      ...columnNames(grid, everyNth(banks, box.width > 20 ? 1 : 4), { pixels: top - 12 }),
      ...everyNth(banks, 1).flatMap((bank) => {
        const { x } = cellBox(grid, bank, 0);
        const count = shown.filter((one) => one === bank).length;
        const [column, look] = count > 1 ? ['column-conflict', 'conflict'] : ['column', 'soft'];
        return [
          rect(x, top, box.width, height, { 'class': column, 'data-bank': bank }),
          svg('path', { d: `M${x} ${top}V${bottom}`, class: 'rule' }),
          ...(count > 0 ? [label(x + box.width / 2, bottom + 16, count, `small ${look}`)] : []),
        ];
      }),
      rect(left, top, width, height, 'axis'),
      ...rowNames(grid, everyNth(rows, Math.max(1, Math.round(12 / box.height))), {
        text: (row) => `row ${row}`,
        look: 'end small soft',
        pixels: 8,
      }),
      ...cellsOf(
        grid,
        bankOfRow.map((bank, row) => ({
          column: bank,
          row,
          look: {
            ...(row <= last ? { fill: laneColor(row, rows) } : { class: 'ghost' }),
            'data-lane': row,
            'data-bank': bank,
          },
          title: `row ${row}: bank ${bank}`,
          text: row <= last && box.height >= 11 && box.width > 20 ? row : undefined,
        })),
      ),
    ],
  );
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

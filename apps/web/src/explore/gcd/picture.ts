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
  type DataTable,
  label,
  laneColor,
  type Picture,
  rect,
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
  const column = WIDTH / banks;
  const row = BODY / bankOfRow.length;
  const counted = bankOfRow.slice(0, last + 1);
  const ways = Math.max(...rowsOnBank);
  return {
    width: LEFT + WIDTH + 12,
    height: TOP + BODY + 34,
    title: `First words of ${bankOfRow.length} rows, ${pitchBytes} bytes apart, on ${banks} banks`,
    description:
      ways === 1
        ? 'Every row begins at a bank of its own.'
        : `${rowsOnBank.filter((count) => count > 0).length} banks are used, the fullest by ${ways} rows.`,
    content: [
      ...columns(view, column, counted),
      ...bankOfRow.flatMap((bank, index) => {
        const y = TOP + index * row;
        const height = Math.max(3, row - 2);
        const shown = index <= last;
        return [
          ...(index % Math.max(1, Math.round(12 / row)) === 0
            ? [label(LEFT - 8, y + row / 2, `row ${index}`, 'end small soft')]
            : []),
          rect(
            LEFT + bank * column + 1,
            y + 1,
            column - 2,
            height,
            {
              ...(shown
                ? { fill: laneColor(index, bankOfRow.length), class: 'lane' }
                : { class: 'ghost' }),
              'data-lane': index,
              'data-bank': bank,
            },
            svg('title', {}, `row ${index}: bank ${bank}`),
          ),
          ...(shown && row >= 11 && column > 20
            ? [label(LEFT + (bank + 0.5) * column, y + row / 2, index, 'small on-lane')]
            : []),
        ];
      }),
    ],
  };
}

function columns({ banks }: GcdView, column: number, counted: readonly number[]): SvgNode[] {
  const every = column > 20 ? 1 : 4;
  const bottom = TOP + BODY;
  return [
    label(LEFT - 8, 12, 'bank', 'end small faint'),
    label(LEFT - 8, bottom + 16, 'rows', 'end small faint'),
    ...Array.from({ length: banks }, (_, bank) => {
      const x = LEFT + bank * column;
      const count = counted.filter((one) => one === bank).length;
      return [
        rect(x, TOP, column, BODY, {
          'class': count > 1 ? 'column-conflict' : 'column',
          'data-bank': bank,
        }),
        svg('path', { d: `M${x} ${TOP}V${bottom}`, class: 'rule' }),
        ...(bank % every === 0 ? [label(x + column / 2, 12, bank, 'small faint')] : []),
        ...(count > 0
          ? [label(x + column / 2, bottom + 16, count, count > 1 ? 'small conflict' : 'small soft')]
          : []),
      ];
    }).flat(),
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

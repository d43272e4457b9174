/**
 * The checks of the checklist, a row per half-wave and check: the number of different words on each bank.
 *
 *     bank            0   1   2   3   4  ...
 *     lanes 0-31 s 0  4               4         conflict, 4 ways
 *     lanes 0-31 s 1      4               4     conflict, 4 ways
 *     lanes 0-31 s 0  1b                        broadcast: b lanes share the word
 */
import {
  cellBox,
  type CellGrid,
  columnNames,
  type DataTable,
  everyNth,
  label,
  type Picture,
  rect,
  rowNames,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { checklistControls, readControls } from './controls.ts';
import { type Check, type SideView, sideView } from './model.ts';

const LEFT = 104;
const TOP = 26;
const WIDTH = 704;
const RIGHT = 92;
/** Many checks are drawn flatter. */
const BODY = 176;
const MOST_ROW = 34;

export function checksPicture({ checks, machine, explanation }: SideView): Picture {
  const banks = machine.sharedMemory.banks.value;
  const height = checks.length * Math.min(MOST_ROW, BODY / checks.length);
  const grid = { left: LEFT, top: TOP, width: WIDTH, height, columns: banks, rows: checks.length };
  const failing = checks.filter(({ verdict }) => verdict === 'conflict').length;
  return {
    width: LEFT + WIDTH + RIGHT,
    height: TOP + height + 4,
    title: `Checks of ${explanation.opcode} on ${banks} banks`,
    description: `${failing} of ${checks.length} checks fail.`,
    content: [
      label(LEFT - 8, 12, 'bank', 'end small faint'),
      ...columnNames(grid, everyNth(banks, banks > 32 ? 4 : 1), { pixels: TOP - 12 }),
      ...rowNames(grid, everyNth(checks.length, 1), {
        text: (row) => nameOf(checks[row], checks.length > 2),
        look: 'end small soft',
        pixels: 8,
      }),
      ...checks.flatMap((check, row) => line(check, grid, row)),
    ],
  };
}

const nameOf = (check: Check | undefined, several: boolean): string =>
  check === undefined
    ? ''
    : `lanes ${32 * check.half}-${32 * check.half + 31}${several ? ` +${4 * check.step}` : ''}`;

const verdicts = {
  conflict: ['conflict', ({ ways }: Check) => `${ways} ways`],
  broadcast: ['broadcast', () => 'shared'],
  distinct: ['good', () => 'distinct'],
} as const;

function line(check: Check, grid: CellGrid, row: number): SvgNode[] {
  const { wordsOnBank, lanesOnBank, verdict } = check;
  const [look, text] = verdicts[verdict];
  return [
    ...wordsOnBank.flatMap((words, bank): SvgNode[] => {
      const { x, y, width, height } = cellBox(grid, bank, row);
      const lanes = lanesOnBank[bank] ?? 0;
      const own = words > 1 ? 'conflict' : lanes > 1 ? 'broadcast' : 'good';
      return [
        rect(
          x + 0.5,
          y + 1,
          width - 1,
          height - 3,
          { 'class': words === 0 ? 'empty' : own, 'data-bank': bank },
          svg('title', {}, `bank ${bank}: ${lanes} lanes, ${words} words`),
        ),
        ...(words > 0 ? [label(x + width / 2, y + height / 2, words, `small ${own}`)] : []),
      ];
    }),
    label(LEFT + WIDTH + 8, cellBox(grid, 0, row + 0.5).y, text(check), `start ${look}`),
  ];
}

export const checksTable = ({ checks, explanation }: SideView): DataTable =>
  tableOf(`Checks of ${explanation.opcode}`, checks, [
    ['lanes', ({ half }) => `${32 * half}-${32 * half + 31}`],
    ['byte', ({ step }) => `+${4 * step}`, 'numeric'],
    ['banks', ({ wordsOnBank }) => wordsOnBank.filter((words) => words > 0).length],
    ['most words on a bank', 'ways'],
    'verdict',
  ]);

export function thumbnail(): Picture {
  const { chip, side } = checklistControls.start;
  return checksPicture(sideView(chip, side, { ...readControls.start, widthBytes: 16 }));
}

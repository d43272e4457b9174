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
  cellPicture,
  cellsOf,
  columnNames,
  type DataTable,
  everyNth,
  label,
  type Picture,
  rowNames,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { checklistControls, readControls } from './controls.ts';
import { type Check, type SideView, sideView } from './model.ts';

const AREA = { left: 104, top: 26, width: 704, gap: 2 };
/** Many checks are drawn flatter. */
const BODY = 176;
const MOST_ROW = 34;

export function checksPicture({ checks, machine, explanation }: SideView): Picture {
  const banks = machine.sharedMemory.banks.value;
  const rows = checks.length;
  const grid = { ...AREA, height: rows * Math.min(MOST_ROW, BODY / rows), columns: banks, rows };
  const { left, top, width } = grid;
  const failing = checks.filter(({ verdict }) => verdict === 'conflict').length;
  return cellPicture(
    grid,
    {
      title: `Checks of ${explanation.opcode} on ${banks} banks`,
      description: `${failing} of ${rows} checks fail.`,
      right: 92,
    },
    [
      label(left - 8, 12, 'bank', 'end small faint'),
      ...columnNames(grid, everyNth(banks, banks > 32 ? 4 : 1), { pixels: top - 12 }),
      ...rowNames(grid, everyNth(rows, 1), {
        text: (row) => nameOf(checks[row], rows > 2),
        look: 'end small soft',
        pixels: 8,
      }),
      ...cellsOf(
        grid,
        checks.flatMap(({ wordsOnBank, lanesOnBank }, row) =>
          wordsOnBank.map((words, bank) => {
            const lanes = lanesOnBank[bank] ?? 0;
            const own = words > 1 ? 'conflict' : lanes > 1 ? 'broadcast' : 'good';
            return {
              column: bank,
              row,
              look: { 'class': words === 0 ? 'empty' : own, 'data-bank': bank },
              title: `bank ${bank}: ${lanes} lanes, ${words} words`,
              text: words > 0 ? words : undefined,
              textLook: `small ${own}`,
            };
          }),
        ),
      ),
      ...checks.map(({ verdict, ways }, row) => {
        const { y } = cellBox(grid, 0, row + 0.5);
        const [look, text] = verdicts[verdict];
        return label(left + width + 8, y, text ?? `${ways} ways`, `start ${look}`);
      }),
    ],
  );
}

const nameOf = (check: Check | undefined, several: boolean): string =>
  check === undefined
    ? ''
    : `lanes ${32 * check.half}-${32 * check.half + 31}${several ? ` +${4 * check.step}` : ''}`;

const verdicts = {
  conflict: ['conflict', undefined],
  broadcast: ['broadcast', 'shared'],
  distinct: ['good', 'distinct'],
} as const;

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

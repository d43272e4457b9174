/**
 * The checks of the checklist, a row per half-wave and check: the number of different words on each bank.
 *
 *     bank            0   1   2   3   4  ...
 *     lanes 0-31 s 0  4               4         conflict, 4 ways
 *     lanes 0-31 s 1      4               4     conflict, 4 ways
 *     lanes 0-31 s 0  1b                        broadcast: b lanes share the word
 */
import { type DataTable, label, type Picture, rect, svg, type SvgNode } from '@ldscope/render';
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
  const column = WIDTH / banks;
  const row = Math.min(MOST_ROW, BODY / checks.length);
  const failing = checks.filter(({ verdict }) => verdict === 'conflict').length;
  return {
    width: LEFT + WIDTH + RIGHT,
    height: TOP + row * checks.length + 4,
    title: `Checks of ${explanation.opcode} on ${banks} banks`,
    description: `${failing} of ${checks.length} checks fail.`,
    content: [
      label(LEFT - 8, 12, 'bank', 'end small faint'),
      ...Array.from({ length: banks }, (_, bank) =>
        bank % (banks > 32 ? 4 : 1) === 0
          ? [label(LEFT + (bank + 0.5) * column, 12, bank, 'small faint')]
          : [],
      ).flat(),
      ...checks.flatMap((check, index) =>
        line(check, TOP + index * row, { column, row, several: checks.length > 2 }),
      ),
    ],
  };
}

interface Cells {
  readonly column: number;
  readonly row: number;
  /** More than one check of a half-wave. */
  readonly several: boolean;
}

function line(check: Check, y: number, { column, row, several }: Cells): SvgNode[] {
  const { half, step, wordsOnBank, lanesOnBank, ways, verdict } = check;
  const name = `${32 * half}-${32 * half + 31}`;
  return [
    label(
      LEFT - 8,
      y + row / 2,
      several ? `lanes ${name} +${4 * step}` : `lanes ${name}`,
      'end small soft',
    ),
    ...wordsOnBank.flatMap((words, bank): SvgNode[] => {
      const x = LEFT + bank * column;
      const shared = words === 1 && (lanesOnBank[bank] ?? 0) > 1;
      const look = words === 0 ? 'empty' : words > 1 ? 'conflict' : shared ? 'broadcast' : 'good';
      return [
        rect(
          x + 0.5,
          y + 1,
          column - 1,
          row - 3,
          { 'class': look, 'data-bank': bank },
          svg('title', {}, `bank ${bank}: ${lanesOnBank[bank] ?? 0} lanes, ${words} words`),
        ),
        ...(words > 0
          ? [
              label(
                x + column / 2,
                y + row / 2,
                words,
                words > 1 ? 'small conflict' : shared ? 'small broadcast' : 'small good',
              ),
            ]
          : []),
      ];
    }),
    label(
      LEFT + WIDTH + 8,
      y + row / 2,
      verdict === 'conflict' ? `${ways} ways` : verdict === 'broadcast' ? 'shared' : 'distinct',
      `start ${verdict === 'conflict' ? 'conflict' : verdict === 'broadcast' ? 'broadcast' : 'good'}`,
    ),
  ];
}

export const checksTable = ({ checks, explanation }: SideView): DataTable =>
  tableOf(`Checks of ${explanation.opcode}`, checks, [
    ['lanes', ({ half }) => `${32 * half}-${32 * half + 31}`],
    ['byte', ({ step }) => `+${4 * step}`, 'numeric'],
    ['banks', ({ wordsOnBank }) => wordsOnBank.filter((words) => words > 0).length],
    ['most words on a bank', ({ ways }) => ways],
    ['verdict', ({ verdict }) => verdict],
  ]);

export function thumbnail(): Picture {
  const { chip, side } = checklistControls.start;
  return checksPicture(sideView(chip, side, { ...readControls.start, widthBytes: 16 }));
}

/** The tile, with the lanes of one instruction on the elements that they move. */
import {
  cellPicture,
  cellsOf,
  columnNames,
  type DataTable,
  emphasis,
  everyNth,
  label,
  laneColor,
  type Picture,
  rect,
  rowNames,
  type Selection,
  svg,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { tutorialControls } from './controls.ts';
import {
  type CountedInstruction,
  type MovedElement,
  movedElements,
  type TutorialModel,
  tutorialModel,
} from './model.ts';

const PLACE = { left: 40, top: 40 };
/** An element of the tutorials' own tile; of larger ones elements get smaller, down to what can still be seen. */
const CELL = { width: 12, height: 8 };
const SMALLEST = { width: 3, height: 2 };
const ROOM = { width: 32 * CELL.width, height: 64 * CELL.height };

/** Lines and numbers of the axes: at most nine, of a power of two. */
const multiples = (length: number): number[] =>
  everyNth(length, Math.max(8, 2 ** Math.ceil(Math.log2(length / 8))));

export function tilePicture(
  { tutorial, instructions, tile: { m: rows, k: columns } }: TutorialModel,
  index: number,
  wave: number,
  moved: readonly MovedElement[],
  selection?: Selection,
): Picture {
  const counted = instructions[index];
  const sizeOf = (side: 'width' | 'height', count: number): number =>
    Math.min(CELL[side], Math.max(SMALLEST[side], Math.floor(ROOM[side] / count)));
  const [across, down] = [sizeOf('width', columns), sizeOf('height', rows)];
  const grid = { ...PLACE, width: columns * across, height: rows * down, columns, rows };
  const { left, top, width, height } = grid;
  const rules = [
    ...multiples(rows)
      .slice(1)
      .map((m) => `M${left} ${top + m * down}h${width}`),
    ...multiples(columns)
      .slice(1)
      .map((k) => `M${left + k * across} ${top}v${height}`),
  ];
  return cellPicture(
    grid,
    {
      title: `Tutorial ${tutorial.name}: elements of ${counted === undefined ? 'an instruction' : nameOf(counted)}`,
      description: `Rows of the tile are m, its columns k. The elements that the lanes of wave ${wave} move with this instruction are coloured by their lane.`,
      right: 6,
      bottom: 8,
    },
    [
      label(
        left,
        10,
        `Tile: elements that each lane ${counted?.side === 'write' ? 'writes' : 'reads'}`,
        'start strong',
      ),
      label(left - 6, top - 9, 'm \\ k', 'end small faint'),
      ...columnNames(grid, multiples(columns)),
      ...rowNames(grid, multiples(rows)),
      rect(left, top, width, height, 'empty'),
      svg('path', { d: rules.join(''), class: 'rule' }),
      ...runsOf(moved).map(({ m, k, count, lane }) =>
        svg(
          'g',
          { 'data-lane': lane, 'class': emphasis(selection, { lanes: [lane] }) },
          svg(
            'title',
            {},
            `lane ${lane}: row ${m}, column${count === 1 ? '' : 's'} ${span(k, count)}`,
          ),
          ...cellsOf(grid, [
            {
              column: k,
              row: m,
              across: count,
              look: { 'fill': laneColor(lane), 'stroke-width': down < 4 ? 0 : 0.5 },
            },
          ]),
        ),
      ),
      rect(left, top, width, height, { class: 'axis', fill: 'none' }),
    ],
  );
}

export const nameOf = ({ instruction, side, number }: CountedInstruction): string =>
  `${side}.${number}, ${instruction.name}`;

const span = (first: number, count: number): string =>
  count === 1 ? String(first) : `${first}-${first + count - 1}`;

type Run = Readonly<{ m: number; k: number; count: number; lane: number }>;

/** Elements of a lane that are next to each other in a row. */
function runsOf(moved: readonly MovedElement[]): Run[] {
  const runs: Run[] = [];
  for (const { m, k, lane } of moved) {
    const last = runs.at(-1);
    if (last?.lane === lane && last.m === m && last.k + last.count === k) {
      runs.splice(-1, 1, { ...last, count: last.count + 1 });
    } else runs.push({ m, k, count: 1, lane });
  }
  return runs;
}

export function tileTable(moved: readonly MovedElement[]): DataTable {
  const addresses = new Map(moved.map((one) => [`${one.m} ${one.k}`, one.addressBytes]));
  return tableOf('What each lane moves', runsOf(moved), [
    'lane',
    'm',
    ['k', ({ k, count }) => span(k, count)],
    ['byte of LDS', ({ m, k }) => addresses.get(`${m} ${k}`)],
  ]);
}

const FIRST_READ = 1;

export function thumbnail(): Picture {
  const model = tutorialModel(tutorialControls.start);
  return tilePicture(model, FIRST_READ, 0, movedElements(model, FIRST_READ, 0));
}

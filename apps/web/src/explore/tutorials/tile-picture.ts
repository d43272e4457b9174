/** The tile of 64 x 32 elements, with the lanes of one instruction on the elements that they move. */
import { TILE_K, TILE_M } from '@ldscope/core';
import {
  type DataTable,
  emphasis,
  label,
  laneColor,
  type Picture,
  type Selection,
  rect,
  svg,
} from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import type { CountedInstruction, MovedElement, TutorialModel } from './model.ts';

const LEFT = 40;
const TOP = 40;
const CELL = { width: 12, height: 8 };

export function tilePicture(
  { tutorial, instructions }: TutorialModel,
  index: number,
  wave: number,
  moved: readonly MovedElement[],
  selection?: Selection,
): Picture {
  const counted = instructions[index];
  const width = TILE_K * CELL.width;
  const height = TILE_M * CELL.height;
  const runs = runsOf(moved);
  return {
    width: LEFT + width + 6,
    height: TOP + height + 8,
    title: `Tutorial ${tutorial.name}: elements of ${counted === undefined ? 'an instruction' : nameOf(counted)}`,
    description: `Rows of the tile are m, its columns k. The elements that the 64 lanes of wave ${wave} move with this instruction are coloured by their lane.`,
    content: [
      label(
        LEFT,
        10,
        `Tile: elements that each lane ${counted?.side === 'write' ? 'writes' : 'reads'}`,
        'start strong',
      ),
      label(LEFT - 6, TOP - 9, 'm \\ k', 'end small faint'),
      ...[0, 8, 16, 24].map((k) => label(LEFT + (k + 0.5) * CELL.width, TOP - 9, k, 'small faint')),
      ...Array.from({ length: TILE_M / 8 }, (_, i) =>
        label(LEFT - 6, TOP + (8 * i + 0.5) * CELL.height, 8 * i, 'end small faint'),
      ),
      rect(LEFT, TOP, width, height, 'empty'),
      svg('path', {
        d: [
          ...Array.from(
            { length: TILE_M / 8 - 1 },
            (_, i) => `M${LEFT} ${TOP + 8 * (i + 1) * CELL.height}h${width}`,
          ),
          ...Array.from(
            { length: TILE_K / 8 - 1 },
            (_, i) => `M${LEFT + 8 * (i + 1) * CELL.width} ${TOP}v${height}`,
          ),
        ].join(''),
        class: 'rule',
      }),
      ...runs.map(({ m, k, count, lane }) =>
        svg(
          'g',
          { 'data-lane': lane, 'class': emphasis(selection, { lanes: [lane] }) },
          svg(
            'title',
            {},
            `lane ${lane}: row ${m}, column${count === 1 ? ` ${k}` : `s ${k}-${k + count - 1}`}`,
          ),
          rect(LEFT + k * CELL.width, TOP + m * CELL.height, count * CELL.width, CELL.height, {
            'fill': laneColor(lane),
            'class': 'lane',
            'stroke-width': 0.5,
          }),
        ),
      ),
      rect(LEFT, TOP, width, height, { class: 'axis', fill: 'none' }),
    ],
  };
}

export const nameOf = ({ instruction, side, number }: CountedInstruction): string =>
  `${side}.${number}, ${instruction.name}`;

interface Run {
  readonly m: number;
  readonly k: number;
  readonly count: number;
  readonly lane: number;
}

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
    ['lane', ({ lane }) => lane],
    ['m', ({ m }) => m],
    ['k', ({ k, count }) => (count === 1 ? String(k) : `${k}-${k + count - 1}`)],
    ['byte of LDS', ({ m, k }) => addresses.get(`${m} ${k}`)],
  ]);
}

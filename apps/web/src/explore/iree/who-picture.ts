/** A tile with the lane that writes or reads each part of it; an element that is looked at stands out. */
import {
  laneColor,
  label,
  type Picture,
  rect,
  svg,
  type SvgChild,
  type SvgNode,
} from '@ldscope/render';
import { WAVE } from './attention.ts';
import type { Holders, PassageModel } from './who.ts';

const LEFT = 34;
const TOP = 22;
const WIDTH = 456;
const HEIGHT = 384;
const MOST_ROWS = 32;

/** Rows that are drawn, from the first. */
export const shownRows = ({ rows }: PassageModel): number => Math.min(rows, MOST_ROWS);

/** Colours are lanes of a wave; a cell is what a lane moves at once, named by wave and lane. */
export function whoBase(model: PassageModel, side: 'write' | 'read'): SvgNode {
  const { columns, passage } = model;
  const holders = model[side];
  const [rows, count] = [shownRows(model), columns / holders.width];
  const [w, h] = [WIDTH / count, HEIGHT / rows];
  const severalWaves = passage.threads > WAVE && holders.copies < passage.threads / WAVE;
  const nameOf = (thread: number): string =>
    severalWaves ? `${Math.floor(thread / WAVE)}.${thread % WAVE}` : String(thread % WAVE);
  const named = w >= (severalWaves ? 22 : 11);
  const cells = Array.from({ length: rows * count }, (_, cell): SvgChild[] => {
    const [row, part] = [Math.floor(cell / count), cell % count];
    const column = part * holders.width;
    const thread = holders.first[row * columns + column] ?? 0;
    const [x, y] = [LEFT + part * w, TOP + row * h];
    return [
      rect(
        x,
        y,
        w,
        h,
        {
          'fill': laneColor(thread % WAVE),
          'class': 'lane',
          'data-element': row * columns + column,
        },
        svg('title', {}, `row ${row}, column ${column}: ${wordsOf(holders, thread)}`),
      ),
      ...(named
        ? [
            label(x + w / 2, y + h / 2 + 0.5, nameOf(thread), {
              'class': 'small on-lane',
              'pointer-events': 'none',
            }),
          ]
        : []),
    ];
  }).flat();
  const every = Math.max(1, columns / 8);
  return svg(
    'g',
    {},
    ...Array.from({ length: rows }, (_, row) => row)
      .filter((row) => row % 4 === 0)
      .map((row) => label(LEFT - 6, TOP + (row + 0.5) * h, row, 'small end faint')),
    ...Array.from({ length: columns / every }, (_, part) =>
      label(
        LEFT + (part * every * WIDTH) / columns + 1,
        TOP - 9,
        part * every,
        'small start faint',
      ),
    ),
    ...cells,
  );
}

const wordsOf = ({ copies }: Holders, thread: number): string =>
  `wave ${Math.floor(thread / WAVE)}, lane ${thread % WAVE}${copies > 1 ? ` and ${copies - 1} more` : ''}`;

export function whoPicture(
  base: SvgNode,
  model: PassageModel,
  side: 'write' | 'read',
  row: number,
  column: number,
): Picture {
  const { columns, passage } = model;
  const { width } = model[side];
  const rows = shownRows(model);
  const [w, h] = [(WIDTH * width) / columns, HEIGHT / rows];
  const verb = side === 'write' ? 'writes' : 'reads';
  return {
    width: LEFT + WIDTH + 6,
    height: TOP + HEIGHT + 6,
    title: `${passage.name}: who ${verb} what`,
    description: `${rows} of ${model.rows} rows of ${columns} elements; a cell is what a lane ${verb} at once, in the colour of the lane.`,
    content: [
      base,
      ...(row < rows
        ? [
            rect(LEFT + Math.floor(column / width) * w, TOP + row * h, w, h, {
              'class': 'selected',
              'fill': 'none',
              'pointer-events': 'none',
            }),
          ]
        : []),
    ],
  };
}

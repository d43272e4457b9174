/**
 * The part of the tile that one read takes: a cell is where a lane's vector begins, with its banks; lanes of other
 * phases step back.
 */
import { classes, laneColor, label, type Picture, rect, svg, type SvgNode } from '@ldscope/render';
import type { LanePlace, OperandRead, ReadSide } from './model.ts';

const LEFT = 44;
const TOP = 24;
const WIDTH = 700;
const HEIGHT = 352;

const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

export function windowPicture(
  read: OperandRead,
  side: ReadSide,
  piece: number,
  phase: number,
  selected: number | undefined,
): Picture {
  const places = read.places[piece] ?? [];
  const [rows, columns] = [
    sorted(places.map(({ row }) => row)),
    sorted(places.map(({ column }) => column)),
  ];
  const [w, h] = [WIDTH / columns.length, HEIGHT / rows.length];
  const served = side.reads[piece];
  const now = new Set(served?.phases[phase]?.lanes);
  const cell = ({ lane, row, column }: LanePlace): SvgNode => {
    const [x, y] = [LEFT + columns.indexOf(column) * w, TOP + rows.indexOf(row) * h];
    const banks = bankText(side, piece, lane);
    const isNow = now.has(lane);
    return svg(
      'g',
      {},
      rect(
        x,
        y,
        w,
        h,
        {
          'class': classes('lane', !isNow && 'untouched'),
          'fill': laneColor(lane),
          'data-lane': lane,
        },
        svg('title', {}, `lane ${lane}: row ${row}, column ${column}, ${banks}`),
      ),
      label(x + w / 2, y + h / 2 + 0.5, w >= 96 ? `${lane}: ${banks}` : lane, {
        'class': isNow ? 'small on-lane' : 'small soft',
        'pointer-events': 'none',
      }),
    );
  };
  const own = selected === undefined ? undefined : places[selected];
  const [rowTitle, columnTitle] = read.parameters.order === 'along' ? ['row', 'k'] : ['k', 'row'];
  return {
    width: LEFT + WIDTH + 4,
    height: TOP + HEIGHT + 4,
    title: `What one ${read.parameters.read} takes of the tile`,
    description: `Rows of the tile are ${rowTitle === 'row' ? 'rows of A' : 'k'}; a cell names the lane that begins there and its banks; lanes of phase ${phase + 1} stand out.`,
    content: [
      label(LEFT - 6, 11, `${rowTitle} / ${columnTitle}`, 'small end faint'),
      ...columns.map((column, i) => label(LEFT + (i + 0.5) * w, 11, column, 'small soft')),
      ...rows.map((row, i) => label(LEFT - 6, TOP + (i + 0.5) * h, row, 'small end soft')),
      ...places.map(cell),
      ...(own === undefined
        ? []
        : [
            rect(LEFT + columns.indexOf(own.column) * w, TOP + rows.indexOf(own.row) * h, w, h, {
              'class': 'selected',
              'fill': 'none',
              'pointer-events': 'none',
            }),
          ]),
    ],
  };
}

/** `banks 2-3`. */
export function bankText(side: ReadSide, piece: number, lane: number): string {
  const served = side.reads[piece];
  const address = served?.addressBytes[lane];
  if (served === undefined || address === undefined) return '';
  const { banks } = served.rule;
  const first = Math.floor(address / 4) % banks;
  return served.banksPerLane === 1
    ? `bank ${first}`
    : `banks ${first}-${(first + served.banksPerLane - 1) % banks}`;
}

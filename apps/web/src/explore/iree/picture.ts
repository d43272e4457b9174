/**
 * Pictures and tables of the page: the tile with the hint resolved, for its card; what a replacement of a layout keeps; all attention
 * shapes at once, a panel for each mitigation, a row for each batch, a column for each length and head.
 *
 *     padding     head 64            head 128
 *                 1K 2K 4K 8K 16K    1K 2K 4K 8K 16K
 *     batch 1     0  0  0  0  0      70K ...
 *
 * Published figures are marked as such; where nothing is computed there is a dash.
 */
import { range, type RoundTripCost } from '@ldscope/core';
import {
  cellFrame,
  cellsOf,
  columnNames,
  type DataTable,
  label,
  type Picture,
  rowNames,
  svg,
  type SvgNode,
  tilePicture,
} from '@ldscope/render';
import { grouped } from '../../controls/words.ts';
import { tableOfRows } from '../../picture/table-of.ts';
import { rowsOf } from '../parts/rows.ts';
import {
  batches,
  freeShapes,
  heads,
  lengths,
  medianConflicts,
  type MitigationName,
  mitigations,
  mitigationTitles,
  nameOf,
  savedPercent,
  type ShapeResult,
  shapes,
  type Sweep,
} from './attention.ts';
import { tileControls, tileOf } from './controls.ts';
import { type Side, tileModel, type TileModel } from './tile.ts';

export function thumbnail(): Picture | undefined {
  const { machine, problem, sides } = tileModel(tileOf(tileControls.start));
  const swizzled = sides.find(({ name }) => name === 'swizzled');
  return (
    swizzled &&
    tilePicture({
      problem,
      layout: swizzled.layout,
      target: { machine, model: machine.models[0] },
      colorBy: 'bank',
    })
  );
}

type Costs = Readonly<Partial<Record<Side['name'], RoundTripCost>>>;

/** `...` where a cost is not known yet. */
export function contractTable({ sides, faults }: TileModel, costs: Costs): DataTable {
  const hasAttribute = sides.some(({ name }) => name === 'swizzled');
  const { plain } = costs;
  const compared = (
    name: 'padded' | 'swizzled',
    words: (cost: RoundTripCost, before: RoundTripCost) => string,
  ): string => {
    if (name === 'swizzled' && !hasAttribute) return '-';
    const cost = costs[name];
    return cost === undefined || plain === undefined ? '...' : words(cost, plain);
  };
  const vectors = (cost: RoundTripCost, before: RoundTripCost): string =>
    cost.instructions === before.instructions
      ? `${cost.instructions}, as before`
      : `${cost.instructions} instead of ${before.instructions}`;
  const bytes = (cost: RoundTripCost, before: RoundTripCost): string =>
    cost.ldsBytes === before.ldsBytes ? 'kept' : `${grouped(cost.ldsBytes - before.ldsBytes)} more`;
  const [fault] = faults;
  const values = !hasAttribute
    ? 'lost: not a layout of the tile'
    : (fault ?? 'kept: a permutation');
  const rows = rowsOf`
tensor shape of the program | kept: indices stay | kept: indices stay
reads return what was written | kept: rows do not overlap | ${values}
instructions | ${compared('padded', vectors)} | ${compared('swizzled', vectors)}
bytes of LDS | ${compared('padded', bytes)} | ${compared('swizzled', bytes)}
fallback | is the fallback | padding, where a rule refuses the hint
`;
  return tableOfRows(
    'What a replacement of a layout has to keep, and whether it does here',
    ['property', '64 bits of padding', 'the attribute'],
    rows,
  );
}

const CELL = 31;
const ROW = 18;
const SIZE = {
  width: lengths.length * CELL,
  height: batches.length * ROW,
  columns: lengths.length,
  rows: batches.length,
  gap: 1,
};
const LEFT = 40;
const HEAD_GAP = 6;
const PANEL_GAP = 34;
const TOP = 62;

/** `0`, `69.6K` as `70K`, `8.5M`: at most four characters. */
export function shortCount(value: number): string {
  const units = [
    ['G', 1e9],
    ['M', 1e6],
    ['K', 1e3],
  ] as const;
  const [unit, scale] = units.find(([, one]) => value >= one) ?? ['', 1];
  const scaled = value / scale;
  return `${scaled < 10 && unit !== '' ? Number(scaled.toFixed(1)) : Math.round(scaled)}${unit}`;
}

export function shapesPicture(sweep: Sweep, selected: number): Picture {
  const panel = LEFT + heads.length * lengths.length * CELL + HEAD_GAP;
  const perLine = 2;
  const tall = TOP + batches.length * ROW + 26;
  const width = perLine * panel + PANEL_GAP + 8;
  const lines = Math.ceil(mitigations.length / perLine);
  return {
    width,
    height: lines * tall,
    title: `Conflict cycles of ${shapes.length} attention shapes, ${sweep.element}, on gfx942`,
    description: mitigations
      .map(
        (name) => `${mitigationTitles[name]}: ${freeShapes(sweep, name)} shapes without conflicts`,
      )
      .join('; '),
    content: mitigations.flatMap((name, index) =>
      panelNodes(
        sweep,
        name,
        (index % perLine) * (panel + PANEL_GAP),
        Math.floor(index / perLine) * tall,
        selected,
      ),
    ),
  };
}

/** A mitigation: a grid for each head. */
function panelNodes(
  sweep: Sweep,
  name: MitigationName,
  x: number,
  y: number,
  selected: number,
): SvgNode[] {
  const free = freeShapes(sweep, name);
  const tone = free === shapes.length ? 'good' : free === 0 ? 'conflict' : 'soft';
  const grids = heads.map((_, head) => {
    return { left: x + LEFT + head * (SIZE.width + HEAD_GAP), top: y + TOP, ...SIZE };
  });
  return [
    label(x + LEFT, y + 12, mitigationTitles[name], 'start strong'),
    label(x + LEFT, y + 27, `${free} of ${shapes.length} without conflicts`, `start small ${tone}`),
    label(x + LEFT - 6, y + TOP - 8, 'batch', 'end small faint'),
    ...grids.flatMap((grid, head) => [
      label(grid.left + SIZE.width / 2, y + 40, `head ${heads[head] ?? ''}`, 'small soft'),
      ...columnNames(grid, range(SIZE.columns), {
        text: (length) => `${(lengths[length] ?? 0) / 1024}K`,
        pixels: 8,
      }),
      ...(head > 0
        ? []
        : rowNames(grid, range(SIZE.rows), {
            text: (batch) => batches[batch] ?? 0,
            look: 'end small soft',
          })),
    ]),
    ...sweep.shapes.flatMap(({ shape, totals }, index) => {
      const grid = grids[heads.indexOf(shape.head)];
      if (grid === undefined) return [];
      const { conflicts } = totals[name];
      const [column, row] = [lengths.indexOf(shape.length), batches.indexOf(shape.batch)];
      const look = conflicts === 0 ? 'good' : 'conflict';
      const cell = {
        column,
        row,
        look: { class: look },
        title: `${nameOf(shape)}: ${grouped(conflicts)} conflict cycles`,
        text: shortCount(conflicts),
        textLook: `small ${look}`,
      };
      const frame = index === selected ? [cellFrame(grid, column, row)] : [];
      return [svg('g', { 'data-index': index }, ...cellsOf(grid, [cell]), ...frame)];
    }),
  ];
}

const COUNTED_SHAPE = '1x1024x128';

const percent = (value: number): string => `${value.toFixed(1)} %`;

/** The talk writes three digits: 532K, 8.52M. */
const roundsTo = (value: number, figure: number): boolean =>
  Number(value.toPrecision(3)) === figure;

const find = ({ shapes: all }: Sweep, name: string): ShapeResult | undefined =>
  all.find(({ shape }) => nameOf(shape) === name);

/** The figures that can be counted. */
export function countedTable(half: Sweep, single: Sweep): DataTable {
  const one = find(single, COUNTED_SHAPE)?.totals;
  const swizzle = one?.swizzle;
  const same = single.shapes.filter(
    ({ totals }) =>
      totals.padding.conflicts === totals.swizzle.conflicts && totals.padding.conflicts > 0,
  ).length;
  const unnamed = (['padding', 'baseline'] as const).flatMap((name) =>
    half.shapes
      .filter(({ totals }) => roundsTo(totals[name].conflicts, 8.52e6))
      .map(
        ({ shape, totals }) => `${grouped(totals[name].conflicts)}: ${name} on ${nameOf(shape)}`,
      ),
  );
  const of = `of ${shapes.length}`;
  const medians = (sweep: Sweep): string =>
    (['baseline', 'padding', 'swizzle'] as const)
      .map((name) => grouped(Math.round(medianConflicts(sweep, name))))
      .join('; ');
  const rows = rowsOf`
f16: swizzle clears | 110 of 110 | ${freeShapes(half, 'swizzle')} ${of}
f16: padding clears | 55 of 110 | ${freeShapes(half, 'padding')} ${of}
f16: conflicts, median; none, padding, swizzle | a drawing | ${medians(half)}
f16: LDS saved, median | 4.7 % | ${percent(savedPercent(half, 'swizzle'))}; V hinted too ${percent(savedPercent(half, 'hinted'))}
f16: conflicts before swizzle, shape not named | 8.52M | ${unnamed.join('; ')}
f32: padding and swizzle count the same | 110 of 110 | ${same} ${of}
f32: conflicts, median; none, padding, swizzle | a drawing | ${medians(single)}
f32: LDS saved, median | 4.1 % | ${percent(savedPercent(single, 'swizzle'))}
f32 ${COUNTED_SHAPE}: conflicts, padding | 532K | ${grouped(one?.padding.conflicts ?? 0)}
f32 ${COUNTED_SHAPE}: conflicts, swizzle | 532K | ${grouped(swizzle?.conflicts ?? 0)}
f32 ${COUNTED_SHAPE}: LDS instructions, swizzle | 514K | ${grouped(swizzle?.instructions ?? 0)}
f32 ${COUNTED_SHAPE}: LDS instructions, padding | 298K | ${grouped(one?.padding.instructions ?? 0)} without pairs; LLVM joins reads to pairs
f32 ${COUNTED_SHAPE}: conflicts per LDS instruction, swizzle | 1.04 | ${((swizzle?.conflicts ?? 0) / (swizzle?.instructions ?? 1)).toFixed(2)}
`;
  return tableOfRows(
    'Counted figures: published, and computed here',
    ['figure', 'talk', 'here'],
    rows,
    ['talk', 'here'],
  );
}

/** The figures that are only published. */
export const measuredTable: DataTable = tableOfRows(
  'Measured on MI300X and published in the talk; not computed here',
  ['figure', 'padding', 'swizzle', 'remark'],
  rowsOf`
f16: speed-up over no mitigation, median | 1.485 | 1.477 | swizzle is faster on 21 of 110
f32: speed-up over no mitigation, median | 1.724 | 1.830 | swizzle is faster on 109 of 110
f16: instructions | - | +0.45 % |
f16: SQ_WAVE_CYCLES | - | +0.9 % | LDS waits did not bound it
f32 ${COUNTED_SHAPE}: LdsLatency | 48.2 | 43.7 |
f32 ${COUNTED_SHAPE}: SQ_WAIT_INST_ANY | 2.04M | 1.62M |
f32 ${COUNTED_SHAPE}: SQ_WAVE_CYCLES | 7.88M | 7.67M |
f32 ${COUNTED_SHAPE}: conflicts per LDS instruction | 1.78 | 1.04 | the same conflicts over more instructions`,
  ['padding', 'swizzle'],
);

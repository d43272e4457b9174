/** The evaluation of the IREE talk: 110 shapes, four mitigations, and their tiles. */
import type { BarChart, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { grouped } from '../parts/words.ts';
import * as show from '../parts/show.tsx';
import {
  freeShapes,
  medianConflicts,
  type MitigationName,
  mitigations,
  mitigationText,
  mitigationTitles,
  savedPercent,
  type ShapeResult,
  shapes,
  sweep,
  type Sweep,
  type TileResult,
} from './attention.ts';
import { shapeControls } from './controls.ts';
import { nameOf, shapesPicture } from './shapes-picture.ts';

const looks = { baseline: 'soft', padding: 'warn', swizzle: 'accent', hinted: 'good' } as const;
const names = shapes.map(nameOf);

export function SweepFigure(): JSX.Element {
  const form = useControls(shapeControls);
  const { element, shape } = form.state;
  const selected = names.indexOf(shape);
  const both = useMemo(() => ({ f16: sweep('f16'), f32: sweep('f32') }), []);
  const own = both[element];
  const picture = useMemo(() => shapesPicture(own, selected), [own, selected]);
  const result = own.shapes[selected];
  const head = result?.shape.head ?? 128;
  const tiles = own.tiles[head];
  const chart = useMemo(() => tileChart(tiles, element, head), [tiles]);
  const counted = useMemo(() => countedTable(both.f16, both.f32), [both]);
  return show.figure('110 attention shapes', [
    show.view(picture, `iree-shapes-${element}`, () => shapesTable(own), {
      onPick: ({ index = NaN }) => form.change({ shape: names[index] ?? shape }),
    }),
    show.fields(form),
    show.prose(
      'Batch, length and head dimension of an attention kernel. IREE compiles the same tiles for all batches and lengths, which only decide how often a tile is written and read. So the 110 shapes have two tilings per type, and a layout that removes the conflicts of one shape removes them for 55.',
    ),
    show.facts(
      mitigations.map((name) => {
        const conflicts = result?.totals[name].conflicts ?? 0;
        return [mitigationTitles[name], grouped(conflicts), toneOf(conflicts)];
      }),
    ),
    <h3>Tiles of {shape}: conflict cycles per workgroup, for one write and one read</h3>,
    show.bars(chart, 'iree-tiles'),
    show.table(tilesTable(tiles, head)),
    <h3>Compared with the talk</h3>,
    show.table(counted),
    show.table(measuredTable),
  ]);
}

const conflictsOf = ({ costs }: TileResult, name: MitigationName): number =>
  costs[name].writeConflictCycles + costs[name].readConflictCycles;

function tileChart(tiles: readonly TileResult[], element: string, head: number): BarChart {
  return {
    title: `Conflict cycles of each tile, ${element}, head ${head}`,
    description: 'Writes and reads of the four waves of a workgroup, each once.',
    value: { title: 'conflict cycles' },
    series: mitigations.map((name) => ({ title: mitigationTitles[name], look: looks[name] })),
    width: 760,
    groups: tiles.map((one) => ({
      label: `${one.tile.name} ${one.tile.rows} x ${one.tile.columns}`,
      values: mitigations.map((name) => conflictsOf(one, name)),
    })),
  };
}

const tilesTable = (tiles: readonly TileResult[], head: number): DataTable =>
  tableOf(`Head ${head}: mitigation of each tile, and conflict cycles of writes + reads`, tiles, [
    ['tile', ({ tile }) => `${tile.name} ${tile.rows} x ${tile.columns}`],
    [
      'elements per write, read',
      ({ tile: { writer, reader } }) =>
        `${writer.element_tile.at(-1) ?? 1}, ${reader.element_tile.at(-1) ?? 1}`,
      'numeric',
    ],
    ...mitigations.map((name): Column<TileResult> => [
      mitigationTitles[name],
      ({ costs, mitigations: done }) =>
        `${mitigationText(done[name])}: ${costs[name].writeConflictCycles} + ${costs[name].readConflictCycles}`,
      'numeric',
    ]),
  ]);

const shapesTable = ({ element, shapes: all }: ReturnType<typeof sweep>): DataTable =>
  tableOf(`Conflict cycles of each shape, ${element}, gfx942`, all, [
    ['shape', ({ shape }) => nameOf(shape)],
    ...mitigations.map((name): Column<ShapeResult> => [
      mitigationTitles[name],
      ({ totals }) => grouped(totals[name].conflicts),
      'numeric',
    ]),
  ]);

/**
 * What the talk reports of its evaluation, beside what is computed here. Published figures are marked as such; where
 * nothing is computed there is a dash.
 */

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
  const rows: readonly (readonly [string, string, string])[] = [
    ['f16: swizzle clears', '110 of 110', `${freeShapes(half, 'swizzle')} ${of}`],
    ['f16: padding clears', '55 of 110', `${freeShapes(half, 'padding')} ${of}`],
    ['f16: conflicts, median; none, padding, swizzle', 'a drawing', medians(half)],
    [
      'f16: LDS saved, median',
      '4.7 %',
      `${percent(savedPercent(half, 'swizzle'))}; V hinted too ${percent(savedPercent(half, 'hinted'))}`,
    ],
    ['f16: conflicts before swizzle, shape not named', '8.52M', unnamed.join('; ')],
    ['f32: padding and swizzle count the same', '110 of 110', `${same} ${of}`],
    ['f32: conflicts, median; none, padding, swizzle', 'a drawing', medians(single)],
    ['f32: LDS saved, median', '4.1 %', percent(savedPercent(single, 'swizzle'))],
    [`f32 ${COUNTED_SHAPE}: conflicts, padding`, '532K', grouped(one?.padding.conflicts ?? 0)],
    [`f32 ${COUNTED_SHAPE}: conflicts, swizzle`, '532K', grouped(one?.swizzle.conflicts ?? 0)],
    [
      `f32 ${COUNTED_SHAPE}: LDS instructions, swizzle`,
      '514K',
      grouped(one?.swizzle.instructions ?? 0),
    ],
    [
      `f32 ${COUNTED_SHAPE}: LDS instructions, padding`,
      '298K',
      `${grouped(one?.padding.instructions ?? 0)} without pairs; LLVM joins reads to pairs`,
    ],
    [
      `f32 ${COUNTED_SHAPE}: conflicts per LDS instruction, swizzle`,
      '1.04',
      ((one?.swizzle.conflicts ?? 0) / (one?.swizzle.instructions ?? 1)).toFixed(2),
    ],
  ];
  return tableOf('Counted figures: published, and computed here', rows, [
    ['figure', ([figure]) => figure],
    ['talk', ([, published]) => published, 'numeric'],
    ['here', ([, , here]) => here, 'numeric'],
  ]);
}

/** The figures that are only published. */
export const measuredTable: DataTable = {
  caption: 'Measured on MI300X and published in the talk; not computed here',
  columns: [
    { title: 'figure' },
    { title: 'padding', numeric: true },
    { title: 'swizzle', numeric: true },
    { title: 'remark' },
  ],
  rows: [
    [
      'f16: speed-up over no mitigation, median',
      '1.485',
      '1.477',
      'swizzle is faster on 21 of 110',
    ],
    [
      'f32: speed-up over no mitigation, median',
      '1.724',
      '1.830',
      'swizzle is faster on 109 of 110',
    ],
    ['f16: instructions', '-', '+0.45 %', ''],
    ['f16: SQ_WAVE_CYCLES', '-', '+0.9 %', 'LDS waits did not bound it'],
    [`f32 ${COUNTED_SHAPE}: LdsLatency`, '48.2', '43.7', ''],
    [`f32 ${COUNTED_SHAPE}: SQ_WAIT_INST_ANY`, '2.04M', '1.62M', ''],
    [`f32 ${COUNTED_SHAPE}: SQ_WAVE_CYCLES`, '7.88M', '7.67M', ''],
    [
      `f32 ${COUNTED_SHAPE}: conflicts per LDS instruction`,
      '1.78',
      '1.04',
      'the same conflicts over more instructions',
    ],
  ],
};
